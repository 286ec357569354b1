"""A workbook from its package: sheets in order, each set as tables on pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.limits import MAX_CELLS
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.office.ooxml import Element, OfficePackage, Relationship, attribute, name_of
from arbiter_fhir.documents.office.pictures import add_pictures
from arbiter_fhir.documents.office.xlsx.cells import Sheet, SheetCell, read_sheet, reference
from arbiter_fhir.documents.office.xlsx.remarks import Comment, Drawing, margin_text, read_comments, read_drawing
from arbiter_fhir.documents.office.xlsx.strings import read_strings
from arbiter_fhir.documents.office.xlsx.styles import CellStyles
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.setting.typesetting import Cell, Piece, Style, Table, Tag, Typesetter
from arbiter_fhir.domain.document import WarningCode
from arbiter_fhir.domain.region import GridPlace, RegionKind, RegionMark
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["read_xlsx"]

_EXTERNAL: Final = frozenset({"externalLink", "externalLinkPath", "connections", "xlMacrosheet"})
_EMBEDDED: Final = frozenset({"oleObject", "package", "customData"})
_ACTIVE: Final = frozenset({"control", "ctrlProp", "vbaProject", "xlMacrosheet", "xlIntlMacrosheet"})

#: Longest name of a sheet; the standard allows 31 letters.
_LONGEST_NAME: Final = 60

#: A table's titles stand within so many rows of its top.
_HEAD_WITHIN: Final = 6

#: A text runs on over empty cells to its right, up to so many columns.
_OVERFLOW: Final = 16_384


@dataclass(frozen=True, slots=True)
class _SheetEntry:
    name: str
    part: str
    hidden: bool


def read_xlsx(content: bytes, program: Tesseract | None, clock: FileClock) -> PageCollector:
    """Read a workbook.

    Args:
        content: The file.
        program: For pictures in it; ``None`` leaves them unread.
        clock: The time of the whole file.

    Raises:
        DocumentError: E_BOMB, E_CORRUPT, E_DEPTH, E_ENCODING, E_ENCRYPTED, E_ENTITY, E_TOO_LARGE.
    """
    return _XlsxReader(content).read(program, clock)


class _XlsxReader:
    def __init__(self, content: bytes) -> None:
        self._package = OfficePackage(content)
        self._main = self._package.main_part()
        self._relationships = self._package.relationships(self._main)
        root = self._package.tree(self._main)
        self._from_1904 = any(
            name_of(each) == "x:workbookPr" and attribute(each, "date1904") in {"1", "true"} for each in root
        )
        self._entries = _entries(root, self._relationships)
        styles = self._part_of_kind("styles")
        self._styles = CellStyles(self._package.tree(styles) if styles else None)
        strings = self._part_of_kind("sharedStrings")
        self._strings: Sequence[str] = read_strings(self._package.read(strings)) if strings else ()
        self._collector = PageCollector()
        self._setter = Typesetter(self._collector)
        self._kinds = {each.kind for each in self._relationships.values()}
        self._pictures: dict[str, None] = {}
        self._cells = 0
        self._hidden = self._fetches = self._charts = self._cut = False

    def read(self, program: Tesseract | None, clock: FileClock) -> PageCollector:
        if not self._entries:
            raise DocumentError(ErrorCode.NO_PAGES, "The workbook has no sheet; store it again.")
        for number, entry in enumerate(self._entries, start=1):
            if self._setter.is_full or self._cells >= MAX_CELLS:
                self._cut = True
                break
            self._read_sheet(entry, number)
        self._setter.finish()
        add_pictures(self._collector, self._package, list(self._pictures), program, clock)
        self._warn()
        return self._collector

    def _part_of_kind(self, kind: str) -> str:
        return next((each.target for each in self._relationships.values() if each.kind == kind), "")

    def _read_sheet(self, entry: _SheetEntry, number: int) -> None:
        relationships = self._package.relationships(entry.part)
        self._kinds |= {each.kind for each in relationships.values()}
        sheet = read_sheet(
            self._package.read(entry.part),
            self._strings,
            self._styles,
            from_1904=self._from_1904,
            most=MAX_CELLS - self._cells,
        )
        self._cells += len(sheet.cells)
        self._cut = self._cut or sheet.cut
        self._fetches = self._fetches or sheet.fetches
        remarks = read_drawing(self._package, relationships), read_comments(self._package, relationships)
        if not (sheet.cells or sheet.margins or remarks[0].boxes or remarks[0].pictures or remarks[1]):
            return
        marks = (RegionMark.HIDDEN,) if entry.hidden else ()
        self._setter.new_page()
        heading = Tag(RegionKind.HEADING, entry.name, marks=marks)
        self._setter.block(Piece(entry.name, (heading,)), style=Style.HEADING)
        self._set_margins(sheet, entry, "Header", RegionKind.HEADER)
        for rows in _blocks(sheet.cells):
            head = _head_row(rows)
            if head:
                self._set_table(rows[:head], sheet, entry, number, headed=False)
            self._set_table(rows[head or 0 :], sheet, entry, number, headed=head is not None)
        self._set_remarks(*remarks, entry, marks)
        self._set_margins(sheet, entry, "Footer", RegionKind.FOOTER)

    def _set_table(
        self, rows: Sequence[Sequence[SheetCell]], sheet: Sheet, entry: _SheetEntry, number: int, *, headed: bool
    ) -> None:
        made: list[tuple[Cell, ...]] = []
        covered = _covered(rows, sheet)
        for row in rows:
            cells: list[Cell] = []
            for at, cell in enumerate(row):
                after = row[at + 1].column if at + 1 < len(row) else _OVERFLOW
                marks = list(cell.marks)
                if (entry.hidden or (cell.row, cell.column) in covered) and RegionMark.HIDDEN not in marks:
                    marks.append(RegionMark.HIDDEN)
                self._hidden = self._hidden or RegionMark.HIDDEN in marks
                rows_taken, columns_taken = sheet.merged.get((cell.row, cell.column), (1, 1))
                place = GridPlace(number, cell.row, cell.column, rows_taken, columns_taken)
                path = f"{entry.name}!{reference(cell.row, cell.column)}"
                tag = Tag(RegionKind.CELL, path, place, tuple(marks))
                free = after - cell.column
                span = max(1, free) if cell.is_text else max(1, min(free, columns_taken))
                cells.append(Cell.of(cell.text, cell.column, tag, column_span=span))
            made.append(tuple(cells))
        self._setter.table(Table(tuple(made), int(headed)))

    def _set_remarks(
        self, drawing: Drawing, comments: Sequence[Comment], entry: _SheetEntry, marks: tuple[RegionMark, ...]
    ) -> None:
        self._pictures.update(dict.fromkeys(drawing.pictures))
        self._charts = self._charts or drawing.charts
        for at, text in enumerate(drawing.boxes, start=1):
            tag = Tag(RegionKind.TEXT_BOX, f"{entry.name}, text box {at}", marks=marks)
            self._setter.block(Piece(text, (tag,)))
        for at, comment in enumerate(comments, start=1):
            path = f"{entry.name}!{comment.reference}, comment {at}"
            # A comment shows only where somebody points at its cell.
            tag = Tag(RegionKind.COMMENT, path, marks=(RegionMark.HIDDEN,))
            self._hidden = True
            self._setter.block(Piece(f"[{comment.reference}] {comment.text}", (tag,)))

    def _set_margins(self, sheet: Sheet, entry: _SheetEntry, which: str, kind: RegionKind) -> None:
        texts = [margin_text(code) for name, code in sheet.margins.items() if name.endswith(which)]
        for at, text in enumerate(dict.fromkeys(texts), start=1):
            if text:
                tag = Tag(kind, f"{entry.name}, {which.lower()} {at}")
                self._setter.block(Piece(text, (tag,)), style=Style.SMALL)

    def _warn(self) -> None:
        warn = self._collector.warn
        outside = any(each.external and each.kind != "hyperlink" for each in self._relationships.values())
        if outside or self._fetches or self._kinds & _EXTERNAL:
            warn(WarningCode.EXTERNAL, "The workbook points to content outside of it, which was not fetched.")
        if self._kinds & _EMBEDDED or any("/embeddings/" in name for name in self._package.names()):
            warn(WarningCode.HIDDEN, "The workbook carries other files, which were not opened.")
        if self._hidden:
            warn(WarningCode.HIDDEN, "The workbook has hidden sheets, rows, columns or comments; they are marked.")
        if self._kinds & _ACTIVE:
            warn(WarningCode.ACTIVE, "The workbook carries controls or macros; they were not run.")
        if self._charts:
            warn(WarningCode.PARTIAL, "The workbook shows charts, which are not read.")
        if self._cut:
            warn(
                WarningCode.PARTIAL, f"The workbook has more than {MAX_CELLS} cells or too many pages; some are unread."
            )


def _entries(root: Element, relationships: dict[str, Relationship]) -> list[_SheetEntry]:
    """Sheets in the order of their tabs, those of charts and the like left out."""
    entries: list[_SheetEntry] = []
    for group in root:
        for each in group if name_of(group) == "x:sheets" else ():
            relationship = relationships.get(attribute(each, "r:id"))
            if relationship is None or not relationship.target or relationship.kind != "worksheet":
                continue
            name = "".join(letter for letter in attribute(each, "name") if letter.isprintable())[:_LONGEST_NAME]
            hidden = attribute(each, "state") in {"hidden", "veryHidden"}
            entries.append(_SheetEntry(name or f"Sheet{len(entries) + 1}", relationship.target, hidden))
    return entries


def _blocks(cells: Sequence[SheetCell]) -> list[list[list[SheetCell]]]:
    """Rows of cells, in blocks that empty rows part."""
    blocks: list[list[list[SheetCell]]] = []
    before: SheetCell | None = None
    for cell in cells:
        if before is None or cell.row > before.row + 1:
            blocks.append([])
        if before is None or cell.row != before.row:
            blocks[-1].append([])
        blocks[-1][-1].append(cell)
        before = cell
    return blocks


def _head_row(rows: Sequence[Sequence[SheetCell]]) -> int | None:
    """Index of the row of titles: the first of the fullest rows near the top, if it holds texts or dates only."""
    near = rows[:_HEAD_WITHIN]
    fullest = max(range(len(near)), key=lambda at: (len(near[at]), -at))
    titles = near[fullest]
    if len(titles) < 2 or fullest == len(rows) - 1:
        return None
    plain = all(cell.is_text or RegionMark.DATE_VALUE in cell.marks for cell in titles)
    return fullest if plain and titles[0].is_text else None


def _covered(rows: Sequence[Sequence[SheetCell]], sheet: Sheet) -> set[tuple[int, int]]:
    """Cells that hold something although a merged cell lies over them."""
    if not sheet.merged:
        return set()
    covered: set[tuple[int, int]] = set()
    areas = [(row, column, row + down, column + across) for (row, column), (down, across) in sheet.merged.items()]
    for row in rows:
        for cell in row:
            place = cell.row, cell.column
            if place not in sheet.merged and any(
                top <= cell.row < bottom and left <= cell.column < right for top, left, bottom, right in areas[:2_000]
            ):
                covered.add(place)
    return covered
