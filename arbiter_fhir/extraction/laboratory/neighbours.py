"""What the other rows of a document say about one row: printed flags, a panel's specimen, signs of a misreading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median

from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.extraction.laboratory.analytes import (
    Analyte,
    SpecimenClass,
    find_analyte,
    only_specimen,
    specimen_class,
)
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.units import respell_unit, ucum_of
from arbiter_fhir.extraction.laboratory.values import parse_value
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Neighbours", "look_around"]

#: A panel's specimen is taken from its analytes only where at least this many of them are measured in one kind only.
TELLING_ANALYTES = 2


#: So many nearest rows on either side say where a column's values begin or end.
NEAREST_ROWS = 4
#: A value that begins (or ends) this many characters from where its neighbours do has lost or gained a character.
OFF_COLUMN_CHARS = 0.6
#: A number this many times wider than its digits need has digits that were not read.
WIDE_DIGITS = 1.4
#: A value without its decimal point is at least ten times too large; half of that leaves room for a true change.
LOST_POINT_FACTOR = 5
#: A comma that parts no thousands: after a leading zero, or before one, two or more than three digits.
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(?:0,\d|\d+,(?:\d{1,2}|\d{4,})(?![\d,]))")
#: Fewer rows say nothing about how a column is aligned.
ALIGNED_ROWS = 5


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What all rows together say.

    Attributes:
        flagged: Columns of results (by the label of their own date) in which flags are printed.
        specimens: Specimen by panel heading, where the panel's analytes leave one.
        doubts: Doubts about rows, by identity of the row: signs of a misreading, a specimen that stays open.
        volumes: Usual spelling of the part of a unit after its last stroke (``dL``), by its folded form, on scans.
        commas_are_points: Somewhere in the document a comma can only be a decimal point.
    """

    flagged: frozenset[str]
    specimens: Mapping[str, SpecimenClass]
    doubts: Mapping[int, tuple[Reason, ...]]
    volumes: Mapping[str, str]
    commas_are_points: bool = False

    def prints_flags(self, row: RowCandidate) -> bool:
        """Whether flags are printed in the row's column of results, so that a missing one says something."""
        return row.dated in self.flagged

    def doubts_of(self, row: RowCandidate) -> tuple[Reason, ...]:
        """Where a row differs from its neighbours as a misread one does, or may be of another specimen."""
        return self.doubts.get(id(row), ())

    def spell_unit(self, row: RowCandidate, unit: str) -> str:
        """A unit as the document spells its like elsewhere, where case alone differs and was read optically."""
        amount, stroke, volume = unit.rpartition("/")
        if not stroke or row.view.page.route is PageRoute.NATIVE:
            return unit
        return f"{amount}/{self.volumes.get(volume.casefold(), volume)}"

    def specimen_of(self, row: RowCandidate) -> SpecimenClass | None:
        """The specimen that the rows of the same panel are measured in, if they agree.

        A result with a unit among a strip's rows may be the blood's: its specimen stays open, which is a doubt.
        """
        specimen = self.specimens.get(_panel(row))
        return None if specimen is SpecimenClass.URINE and _is_amount(row) else specimen


def _panel(row: RowCandidate) -> str:
    return row.panel.value if row.panel is not None else ""


def _is_amount(row: RowCandidate) -> bool:
    """Whether a result has a unit; what a strip shows is mostly a word."""
    return bool(row.fragments(Part.UNIT) or row.shared_unit)


def _unmarked(row: RowCandidate) -> Analyte | None:
    """The analyte of a row whose name says no specimen.

    "Protein, Urine" speaks for itself: it is printed so because the rows beside it are of something else.
    """
    name = row.text(Part.NAME).rstrip(":")
    return find_analyte(name) if specimen_class(name) is None else None


def look_around(rows: Sequence[RowCandidate]) -> Neighbours:
    """Look at all rows of a document."""
    told: dict[str, list[SpecimenClass]] = {}
    for row in rows:
        analyte = _unmarked(row)
        specimen = only_specimen(analyte) if analyte else None
        if specimen is not None:
            told.setdefault(_panel(row), []).append(specimen)
    agreed = {
        panel: specimens[0]
        for panel, specimens in told.items()
        if len(specimens) >= TELLING_ANALYTES and len(set(specimens)) == 1
    }
    flagged = frozenset(row.dated for row in rows if Part.FLAG in row.parts)
    commas = any(_DECIMAL_COMMA.search(row.text(part)) for row in rows for part in (Part.VALUE, Part.RANGE))
    doubts = _misread_signs(rows)
    for row in rows:
        if _may_be_of_blood(row, agreed):
            doubts[id(row)] = (*doubts.get(id(row), ()), Reason.NAME_UNCLEAR)
    return Neighbours(flagged, agreed, doubts, _usual_volumes(rows), commas)


def _may_be_of_blood(row: RowCandidate, specimens: Mapping[str, SpecimenClass]) -> bool:
    """Whether an amount stands among rows of urine, is measured in other specimens too, and nothing tells which."""
    if specimens.get(_panel(row)) is not SpecimenClass.URINE or not _is_amount(row):
        return False
    told = specimen_class(row.specimen.value if row.specimen else "", _panel(row))
    analyte = _unmarked(row)
    return told is None and analyte is not None and only_specimen(analyte) is None


def _usual_volumes(rows: Sequence[RowCandidate]) -> dict[str, str]:
    """The commonest spelling of each volume; of equally common ones that with more capitals, which are easily lost."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        _, stroke, volume = row.text(Part.UNIT).rpartition("/")
        if stroke and row.view.page.route is not PageRoute.NATIVE and volume.isalpha():
            found.setdefault(volume.casefold(), Counter())[volume] += 1
    return {
        folded: max(spellings, key=lambda spelled: (spellings[spelled], sum(map(str.isupper, spelled))))
        for folded, spellings in found.items()
    }


def _misread_signs(rows: Sequence[RowCandidate]) -> dict[int, tuple[Reason, ...]]:
    read = [row for row in rows if row.view.page.route is not PageRoute.NATIVE]
    units = {ucum_of(respell_unit(row.text(Part.UNIT)) or row.text(Part.UNIT)) for row in read}
    widths = _usual_widths(read)
    signs: dict[int, tuple[Reason, ...]] = {}
    by_page: dict[int, list[RowCandidate]] = {}
    for row in read:
        by_page.setdefault(id(row.view), []).append(row)
    for row in read:
        found: list[Reason] = []
        width, usual = _digit_width(row), widths.get(id(row.view))
        if width is not None and usual is not None and width > WIDE_DIGITS * usual:
            found.append(Reason.VALUE_WIDER_THAN_READ)
        if _decimals_unlike_others(row, by_page[id(row.view)]):
            found.append(Reason.DECIMALS_UNLIKE_OTHERS)
        if _off_column(row, by_page[id(row.view)]):
            found.append(Reason.VALUE_OFF_COLUMN)
        # One laboratory writes one of them; beside IU/L, U/L has lost its first letter.
        if ucum_of(row.text(Part.UNIT)) == "U/L" and "[IU]/L" in units:
            found.append(Reason.UNIT_UNLIKE_OTHERS)
        if found:
            signs[id(row)] = tuple(found)
    return signs


def _digit_width(row: RowCandidate) -> float | None:
    """Printed width of one digit of a numeric value in points, a point or comma counted as half; ``None`` for words."""
    value = row.fragments(Part.VALUE)
    text = row.text(Part.VALUE).replace(" ", "")
    digits = sum(char.isdigit() for char in text)
    if len(value) != 1 or not digits or any(char.isalpha() for char in text):
        return None
    return (value[0].x1 - value[0].x0) / (digits + 0.5 * (len(text) - digits))


def _usual_widths(rows: Sequence[RowCandidate]) -> dict[int, float]:
    """Median digit width by page, where enough values say it."""
    found: dict[int, list[float]] = {}
    for row in rows:
        width = _digit_width(row)
        if width is not None:
            found.setdefault(id(row.view), []).append(width)
    return {page: median(widths) for page, widths in found.items() if len(widths) > ALIGNED_ROWS}


def _decimals_unlike_others(row: RowCandidate, rows: Sequence[RowCandidate]) -> bool:
    """Whether a whole number stands beside far smaller values with decimals, of the same test on other dates."""
    value = parse_value(row.text(Part.VALUE))
    if value is None or value.numeric is None or "." in row.text(Part.VALUE):
        return False
    others = [parse_value(other.text(Part.VALUE)) for other in rows if other is not row and other.line == row.line]
    return any(
        other is not None
        and other.numeric is not None
        and other.numeric != other.numeric.to_integral_value()
        and value.numeric > LOST_POINT_FACTOR * other.numeric
        for other in others
    )


def _off_column(row: RowCandidate, rows: Sequence[RowCandidate]) -> bool:
    """Whether a value begins elsewhere than its neighbours in a column set left, or ends elsewhere in one set right."""
    value = row.fragments(Part.VALUE)
    reach = OFF_COLUMN_CHARS * row.view.char
    near_x = 4 * row.view.char
    column = [
        other.fragments(Part.VALUE)
        for other in rows
        if other is not row and other.dated == row.dated and other.structure is row.structure
    ]
    column = [other for other in column if other[0].x0 < value[-1].x1 and other[-1].x1 > value[0].x0 - near_x]
    near = sorted(column, key=lambda other: abs(other[0].y - value[0].y))[: 2 * NEAREST_ROWS]
    if len(near) < ALIGNED_ROWS:
        return False
    in_order = sorted(column, key=lambda other: other[0].y)
    left_steps = fmean(abs(below[0].x0 - above[0].x0) for above, below in pairwise(in_order))
    right_steps = fmean(abs(below[-1].x1 - above[-1].x1) for above, below in pairwise(in_order))
    # A column is set on the side where its values keep their edge from row to row; equal widths do not tell.
    if left_steps < reach and left_steps * 2 < right_steps:
        return abs(value[0].x0 - median(other[0].x0 for other in near)) > reach
    if right_steps < reach and right_steps * 2 < left_steps:
        return abs(value[-1].x1 - median(other[-1].x1 for other in near)) > reach
    return False
