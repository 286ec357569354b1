"""Problems of the patient from lists, assessments, rows and sentences, with what each claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Coding, Problem, ProblemStatus
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.dates import first_date
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.problem_items import (
    ICD10_SYSTEM,
    ProblemItem,
    answers_no,
    answers_no_to_more,
    icd10_in,
    items_of,
    stands_alone,
    status_in,
)
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.narrative.sections import JUDGED_PROBLEMS, SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.conditions import Condition, find_conditions, is_code_of_another
from arbiter_fhir.extraction.terminology.lexicon import Match

__all__ = ["find_problems"]

_LISTS: Final = frozenset({SectionKind.PROBLEMS, SectionKind.PAST_HISTORY}) | JUDGED_PROBLEMS
_PROSE: Final = frozenset(
    {
        SectionKind.UNKNOWN,
        SectionKind.PRESENT_ILLNESS,
        SectionKind.ASSESSMENT,
        SectionKind.PLAN,
        SectionKind.SYSTEMS,
        SectionKind.OTHER,
    }
)
#: What a story or a review of systems says of a symptom to keep: that it is absent or suspected.
_WEIGHED: Final = frozenset({Assertion.ABSENT, Assertion.POSSIBLE})
_OTHERS: Final = frozenset({Assertion.FAMILY, Assertion.OTHER_EXPERIENCER})
_NONE: Final = re.compile(
    r"^\W*(?:none|n/?a|nil|no (?:significant |other |relevant |known |chronic |active |past )*(?:past )?(?:medical )?"
    r"(?:history|problems?|conditions?|hx|pmh|illness(?:es)?)|non-?contributory|unremarkable|negative|denies|healthy|"
    r"as above|see (?:above|hpi|problem list)|reviewed(?: and updated)?|unknown)\W*$",
    re.IGNORECASE,
)
_BARE_ANSWER: Final = re.compile(r"^\W*(?:y|n|yes|no|x)\W*$", re.IGNORECASE)
#: A cell beside a name that says the patient does not have it, or no longer.
_BARE_NO: Final = re.compile(
    r"^\W*(?:no|n|never|negative|denied|denies|absent|none|resolved|ruled out|past|old|inactive)\b", re.IGNORECASE
)
#: What de-identification replaced, but dates, ages and what stands beside the name of a clinician.
_REMOVED: Final = re.compile(r"\[(?!DATE|AGE|PERSON)[A-Z]+_\d+\]\W*(?:,|and|or|;|/)?\s*(?:[\w-]+\W+)*$")
#: Before RA: a saturation, on room air.
_ROOM_AIR: Final = re.compile(r"(?:%|\bsats?|\bo2|\bspo2)\s*(?:\d+\s*)?(?:on\s+)?$|\bon\s+$", re.IGNORECASE)
_UNSURE: Final = re.compile(r"\?")
#: Beside a relative: the patient has it too.
_OWN_TOO: Final = re.compile(r"\b(?:self|myself|me|patient|pt|both)\b(?!['\u2019]s)", re.IGNORECASE)
_HELD: Final = re.compile(
    r"\b(?:patient|pt|he|she)\s+(?:still\s+|also\s+)?(?:has|takes|is|suffers)\b|\bconfirmed\b", re.IGNORECASE
)


def find_problems(
    passages: Iterable[Passage], *, dates: Mapping[str, ClinicalDate] | None = None
) -> tuple[Candidate, ...]:
    """All problems that passages speak of, denied and suspected ones included, never those of relatives.

    Symptoms count where a list or an assessment names them; in a story or a review of systems only denied and suspected
    ones do.

    Args:
        passages: From `read_passages`.
        dates: Date placeholders of the document with their values.
    """
    known = dates or {}
    found: list[Candidate] = []
    for passage in passages:
        if passage.columns and Column.PROBLEM in passage.columns:
            found.extend(_row(passage, known))
        elif passage.section in _LISTS:
            found.extend(_listed(passage, known))
        elif passage.section in _PROSE and not passage.columns:
            found.extend(_in_prose(passage, known))
    return tuple(found)


def _row(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    cell = passage.cell(Column.PROBLEM)
    if cell is None or not re.search(r"[A-Za-z]{2}", cell.text) or _NONE.match(cell.text):
        return
    whole = " ".join(run.text for run in passage.runs)
    for item in items_of(cell.text, whole_is_one=True):
        code = icd10_in(_text(passage, Column.CODE)) or icd10_in(cell.text)
        said = f"{cell.text} {_text(passage, Column.STATUS)} {_text(passage, Column.COMMENT)}"
        claim = assertion_of(said, item.start, item.end, section=passage.section, listed=True)
        if claim in _OTHERS:
            continue
        status = status_in(_text(passage, Column.STATUS)) or status_in(said) or _titled(passage)
        value = _value(cell.text, item, claim, status, code, section=passage.section)
        when = first_date(f"{_text(passage, Column.STARTED)} {_text(passage, Column.DATE)}", dates)
        value = _with_onset(value, when)
        text = DeidentifiedText.join(", ", [run.clean() for run in passage.runs])
        reasons = [*_doubts(item, whole, value), *_heading_doubts(passage, status, whole)]
        reasons += _claimed_inside(cell.text, item, claim, passage)
        if any(column is None and _BARE_ANSWER.match(run.text) for run, column in _beside(passage)):
            # "Resolved? Yes": what was asked, the title says, and no table knows it.
            reasons.append(Reason.STATED_AS_UNCERTAIN)
        yield _built(passage, passage.whole, (0, len(passage.whole.text)), value, text=text, reasons=reasons)


def _beside(passage: Passage) -> Iterator[tuple[TextRun, Column | None]]:
    return zip(passage.runs, passage.columns, strict=True)


def _text(passage: Passage, column: Column) -> str:
    cell = passage.cell(column)
    return cell.text if cell is not None else ""


def _listed(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    # Cells without a header stand for themselves: a note beside an item says nothing sure of it.
    for run in passage.runs if not passage.columns else (passage.whole,):
        if _NONE.match(run.text):
            continue
        beside = [other.text for other in passage.runs if other is not run and not passage.columns]
        taken_back = any(_BARE_NO.match(text) or has_reservation(text, EntryKind.PROBLEM) for text in beside)
        for candidate in _items(passage, run, dates):
            yield candidate.doubted(Reason.STATED_AS_UNCERTAIN) if taken_back else candidate


def _items(passage: Passage, run: TextRun, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    for start, end in run.sentences():
        text = run.text[start:end]
        items = list(items_of(text))
        for at, item in enumerate(items):
            claim = assertion_of(text, item.start, item.end, section=passage.section, listed=True)
            shared = claim in _OTHERS and _OWN_TOO.search(text[item.first : item.last]) is not None
            if claim in _OTHERS and not shared:
                continue
            said, behind = text[item.first : item.last], text[item.end : item.last]
            claim = Assertion.PRESENT if shared else Assertion.ABSENT if answers_no(behind) else claim
            until = next((other.first for other in items[at + 1 :] if other.condition is not None), len(text))
            status = status_in(said) or _titled(passage)
            # A code behind a comma is the code of the name before it.
            code = icd10_in(said) or icd10_in(text[item.first : until])
            value = _value(text, item, claim, status, code, section=passage.section)
            value = _with_onset(value, first_date(said, dates))
            span = (start + min(item.first, item.start), start + item.said_to)
            reasons = [*_doubts(item, text[item.first : until], value), *_heading_doubts(passage, status, text)]
            reasons += _lost_before(text[: item.start]) + _claimed_inside(text, item, claim, passage)
            reasons += [Reason.SPEAKS_OF_ANOTHER] if shared else []
            carried = claim is Assertion.POSSIBLE and _is_carried(text, item, passage)
            if (
                carried
                or answers_no_to_more(behind)
                or (claim is Assertion.ABSENT and _is_denied_behind(text, item, passage))
            ):
                reasons.append(Reason.STATED_AS_UNCERTAIN)
            yield _built(passage, run, span, value, text=None, reasons=reasons)


def _lost_before(text: str) -> list[Reason]:
    """A doubt where something was removed before a name: it may have been the word that denies it."""
    return [Reason.STATED_AS_UNCERTAIN] if _REMOVED.search(text) else []


def _is_denied_behind(text: str, item: ProblemItem, passage: Passage) -> bool:
    """Whether only what stands behind an item denies it, which may speak of the last one: ``asthma, cancer - no``."""
    own = text[: item.last]
    denied = assertion_of(own, item.start, item.end, section=passage.section, listed=True) is Assertion.ABSENT
    return not denied and not answers_no(text[item.end : item.last])


def _is_carried(text: str, item: ProblemItem, passage: Passage) -> bool:
    """Whether a doubt was said of an item before it only: ``r/o OSA, obesity``."""
    own = text[item.first : item.last]
    first, last = item.start - item.first, item.end - item.first
    return assertion_of(own, first, last, section=passage.section, listed=True) is Assertion.PRESENT


def _claimed_inside(text: str, item: ProblemItem, claim: Assertion, passage: Passage) -> list[Reason]:
    """A doubt where the words of a longer name say that its condition is not there: ``stroke prevention``."""
    if claim is not Assertion.PRESENT or item.condition is None or status_in(text) is ProblemStatus.RESOLVED:
        return []
    inner = next(find_conditions(text[item.start : item.end], listed=True), None)
    if inner is None or (inner.start, inner.end) == (0, item.end - item.start):
        return []
    first, last = item.start + inner.start, item.start + inner.end
    held = assertion_of(text, first, last, section=passage.section, listed=True) is Assertion.PRESENT
    return [] if held else [Reason.STATED_AS_UNCERTAIN]


def _heading_doubts(passage: Passage, status: ProblemStatus | None, said: str) -> list[Reason]:
    """A doubt where words state a condition as the patient's own, and its heading says that it is none or over."""
    held = status is ProblemStatus.ACTIVE or _HELD.search(said) is not None
    return [Reason.STATED_AS_UNCERTAIN] if held and passage.section in JUDGED_PROBLEMS else []


def _in_prose(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    symptoms = passage.section is SectionKind.ASSESSMENT
    for start, end in run.sentences():
        text = run.text[start:end]
        for match in _joined(text, find_conditions(text, listed=symptoms and len(text.split()) <= SHORT_WORDS)):
            claim = assertion_of(text, match.start, match.end, section=passage.section)
            if _ROOM_AIR.search(text[: match.start]) and text[match.start : match.end] == "RA":
                continue
            if claim in _OTHERS or (match.entry.is_symptom and not symptoms and claim not in _WEIGHED):
                continue
            if passage.section is SectionKind.SYSTEMS and claim not in _WEIGHED:
                continue
            item = ProblemItem(match.start, match.end, match.start, match.end, match.end, match.entry)
            after = text[match.end : match.end + REACH_CHARS]
            code = icd10_in(re.split(r"[,;]", after)[0])
            value = _value(text, item, claim, status_in(re.split(r"[,;.]", after)[0]), code)
            if claim is Assertion.PRESENT:
                value = _with_onset(value, first_date(after, dates) if _SINCE.search(after) else None)
            span = _span_of_claim(text, match.start, match.end, claim)
            reasons = [Reason.STATED_IN_PROSE]
            if claim is Assertion.PRESENT and _TAKEN_BACK.search(text[match.end :]):
                reasons.append(Reason.STATED_AS_UNCERTAIN)
            yield _built(passage, run, (start + span[0], start + span[1]), value, text=None, reasons=reasons)


def _joined(text: str, matches: Iterable[Match[Condition]]) -> list[Match[Condition]]:
    """Conditions named in a text; ``diabetes with nephropathy`` is one."""
    kept: list[Match[Condition]] = []
    for match in matches:
        if kept and text[kept[-1].end : match.start] == " with ":
            kept[-1] = Match(kept[-1].start, match.end, kept[-1].entry)
        else:
            kept.append(match)
    return kept


#: Behind a condition: a bare no, or that it came out otherwise.
_TAKEN_BACK: Final = re.compile(
    r"^\s*[:?-]?\s*\(?(?:no|none|n)\b(?!\s+(?:longer|more|evidence))|"
    r"^\s*[:?-]\s*(?:not\s+(?:that|to\s+my|sure)|unsure|unknown|maybe|as\s+an?\s+(?:kid|child)|when\s+i\s+was)\b|"
    r"\b(?:refuted|disproven|(?:later|subsequently|since)\s+(?:\w+\s+)?(?:ruled\s+out|excluded|corrected)|mis-?diagnos\w+|"
    r"turned\s+out|not\s+(?:been\s+)?confirmed|proved\s+(?:to\s+be\s+)?(?:wrong|negative))\b",
    re.IGNORECASE,
)
#: A sentence of an assessment this short is an item of its list.
SHORT_WORDS: Final = 6
#: What is said of a condition in prose stands within this many characters behind it.
REACH_CHARS: Final = 60
_SINCE: Final = re.compile(r"^\W*(?:\w+\s+){0,3}(?:since|diagnosed|dx|in|from|onset)\b", re.IGNORECASE)


def _span_of_claim(text: str, start: int, end: int, claim: Assertion) -> tuple[int, int]:
    """The words that a citation shows: with a denial or doubt the whole sentence, so that it is not read as present."""
    return (start, end) if claim is Assertion.PRESENT else (0, len(text))


def _titled(passage: Passage) -> ProblemStatus | None:
    """What the heading says: ``Active Problems``."""
    if re.search(r"\b(?:active|current|ongoing|chronic)\b", passage.title, re.IGNORECASE):
        return ProblemStatus.ACTIVE
    return None


def _value(
    text: str,
    item: ProblemItem,
    claim: Assertion,
    status: ProblemStatus | None,
    printed: str | None,
    *,
    section: SectionKind = SectionKind.UNKNOWN,
) -> Problem:
    """The problem, with the code printed beside it, else that of the table where the name is all that is said."""
    code = printed
    if code is None and item.condition is not None and claim is Assertion.PRESENT:
        code = item.condition.icd10 if _is_bare(text, item, item.condition) else None
    over = section is SectionKind.RESOLVED_PROBLEMS or re.search(r"resolved|remission|cured", text, re.IGNORECASE)
    resolved = claim is Assertion.HISTORICAL and status is None and over
    return Problem(
        name=text[item.start : item.end],
        assertion=claim,
        status=(ProblemStatus.RESOLVED if resolved else status) or ProblemStatus.UNKNOWN,
        icd10=code,
        codes=(Coding(ICD10_SYSTEM, printed),) if printed else (),
    )


def _is_bare(text: str, item: ProblemItem, condition: Condition) -> bool:
    return condition.icd10 is not None and stands_alone(text, item)


def _with_onset(value: Problem, when: ClinicalDate | None) -> Problem:
    return Problem(value.name, value.assertion, value.status, when, value.icd10, value.codes)


def _doubts(item: ProblemItem, said: str, value: Problem) -> list[Reason]:
    reasons = [Reason.NAME_UNKNOWN] if item.condition is None else []
    holds = value.assertion is Assertion.PRESENT and value.status is not ProblemStatus.RESOLVED
    if _UNSURE.search(said) or (holds and has_reservation(said, EntryKind.PROBLEM)):
        reasons.append(Reason.STATED_AS_UNCERTAIN)
    if value.codes and item.condition is not None and is_code_of_another(value.icd10, item.condition):
        reasons.append(Reason.CODE_CONTRADICTS_NAME)
    return reasons


def _built(
    passage: Passage,
    run: TextRun,
    span: tuple[int, int],
    value: Problem,
    *,
    text: DeidentifiedText | None,
    reasons: list[Reason],
) -> Candidate:
    stop = run.closed(*span)
    words = run.words_in(span[0], stop)
    said = text or run.clean(span[0], stop)
    return Candidate(
        fact_type=FactType.PROBLEM,
        value=value,
        page=run.page,
        words=words,
        text=_sentence(value, said),
        section=passage.section,
        reasons=tuple(dict.fromkeys([*reasons, *reading_doubts(words, names=words)])),
    )


def _sentence(value: Problem, said: DeidentifiedText) -> DeidentifiedText:
    match value.assertion:
        case Assertion.ABSENT:
            return DeidentifiedText.compose("Denied or absent: {}", said)
        case Assertion.POSSIBLE:
            return DeidentifiedText.compose("Possible problem: {}", said)
        case Assertion.HYPOTHETICAL:
            return DeidentifiedText.compose("Mentioned, not stated as present: {}", said)
        case Assertion.HISTORICAL:
            return DeidentifiedText.compose("Past problem: {}", said)
        case _:
            return DeidentifiedText.compose("Problem: {}", said)
