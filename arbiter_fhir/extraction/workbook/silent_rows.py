"""Rows that look like results and that nobody read: kept in view, so that nothing of a sheet goes without a word.

A row of a log (``2026-02-10 | 105 | 140`` under ``Fasting | Bedtime``) has numbers and no name: the title of the sheet
may tell what was measured. Nothing is read from it; a person sees that it is there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from arbiter_fhir.domain.fact import RejectedCandidate
from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.overlooked import OVERLOOKED
from arbiter_fhir.extraction.workbook.grid import GridCell, SheetGrid
from arbiter_fhir.extraction.workbook.rows import is_number

__all__ = ["silent_rows"]

_PRESSURE: Final = re.compile(r"\d{2,3}\s*/\s*\d{2,3}")
#: Labels of numbers that are no measurements.
_OF_THE_SHEET: Final = re.compile(
    r"\b(?:dob|birth|age|phone|fax|zip|page|version|room|suite|invoice|total|price|cost|fee|qty|quantity|refills?)\b",
    re.IGNORECASE,
)
#: More rows of one workbook are told of by their first ones.
MOST_ROWS: Final = 60


def silent_rows(
    sheets: Iterable[SheetGrid], taken: Collection[GridCell], told: Collection[tuple[int, int]]
) -> list[RejectedCandidate]:
    """Rows with measured values of which nothing was read.

    Args:
        sheets: Of the workbook.
        taken: Cells that were read or refused.
        told: Page number and line index of everything that facts cite.
    """
    used = {(cell.view.page.number, fragment.start) for cell in taken for fragment in cell.fragments}
    rows = (row for sheet in sheets for number in sorted(sheet.rows) if _is_measured(row := sheet.rows[number]))
    return list(_unread(rows, used, told))[:MOST_ROWS]


def _unread(
    rows: Iterable[Sequence[GridCell]], used: Collection[tuple[int, int]], told: Collection[tuple[int, int]]
) -> Iterator[RejectedCandidate]:
    for row in rows:
        first = row[0].view
        fragments = [fragment for cell in row if cell.view is first for fragment in cell.fragments]
        number = first.page.number
        if any((number, each.start) in used or (number, each.word.line) in told for each in fragments):
            continue
        yield RejectedCandidate(number, OVERLOOKED, first.quote(fragments))


def _is_measured(row: Sequence[GridCell]) -> bool:
    """Whether a row holds a number beside a date or beside the name of a test."""
    values = [cell for cell in row if not cell.date and (is_number(cell) or _PRESSURE.fullmatch(cell.text))]
    if not values or any(_OF_THE_SHEET.search(cell.text) for cell in row):
        return False
    return any(cell.date or find_analyte(cell.text.strip(" :")) is not None for cell in row)
