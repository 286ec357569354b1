"""What the other rows of a document say about one row: printed flags, a panel's specimen, signs of a misreading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.extraction.analytes import SpecimenClass, find_analyte, only_specimen
from arbiter_fhir.extraction.candidate import Part, RowCandidate
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.units import respell_unit, ucum_of

__all__ = ["Neighbours", "look_around"]

#: A panel's specimen is taken from its analytes only where at least this many of them are measured in one kind only.
TELLING_ANALYTES = 2


#: So many nearest rows on either side say where a column's values begin or end.
NEAREST_ROWS = 4
#: A value that begins (or ends) this many characters from where its neighbours do has lost or gained a character.
OFF_COLUMN_CHARS = 0.6
#: A number this many times wider than its digits need has digits that were not read.
WIDE_DIGITS = 1.4
#: Fewer rows say nothing about how a column is aligned.
ALIGNED_ROWS = 3


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What all rows together say.

    Attributes:
        flags_printed: The document prints flags, so that a missing one says something.
        specimens: Specimen by panel heading, where the panel's analytes leave one.
        doubts: Doubts about optically read rows, by identity of the row.
    """

    flags_printed: bool
    specimens: Mapping[str, SpecimenClass]
    doubts: Mapping[int, tuple[Reason, ...]]

    def doubts_of(self, row: RowCandidate) -> tuple[Reason, ...]:
        """Where a row differs from its neighbours as a misread one does."""
        return self.doubts.get(id(row), ())

    def specimen_of(self, row: RowCandidate) -> SpecimenClass | None:
        """The specimen that the rows of the same panel are measured in, if they agree."""
        return self.specimens.get(_panel(row))


def _panel(row: RowCandidate) -> str:
    return row.panel.value if row.panel is not None else ""


def look_around(rows: Sequence[RowCandidate]) -> Neighbours:
    """Look at all rows of a document."""
    told: dict[str, list[SpecimenClass]] = {}
    for row in rows:
        analyte = find_analyte(row.text(Part.NAME).rstrip(":"))
        specimen = only_specimen(analyte) if analyte else None
        if specimen is not None:
            told.setdefault(_panel(row), []).append(specimen)
    agreed = {
        panel: specimens[0]
        for panel, specimens in told.items()
        if len(specimens) >= TELLING_ANALYTES and len(set(specimens)) == 1
    }
    return Neighbours(any(Part.FLAG in row.parts for row in rows), agreed, _misread_signs(rows))


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


def _off_column(row: RowCandidate, rows: Sequence[RowCandidate]) -> bool:
    """Whether a value begins elsewhere than its neighbours in a column set left, or ends elsewhere in one set right."""
    value = row.fragments(Part.VALUE)
    reach = OFF_COLUMN_CHARS * row.view.char
    others = [
        other.fragments(Part.VALUE)
        for other in rows
        if other is not row and other.dated == row.dated and other.structure is row.structure
    ]
    same = [other for other in others if other[0].x0 < value[-1].x1 and other[-1].x1 > value[0].x0 - 4 * row.view.char]
    same.sort(key=lambda other: abs(other[0].y - value[0].y))
    near = same[: 2 * NEAREST_ROWS]
    if len(near) < ALIGNED_ROWS:
        return False
    lefts, rights = sorted(other[0].x0 for other in near), sorted(other[-1].x1 for other in near)
    left, right = lefts[len(lefts) // 2], rights[len(rights) // 2]
    set_left = sum(abs(x0 - left) <= reach for x0 in lefts) * 4 >= 3 * len(near)
    set_right = sum(abs(x1 - right) <= reach for x1 in rights) * 4 >= 3 * len(near)
    if set_left:
        return abs(value[0].x0 - left) > reach
    return set_right and abs(value[-1].x1 - right) > reach
