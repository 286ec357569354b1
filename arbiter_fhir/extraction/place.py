"""Where words stand, in the words of their format: a page, a cell range, a field path."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark

__all__ = ["blank_beside", "is_hidden", "place_of", "regions_of"]


def regions_of(page: DeidentifiedPage, words: Sequence[CleanWord]) -> list[int]:
    """Indexes into `DeidentifiedPage.regions` of those that hold any of the words, in reading order."""
    return [
        index
        for index, region in enumerate(page.regions)
        if region.kind is not RegionKind.BLANK and any(region.touches(word.start, word.end) for word in words)
    ]


def blank_beside(page: DeidentifiedPage, words: Sequence[CleanWord]) -> Region | None:
    """The region of a line to write on that is empty and that the words stand beside; ``None`` elsewhere.

    Words beside several such lines ("Heart attack ____ Date ____") stand beside the one that is least sure to be empty.
    """
    blanks = [region for region in page.regions if region.kind is RegionKind.BLANK]
    beside = [next((each for each in blanks if each.holds(word.start, word.end)), None) for word in words]
    held = [each for each in beside if each is not None]
    if not held or len(held) < len(beside):
        return None
    return next((each for each in held if RegionMark.UNCHECKED not in each.marks), held[0])


def is_hidden(page: DeidentifiedPage, words: Sequence[CleanWord]) -> bool:
    """Whether any of the words is struck out or hidden from readers; form fields have marks of their own."""
    hidden = [
        region
        for region in page.regions
        if RegionMark.HIDDEN in region.marks and region.kind is not RegionKind.FORM_FIELD
    ]
    return any(region.touches(word.start, word.end) for region in hidden for word in words)


def place_of(page: DeidentifiedPage, words: Sequence[CleanWord]) -> str:
    """``page 2`` for plain pages; the region's path where the format has one.

    Cells of one sheet or table are told as a range: ``Labs!B4:E4``, ``table 2, row 3, columns 1 to 4``. A region inside
    another one that the words also touch (a box in a paragraph) is not told apart. Otherwise first to last.
    """
    touched = [page.regions[index] for index in regions_of(page, words)]
    paths = {region.path for region in touched}
    outer = [
        region for region in touched if not any(region.path.startswith(f"{path}, ") for path in paths - {region.path})
    ]
    told = list(dict.fromkeys(region.path for region in outer))
    if not told:
        return f"page {page.number}"
    if len(told) == 1:
        return told[0]
    return _cell_range(outer) or f"{told[0]} to {told[-1]}"


def _cell_range(regions: Sequence[Region]) -> str | None:
    """The range of cells of one sheet or table; ``None`` where other things are among them."""
    cells = [region.grid for region in regions if region.kind is RegionKind.CELL and region.grid is not None]
    if len(cells) != len(regions) or len({cell.table for cell in cells}) != 1:
        return None
    top, left = min(cell.row for cell in cells), min(cell.column for cell in cells)
    bottom, right = max(cell.row for cell in cells), max(cell.column for cell in cells)
    sheet, mark, _ = regions[0].path.rpartition("!")
    if mark:
        return f"{sheet}!{_letters(left)}{top}:{_letters(right)}{bottom}"
    table, mark, _ = regions[0].path.rpartition(", row ")
    if not mark:
        return None
    rows = f"row {top}" if top == bottom else f"rows {top} to {bottom}"
    columns = f"column {left}" if left == right else f"columns {left} to {right}"
    return f"{table}, {rows}, {columns}"


def _letters(column: int) -> str:
    """``A`` for 1, ``AA`` for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
