"""Medications from lists, table rows and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Medication, MedicationStatus
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.dates import first_date
from arbiter_fhir.extraction.narrative.medication_items import (
    Sig,
    medication_text,
    name_end,
    read_sig,
    unknown_name_end,
)
from arbiter_fhir.extraction.narrative.medication_leads import leads_away
from arbiter_fhir.extraction.narrative.medication_rows import read_row
from arbiter_fhir.extraction.narrative.medication_status import status_of
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation, is_of_another, label_reserves
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.lexicon import Match
from arbiter_fhir.extraction.terminology.medicines import Medicine, medicines
from arbiter_fhir.extraction.terminology.sig import STRENGTH

__all__ = ["find_medications"]

_LISTS: Final = frozenset({SectionKind.MEDICATIONS, SectionKind.PAST_MEDICATIONS})
#: What the words beside an entry may say against the list that it stands in.
_NOT_TAKEN_NOW: Final = frozenset(
    {MedicationStatus.STOPPED, MedicationStatus.ON_HOLD, MedicationStatus.NOT_TAKEN, MedicationStatus.INTENDED}
)
#: Sections whose medicines are nobody's medication: allergens, vaccines, levels in blood, answers on paper.
_NEVER: Final = frozenset(
    {
        SectionKind.ALLERGIES,
        SectionKind.FAMILY_HISTORY,
        SectionKind.IMMUNIZATIONS,
        SectionKind.RESULTS,
        SectionKind.ADMINISTRATIVE,
        SectionKind.VITAL_SIGNS,
        SectionKind.EXAM,
        SectionKind.SYSTEMS,
        SectionKind.SOCIAL_HISTORY,
    }
)
#: Names of the table that are also substances in blood or food: in a sentence they count with an amount only.
_AMBIGUOUS: Final = re.compile(
    r"calcium|magnesium|zinc|insulin|testosterone|progesterone|estradiol|lithium|digoxin|cortisone|niacin|biotin|vitamin|"
    r"folate|iron|glucose|thyroid|nicotine|atropine|epinephrine|melatonin|probiotic|lidocaine|ketamine"
)
_TALK_OF_ALLERGY: Final = re.compile(
    r"\b(?:allerg\w+|anaphyla\w+|intoleran\w+|hypersensitiv\w+|sensitiv\w+|adverse reaction|side effects?|reaction to|"
    r"(?:rash|hives) (?:with|to|from)|levels?|resistan\w+|susceptib\w+)\b",
    re.IGNORECASE,
)
_BEGAN: Final = re.compile(r"\b(?:since|start\w*|began|from|as of)\b", re.IGNORECASE)
_BRACKET: Final = re.compile(r"[\s(/,=-]*")
#: What stands in brackets, and words with which it speaks of more than the entry before it.
_REMARK: Final = re.compile(r"\([^()]*\)|\[[a-z][^\[\]]*\]")
_OF_SEVERAL: Final = re.compile(
    r"\b(?:both|all|each|these|those|the (?:two|three|others?|rest|last|above))\b", re.IGNORECASE
)
#: A sentence that says what to do in a case that may not come.
_IF: Final = re.compile(r"^\W*(?:if|should|when|unless|in case|in the event)\b", re.IGNORECASE)
#: A sentence of the past: what it says was taken may be over.
_WAS: Final = re.compile(
    r"\b(?:(?:was|were|had been|has been off)\s+(?:on|taking|off|treated with|given)|used to (?:take|be|use)|formerly|"
    r"previously|in the past|until|failed|caused|led to|resulted in|did(?: not|n't) (?:tolerate|work|help))\b",
    re.IGNORECASE,
)
#: Right before a name: another medicine has come in its place.
_REPLACED: Final = re.compile(
    r"\b(?:replac(?:es|ed|ing)|in place of|instead of|rather than|(?:switched|changed) from)\s+"
    r"(?:the\s+|his\s+|her\s+)?$",
    re.IGNORECASE,
)
#: Behind an ending: it has begun again.
_RESUMED: Final = re.compile(
    r"\b(?:re-?started|resumed|re-?initiated|(?:started|taking|takes|using|on) (?:it |them )?again|back on)\b",
    re.IGNORECASE,
)
#: An ending that is only asked about, allowed or advised: ``whether warfarin can be stopped``.
_MAY_END: Final = re.compile(
    r"\b(?:can|could|should|may|might|must|would|whether|if)\b(?:\s+\w+){0,4}?\s+(?:be\s+)?"
    r"(?:stop\w*|discontinu\w+|held|hold|weaned|ended)\b",
    re.IGNORECASE,
)
#: What was planned or tried and did not come to be.
_CAME_TO_NOTHING: Final = re.compile(
    r"\b(?:failed|declin\w+|refus\w+|decided against|(?:did|does) not want|did not (?:help|work|tolerate)|"
    r"was not (?:started|tolerated)|unsuccessful)\b",
    re.IGNORECASE,
)
#: In a plan: what is to be done with the medicine named next.
_VERB_BEFORE: Final = re.compile(
    r"[,;]\s*(?:and\s+)?(?:hold|stop|d/?c|discontinue|start|continue|inc(?:rease)?|dec(?:rease)?|add|resume)\.?\s+$",
    re.IGNORECASE,
)
#: How a sentence goes on that takes the one before it back: ``We discussed gabapentin; she declined``.
_DECLINED: Final = re.compile(
    r"[\s;.,]*(?:but\s+)?(?:s?he|they|(?:the\s+)?(?:patient|pt))\s+(?:has\s+|had\s+)?(?:declin\w+|refus\w+|did\s+not\s+want)",
    re.IGNORECASE,
)
#: Behind a word such as "STOPPED": it labels all that follows up to the end of its part of the line.
_LABELS: Final = re.compile(r"\s*(?:\w+\s*)?:")
_SENTENCE_BORDER: Final = re.compile(r"[;|\n]|\.\s")
_PURPOSE: Final = re.compile(r"\b(?:for|with|of|to replace|instead of)\s+$")
#: Signs between two names of one ingredient that begin another entry: ``25 mg every morning; metoprolol 50 mg``.
_ANOTHER: Final = re.compile(r"[;,\n]|\b(?:and|then|plus)\b", re.IGNORECASE)
#: An ingredient this near behind its combination is part of its name.
NEAR_WORDS: Final = 4
_NO_MEDICATIONS: Final = re.compile(
    r"^\W*(?:none|n/a|nil|no (?:current |regular |daily |home |known )?(?:medications?|meds|medicines)"
    r"(?: at this time| currently)?|not (?:currently )?(?:taking|on) any(?: medications?)?|"
    r"denies (?:any )?(?:medications?|meds))\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Found:
    """A name in a run: how far what is said of it goes, its status, and where the words of the status stand.

    `listed`: it stands in a list. `reserved`: the list says something that leaves open whether it is taken.
    """

    match: Match[Medicine]
    end: int
    status: MedicationStatus
    cue: tuple[int, int] | None
    listed: bool = False
    reserved: bool = False


def find_medications(
    passages: Iterable[Passage], *, dates: Mapping[str, ClinicalDate] | None = None
) -> tuple[Candidate, ...]:
    """All medications that passages speak of, in reading order.

    Args:
        passages: From `read_passages`.
        dates: Date placeholders of the document with their values.
    """
    known = dates or {}
    found: list[Candidate] = []
    for passage in passages:
        if passage.columns and Column.MEDICATION in passage.columns:
            if (candidate := read_row(passage, known)) is not None:
                found.append(candidate)
        elif passage.section in _LISTS:
            found.extend(_listed(passage, known))
        elif passage.section not in _NEVER:
            found.extend(_in_prose(passage, known))
    return tuple(found)


def _listed(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    if _NO_MEDICATIONS.match(run.text) or _TALK_OF_ALLERGY.search(run.text):
        return
    matches = _names(run.text, tolerant=True)
    if not matches:
        if (candidate := _unknown(passage, run, dates)) is not None:
            yield candidate
        return
    open_label: tuple[MedicationStatus, tuple[int, int]] | None = None
    borders = [0, *(_border(run.text, one.end, two.start) for one, two in pairwise(matches)), len(run.text)]
    for match, begin, end in zip(matches, borders, borders[1:], strict=False):
        status, cue = _list_status(passage, run.text[begin:end], match.start - begin)
        shifted = (cue[0] + begin, cue[1] + begin) if cue else None
        if (
            open_label is not None
            and cue is None
            and _SENTENCE_BORDER.search(run.text, open_label[1][1], match.start) is None
        ):
            status = open_label[0]
        elif shifted is not None and _LABELS.match(run.text, shifted[1], match.start):
            open_label = status, shifted
        elif cue is not None:
            open_label = None
        reserved = status is MedicationStatus.ACTIVE and (
            has_reservation(run.text[begin:end], EntryKind.MEDICATION)
            or label_reserves(run.text[: matches[0].start], EntryKind.MEDICATION)
            or leads_away(run.text[begin : match.start])
            or is_of_another(run.text, match.start)
            or _REPLACED.search(run.text[: match.start]) is not None
        )
        yield _candidate(passage, run, _Found(match, end, status, shifted, listed=True, reserved=reserved), dates)


def _border(text: str, first: int, last: int) -> int:
    """Where between two names what is said of the second begins: behind the last comma, else at the name."""
    found = max((each.end() for each in _ANOTHER.finditer(text, first, last)), default=last)
    between = text[found:last]
    return found if len(between.split()) <= NEAR_WORDS and not re.search(r"\d", between) else last


def _in_prose(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    for start, end in run.sentences():
        sentence = run.part(start, end)
        if _TALK_OF_ALLERGY.search(sentence.text):
            continue
        matches = _names(sentence.text, tolerant=False)
        for index, match in enumerate(matches):
            stop = matches[index + 1].start if index + 1 < len(matches) else len(sentence.text)
            sig = read_sig(sentence.text, name_end(sentence.text, match.end), stop, match.entry)
            told = _without_verbs_of_others(_without_brackets_of_others(sentence.text, matches, match), matches, match)
            status, cue = status_of(told, match.start, match.end)
            moved = Reason.DOSE_CHANGING in sig.reasons and STRENGTH.search(sentence.text, match.end, stop) is not None
            bare = not (sig.strength or sig.dose or moved or Reason.DOSE_PROPOSED in sig.reasons)
            name = sentence.text[match.start : match.end].casefold()
            changed = passage.section is SectionKind.MEDICATION_CHANGES
            if bare and not changed and (status is MedicationStatus.UNKNOWN or _AMBIGUOUS.search(name)):
                continue
            claim = assertion_of(told, match.start, match.end)
            if claim in {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER}:
                continue
            if claim is Assertion.ABSENT and status in {MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN}:
                status = MedicationStatus.NOT_TAKEN
            # Among changes, what is not said to end may begin, go on or be something to try.
            taken = status in {MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN}
            open_ = (changed and taken) or _is_conditional(told, match, cue, taken=taken)
            open_ = open_ or _DECLINED.match(run.text, end) is not None
            yield _candidate(passage, sentence, _Found(match, stop, status, cue, reserved=open_), dates)


def _is_conditional(text: str, match: Match[Medicine], cue: tuple[int, int] | None, *, taken: bool) -> bool:
    """Whether a sentence leaves open that it holds: ``if a rash develops, stop ...``, ``was on ... until March``."""
    first = min(match.start, cue[0] if cue else match.start)
    if _MAY_END.search(text) is not None or _CAME_TO_NOTHING.search(text) is not None:
        return True
    return _IF.match(text[:first]) is not None or (taken and _WAS.search(text) is not None)


def _without_brackets_of_others(text: str, matches: list[Match[Medicine]], own: Match[Medicine]) -> str:
    """The text at the same offsets, without brackets that stand behind another name: they speak of that one only."""
    for found in _REMARK.finditer(text):
        before = [match for match in matches if match.end <= found.start()]
        if before and before[-1] != own and _OF_SEVERAL.search(found[0]) is None:
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    return text


def _without_verbs_of_others(text: str, matches: list[Match[Medicine]], own: Match[Medicine]) -> str:
    """The text at the same offsets, without verbs of a plan that stand right before a later name."""
    for match in matches:
        found = _VERB_BEFORE.search(text[: match.start]) if match.start > own.end else None
        if found is not None and found.start() >= own.end:
            text = text[: found.start()] + " " * (match.start - found.start()) + text[match.start :]
    return text


def _names(text: str, *, tolerant: bool) -> list[Match[Medicine]]:
    """The medicines that a text names; the generic in brackets behind a brand is the same medication."""
    kept: list[Match[Medicine]] = []
    for match in medicines().find(text, tolerant=tolerant):
        last = kept[-1] if kept else None
        if last is not None:
            between = text[last.end : match.start]
            if _same(last.entry, match.entry) and _BRACKET.fullmatch(between):
                kept[-1] = Match(last.start, match.end, _narrower(last.entry, match.entry), last.respelled)
                continue
            near = len(between.split()) <= NEAR_WORDS and _ANOTHER.search(between) is None
            if match.entry.ingredient in last.entry.ingredient.split(" / ") and near:
                continue
            if _PURPOSE.search(between) and _is_purpose(match.entry):
                continue
        kept.append(match)
    return kept


def _is_purpose(medicine: Medicine) -> bool:
    """Whether a name can be what another medicine is for or taken with: ``for thyroid``, ``with calcium``."""
    return _AMBIGUOUS.search(medicine.ingredient.casefold()) is not None


def _same(one: Medicine, other: Medicine) -> bool:
    ones, others = one.ingredient.split(" / "), other.ingredient.split(" / ")
    return one == other or any(_is_kind_of(first, second) for first in ones for second in others)


def _is_kind_of(one: str, other: str) -> bool:
    """Whether two ingredients are one, or one of them names the other's kind: ``insulin``, ``insulin glargine``."""
    return one == other or one.startswith(f"{other} ") or other.startswith(f"{one} ")


def _narrower(one: Medicine, other: Medicine) -> Medicine:
    return one if len(one.ingredient) >= len(other.ingredient) else other


def _candidate(passage: Passage, run: TextRun, found: _Found, dates: Mapping[str, ClinicalDate]) -> Candidate:
    text, match = run.text, found.match
    stop = name_end(text, match.end)
    sig = read_sig(text, stop, found.end, match.entry)
    start, end = match.start, max(sig.end, stop)
    planned = Reason.DOSE_PROPOSED in sig.reasons
    if found.cue is not None and (planned or found.status is not MedicationStatus.ACTIVE):
        start, end = min(start, found.cue[0]), max(end, found.cue[1])
    reasons = [*sig.reasons, *([Reason.NAME_MISREAD] if match.respelled else [])]
    if not found.listed:
        reasons.append(Reason.STATED_IN_PROSE)
    said = text[stop : found.end]
    if found.reserved or (found.status in _NOT_TAKEN_NOW and _RESUMED.search(said) is not None):
        reasons.append(Reason.STATED_AS_UNCERTAIN)
    value = _dated(_medication(text[match.start : stop], match.entry, sig, found.status), first_date(said, dates), said)
    return _built(passage, run, (start, end), value, names=run.words_in(match.start, stop), reasons=reasons)


def _list_status(passage: Passage, text: str, name_start: int) -> tuple[MedicationStatus, tuple[int, int] | None]:
    """What a list says of an item: what the words say, else what the list is of."""
    said, cue = status_of(text, name_start, name_start)
    if said in _NOT_TAKEN_NOW:
        return said, cue
    if passage.section is SectionKind.PAST_MEDICATIONS:
        return MedicationStatus.STOPPED, None
    return MedicationStatus.ACTIVE, None


def _medication(name: str, medicine: Medicine, sig: Sig, status: MedicationStatus) -> Medication:
    return Medication(
        name=name,
        ingredient=medicine.ingredient,
        strength=sig.strength,
        dose=sig.dose,
        form=sig.form,
        route=sig.route,
        frequency=sig.frequency,
        as_needed=sig.as_needed,
        indication=sig.indication,
        status=status,
        rxnorm=medicine.rxcui,
    )


def _dated(value: Medication, when: ClinicalDate | None, said: str) -> Medication:
    """The value with a date that the words say to be its beginning or end."""
    if when is None:
        return value
    if value.status in {MedicationStatus.STOPPED, MedicationStatus.ON_HOLD}:
        return replace(value, stopped=when)
    return replace(value, started=when) if _BEGAN.search(said) else value


def _unknown(passage: Passage, run: TextRun, dates: Mapping[str, ClinicalDate]) -> Candidate | None:
    """An item of a list whose name no table knows: a fact of the document, never more."""
    lead = re.match(r"^\s*(?:[\u2022\u25cf*>o-]\s+|\(?\d{1,2}[.)]\s+)?", run.text)
    start = lead.end() if lead else 0
    end = unknown_name_end(run.text[start:])
    if not end:
        return None
    sig = read_sig(run.text, start + end, len(run.text), None)
    if sig.is_empty and not (len(run.text.split()) <= 3 and start):
        return None
    status, _ = _list_status(passage, run.text, start)
    name = run.text[start : start + end]
    value = _dated(_medication(name, Medicine("", None), sig, status), first_date(run.text, dates), run.text)
    words = run.words_in(start, start + end)
    reasons = [*sig.reasons, Reason.NAME_UNKNOWN]
    return _built(passage, run, (start, max(sig.end, start + end)), value, names=words, reasons=reasons)


def _built(
    passage: Passage,
    run: TextRun,
    span: tuple[int, int],
    value: Medication,
    *,
    names: tuple[CleanWord, ...],
    reasons: list[Reason],
) -> Candidate:
    span = span[0], run.closed(*span)
    words = run.words_in(*span)
    return Candidate(
        fact_type=FactType.MEDICATION,
        value=value,
        page=run.page,
        words=words,
        text=medication_text(value.status, run.clean(*span)),
        section=passage.section,
        reasons=tuple(dict.fromkeys([*reasons, *reading_doubts(words, names=names)])),
    )
