"""Results that a letter tells in a sentence: "A1c was 8.2% on 3/4/2026". Facts of the document, never more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType, LabResult
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.extraction.laboratory.analytes import (
    Analyte,
    find_analyte,
    limits_of,
    loinc_of,
    only_specimen,
    takes_no_unit,
    units_of,
)
from arbiter_fhir.extraction.laboratory.units import ucum_of
from arbiter_fhir.extraction.laboratory.values import parse_value
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.dates import first_date
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import weakens_result

__all__ = ["find_spoken_results"]

#: A number with a unit that touches it or follows.
_VALUE: Final = re.compile(
    r"(?<![\w.,/])(?P<value>[<>]?\s?\d{1,6}(?:\.\d{1,3})?)\s?(?P<unit>%|[A-Za-z\u00b5][\w/\u00b5.^]{0,14})?"
)
#: What may stand between a name and its value.
_BETWEEN: Final = re.compile(
    r"(?:\s*(?:level|value|result|reading|today|recently|currently|came|back|was|is|of|at|to|up|down|now|stable|elevated|"
    r"increased|decreased|rose|fell|low|high|about|[:=,(]))*\s*$",
    re.IGNORECASE,
)
#: Words of a test's name, at most.
MOST_NAME_WORDS: Final = 5
#: Sections whose numbers are read otherwise, or are nobody's result.
_NEVER: Final = frozenset(
    {
        SectionKind.MEDICATIONS,
        SectionKind.PAST_MEDICATIONS,
        SectionKind.FAMILY_HISTORY,
        SectionKind.VITAL_SIGNS,
        SectionKind.ADMINISTRATIVE,
    }
)
#: Whose result it is, where it is not the patient's.
_OF_OTHERS: Final = frozenset({Assertion.FAMILY, Assertion.OTHER_EXPERIENCER})
_PRONOUN: Final = re.compile(r"\s*(?:he|she|his|her|they|their)\b", re.IGNORECASE)
#: What makes a bare number something else than a result: a fraction, a range, a span of time.
_OPEN_END: Final = re.compile(
    r"\s?(?:[/\u2013-]\s?\d|x\b|times|days?|weeks?|months?|years?|hours?|mg\b|mcg|units?|tab|cap|:\d|\.\d)",
    re.IGNORECASE,
)
_GOAL: Final = re.compile(r"\b(?:goal|target|if|until|below|above|less than|greater than|should)\b", re.IGNORECASE)


def find_spoken_results(
    passages: Iterable[Passage], *, dates: Mapping[str, ClinicalDate], told: Iterable[tuple[int, int]] = ()
) -> Iterator[Candidate]:
    """Results in sentences.

    Args:
        passages: Of a letter.
        dates: Date placeholders of the document with their values.
        told: Page number and line of what the laboratory rules read.
    """
    read = set(told)
    for passage in passages:
        if passage.is_row or passage.section in _NEVER:
            continue
        run = passage.whole
        before = ""
        for start, end in run.sentences():
            sentence = run.part(start, end)
            if not any((passage.page.number, word.line) in read for word in sentence.words):
                yield from _in_sentence(passage, sentence, dates, before)
            before = sentence.text


def _in_sentence(passage: Passage, run: TextRun, dates: Mapping[str, ClinicalDate], before: str) -> Iterator[Candidate]:
    text = run.text
    last = 0
    goes_on = _goes_on_about_another(before, text)
    for found in _VALUE.finditer(text):
        named = _name_before(text[last : found.start()])
        if named is None or _GOAL.search(text[last : found.start()]):
            continue
        analyte, offset = named
        start = last + offset
        value, unit = found["value"].strip(), (found["unit"] or "").rstrip(".")
        ucum = ucum_of(unit) if unit else None
        if ucum is None and (not unit or _goes_on(text[found.end("value") :])):
            # "Hgb 9.1 (baseline 12)": the laboratory's usual unit is not told.
            if not _is_usual(analyte, value) or _OPEN_END.match(text, found.end("value")):
                continue
            unit = ""
        elif ucum is None or ucum not in units_of(analyte):
            continue
        end = found.start("unit") + len(unit) if unit else found.end("value")
        when = first_date(text[end:], dates) if "[DATE_" in text[end:] else None
        claim = assertion_of(text, start, found.start("value"), section=passage.section)
        candidate = _candidate(passage, run, (start, end), (analyte, value, unit, ucum or ""), when)
        candidate = candidate.doubted(Reason.WEAKENED_BY_REMARK) if weakens_result(text) else candidate
        yield candidate.doubted(Reason.SPEAKS_OF_ANOTHER) if goes_on or claim in _OF_OTHERS else candidate
        last = end


def _goes_on(rest: str) -> bool:
    """Whether what stands behind a number goes on with the sentence and is no unit."""
    return re.match(r"\s+(?:and|but|with|on|in|up|down|from|today|which|was|is|then|now)\b", rest) is not None


def _is_usual(analyte: Analyte, value: str) -> bool:
    """Whether a number without a unit is of a size that values of the test have in any of its units."""
    parsed = parse_value(value)
    number = parsed.numeric if parsed is not None else None
    specimen = only_specimen(analyte)
    known = [limits_of(analyte, unit=unit, specimen=specimen) for unit in units_of(analyte)]
    return number is not None and any(each is not None and each.low <= number <= each.high for each in known)


def _goes_on_about_another(before: str, text: str) -> bool:
    """Whether a sentence that begins with a pronoun follows one about a person outside the family.

    ``Her husband was tested too. His glucose was 310 mg/dL``. Relatives are told of in passing, and the pronoun behind
    them is mostly the patient again.
    """
    end = len(before.rstrip(" .!"))
    if not end or not _PRONOUN.match(text):
        return False
    return assertion_of(before, max(0, end - 1), end) is Assertion.OTHER_EXPERIENCER


def _name_before(text: str) -> tuple[Analyte, int] | None:
    """The analyte that a text ends with, and where its name begins; ``None`` for none."""
    stop = _BETWEEN.search(text)
    head = text[: stop.start()] if stop else text
    words = list(re.finditer(r"\S+", head))[-MOST_NAME_WORDS:]
    for first in words:
        name = head[first.start() :].strip(" ,;:(")
        analyte = find_analyte(name)
        if analyte is not None:
            return analyte, first.start() + len(head[first.start() :]) - len(head[first.start() :].lstrip(" ,;:("))
    return None


def _candidate(
    passage: Passage,
    run: TextRun,
    span: tuple[int, int],
    told: tuple[Analyte, str, str, str],
    when: ClinicalDate | None,
) -> Candidate:
    analyte, value, unit, ucum = told
    parsed = parse_value(value)
    specimen = only_specimen(analyte)
    limits = limits_of(analyte, unit=ucum, specimen=specimen)
    numeric = parsed.numeric if parsed else None
    reasons = [Reason.STATED_IN_PROSE, *([] if when else [Reason.COLLECTION_DATE_MISSING])]
    reasons += [Reason.UNIT_MISSING] if not unit and not takes_no_unit(analyte) else []
    if limits and numeric is not None and not limits.low <= numeric <= limits.high:
        reasons.append(Reason.IMPLAUSIBLE_VALUE)
    words = run.words_in(*span)
    value_start = run.text.index(value, span[0])
    return Candidate(
        fact_type=FactType.LAB_RESULT,
        value=LabResult(
            test_name=_name(run.text[span[0] : value_start]),
            value=value,
            unit=unit,
            collection_date=when,
            numeric=numeric,
            comparator=parsed.comparator if parsed else None,
            ucum=ucum or None,
            loinc=loinc_of(analyte, unit=ucum, specimen=specimen) if unit or takes_no_unit(analyte) else None,
        ),
        page=run.page,
        words=words,
        text=DeidentifiedText.compose("Result told in a letter: {}", run.clean(*span)),
        section=passage.section,
        reasons=(*reasons, *reading_doubts(words)),
    )


def _name(text: str) -> str:
    """The name alone, without what stands between it and the value."""
    stop = _BETWEEN.search(text)
    return (text[: stop.start()] if stop else text).strip(" ,;:(")
