"""Allergies and intolerances from lists, table rows and sentences; and the statement that there are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import CleanWord, DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Allergy, Assertion, NoKnownAllergies
from arbiter_fhir.extraction.narrative.allergy_items import AllergyItem, items_of, read_reaction, severity_in
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.dates import first_date
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.substance_edges import edge_doubts
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.allergens import Allergen, allergens, reactions

__all__ = ["find_allergies"]

_NONE_KNOWN: Final = re.compile(
    r"\b(?:NKDA|NKMA|NKFA|NKA|no\s+known\s+(?:(?:drug|medication|medicine|food|environmental)s?"
    r"(?:\s*(?:,|/|or|and)\s*(?:drug|medication|food|environmental)s?)*\s+)?(?:allerg(?:y|ies)|intolerances?)"
    r"(?:\s+to\s+(?:any\s+)?(?:medications?|drugs?|medicines?|foods?))?|"
    r"no\s+(?:drug\s+|medication\s+|food\s+)?allergies(?:\s+(?:reported|known))?|"
    r"denies\s+(?:any\s+)?(?:known\s+)?(?:drug\s+|medication\s+|food\s+)?allergies"
    r"(?:\s+to\s+(?:medications?|foods?))?)(?!\w)",
    re.IGNORECASE,
)
_EXCEPTION: Final = re.compile(r"\b(?:except|other than|apart from|aside from|besides)\b", re.IGNORECASE)
#: An exception and up to a few words of it before the substance; behind a comma and a verb another clause has begun.
_EXCEPTED: Final = re.compile(
    r"\b(?:except|other than|apart from|aside from|besides)\s+(?:(?:for|to)\s+)?(?:[\w-]+[\s,/]+){0,5}$", re.IGNORECASE
)
#: Where a sentence goes on with something else than the exception.
_CLAUSE: Final = re.compile(r",?\s+(?:and|but)\s+(?:she|he|they|the|has|gets|is|was)\b|;", re.IGNORECASE)
_ONLY_NONE: Final = re.compile(
    r"^\W*(?:none|none known|nil|nil known|no|n/?a|none reported|none listed|denies|denied|negative|n\.?k\.?d\.?a\.?|"
    r"n\.?k\.?a\.?)\W*$",
    re.IGNORECASE,
)
_UNCERTAIN: Final = re.compile(
    r"\?|\b(?:possible|possibly|questionable|unsure|not sure|uncertain|maybe|might be|unconfirmed|suspected|unclear|"
    r"probable|thinks|believes)\b",
    re.IGNORECASE,
)
_UNREADABLE: Final = re.compile(r"\?\?|\b(?:illegible|unreadable|cannot read)\b", re.IGNORECASE)
_OUTGROWN: Final = re.compile(
    r"\b(?:outgr[eo]w\w*|resolved|no longer allergic|now tolerates|tolerates|tolerated|delabell?ed|challenge negative|"
    r"ruled out|disproven)\b",
    re.IGNORECASE,
)
#: An allergy of long ago, as a sentence tells it.
_ONCE: Final = re.compile(
    r"\b(?:as|when|since|while) (?:an?|(?:s?he|they) (?:was|were)) (?:\w+ )?(?:child|baby|infant|kid|teen|young)\w*\b|"
    r"\bin (?:childhood|infancy)\b|\bused to be\b|\b(?:formerly|years ago|long ago)\b",
    re.IGNORECASE,
)
_TOLERATES: Final = re.compile(r"\btolerat(?:es?|ed|ing)\b", re.IGNORECASE)
_NO_REACTION: Final = re.compile(r"[-:=(\u2013]\s*(?:none\b|no (?:known )?reactions?\b)", re.IGNORECASE)
_TO: Final = re.compile(
    r"\b(?:allergic|allergy|allergies|anaphyla\w+|intolerances?|intolerant|hypersensitiv\w+|sensitiv(?:e|ity)|"
    r"(?:adverse |allergic |severe |bad )?reactions?|hives|rash|angioedema)\s+(?:to|of|with|from|after)\s+"
    r"(?:\w+[\s,/]+){0,8}$",
    re.IGNORECASE,
)
_ALLERGY_OF: Final = re.compile(
    r"^\s*(?:drug\s+)?(?:allerg(?:y|ies|ic)|intolerance|anaphylaxis|hypersensitivity)\b", re.IGNORECASE
)
#: A note has at most this many words.
LONGEST_NOTE_WORDS: Final = 12
_NOTE: Final = re.compile(r"^\s*(?:[-\u2013:(=]|->)")
_ENVIRONMENT: Final = "environment"
#: Sections in which no allergy of the patient stands.
_NEVER: Final = frozenset({SectionKind.FAMILY_HISTORY, SectionKind.ADMINISTRATIVE, SectionKind.IMMUNIZATIONS})


def find_allergies(
    passages: Iterable[Passage], *, dates: Mapping[str, ClinicalDate] | None = None
) -> tuple[Candidate, ...]:
    """All allergies that passages speak of, and statements that there are none, in reading order.

    Args:
        passages: From `read_passages`.
        dates: Date placeholders of the document with their values.
    """
    known = dates or {}
    found: list[Candidate] = []
    for passage in passages:
        if passage.section in _NEVER:
            continue
        if passage.columns and {Column.SUBSTANCE, Column.REACTION} & set(passage.columns):
            found.extend(_row(passage, known))
        elif passage.section is SectionKind.ALLERGIES:
            found.extend(_listed(passage, known))
        else:
            found.extend(_in_prose(passage, known))
    return tuple(found)


def _none_known(passage: Passage, run: TextRun) -> Iterator[Candidate]:
    """The statement that there are none."""
    listed = passage.section is SectionKind.ALLERGIES
    found = _NONE_KNOWN.search(run.text) or (_ONLY_NONE.match(run.text) if listed else None)
    if found is None or _EXCEPTION.search(run.text[found.end() :]):
        return
    printed = found[0].strip(" .:-*")
    start = found.start() + found[0].index(printed) if printed else found.start()
    kind = _kind_of_none(f"{passage.title} {printed}" if listed else printed)
    reasons = [Reason.STATED_AS_UNCERTAIN] if _UNCERTAIN.search(run.text) else []
    yield _candidate(
        passage,
        run.words_in(start, start + len(printed)),
        Allergy(substance=printed, none_known=kind),
        _none_sentence(kind, run.clean(start, start + len(printed))),
        reasons,
    )


def _none_sentence(kind: NoKnownAllergies, said: DeidentifiedText) -> DeidentifiedText:
    if kind is NoKnownAllergies.FOOD_ALLERGIES:
        return DeidentifiedText.compose("Stated: no known food allergies ({})", said)
    return DeidentifiedText.compose("Stated: no known allergies ({})", said)


def _kind_of_none(printed: str) -> NoKnownAllergies:
    folded = printed.casefold()
    drug = re.search(r"drug|medic|nkda|nkma", folded.replace(".", "")) is not None
    food = re.search(r"food|nkfa", folded) is not None
    if drug == food:
        return NoKnownAllergies.ALLERGIES
    return NoKnownAllergies.DRUG_ALLERGIES if drug else NoKnownAllergies.FOOD_ALLERGIES


def _listed(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    statements = list(_none_known(passage, run))
    yield from statements
    rest = _NONE_KNOWN.sub(lambda found: " " * len(found[0]), run.text)
    if statements and not rest.strip(" .,;:*-\u2022"):
        return
    if _ONLY_NONE.match(run.text):
        return
    for start, end in run.sentences():
        items = list(items_of(rest, start, end))
        for at, item in enumerate(items):
            until = next((other.start for other in items[at + 1 :] if other.allergen is not None), end)
            yield from _from_item(passage, run, item, dates, beside=run.text[item.end : until])


def _in_prose(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    yield from _none_known(passage, run)
    rest = _NONE_KNOWN.sub(lambda found: " " * len(found[0]), run.text)
    for start, end in run.sentences():
        for match in allergens().find(rest[start:end]):
            if _others(run.text, start, end, start + match.start):
                continue
            first, last = start + match.start, start + match.end
            if _is_excepted(run.text[start:first]):
                told = _CLAUSE.search(run.text, last, end)
                stop = told.start() if told else end
                item = AllergyItem(first, stop, first, last, match.entry, respelled=False)
                yield from _from_item(passage, run, item, dates)
                continue
            named = _TO.search(run.text[start:first]) or _ALLERGY_OF.match(run.text[last:end])
            if named is None and (noted := _noted(passage, run, first, last, match.entry)) is not None:
                yield from _from_item(passage, run, noted, dates)
            if named is None or (match.entry.kind == _ENVIRONMENT and "season" in run.text[first:last].casefold()):
                continue
            begin = start + named.start() if named.re is _TO else first
            stop = last if named.re is _TO else last + named.end()
            item = AllergyItem(
                begin, end if named.re is _TO else stop, first, last, match.entry, respelled=False, context=start
            )
            yield from _from_item(passage, run, item, dates)


def _is_excepted(before: str) -> bool:
    """Whether the words before a substance say that there are no allergies, and make an exception of it."""
    none = _NONE_KNOWN.search(before)
    return none is not None and _EXCEPTED.search(before[none.end() :]) is not None


def _noted(passage: Passage, run: TextRun, first: int, last: int, allergen: Allergen) -> AllergyItem | None:
    """A note outside any list that reads like an item of one: ``? sulfa - rash``. Only with a known reaction behind."""
    cell = next((each for each in passage.runs if run.words_in(first, last)[0] in each.words), None)
    if cell is None or len(cell.words) > LONGEST_NOTE_WORDS or not _NOTE.match(run.text[last:]):
        return None
    start = run.starts[run.words.index(cell.words[0])]
    end = start + len(cell.text)
    if run.text[start:first].strip(" ?*-\u2022") or read_reaction(run.text, last, end) is None:
        return None
    if next(reactions().find(run.text[last:end]), None) is None:
        return None
    return AllergyItem(start, end, first, last, allergen, respelled=False)


def _others(text: str, start: int, end: int, at: int) -> bool:
    """Whether a sentence speaks of another person's allergy."""
    claim = assertion_of(text[start:end], at - start, at - start + 1)
    return claim in {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER, Assertion.HYPOTHETICAL}


def _from_item(
    passage: Passage, run: TextRun, item: AllergyItem, dates: Mapping[str, ClinicalDate], *, beside: str | None = None
) -> Iterator[Candidate]:
    """The allergy of an item; ``beside`` is what a list says between it and the next substance, None for prose."""
    text, prose = run.text, beside is None
    said = text[item.start : item.end]
    first = item.sentence_start
    claim = assertion_of(text[first : item.end], item.name_start - first, item.name_end - first, listed=not prose)
    others = claim in {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER}
    if claim is Assertion.HYPOTHETICAL or (others and prose):
        return
    reaction = read_reaction(text, item.name_end, item.end) or read_reaction(
        text, item.start, item.name_start, before=True
    )
    severity = severity_in(said)
    value = Allergy(
        substance=text[item.name_start : item.name_end],
        allergen=item.allergen.name if item.allergen else "",
        reaction=text[reaction[0] : reaction[1]] if reaction else "",
        severity=severity,
        assertion=_assertion(claim, said),
        onset=first_date(said, dates),
        rxnorm=item.allergen.rxcui if item.allergen else None,
    )
    reasons = [
        *_doubts(said, claim, item),
        *([Reason.STATED_IN_PROSE] if prose else _reservations(value, f"{said}{beside}")),
        *([Reason.STATED_AS_UNCERTAIN] if prose and _ONCE.search(text[first : item.end]) else []),
        *([] if prose else edge_doubts(text, item)),
        # A list of the patient's names another's: whether it is the patient's as well, a person has to ask.
        *([Reason.SPEAKS_OF_ANOTHER] if others else []),
    ]
    end = max(item.name_end, reaction[1] if reaction else 0, _end_of(text, item, severity))
    start = (
        item.start
        if prose or claim is not Assertion.PRESENT
        else min(item.name_start, *(reaction or (item.name_start,))[:1])
    )
    end = run.closed(start, end)
    words = run.words_in(start, end)
    yield _candidate(
        passage,
        words,
        value,
        _sentence(value, run.clean(start, end)),
        reasons,
        names=run.words_in(item.name_start, item.name_end),
    )


def _end_of(text: str, item: AllergyItem, severity: str) -> int:
    """Where the severity ends, where one is said behind the name."""
    at = text.find(severity, item.name_end, item.end) if severity else -1
    return at + len(severity) if at >= 0 else 0


def _assertion(claim: Assertion, said: str) -> Assertion:
    if _OUTGROWN.search(said):
        return Assertion.HISTORICAL
    return Assertion.PRESENT if claim is Assertion.HISTORICAL else claim


def _doubts(said: str, claim: Assertion, item: AllergyItem) -> list[Reason]:
    reasons = []
    if _TOLERATES.search(said) or (claim is Assertion.ABSENT and _NO_REACTION.search(said)):
        # Who tolerates one medicine may still not bear another; "codeine - none" may mean no reaction is known.
        reasons.append(Reason.STATED_AS_UNCERTAIN)
    if _UNREADABLE.search(said):
        reasons.append(Reason.VALUE_UNREADABLE)
    if claim is Assertion.POSSIBLE or _UNCERTAIN.search(said):
        reasons.append(Reason.STATED_AS_UNCERTAIN)
    if item.allergen is None:
        reasons.append(Reason.NAME_UNKNOWN)
    elif item.respelled:
        reasons.append(Reason.NAME_MISREAD)
    return reasons


def _reservations(value: Allergy, said: str) -> list[Reason]:
    """The doubt of an entry that is listed as present with words that leave it open."""
    reserved = value.assertion is Assertion.PRESENT and has_reservation(said, EntryKind.ALLERGY)
    return [Reason.STATED_AS_UNCERTAIN] if reserved else []


def _row(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    cell = passage.cell(Column.SUBSTANCE) or passage.runs[0]
    if not cell.text.strip(" -*.\u2014") or re.fullmatch(r"\W*", cell.text):
        return
    statements = list(_none_known(passage, cell))
    if statements or _ONLY_NONE.match(cell.text):
        yield from statements
        return
    found = next(iter(allergens().find(cell.text, tolerant=True)), None)
    first, last = (found.start, found.end) if found else (0, len(cell.text))
    item = AllergyItem(
        0, len(cell.text), first, last, found.entry if found else None, found.respelled if found else False
    )
    reaction, severity = _cell(passage, Column.REACTION), _cell(passage, Column.SEVERITY)
    said = " ".join(run.text for run in passage.runs)
    claim = assertion_of(cell.text, first, last, listed=True)
    status = _cell(passage, Column.STATUS)
    value = Allergy(
        substance=cell.text[first:last],
        allergen=item.allergen.name if item.allergen else "",
        reaction=reaction,
        severity=severity or severity_in(reaction),
        assertion=_assertion(claim, f"{cell.text} {status}"),
        onset=_onset(passage, dates),
        rxnorm=item.allergen.rxcui if item.allergen else None,
    )
    words = passage.words
    text = DeidentifiedText.join(", ", [run.clean() for run in passage.runs])
    reasons = [*_doubts(said, claim, item), *_reservations(value, said), *edge_doubts(cell.text, item)]
    yield _candidate(passage, words, value, _sentence(value, text), reasons, names=cell.words)


def _onset(passage: Passage, dates: Mapping[str, ClinicalDate]) -> ClinicalDate | None:
    for column in (Column.STARTED, Column.DATE):
        if (text := _cell(passage, column)) and (when := first_date(text, dates)) is not None:
            return when
    return None


def _cell(passage: Passage, column: Column) -> str:
    cell = passage.cell(column)
    return "" if cell is None or re.fullmatch(r"\W*|n/?a|none", cell.text, re.IGNORECASE) else cell.text


def _sentence(value: Allergy, said: DeidentifiedText) -> DeidentifiedText:
    match value.assertion:
        case Assertion.ABSENT:
            return DeidentifiedText.compose("No allergy: {}", said)
        case Assertion.POSSIBLE:
            return DeidentifiedText.compose("Possible allergy: {}", said)
        case Assertion.HISTORICAL:
            return DeidentifiedText.compose("Past allergy: {}", said)
        case Assertion.FAMILY | Assertion.OTHER_EXPERIENCER:
            return DeidentifiedText.compose("Allergy of another person: {}", said)
        case _:
            return DeidentifiedText.compose("Allergy: {}", said)


def _candidate(
    passage: Passage,
    words: tuple[CleanWord, ...],
    value: Allergy,
    text: DeidentifiedText,
    reasons: list[Reason],
    *,
    names: tuple[CleanWord, ...] = (),
) -> Candidate:
    doubts = reading_doubts(words, names=names or words)
    return Candidate(
        fact_type=FactType.ALLERGY,
        value=value,
        page=passage.page,
        words=words,
        text=text,
        section=passage.section,
        reasons=tuple(dict.fromkeys([*reasons, *doubts])),
    )
