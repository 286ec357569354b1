"""Results and vital signs as sentences: value, unit, flag, range, status, date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.vocabulary import (
    DERIVED_FLAGS,
    FLAGS,
    RESULT_STATUSES,
    at_beginning,
    in_quotes,
    own,
    places,
)
from arbiter_fhir.domain.analyte import display_name, known_analytes
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind, EvidenceWords, WordRole
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import canonical_unit
from arbiter_fhir.domain.unit_conversion import convert

__all__ = [
    "BLOOD_PRESSURE",
    "SWAPPABLE",
    "UNDATED",
    "BloodPressure",
    "flag_words",
    "flagged_by",
    "is_pressure",
    "measured",
    "name_of",
    "pair_pressures",
    "pressure_sentence",
    "result_sentence",
    "status_word",
]

BLOOD_PRESSURE = "Blood pressure"
SWAPPABLE = "(day and month may be swapped)"
UNDATED = "its date is not known"
#: LOINC codes of the two halves of a blood pressure.
SYSTOLIC = "8480-6"
DIASTOLIC = "8462-4"
#: Remarks of a laboratory are quoted up to this length; longer ones stand on the page that is cited.
REMARK_CHARS = 120


def flag_words(lab: LabResult) -> str:
    """How a flag is said: "high" where it was set by somebody, "above the range" where we worked it out."""
    if lab.abnormal_flag is None:
        return ""
    return (DERIVED_FLAGS.get(lab.abnormal_flag, "")) if lab.flag_derived else FLAGS[lab.abnormal_flag]


def flagged_by(item: EvidenceItem) -> str:
    """Who set the flag."""
    place = "in the chart" if item.kind is EvidenceKind.CHART else "on the document"
    return f"not flagged {place}" if item.result.flag_derived else f"flagged {place}"


def status_word(lab: LabResult) -> str:
    """A status that a reader must know about; empty for a final result."""
    return RESULT_STATUSES.get(lab.status.strip().casefold(), "")


def measured(item: EvidenceItem) -> DeidentifiedText:
    """Value and unit."""
    words = item.words
    return DeidentifiedText.compose("{} {}", words.value, words.unit) if words.unit.value else words.value


def name_of(item: EvidenceItem) -> DeidentifiedText:
    """What the item is called; for a test whose printed name was lost our own name of it."""
    if item.words.name.value or item.subject not in known_analytes():
        return item.words.name
    return own(display_name(item.subject))


def _adds(remark: DeidentifiedText, words: EvidenceWords) -> bool:
    """Whether a remark is short enough to be quoted and no mere repetition of the result."""
    repeated = all(text.value.casefold() in remark.value.casefold() for text in (words.name, words.value))
    return len(remark) <= REMARK_CHARS and not repeated


def _notes(item: EvidenceItem, *, name_flagger: bool = False, unit: str = "") -> list[DeidentifiedText]:
    lab, words = item.result, item.words
    details = dict(words.details)
    notes = []
    if flag := flag_words(lab):
        notes.append(own(f"{flag}, {flagged_by(item)}" if name_flagger else flag))
    if words.reference_range.value:
        notes.append(DeidentifiedText.compose("reference {}", words.reference_range))
    if status := status_word(lab):
        notes.append(own(f"{status} result"))
    if (remark := details.get(WordRole.COMMENT)) is not None and _adds(remark, words):
        notes.append(DeidentifiedText.compose("remark {}", in_quotes(remark)))
    if unit and (converted := convert(item.subject, lab, unit)) is not None:
        notes.append(own(f"converted: {converted.text}"))
    return notes


def _dated(said: DeidentifiedText, item: EvidenceItem, dates: DateLabels, tail: DeidentifiedText) -> DeidentifiedText:
    if item.observed is None:
        return DeidentifiedText.compose("{}; its date is not known{}.", said, tail)
    template = "{} on {} (day and month may be swapped){}." if item.observed.ambiguous else "{} on {}{}."
    return DeidentifiedText.compose(template, said, dates.label(item.observed), tail)


def result_sentence(
    item: EvidenceItem,
    dates: DateLabels,
    *,
    name_flagger: bool = False,
    unit: str = "",
    tail: DeidentifiedText | None = None,
) -> DeidentifiedText:
    """One result as a sentence, such as ``Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on [DATE_1]``.

    Args:
        item: The result.
        dates: Labels of this draft.
        name_flagger: Say who flagged the result.
        unit: UCUM code of a unit to say the result in as well, where it can be converted.
        tail: What follows the date, before the full stop.
    """
    notes = _notes(item, name_flagger=name_flagger, unit=unit)
    said = DeidentifiedText.compose("{} was {}", at_beginning(name_of(item)), measured(item))
    if notes:
        said = DeidentifiedText.compose("{} ({})", said, DeidentifiedText.join("; ", notes))
    return _dated(said, item, dates, tail or own(""))


@dataclass(frozen=True, slots=True)
class BloodPressure:
    """The two halves of one reading, which are said together."""

    systolic: EvidenceItem
    diastolic: EvidenceItem

    @property
    def items(self) -> tuple[EvidenceItem, EvidenceItem]:
        """Both halves."""
        return self.systolic, self.diastolic

    @property
    def measured(self) -> DeidentifiedText:
        """``128/82 mm[Hg]``."""
        return DeidentifiedText.compose("{}/{}", self.systolic.words.value, measured(self.diastolic))


def _half(item: EvidenceItem) -> str:
    """Which half of a blood pressure a result is: its code; empty for any other result."""
    lab = item.lab
    if lab is None:
        return ""
    if lab.loinc in {SYSTOLIC, DIASTOLIC}:
        return lab.loinc
    first = lab.test_name.casefold().split()[:1]
    return {"systolic": SYSTOLIC, "diastolic": DIASTOLIC}.get(first[0], "") if first else ""


def is_pressure(item: EvidenceItem) -> bool:
    """Whether a result is one half of a blood pressure."""
    return bool(_half(item))


def _same_reading(one: EvidenceItem, other: EvidenceItem) -> bool:
    """Whether two halves of one time were taken together: same source, same unit, nothing to say of one alone."""
    if canonical_unit(one.words.unit.value) != canonical_unit(other.words.unit.value):
        return False
    sources = {place.source_id for place in places(one)} & {place.source_id for place in places(other)}
    return bool(sources) and not _notes(one) and not _notes(other)


def pair_pressures(items: Sequence[EvidenceItem]) -> dict[int, BloodPressure]:
    """Blood pressures among results: the place of each half in ``items`` to the reading that it belongs to.

    Halves of one line belong together; halves of one source and time do where there is no other choice.
    """
    readings: dict[tuple[object, ...], list[int]] = {}
    for index, item in enumerate(items):
        if _half(item):
            readings.setdefault((item.observed, item.kind), []).append(index)
    paired: dict[int, BloodPressure] = {}
    for indices in readings.values():
        for upper, lower in _pairs(items, indices):
            paired[upper] = paired[lower] = BloodPressure(items[upper], items[lower])
    return paired


def _pairs(items: Sequence[EvidenceItem], indices: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Which halves of one time and kind of source belong together."""
    uppers = [index for index in indices if _half(items[index]) == SYSTOLIC]
    free = [index for index in indices if _half(items[index]) == DIASTOLIC]
    fitting = {upper: [lower for lower in free if _same_reading(items[upper], items[lower])] for upper in uppers}
    for upper, choices in fitting.items():
        on_line = [lower for lower in choices if _row(items[upper].citation) == _row(items[lower].citation)]
        rivals = [other for other in uppers if other != upper and set(fitting[other]) & set(choices)]
        dated = items[upper].observed is not None
        chosen = on_line if len(on_line) == 1 else (choices if len(choices) == 1 and not rivals and dated else [])
        if chosen and chosen[0] in free:
            free.remove(chosen[0])
            yield upper, chosen[0]


def _row(place: Citation) -> tuple[str, str, str]:
    return place.source_id, place.page_or_section, place.quote.value


def pressure_sentence(
    reading: BloodPressure, dates: DateLabels, *, tail: DeidentifiedText | None = None
) -> DeidentifiedText:
    """A blood pressure as one sentence with both values."""
    said = DeidentifiedText.compose("Blood pressure was {}", reading.measured)
    return _dated(said, reading.systolic, dates, tail or own(""))
