"""Remarks on a whole sheet: a row of one cell that takes certainty away (``All specimens hemolyzed``)."""

from __future__ import annotations

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.weakened import weakens_report
from arbiter_fhir.extraction.workbook.grid import SheetGrid, read_sheets

__all__ = ["weakened_pages"]


def weakened_pages(document: DeidentifiedDocument) -> frozenset[int]:
    """Numbers of the pages of sheets with such a remark.

    Args:
        document: The clean workbook.
    """
    sheets = read_sheets([view_page(page) for page in document.pages])
    return frozenset(page for sheet in sheets if _is_weakened(sheet) for page in _pages(sheet))


def _is_weakened(sheet: SheetGrid) -> bool:
    return any(len(row) == 1 and weakens_report(row[0].text) for row in sheet.rows.values())


def _pages(sheet: SheetGrid) -> set[int]:
    return {cell.view.page.number for row in sheet.rows.values() for cell in row}
