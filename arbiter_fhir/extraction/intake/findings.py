"""From the items of a section to candidates: what the grammars read in them, and what boxes and answers say of that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import (
    Assertion,
    FamilyHistory,
    Problem,
    Statement,
)
from arbiter_fhir.extraction.intake.answer_reach import (
    answers_in_row,
    asks_otherwise,
    before_next_question,
    beside_heading,
    is_behind_field,
)
from arbiter_fhir.extraction.intake.answered import answered
from arbiter_fhir.extraction.intake.bare_answers import bare_answer, nothing_named
from arbiter_fhir.extraction.intake.cells import text_of
from arbiter_fhir.extraction.intake.grammars import (
    ANYWHERE,
    OF_SECTION,
    Dates,
    Grammar,
    allergies_in,
    medications_in,
    problems_in,
)
from arbiter_fhir.extraction.intake.items import Item, items_of_lines
from arbiter_fhir.extraction.intake.listed import parts_of_list
from arbiter_fhir.extraction.intake.options import NO, YES, Said
from arbiter_fhir.extraction.intake.prompts import is_prompt
from arbiter_fhir.extraction.intake.rows import Row
from arbiter_fhir.extraction.intake.sheet import Section
from arbiter_fhir.extraction.intake.statements import is_nothing, is_wish, statement_of
from arbiter_fhir.extraction.narrative.assertion import claim_of_section
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.family_history import names_relative, shares_bracket
from arbiter_fhir.extraction.narrative.open_answers import LIST_TOPICS, denies_list, is_open_answer
from arbiter_fhir.extraction.narrative.passages import Passage, passage_of
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.narrative.sections import JUDGED_PROBLEMS, NOT_JUST_TAKEN, SectionKind
from arbiter_fhir.extraction.narrative.text_runs import run_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["candidates_of_section", "news_in"]

_PROBLEMS: Final = frozenset({SectionKind.PAST_HISTORY, SectionKind.PROBLEMS, SectionKind.SYSTEMS}) | JUDGED_PROBLEMS

#: The first column of a table without a known title, by the section that it stands in.
_FIRST_COLUMN: Final = {
    SectionKind.MEDICATIONS: Column.MEDICATION,
    **dict.fromkeys(NOT_JUST_TAKEN, Column.MEDICATION),
    SectionKind.ALLERGIES: Column.SUBSTANCE,
    SectionKind.PROBLEMS: Column.PROBLEM,
    SectionKind.PAST_HISTORY: Column.PROBLEM,
    **dict.fromkeys(JUDGED_PROBLEMS, Column.PROBLEM),
    SectionKind.SURGICAL_HISTORY: Column.PROCEDURE,
    SectionKind.IMMUNIZATIONS: Column.VACCINE,
    SectionKind.FAMILY_HISTORY: Column.RELATION,
}

#: The start of an example or an instruction: what follows is the form's, not the patient's.
_EXAMPLE: Final = re.compile(r"\(?(?:e\.?g[.,:]*|ex(?:ample)?s?[:.,]+|such|i\.e[.,:]*)", re.IGNORECASE)
_INSTRUCTION: Final = re.compile(
    r"^\W*(?:please|list|include|check|circle|mark|write|describe|explain|attach|see|continue|use|"
    r"if (?:yes|you|none|so)|example|e\.g|note:|instructions?)\b",
    re.IGNORECASE,
)


#: Beside a relative: the patient has it too.
_OWN: Final = re.compile(r"\b(?:self|myself|me|i|patient|you|both)\b", re.IGNORECASE)
#: How an answer begins that says what there is not: "No surgeries since 2005".
_DENIED: Final = re.compile(r"^\W*(?:no|never|not|none|denies|without)\b", re.IGNORECASE)
#: An instruction to choose among what is printed behind it.
_CHOOSE: Final = re.compile(
    r"\b(?:circle|check|mark|tick|underline)\b|\bany of (?:these|the following|the below)\b", re.IGNORECASE
)
#: An option that takes back all others.
_NONE_OF_THEM: Final = re.compile(
    r"^\W*(?:none(?: of (?:the above|these|them|the following))?|no problems?)\W*$", re.IGNORECASE
)


def candidates_of_section(section: Section, dates: Dates) -> list[Candidate]:
    """Everything that a section says."""
    lines = [beside_heading(section, item) for item in items_of_lines(section.lines)]
    items = [item for item in map(_without_examples, lines) if item.words or item.marks]
    own = [item for item in items if not item.aside]
    found: list[Candidate] = []
    match section.kind:
        case SectionKind.CHIEF_CONCERN:
            concern = before_next_question(own)
            found += _together(section, concern, FactType.CHIEF_CONCERN, "chief_concern")
            found += _anywhere(section, own[len(concern) :], dates)
        case SectionKind.OTHER:
            found += _together(section, own, FactType.OTHER, "comment")
            found += _anywhere(section, own, dates)
        case SectionKind.UNKNOWN | SectionKind.ADMINISTRATIVE:
            found += _anywhere(section, own, dates)
        case _:
            none = [item for item in own if item.said is Said.YES and _NONE_OF_THEM.match(item.text)]
            for item in own:
                if item not in none:
                    doubts = [Reason.CHECKBOX_UNCLEAR] if is_behind_field(section, item) else []
                    found += [each.doubted(*doubts) for each in _of_item(section, item, dates)]
            found = [*_none_of_them(section, none, found), *found]
    for item in items:
        if item.aside:
            found += [each.doubted(Reason.WRITTEN_ASIDE) for each in _aside(section, item, dates)]
    return found


def _without_examples(item: Item) -> Item:
    """The item without an example that the form gives, or without anything where it is an instruction."""
    if item.said is not Said.WRITTEN or item.row is not None:
        return item
    first = next((at for at, word in enumerate(item.words) if _EXAMPLE.fullmatch(word.text)), None)
    words = item.words if first is None else item.words[:first]
    said = " ".join(word.text for word in words)
    if is_prompt(said):
        return replace(item, words=())
    if words and _INSTRUCTION.match(said) and not is_open_answer(said):
        # "If yes, please list: codeine": behind the colon somebody has answered.
        asked = next((at for at, word in enumerate(words) if word.text.endswith(":")), len(words))
        words = words[asked + 1 :]
        # "Circle: asthma, gout": what stands behind may be print to choose from.
        item = replace(item, noted=item.noted or _CHOOSE.search(said) is not None)
    return replace(item, words=words)


def _of_item(section: Section, item: Item, dates: Dates) -> list[Candidate]:
    if section.heading and item.said is Said.WRITTEN and item.row is None:
        item = _answer_in_a_word(section, item)
    if _is_choice(section, item):
        item = replace(item, noted=True)
    if item.said is Said.WRITTEN and item.row is None and section.kind in LIST_TOPICS and is_open_answer(item.text):
        return [nothing_named(section, item)]
    if not item.words:
        return [*bare_answer(section, item), *_named_behind(section, item, dates)]
    if item.relation:
        return [_relatives(section, item)]
    if section.kind not in OF_SECTION:
        # Under a heading of notes ("History") a form still asks for conditions and medicines.
        return list(_anywhere(section, [item], dates))
    return [
        answered(candidate, each)
        for each in _each_of(section, item)
        for candidate in _of_relatives(section, each, dates) or _of_grammar(section, each, dates)
    ]


def _each_of(section: Section, item: Item) -> list[Item]:
    """A written line of conditions in its parts where it names a relative, who is told of beside one part only."""
    whole = item.row is not None or item.said is not Said.WRITTEN or bool(item.details)
    if whole or section.kind not in _PROBLEMS or not names_relative(item.text):
        return [item]
    return [replace(item, words=words) for words in parts_of_list(section.page, item.words)]


def _of_grammar(section: Section, item: Item, dates: Dates) -> list[Candidate]:
    """What the section's grammar reads in an item, else what it names without being known."""
    found = list(OF_SECTION[section.kind]([_passage(section, item)], dates))
    reserved = _is_reserved(item.details)
    if not found and section.kind in _PROBLEMS | {SectionKind.SURGICAL_HISTORY} and item.row is None:
        found, reserved = _unknown(section, item), _is_reserved((*item.words, *item.details))
    if section.kind is SectionKind.SURGICAL_HISTORY and asks_otherwise(item):
        found = [each.doubted(Reason.STATED_AS_UNCERTAIN) if _is_unknown(each) else each for each in found]
    if section.kind in _PROBLEMS and item.row is None and (reserved or answers_in_row(item)):
        found = [each.doubted(Reason.STATED_AS_UNCERTAIN) for each in found]
    return found if found or item.said is Said.WRITTEN else _ticked_words(section, item)


def _is_unknown(candidate: Candidate) -> bool:
    return Reason.NAME_UNKNOWN in candidate.reasons


def _is_choice(section: Section, item: Item) -> bool:
    """Whether words stand on the line of a heading that asks to choose: they may be the form's, not the patient's."""
    if item.said is not Said.WRITTEN or not section.heading or not item.words:
        return False
    asked = " ".join(word.text for word in section.heading)
    return item.words[0].line == section.heading[-1].line and _CHOOSE.search(asked) is not None


def _none_of_them(section: Section, none: Sequence[Item], found: list[Candidate]) -> Iterator[Candidate]:
    """That somebody ticked "none"; beside others it contradicts them all."""
    for item in none:
        said = text_of(section.page, (*section.heading, *item.words))
        topic = LIST_TOPICS.get(section.kind, section.kind.value)
        told = Candidate(
            FactType.OTHER,
            Statement(topic, said.value, Assertion.ABSENT),
            section.page,
            tuple(sorted((*item.words, *item.marks), key=lambda word: word.start)),
            said,
            section.kind,
        )
        yield told.doubted(Reason.CONTRADICTED_IN_DOCUMENT) if found else told
    if none:
        found[:] = [each.doubted(Reason.CONTRADICTED_IN_DOCUMENT) for each in found]


def _named_behind(section: Section, item: Item, dates: Dates) -> Iterator[Candidate]:
    """What is written right behind a yes or no to the heading: "Any allergies? Yes: codeine"."""
    written = _without_examples(Item(item.details)).words
    if not written:
        return
    for candidate in _of_item(replace(section, heading=()), Item(written), dates):
        words = tuple(sorted({*item.marks, *candidate.words}, key=lambda word: word.start))
        doubts = {Said.NO: (Reason.CONTRADICTED_IN_DOCUMENT,), Said.UNCLEAR: (Reason.CHECKBOX_UNCLEAR,)}
        yield replace(candidate, words=words).doubted(*doubts.get(item.said, ()))


def _is_reserved(words: Sequence[CleanWord]) -> bool:
    """Whether words of a condition, or beside it, leave open that it is the patient's."""
    return has_reservation(" ".join(word.text for word in words), EntryKind.PROBLEM)


def _of_relatives(section: Section, item: Item, dates: Dates) -> list[Candidate]:
    """A condition beside which a relative is named, as the relative's: "[x] Heart disease (father)"."""
    words = (*item.words, *item.details)
    said = " ".join(word.text for word in words)
    if section.kind not in _PROBLEMS or item.row is not None or not names_relative(said):
        return []
    run = passage_of(section.page, words, SectionKind.FAMILY_HISTORY)
    found = [_if_open(said, each) for each in OF_SECTION[SectionKind.FAMILY_HISTORY]([run], dates)]
    if not found or _OWN.search(said):
        # Whose it is, or that it is the patient's as well, is for a person to say.
        own = problems_in([passage_of(section.page, words, section.kind)], dates) if found else ()
        told = own or _unknown(section, replace(item, words=words))
        found += [each.doubted(Reason.SPEAKS_OF_ANOTHER) for each in told]
    return found


def _if_open(said: str, candidate: Candidate) -> Candidate:
    """A relative's condition, in doubt where the relative stands in brackets behind another one."""
    value = candidate.value
    shared = isinstance(value, FamilyHistory) and shares_bracket(said, value.condition)
    return candidate.doubted(Reason.SPEAKS_OF_ANOTHER) if shared else candidate


def _answer_in_a_word(section: Section, item: Item) -> Item:
    """A written yes or no under a question, or that there is nothing, as what it is: an answer to the heading."""
    answer = item.text.casefold().strip(" .,:;()")
    nothing = denies_list(section.kind, item.text)
    if item.details or not (nothing or answer in YES | NO):
        return item
    return replace(item, words=(), said=Said.YES if answer in YES else Said.NO, marks=item.words)


def _passage(section: Section, item: Item) -> Passage:
    page = section.page
    if item.row is None:
        kind = section.kind
        if kind is SectionKind.SYSTEMS:
            # Symptoms are ticked like conditions, or written as a clinician writes: "denies chest pain".
            kind = SectionKind.UNKNOWN if item.said is Said.WRITTEN else SectionKind.PAST_HISTORY
        # What a condition's name is followed by is no part of the name.
        words = item.words if section.kind in _PROBLEMS else (*item.words, *item.details)
        return passage_of(page, words, kind)
    columns = _columns(section.kind, item.row)
    return Passage(
        section.kind, tuple(run_of(page, words) for _, words in item.row.cells), is_row=True, columns=columns
    )


def _columns(kind: SectionKind, row: Row) -> tuple[Column | None, ...]:
    columns = [column for column, _ in row.cells]
    first = _FIRST_COLUMN.get(kind)
    if columns and columns[0] is None and first is not None and first not in columns:
        columns[0] = first
    return tuple(columns)


def _relatives(section: Section, item: Item) -> Candidate:
    """A condition ticked under a relative."""
    condition, relation = text_of(section.page, item.words), text_of(section.page, item.relation)
    return Candidate(
        FactType.FAMILY_HISTORY,
        FamilyHistory(relation.value, condition.value),
        section.page,
        tuple(sorted({*item.words, *item.marks}, key=lambda word: word.start)),
        DeidentifiedText.compose("Family history: {}: {}", relation, condition),
        SectionKind.FAMILY_HISTORY,
        (
            *([Reason.CHECKBOX_UNCLEAR] if item.said is Said.UNCLEAR else []),
            *reading_doubts((), names=(*item.words, *item.relation)),
        ),
    )


def _unknown(section: Section, item: Item) -> list[Candidate]:
    """A condition or operation that no table knows, as the patient named it; none for what is no name."""
    if is_nothing(item.text) or len(item.words) > 8 or not any(letter.isalpha() for letter in item.text):
        return []
    procedure = section.kind is SectionKind.SURGICAL_HISTORY
    if section.kind is SectionKind.SYSTEMS and item.said is Said.WRITTEN:
        return []
    denied = item.said is Said.WRITTEN and _DENIED.match(item.text) is not None
    said = text_of(section.page, item.words)
    template = DeidentifiedText.compose("Procedure: {}", said) if procedure else DeidentifiedText.compose("{}", said)
    return [
        Candidate(
            FactType.PROCEDURE if procedure else FactType.PROBLEM,
            Problem(said.value, Assertion.ABSENT if denied else claim_of_section(section.kind)),
            section.page,
            item.words,
            template,
            section.kind,
            (Reason.NAME_UNKNOWN, *reading_doubts((), names=item.words)),
        )
    ]


def _ticked_words(section: Section, item: Item) -> list[Candidate]:
    """What is ticked in a section without a grammar for it."""
    if item.said is Said.NO or section.kind not in {SectionKind.SOCIAL_HISTORY, SectionKind.MEDICATIONS}:
        return []
    kind = FactType.SOCIAL_HISTORY if section.kind is SectionKind.SOCIAL_HISTORY else FactType.OTHER
    words = (*item.words, *item.details)
    said = text_of(section.page, words)
    return [
        statement_of(section.page, words, fact_type=kind, topic=section.kind.value, said=said, section=section.kind)
    ]


def _together(section: Section, items: Sequence[Item], kind: FactType, topic: str) -> Iterator[Candidate]:
    """Lines that are one statement; ticked options each for itself."""
    written = tuple(word for item in items if item.said is Said.WRITTEN for word in (*item.words, *item.details))
    if written and not is_nothing(" ".join(word.text for word in written)):
        said = text_of(section.page, written)
        named = "preference" if kind is FactType.OTHER and is_wish(said.value) else topic
        yield statement_of(section.page, written, fact_type=kind, topic=named, said=said, section=section.kind)
    for item in items:
        if item.said in {Said.YES, Said.UNCLEAR} and item.words:
            words = (*item.words, *item.details)
            said = text_of(section.page, words)
            candidate = statement_of(section.page, words, fact_type=kind, topic=topic, said=said, section=section.kind)
            yield answered(candidate, item)


def _anywhere(section: Section, items: Sequence[Item], dates: Dates) -> Iterator[Candidate]:
    """Clinical news in lines that belong to no section of their own."""
    for item in items:
        words = (*item.words, *item.details)
        if not words or item.said is Said.NO:
            continue
        if item.relation:
            yield _relatives(section, item)
            continue
        news = [answered(candidate, item) for candidate in news_in(section.page, words, dates)]
        if not news and item.said is not Said.WRITTEN and section.kind is not SectionKind.ADMINISTRATIVE:
            # "Do you have a pacemaker? Yes": no table knows what was asked, and it was answered all the same.
            news = [answered(_as_told(section, item, words), item)]
        yield from news


def _as_told(section: Section, item: Item, words: Sequence[CleanWord]) -> Candidate:
    every = {word.start: word for word in (*words, *item.marks)}
    said = text_of(section.page, [every[start] for start in sorted(every)])
    told = statement_of(section.page, words, fact_type=FactType.OTHER, topic="answer", said=said, section=section.kind)
    return told.doubted(Reason.SECTION_UNCLEAR)


def news_in(page: DeidentifiedPage, words: Sequence[CleanWord], dates: Dates) -> Iterator[Candidate]:
    """Medications, allergies, problems and relatives' conditions that words speak of outside their sections."""
    passage = passage_of(page, words, SectionKind.UNKNOWN)
    for find in ANYWHERE:
        for candidate in find([passage], dates):
            yield candidate.doubted(Reason.SECTION_UNCLEAR)


def _aside(section: Section, item: Item, dates: Dates) -> Iterator[Candidate]:
    """What a note beside the lines may mean: read as an allergy, a medication or a problem, for a person to decide."""
    words = (*item.words, *item.details)
    readings: tuple[tuple[Grammar, SectionKind], ...] = (
        (allergies_in, SectionKind.ALLERGIES),
        (medications_in, SectionKind.UNKNOWN),
        (problems_in, SectionKind.UNKNOWN),
    )
    for find, kind in readings:
        found = [
            each
            for each in find([passage_of(section.page, words, kind)], dates)
            if Reason.NAME_UNKNOWN not in each.reasons
        ]
        if found:
            yield from found
            return
