"""Sheets as grids of cells, put together from the regions of their pages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedText
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark
from arbiter_fhir.extraction.laboratory.dates import is_date
from arbiter_fhir.extraction.laboratory.geometry import Fragment, PageView, text_of

__all__ = ["GridCell", "SheetGrid", "read_sheets"]


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell with its words on one page.

    Attributes:
        view: The page.
        region: What the format says of it.
        fragments: Its words or parts of them, in reading order, all of the page.
    """

    view: PageView
    region: Region
    fragments: tuple[Fragment, ...]

    @property
    def row(self) -> int:
        """First row, 1-based."""
        return self.region.grid.row if self.region.grid else 0

    @property
    def column(self) -> int:
        """First column, 1-based."""
        return self.region.grid.column if self.region.grid else 0

    @property
    def text(self) -> str:
        """Its words joined by blanks."""
        return text_of(self.fragments)

    @property
    def clean(self) -> DeidentifiedText:
        """Its text, clean."""
        return self.view.quote(self.fragments)

    @property
    def words(self) -> tuple[CleanWord, ...]:
        """Its words, whole."""
        return tuple(dict.fromkeys(fragment.word for fragment in self.fragments))

    @property
    def date(self) -> str:
        """Placeholder label of the date in it; empty where there is none or several."""
        labels = {fragment.word.text for fragment in self.fragments if is_date(fragment)}
        return labels.pop() if len(labels) == 1 else ""

    @property
    def is_hidden_identifier(self) -> bool:
        """Whether nothing but an identifier stands in it that is no date."""
        return all(fragment.is_placeholder and not is_date(fragment) for fragment in self.fragments)

    def has(self, mark: RegionMark) -> bool:
        """Whether the format marks it so."""
        return mark in self.region.marks


@dataclass(slots=True)
class SheetGrid:
    """One sheet.

    Attributes:
        name: Of the sheet, as in paths.
        rows: Cells that hold something, by row, each row in order of columns.
        remarks: Comments by the reference of their cell, such as ``B4``.
    """

    name: str
    rows: dict[int, list[GridCell]] = field(default_factory=dict)
    remarks: dict[str, DeidentifiedText] = field(default_factory=dict)
    _copies: dict[tuple[int, int, int], GridCell] = field(default_factory=dict)
    _merged: list[GridCell] = field(default_factory=list)

    def add(self, cell: GridCell) -> None:
        """Add a cell; of one that is set on several pages, the first counts, the others are copies."""
        self._copies[cell.view.page.number, cell.row, cell.column] = cell
        row = self.rows.setdefault(cell.row, [])
        if any(other.column == cell.column for other in row):
            return
        row.append(cell)
        row.sort(key=lambda each: each.column)
        grid = cell.region.grid
        if grid is not None and (grid.row_span > 1 or grid.column_span > 1):
            self._merged.append(cell)

    def at(self, row: int, column: int) -> GridCell | None:
        """The cell that lies at a place, also a merged one that reaches over it."""
        for cell in self.rows.get(row, ()):
            if cell.column == column:
                return cell
        for cell in self._merged:
            grid = cell.region.grid
            if grid is None:
                continue
            if 0 <= row - grid.row < grid.row_span and 0 <= column - grid.column < grid.column_span:
                return cell
        return None

    def reaching_into(self, row: int) -> list[GridCell]:
        """Merged cells that begin above a row and reach into it."""
        found = []
        for cell in self._merged:
            grid = cell.region.grid
            if grid is not None and grid.row < row < grid.row + grid.row_span:
                found.append(cell)
        return found

    def on_page_of(self, cell: GridCell, other: GridCell) -> GridCell | None:
        """The copy of ``cell`` that stands on the page of ``other``, such as a repeated title."""
        return self._copies.get((other.view.page.number, cell.row, cell.column))

    def blocks(self) -> Iterator[list[list[GridCell]]]:
        """Rows of cells, in blocks that empty rows part."""
        block: list[list[GridCell]] = []
        before = 0
        for number in sorted(self.rows):
            if block and number > before + 1:
                yield block
                block = []
            block.append(self.rows[number])
            before = number
        if block:
            yield block

    def remark_on(self, cell: GridCell) -> DeidentifiedText | None:
        """The comment on a cell."""
        return self.remarks.get(cell.region.path.rpartition("!")[2])


def read_sheets(views: Iterable[PageView]) -> list[SheetGrid]:
    """The sheets that the regions of pages make up, in order."""
    sheets: dict[int, SheetGrid] = {}
    remarks: list[tuple[str, str, DeidentifiedText]] = []
    for view in views:
        fragments = sorted((each for line in view.lines for each in line.fragments), key=lambda each: each.start)
        starts = [fragment.start for fragment in fragments]
        for region in view.page.regions:
            held = _held(region, fragments, starts)
            if not held:
                continue
            name, mark, reference = region.path.rpartition("!")
            if region.kind is RegionKind.COMMENT and mark:
                # The reference stands in front of the comment's own words.
                spoken = held[1:] if held[0].text.startswith("[") else held
                remarks.append((name, reference.partition(",")[0], view.quote(spoken)))
            elif region.kind is RegionKind.CELL and region.grid is not None and mark:
                sheets.setdefault(region.grid.table, SheetGrid(name)).add(GridCell(view, region, held))
    for name, reference, text in remarks:
        for sheet in sheets.values():
            if sheet.name == name:
                sheet.remarks[reference] = text
    return [sheets[number] for number in sorted(sheets)]


def _held(region: Region, fragments: Sequence[Fragment], starts: Sequence[int]) -> tuple[Fragment, ...]:
    held: list[Fragment] = []
    for start, end in region.spans:
        index = bisect_left(starts, start)
        while index < len(fragments) and fragments[index].start < end:
            held.append(fragments[index])
            index += 1
    return tuple(held)
