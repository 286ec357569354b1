"""How well a result was read.

Confidence is the product of how well the words were read (the weakest link of value, unit, name and range, each
weighted by the harm of a misreading), of what tells the columns apart, and of every reason for doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter_fhir.extraction.certainty import NATIVE_READING, VALUE_OCR_CONFIDENCE
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.geometry import Fragment
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason

__all__ = ["confidence_of", "reading_doubts"]

#: The mark where nothing on the page bears the number out: no numeric range to hold it against.
UNBOUNDED_OCR_CONFIDENCE = 95.0
#: The same for the words of a name, where a wrong letter does less harm.
NAME_OCR_CONFIDENCE = 60.0
#: How much of a part's doubt counts: a value's counts whole.
_HARM = {Part.VALUE: 1.0, Part.UNIT: 0.6, Part.NAME: 0.5, Part.RANGE: 0.3, Part.FLAG: 0.3}
#: A part that something else bears out (a unit in which this analyte is measured) counts a third of its doubt, a value
#: half.
_CORROBORATED = 1 / 3
_CORROBORATED_VALUE = 1 / 2
_STRUCTURE = {Structure.TABLE: 1.0, Structure.ALIGNED: 0.99, Structure.LINE: 0.96}


def _lowest(fragments: Iterable[Fragment]) -> float | None:
    found = [f.word.confidence for f in fragments if f.word.confidence is not None]
    return min(found) if found else None


def _mean(fragments: Sequence[Fragment]) -> float | None:
    found = [f.word.confidence for f in fragments if f.word.confidence is not None]
    return sum(found) / len(found) if found else None


def _part_reading(row: RowCandidate, part: Part, corroborated: frozenset[Part]) -> float:
    fragments = row.fragments(part)
    read = _mean(fragments) if part in {Part.NAME, Part.RANGE} else _lowest(fragments)
    if read is None:
        return NATIVE_READING
    share = _CORROBORATED_VALUE if part is Part.VALUE else _CORROBORATED
    harm = _HARM[part] * (share if part in corroborated else 1.0)
    return 1.0 - harm * (1.0 - read / 100.0)


def reading_doubts(row: RowCandidate, *, bounded: bool) -> list[Reason]:
    """Doubts about words that were read optically.

    Args:
        row: The row with its words.
        bounded: There is a numeric range beside the value, or the value is a word.
    """
    doubts: list[Reason] = []
    value = _lowest(row.fragments(Part.VALUE))
    if value is not None and value < VALUE_OCR_CONFIDENCE:
        doubts.append(Reason.VALUE_READ_DOUBTFUL)
    elif value is not None and not bounded and value < UNBOUNDED_OCR_CONFIDENCE:
        doubts.append(Reason.VALUE_UNCORROBORATED)
    name = _mean(row.fragments(Part.NAME))
    if name is not None and name < NAME_OCR_CONFIDENCE:
        doubts.append(Reason.NAME_READ_DOUBTFUL)
    return doubts


def confidence_of(row: RowCandidate, reasons: Iterable[Reason], corroborated: frozenset[Part] = frozenset()) -> float:
    """Confidence 0-1 that the stored result is what the page says.

    Args:
        row: The row with its words.
        reasons: Every doubt.
        corroborated: Parts that something besides their own words bears out.
    """
    reading = min(_part_reading(row, part, corroborated) for part in _HARM if row.fragments(part))
    confidence = reading * _STRUCTURE[row.structure]
    for reason in set(reasons):
        confidence *= WEIGHTS[reason].factor
    return round(min(max(confidence, 0.0), 1.0), 4)
