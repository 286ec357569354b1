"""Procedures and operations that the patient has had, and vaccines that the patient was given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Problem, Statement
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.dates import first_date
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.vocabularies import procedures, vaccines

__all__ = ["find_immunizations", "find_procedures"]

_PROSE: Final = frozenset(
    {
        SectionKind.UNKNOWN,
        SectionKind.PRESENT_ILLNESS,
        SectionKind.PAST_HISTORY,
        SectionKind.PROBLEMS,
        SectionKind.OTHER,
    }
)
_PAST: Final = re.compile(
    r"\b(?:s/p|status post|history of|h/o|hx of|underwent|had (?:an?|his|her|the)?|prior|previous|post|after)\s+"
    r"(?:\w+\s+){0,3}$",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"^\W*(?:none|n/?a|nil|no (?:prior |previous |past )?(?:surger(?:y|ies)|procedures?|operations?|surgical history)|"
    r"denies|non-?contributory|unremarkable|negative)\W*$",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^\s*(?:[\u2022*>o-]\s+|\(?\d{1,2}[.)]\s+)?(?:s/p\s+|status post\s+|history of\s+)?", re.IGNORECASE
)
_NAME_END: Final = re.compile(
    r"\s*(?:[,;:(\[]|\s[-\u2013\u2014]\s|\b(?:in|on|at|by|due|for)\b|\b(?:19|20)\d\d\b|$)", re.IGNORECASE
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:none|no|not|n/?a|see|date|the|denies|unknown|year|surgeon|hospital|yes|patient)\b", re.IGNORECASE
)
_REFUSED: Final = re.compile(
    r"\b(?:declin\w+|refus\w+|not given|not (?:yet|had|received|done)|never|due|overdue|needs?|no|not up to date|"
    r"deferred|scheduled|planned|exempt\w*|waive[dr]|contraindicated|missing|incomplete|allergic|allergy)\b",
    re.IGNORECASE,
)
_UNKNOWN: Final = re.compile(
    r"\?|\b(?:unknown|unsure|not sure|uncertain|maybe|do(?:es)? ?n[o'\u2019]t know)\b", re.IGNORECASE
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b|\[DATE_\d+\]")
#: An operation that is still to come, or may not have been.
_PLANNED: Final = re.compile(
    r"\b(?:scheduled|planned|planning|upcoming|pending|considering|discuss\w*|will (?:have|be)|to be done|awaiting|"
    r"waiting|recommended|cancell?ed|postponed|next (?:week|month|year)|soon|maybe|not (?:done|sure|yet))\b|\?",
    re.IGNORECASE,
)
#: An unknown procedure is named in at most this many words.
LONGEST_NAME_WORDS: Final = 7


def find_procedures(
    passages: Iterable[Passage], *, dates: Mapping[str, ClinicalDate] | None = None
) -> tuple[Candidate, ...]:
    """Procedures of surgical histories, and those that other text says the patient has had.

    Args:
        passages: From `read_passages`.
        dates: Date placeholders of the document with their values.
    """
    known = dates or {}
    found: list[Candidate] = []
    for passage in passages:
        if passage.columns and Column.PROCEDURE in passage.columns:
            found.extend(_row(passage, known))
        elif passage.section is SectionKind.SURGICAL_HISTORY:
            found.extend(_listed(passage, known))
        elif passage.section in _PROSE and not passage.columns:
            found.extend(_in_prose(passage, known))
    return tuple(found)


def _row(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    cell = passage.cell(Column.PROCEDURE)
    if cell is None or _NONE.match(cell.text) or not re.search(r"[A-Za-z]{3}", cell.text):
        return
    known = next(procedures().find(cell.text), None)
    said = " ".join(run.text for run in passage.runs)
    value = Problem(name=cell.text, onset=first_date(said, dates))
    text = DeidentifiedText.join(", ", [run.clean() for run in passage.runs])
    reasons = [] if known else [Reason.NAME_UNKNOWN]
    yield _procedure(passage, passage.whole, (0, len(passage.whole.text)), value, text=text, reasons=reasons)


def _listed(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    if _NONE.match(run.text):
        return
    for start, end in run.sentences():
        pieces = [
            found.span()
            for found in re.finditer(
                r"[^,]+(?:,\s*(?:(?:19|20)\d\d|\[DATE_\d+\]|left|right)[^,]*)*", run.text[start:end]
            )
        ]
        for at, (first, last) in enumerate(pieces):
            beside = run.text[start + last : start + pieces[at + 1][1]] if at + 1 < len(pieces) else ""
            planned = _PLANNED.search(beside) is not None and next(procedures().find(beside), None) is None
            for candidate in _piece(passage, run, start + first, start + last, dates):
                yield candidate.doubted(Reason.STATED_AS_UNCERTAIN) if planned else candidate


def _piece(
    passage: Passage, run: TextRun, start: int, end: int, dates: Mapping[str, ClinicalDate]
) -> Iterator[Candidate]:
    text = run.text[start:end]
    matches = list(procedures().find(text))
    for index, match in enumerate(matches):
        stop = matches[index + 1].start if index + 1 < len(matches) else len(text)
        claim = assertion_of(text, match.start, match.end, section=passage.section, listed=True)
        if claim in {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER}:
            continue
        when = first_date(text[match.end : stop], dates) or (first_date(text, dates) if len(matches) == 1 else None)
        kept = claim if claim in {Assertion.ABSENT, Assertion.POSSIBLE, Assertion.HYPOTHETICAL} else Assertion.PRESENT
        begin = match.start if kept is Assertion.PRESENT else 0
        value = Problem(name=text[match.start : match.end], assertion=kept, onset=when)
        planned = kept is Assertion.PRESENT and _PLANNED.search(text) is not None
        reasons = [Reason.STATED_AS_UNCERTAIN] if planned else []
        span = (start + begin, start + len(text[:stop].rstrip(" .,;")))
        yield _procedure(passage, run, span, value, text=None, reasons=reasons)
    if not matches and (found := _LEAD.match(text)) is not None:
        name_end = _NAME_END.search(text, found.end())
        name = text[found.end() : name_end.start() if name_end else len(text)].strip(" .")
        if re.match(r"[A-Za-z]{4}", name) and len(name.split()) <= LONGEST_NAME_WORDS and not _NOT_A_NAME.match(name):
            value = Problem(name=name, onset=first_date(text, dates))
            yield _procedure(
                passage,
                run,
                (start + found.end(), start + len(text.rstrip())),
                value,
                text=None,
                reasons=[Reason.NAME_UNKNOWN],
            )


def _in_prose(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Iterator[Candidate]:
    run = passage.whole
    for start, end in run.sentences():
        text = run.text[start:end]
        for match in procedures().find(text):
            cue = _PAST.search(text[: match.start])
            claim = assertion_of(text, match.start, match.end, section=passage.section)
            if cue is None or claim not in {Assertion.PRESENT, Assertion.HISTORICAL}:
                continue
            when = first_date(re.split(r"[,;]", text[match.end :])[0], dates)
            value = Problem(name=text[match.start : match.end], onset=when)
            span = (start + cue.start(), start + match.end)
            yield _procedure(passage, run, span, value, text=None, reasons=[Reason.STATED_IN_PROSE])


def _procedure(
    passage: Passage,
    run: TextRun,
    span: tuple[int, int],
    value: Problem,
    *,
    text: DeidentifiedText | None,
    reasons: list[Reason],
) -> Candidate:
    words = run.words_in(*span)
    said = text or run.clean(*span)
    if value.assertion is Assertion.PRESENT and _PLANNED.search(said.value):
        reasons = [*reasons, Reason.STATED_AS_UNCERTAIN]
    shown = DeidentifiedText.compose("Procedure: {}", said)
    if value.assertion is Assertion.ABSENT:
        shown = DeidentifiedText.compose("Procedure denied: {}", said)
    return Candidate(
        fact_type=FactType.PROCEDURE,
        value=value,
        page=run.page,
        words=words,
        text=shown,
        section=passage.section,
        reasons=tuple(dict.fromkeys([*reasons, *reading_doubts(words, names=words)])),
    )


def find_immunizations(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Vaccines of immunization lists and tables, one statement each; declined and overdue ones as absent.

    Args:
        passages: From `read_passages`.
    """
    found: list[Candidate] = []
    for passage in passages:
        listed = passage.section is SectionKind.IMMUNIZATIONS
        if not listed and not (passage.columns and Column.VACCINE in passage.columns):
            continue
        run = passage.whole
        matches = list(vaccines().find(run.text))
        for index, match in enumerate(matches):
            stop = len(run.text)
            if not passage.is_row and index + 1 < len(matches):
                stop = matches[index + 1].start
            said = run.text[match.start : stop].rstrip(" .,;-")
            words = run.words_in(match.start, match.start + len(said))
            refused = _REFUSED.search(said) or assertion_of(run.text, match.start, match.end) is Assertion.ABSENT
            value = Statement("immunization", said, Assertion.ABSENT if refused else Assertion.PRESENT)
            shown = run.clean(match.start, match.start + len(said))
            found.append(
                Candidate(
                    fact_type=FactType.IMMUNIZATION,
                    value=value,
                    page=run.page,
                    words=words,
                    text=DeidentifiedText.compose("Immunization: {}", shown),
                    section=passage.section,
                    reasons=(*_vaccine_doubts(said, refused=bool(refused)), *reading_doubts(words, names=words)),
                )
            )
            if passage.is_row and passage.columns:
                break
    return tuple(found)


def _vaccine_doubts(said: str, *, refused: bool) -> tuple[Reason, ...]:
    """A doubt where somebody does not know, or says of one year that it was given and of another that it was not."""
    both = refused and len(set(_YEAR.findall(said))) > 1
    return (Reason.STATED_AS_UNCERTAIN,) if both or _UNKNOWN.search(said) else ()
