"""Paragraphs and tables of a Word document, in order, as what can be set on pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.documents.office.docx.inline import InlineReader
from arbiter_fhir.documents.office.docx.state import Place, ReadingState
from arbiter_fhir.documents.office.docx.styles import child, is_on, list_place
from arbiter_fhir.documents.office.ooxml import Element, attribute, name_of
from arbiter_fhir.documents.setting.text import Block, Cell, Piece, Style, Table, Tag
from arbiter_fhir.domain.region import GridPlace, RegionKind, RegionMark

__all__ = ["BlockReader"]

#: Wrappers of blocks, rows and cells whose content is read as if they were not there.
_CLEAR: Final = frozenset({"w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag"})

#: Points that each level of a list is set in.
_LIST_INDENT: Final = 18.0

#: Columns that a cell or a gap may take; a hostile number would take for ever to add up.
_MOST_COLUMNS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _RawCell:
    """A cell before it is known how many rows it takes."""

    element: Element
    column: int
    span: int
    merge: str
    deleted: bool


class BlockReader:
    """Reads blocks of one story: the body, a cell, a header, a note.

    Args:
        state: The document's.
        place: Where all of the story's text stands; ``None`` in the body, where each paragraph stands for itself.
        style: How its paragraphs are set.
        path: What paths of its tables begin with.
        shaded: Whether it stands on a shade.
    """

    def __init__(
        self,
        state: ReadingState,
        place: Place | None = None,
        *,
        style: Style = Style.BODY,
        path: str = "",
        shaded: bool = False,
    ) -> None:
        self._state = state
        self._place = place
        self._style = style
        self._path = path
        self._shaded = shaded
        self._carried: list[Piece] = []

    def read(self, container: Element) -> list[Block | Table]:
        """Blocks and tables in a container, in order."""
        found: list[Block | Table] = []
        for element in container:
            name = name_of(element)
            if name == "w:p":
                found.extend(self._read_paragraph(element))
            elif name == "w:tbl":
                table = self._read_table(element)
                if table.rows:
                    found.append(table)
            elif name == "w:sdt" and is_on(child(element, "w:sdtPr", "w:showingPlcHdr")):
                found.extend(self._unanswered())
            elif name in _CLEAR:
                found.extend(self.read(element))
            elif name == "mc:AlternateContent":
                found.extend(next((read for each in element if (read := self.read(each))), []))
            elif name == "w:altChunk":
                self._state.external = True
        if self._carried and name_of(container) not in _CLEAR:
            # The last paragraph's end was deleted, and nothing follows that its text could join.
            found.append(Block(tuple(self._carried), self._style))
            self._carried = []
        return found

    def _read_paragraph(self, paragraph: Element) -> list[Block | Table]:
        properties = child(paragraph, "w:pPr")
        style_element = child(properties, "w:pStyle")
        style_id = "" if style_element is None else attribute(style_element, "w:val")
        level = self._state.styles.heading(style_id)
        outline = child(properties, "w:outlineLvl")
        if level is None and outline is not None and attribute(outline, "w:val") in set("012345678"):
            level = int(attribute(outline, "w:val")) + 1
        in_list = list_place(properties) or self._state.styles.place(style_id)
        inherited = self._state.styles.place(style_id)
        if in_list is not None and not in_list.number and inherited is not None:
            in_list = type(in_list)(inherited.number, in_list.level)
        label = "" if in_list is None or in_list.number in {"", "0"} else self._state.numbering.label(in_list)
        place = self._place or self._own_place(level, label)
        shaded = self._shaded or child(properties, "w:shd") is not None
        inline = InlineReader(self._state, place, style_id, shaded=shaded)
        if label:
            inline.add(f"{label} ")
        labelled = len(inline.pieces)
        inline.read(paragraph)
        pieces = inline.pieces if len(inline.pieces) > labelled else []
        pieces = self._carried + pieces
        self._carried = []
        found: list[Block | Table] = []
        if is_on(child(properties, "w:rPr", "w:del")) or is_on(child(properties, "w:rPr", "w:moveFrom")):
            # The end of this paragraph was deleted: the next one goes on in it.
            self._carried = pieces
        elif any(piece.text.strip() or piece.tags for piece in pieces):
            indent = _LIST_INDENT * in_list.level if in_list is not None and label else 0.0
            found.append(Block(tuple(pieces), self._block_style(level), indent))
        for floating in inline.floats:
            found.extend(self._read_text_box(floating))
        return found

    def _unanswered(self) -> list[Block | Table]:
        """A control that shows its prompt only: a region without words."""
        place = self._place or self._own_place(None, "")
        path = f"{place.path}, control {self._state.next_of(place.path + ' control')}"
        tag = Tag(RegionKind.CONTENT_CONTROL, path, place.grid, place.marks)
        return [Block((Piece("", (tag,)),), self._style)]

    def _own_place(self, level: int | None, label: str) -> Place:
        kind = RegionKind.HEADING if level is not None else RegionKind.PARAGRAPH
        if kind is RegionKind.PARAGRAPH and label:
            kind = RegionKind.LIST_ITEM
        return Place(kind, f"paragraph {self._state.next_of('paragraph')}")

    def _block_style(self, level: int | None) -> Style:
        if self._style is not Style.BODY or level is None:
            return self._style
        return Style.TITLE if level == 0 else Style.HEADING

    def _read_text_box(self, box: Element) -> list[Block | Table]:
        number = self._state.next_of("text box")
        place = Place(RegionKind.TEXT_BOX, f"text box {number}")
        inner = BlockReader(self._state, place, style=self._style, path=f"text box {number}, ", shaded=True)
        held, self._state.fields = self._state.fields, []
        found = inner.read(box)
        self._state.fields = held
        return found

    def _read_table(self, table: Element) -> Table:
        number = self._state.next_of("table")
        styled = child(table, "w:tblPr", "w:tblStyle") is not None
        rows: list[tuple[Element, list[_RawCell]]] = []
        for row in _wrapped(table, "w:tr"):
            properties = child(row, "w:trPr")
            if is_on(child(properties, "w:del")):
                continue
            if not self._state.has_room:
                self._state.unread.add("the rest of a very long table")
                break
            cells = _raw_cells(row)
            self._state.cells += len(cells)
            rows.append((row, cells))
        header = 0
        made: list[tuple[Cell, ...]] = []
        for at, (row, cells) in enumerate(rows):
            if header == at and is_on(child(row, "w:trPr", "w:tblHeader")):
                header += 1
            hidden = is_on(child(row, "w:trPr", "w:hidden"))
            made.append(
                tuple(
                    self._read_cell(
                        raw,
                        GridPlace(number, at + 1, raw.column, _rows_of(raw, rows, at), raw.span),
                        styled=styled,
                        hidden=hidden,
                    )
                    for raw in cells
                    if raw.merge != "continue" and not raw.deleted
                )
            )
        return Table(tuple(made), min(header, max(len(made) - 1, 0)))

    def _read_cell(self, raw: _RawCell, grid: GridPlace, *, styled: bool, hidden: bool) -> Cell:
        path = f"{self._path}table {grid.table}, row {grid.row}, column {grid.column}"
        marks = (RegionMark.HIDDEN,) if hidden else ()
        self._state.hidden = self._state.hidden or hidden
        place = Place(RegionKind.CELL, path, grid, marks)
        shaded = styled or self._shaded or child(raw.element, "w:tcPr", "w:shd") is not None
        inner = BlockReader(self._state, place, style=Style.TABLE, path=self._path, shaded=shaded)
        content = inner.read(raw.element) or [Block((Piece("", (place.tag(),)),), Style.TABLE)]
        return Cell(tuple(content), raw.column, raw.span)


def _wrapped(element: Element, wanted: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, also those inside wrappers."""
    for each in element:
        name = name_of(each)
        if name == wanted:
            yield each
        elif name in _CLEAR:
            yield from _wrapped(each, wanted)


def _raw_cells(row: Element) -> list[_RawCell]:
    column = 1 + _count(child(row, "w:trPr", "w:gridBefore"), 0)
    cells: list[_RawCell] = []
    for element in _wrapped(row, "w:tc"):
        properties = child(element, "w:tcPr")
        span = max(1, _count(child(properties, "w:gridSpan"), 1))
        merged = child(properties, "w:vMerge")
        # Without a value it goes on (ISO/IEC 29500-1, 17.4.84).
        merge = "" if merged is None else attribute(merged, "w:val") or "continue"
        cells.append(_RawCell(element, column, span, merge, is_on(child(properties, "w:cellDel"))))
        column += span
    return cells


def _count(element: Element | None, otherwise: int) -> int:
    told = "" if element is None else attribute(element, "w:val")
    return min(int(told[:6]), _MOST_COLUMNS) if told.isdecimal() else otherwise


def _rows_of(raw: _RawCell, rows: list[tuple[Element, list[_RawCell]]], at: int) -> int:
    """How many rows a cell takes that starts in row ``at``."""
    if raw.merge != "restart":
        return 1
    taken = 1
    for _, cells in rows[at + 1 :]:
        if not any(each.column == raw.column and each.merge == "continue" for each in cells):
            break
        taken += 1
    return taken
