"""Vital signs with LOINC and UCUM codes.

*Source* of the codes: the FHIR R4 vital signs profiles (hl7.org/fhir/R4/observation-vitalsigns.html) and LOINC. The
limits are wider than any surviving patient's value; outside them a decimal point or a unit was misread.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType, LabResult
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["find_vital_signs"]


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign: its name, LOINC code, and per printed unit the UCUM code with limits."""

    name: str
    loinc: str
    pattern: re.Pattern[str]
    units: Mapping[str, tuple[str, int, int]]
    default: str


#: What may stand between a label and its value: a linking word, when, where and how it was taken.
_LINK: Final = (
    r"(?:\s*(?:\([^)]*\)|is|was|of|at|[=:,-]|today|now|currently|recorded|measured|taken|noted|reading|readings|"
    r"runs?|running|averag(?:es?|ing)|about|around|usually|"
    r"in\s+(?:the\s+|our\s+)?(?:clinic|office)|this\s+(?:morning|visit|am)|at\s+(?:triage|rest)|sitting|standing|supine|"
    r"seated|(?:left|right)\s+arm|initial(?:ly)?|repeat(?:ed)?)(?=[\s\d:=,-]))*"
)


def _labelled(label: str, unit: str) -> re.Pattern[str]:
    value = r"(?P<value>\d{1,3}(?:\.\d{1,2})?)"
    return re.compile(
        rf"(?<![\w/])(?:{label})(?![\w]){_LINK}\s*{value}(?![\d/])\s*(?P<unit>{unit})?(?![a-z])",
        re.IGNORECASE,
    )


_SYSTOLIC: Final = "8480-6"
_DIASTOLIC: Final = "8462-4"
_PRESSURE: Final = re.compile(
    rf"(?<![\w/])(?:b/?p|blood pressure)(?![\w]){_LINK}\s*"
    r"(?P<systolic>\d{2,3})\s*(?:/|over)\s*(?P<diastolic>\d{2,3})(?!\s*/?\d)\s*(?P<unit>mm\s?hg)?",
    re.IGNORECASE,
)
_GOAL: Final = re.compile(
    r"\b(?:goal|target|below|above|under|over|less than|<|>|keep|if|hold for|threshold)\W*$", re.IGNORECASE
)
_SIGNS: Final = (
    _Sign(
        "Heart rate",
        "8867-4",
        _labelled(r"heart rate|hr|pulse(?: rate)?|p", r"bpm|beats(?:/| per )min(?:ute)?|/min"),
        {"": ("/min", 15, 350)},
        "",
    ),
    _Sign(
        "Respiratory rate",
        "9279-1",
        _labelled(r"respiratory rate|resp(?:irations|\.)?(?: rate)?|rr|r", r"breaths(?:/| per )min(?:ute)?|/min|bpm"),
        {"": ("/min", 3, 90)},
        "",
    ),
    _Sign(
        "Body temperature",
        "8310-5",
        _labelled(r"temperature|temp\.?|t", r"\u00b0\s?[fc]|deg(?:rees)?\.?\s?[fc]|[fc]\b"),
        {"f": ("[degF]", 75, 115), "c": ("Cel", 24, 46)},
        "",
    ),
    _Sign(
        "Oxygen saturation",
        "59408-5",
        _labelled(r"spo2|o2\s?sat(?:uration|s)?|oxygen saturation|sao2|pulse ox(?:imetry)?|sats?|o2", r"%"),
        {"": ("%", 30, 100)},
        "",
    ),
    _Sign(
        "Body weight",
        "29463-7",
        _labelled(r"body weight|weight|wt\.?", r"kgs?|kilograms?|lbs?\.?|pounds?"),
        {"k": ("kg", 1, 400), "l": ("[lb_av]", 2, 900), "p": ("[lb_av]", 2, 900)},
        "",
    ),
    _Sign(
        "Body height",
        "8302-2",
        _labelled(r"body height|height|ht\.?", r"cms?|centimeters|inches|inch|in\b|\""),
        {"c": ("cm", 30, 250), "i": ("[in_i]", 12, 100), '"': ("[in_i]", 12, 100)},
        "",
    ),
    _Sign(
        "Body mass index",
        "39156-5",
        _labelled(r"body mass index|bmi", r"kg/m\s?(?:2|\u00b2|\^2)?"),
        {"": ("kg/m2", 8, 120)},
        "",
    ),
)
#: Labels of one letter mean a sign only where vital signs are listed.
_ONE_LETTER: Final = re.compile(r"^[a-z]\b", re.IGNORECASE)
_NEVER: Final = frozenset({SectionKind.FAMILY_HISTORY, SectionKind.MEDICATIONS, SectionKind.ADMINISTRATIVE})


def find_vital_signs(
    passages: Iterable[Passage], *, dates: Mapping[str, ClinicalDate] | None = None
) -> tuple[Candidate, ...]:
    """Vital signs that passages state with a label, as results.

    Args:
        passages: From `read_passages`.
        dates: Date placeholders of the document with their values; a date in the same passage is when it was taken.
    """
    known = dates or {}
    found: list[Candidate] = []
    for passage in passages:
        if passage.section not in _NEVER:
            when = next(
                (known[label] for label in re.findall(r"\[DATE_\d+\]", passage.whole.text) if label in known), None
            )
            found.extend(_signs(passage, passage.whole, when))
    return tuple(found)


def _signs(passage: Passage, run: TextRun, when: ClinicalDate | None) -> Iterator[Candidate]:
    for found in _PRESSURE.finditer(run.text):
        if _GOAL.search(run.text[: found.start()]):
            continue
        for part, name, loinc, low, high in (
            ("systolic", "Systolic blood pressure", _SYSTOLIC, 30, 330),
            ("diastolic", "Diastolic blood pressure", _DIASTOLIC, 10, 220),
        ):
            sign = _Sign(name, loinc, _PRESSURE, {"": ("mm[Hg]", low, high)}, "")
            yield _candidate(passage, run, found.span(), sign, printed=(found[part], found["unit"] or ""), when=when)
    listed = passage.section in {SectionKind.VITAL_SIGNS, SectionKind.EXAM}
    for sign in _SIGNS:
        for found in sign.pattern.finditer(run.text):
            if _GOAL.search(run.text[: found.start()]) or (_ONE_LETTER.match(found[0]) and not listed):
                continue
            yield _candidate(passage, run, found.span(), sign, printed=(found["value"], found["unit"] or ""), when=when)


def _candidate(
    passage: Passage,
    run: TextRun,
    span: tuple[int, int],
    sign: _Sign,
    *,
    printed: tuple[str, str],
    when: ClinicalDate | None,
) -> Candidate:
    value, unit = printed
    number = Decimal(value)
    known = _unit_of(sign, unit, number)
    reasons: list[Reason] = []
    if known is None:
        reasons.append(Reason.UNIT_MISSING)
    elif not known[1] <= number <= known[2]:
        reasons.append(Reason.IMPLAUSIBLE_VALUE)
    words = run.words_in(*span)
    return Candidate(
        fact_type=FactType.VITAL_SIGN,
        value=LabResult(
            test_name=sign.name,
            value=value,
            unit=unit,
            collection_date=when,
            numeric=number,
            ucum=known[0] if known else None,
            loinc=sign.loinc,
        ),
        page=run.page,
        words=words,
        text=_said(sign, run, span),
        section=passage.section,
        reasons=tuple(dict.fromkeys([*reasons, *reading_doubts(words)])),
    )


def _said(sign: _Sign, run: TextRun, span: tuple[int, int]) -> DeidentifiedText:
    """The sign as printed; of a blood pressure, which of its two numbers is meant."""
    printed = run.clean(*span)
    at = run.text[span[0] : span[1]]
    match = _PRESSURE.fullmatch(at)
    if match is None:
        return DeidentifiedText.compose("Vital sign: {}", printed)
    if sign.loinc == _SYSTOLIC:
        number = run.clean(span[0] + match.start("systolic"), span[0] + match.end("systolic"))
        return DeidentifiedText.compose("Vital sign: systolic blood pressure {} ({})", number, printed)
    number = run.clean(span[0] + match.start("diastolic"), span[0] + match.end("diastolic"))
    return DeidentifiedText.compose("Vital sign: diastolic blood pressure {} ({})", number, printed)


def _unit_of(sign: _Sign, unit: str, number: Decimal) -> tuple[str, int, int] | None:
    """UCUM code and limits; a temperature without unit tells its scale by its size, a weight does not."""
    if "" in sign.units:
        return sign.units[""]
    folded = unit.casefold().strip()
    for letter, known in sign.units.items():
        if folded.startswith(letter) or (sign.loinc == "8310-5" and folded.endswith(letter)):
            return known
    if not folded and sign.loinc == "8310-5":
        fitting = [known for known in sign.units.values() if known[1] <= number <= known[2]]
        return fitting[0] if len(fitting) == 1 else None
    return None
