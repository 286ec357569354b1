"""Cells of one sheet, as they show, read row by row: the size that a sheet claims is never looked at."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.documents.office.ooxml import Element, name_of
from arbiter_fhir.documents.office.xlsx.date_formats import date_parts, shown_date
from arbiter_fhir.documents.office.xlsx.number_formats import GENERAL, shown_general, shown_number
from arbiter_fhir.documents.office.xlsx.strings import rich_text, stream_elements, unescaped
from arbiter_fhir.documents.office.xlsx.styles import CellStyles
from arbiter_fhir.domain.region import RegionMark
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["NO_VALUE", "Sheet", "SheetCell", "column_letters", "read_sheet", "reference"]

#: What is shown of a formula that was never calculated.
NO_VALUE: Final = "(no value)"

#: Bounds of a sheet (ISO/IEC 29500-1, 18.3.1.73 and usual programs).
_ROWS: Final = 1_048_576
_COLUMNS: Final = 16_384

#: Cell elements, empty ones too, that are looked at in one sheet.
_MOST_ELEMENTS: Final = 1_500_000

_REFERENCE: Final = re.compile(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6})")
_WANTED: Final = frozenset(
    {"x:row", "x:col", "x:mergeCell", "x:oddHeader", "x:oddFooter", "x:evenHeader", "x:evenFooter", "x:firstHeader",
     "x:firstFooter", "x:sheetFormatPr"}
)  # fmt: skip

#: Formulas that fetch something from outside: other files, the web, other programs.
_FETCHES: Final = re.compile(r"\[[^\]]+\][^!]*!|WEBSERVICE\s*\(|IMPORTDATA\s*\(|RTD\s*\(|\|'", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell that shows something.

    Attributes:
        row: 1-based.
        column: 1-based.
        text: As it shows.
        marks: What the format says of it.
        is_text: Whether it holds text, not a number, a date or a truth value.
    """

    row: int
    column: int
    text: str = field(repr=False)
    marks: tuple[RegionMark, ...]
    is_text: bool


@dataclass(slots=True)
class Sheet:
    """What was read of a sheet.

    Attributes:
        cells: In order of rows and columns.
        merged: Rows and columns that a cell takes, by its row and column.
        margins: Codes of headers and footers, by their element's name.
        fetches: Whether a formula fetches something from outside.
        cut: Whether cells were left out because there are too many.
    """

    cells: list[SheetCell] = field(default_factory=list)
    merged: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    margins: dict[str, str] = field(default_factory=dict)
    fetches: bool = False
    cut: bool = False


def column_letters(column: int) -> str:
    """``A`` for 1, ``AA`` for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def reference(row: int, column: int) -> str:
    """``B4`` for row 4, column 2."""
    return f"{column_letters(column)}{row}"


def parse_reference(told: str) -> tuple[int, int] | None:
    """Row and column of ``B4``; ``None`` where it is no cell of a sheet."""
    match = _REFERENCE.fullmatch(told)
    if match is None:
        return None
    column = 0
    for letter in match.group(1):
        column = column * 26 + ord(letter) - 64
    row = int(match.group(2))
    return (row, column) if row <= _ROWS and column <= _COLUMNS else None


@dataclass(slots=True)
class _Reader:
    """Reads one sheet's elements."""

    strings: Sequence[str]
    styles: CellStyles
    from_1904: bool
    most: int
    sheet: Sheet = field(default_factory=Sheet)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    hidden_by_default: bool = False
    row: int = 0
    elements: int = 0

    def take(self, element: Element) -> bool:
        """Take one element; whether there is room for more."""
        name = name_of(element)
        if name == "x:row":
            return self._take_row(element)
        if name == "x:col":
            if element.get("hidden", "") in {"1", "true"} or element.get("width", "") in {"0", "0.0"}:
                first, last = element.get("min", ""), element.get("max", "")
                if first.isdecimal() and last.isdecimal():
                    self.hidden_columns.append((int(first[:6]), int(last[:6])))
        elif name == "x:mergeCell":
            first, _, last = element.get("ref", "").partition(":")
            start, end = parse_reference(first), parse_reference(last)
            if start and end and end >= start and end[1] >= start[1]:
                self.sheet.merged[start] = (end[0] - start[0] + 1, end[1] - start[1] + 1)
        elif name == "x:sheetFormatPr":
            self.hidden_by_default = element.get("zeroHeight", "") in {"1", "true"}
        elif element.text:
            self.sheet.margins[name.removeprefix("x:")] = element.text[:2_000]
        return True

    def _take_row(self, element: Element) -> bool:
        told = element.get("r", "")
        self.row = int(told) if told.isdecimal() and len(told) < 8 else self.row + 1
        if self.row > _ROWS:
            return False
        hidden = element.get("hidden", "") in {"1", "true"} or element.get("ht", "") in {"0", "0.0"}
        hidden = hidden or (self.hidden_by_default and not element.get("hidden", ""))
        column = 0
        for cell in element:
            if name_of(cell) != "x:c":
                continue
            self.elements += 1
            place = parse_reference(cell.get("r", ""))
            column = place[1] if place else column + 1
            if column > _COLUMNS:
                break
            self._take_cell(cell, column, hidden=hidden)
        if len(self.sheet.cells) >= self.most or self.elements >= _MOST_ELEMENTS:
            self.sheet.cut = True
            return False
        return True

    def _take_cell(self, cell: Element, column: int, *, hidden: bool) -> None:
        if len(cell) == 0:
            return
        parts = {name_of(each): each for each in cell}
        style = self.styles.style(cell.get("s", ""))
        formula = parts.get("x:f")
        marks: list[RegionMark] = []
        if formula is not None:
            self.sheet.fetches = self.sheet.fetches or bool(_FETCHES.search((formula.text or "")[:8_192]))
            marks.append(RegionMark.FORMULA)
        text, more = self._shown(cell, parts, style.code)
        if formula is not None and not text and not more:
            stored = parts.get("x:v")
            # A formula may well give an empty text; then a value is stored, an empty one.
            if stored is None or cell.get("t", "") != "str":
                text, more = NO_VALUE, (RegionMark.FORMULA_WITHOUT_VALUE,)
        if not text.strip():
            return
        unseen = style.unseen or any(first <= column <= last for first, last in self.hidden_columns)
        if (hidden or unseen) and RegionMark.HIDDEN not in more:
            marks.append(RegionMark.HIDDEN)
        marks.extend(more)
        is_number = RegionMark.NUMBER_VALUE in marks or RegionMark.DATE_VALUE in marks
        is_text = not is_number and cell.get("t", "") != "b" and RegionMark.FORMULA_WITHOUT_VALUE not in marks
        self.sheet.cells.append(SheetCell(self.row, column, text, tuple(marks), is_text))

    def _shown(self, cell: Element, parts: dict[str, Element], code: str) -> tuple[str, tuple[RegionMark, ...]]:
        """What the cell shows, and what that is."""
        kind = cell.get("t", "n")
        inline, stored = parts.get("x:is"), parts.get("x:v")
        if inline is not None and (kind == "inlineStr" or stored is None):
            return rich_text(inline), ()
        value = "" if stored is None else (stored.text or "").strip()
        if kind in {"s", "str", "inlineStr"}:
            return self._string(value) if kind == "s" else unescaped("" if stored is None else stored.text or ""), ()
        if not value:
            return ("#N/A", (RegionMark.ERROR_VALUE,)) if kind == "e" else ("", ())
        if kind == "b":
            return "TRUE" if value in {"1", "true"} else "FALSE", ()
        if kind == "d":
            return value.replace("T", " ").removesuffix(" 00:00:00"), (RegionMark.DATE_VALUE,)
        return (value, (RegionMark.ERROR_VALUE,)) if kind == "e" else self._shown_number(value, code)

    def _string(self, value: str) -> str:
        if not value:
            return ""
        if not value.isdecimal() or len(value) > 9 or int(value) >= len(self.strings):
            raise DocumentError(ErrorCode.CORRUPT, "The workbook points to a text that it lacks; store it again.")
        return self.strings[int(value)]

    def _shown_number(self, value: str, code: str) -> tuple[str, tuple[RegionMark, ...]]:
        try:
            number = float(value)
        except ValueError:
            return value, (RegionMark.ERROR_VALUE,)
        if not math.isfinite(number):
            return value, (RegionMark.ERROR_VALUE,)
        if code == GENERAL:
            return shown_general(number), (RegionMark.NUMBER_VALUE,)
        parts = date_parts(code)
        if parts is not None:
            date = shown_date(number, parts, from_1904=self.from_1904)
            if date is not None:
                return date, (RegionMark.DATE_VALUE,)
        shown = shown_number(number, code) if parts is None else shown_general(number)
        if shown is None:
            # The format shows nothing: the value is there all the same.
            return shown_general(number), (RegionMark.NUMBER_VALUE, RegionMark.HIDDEN)
        return shown, (RegionMark.NUMBER_VALUE,)


def read_sheet(content: bytes, strings: Sequence[str], styles: CellStyles, *, from_1904: bool, most: int) -> Sheet:
    """Read a sheet.

    Args:
        content: Its XML.
        strings: The workbook's shared strings.
        styles: Its cell styles.
        from_1904: Whether its dates count from 1904.
        most: Cells that may still be read.

    Raises:
        DocumentError: E_CORRUPT, E_BOMB, E_DEPTH, E_ENCODING, E_ENTITY.
    """
    reader = _Reader(strings, styles, from_1904, most)
    for element in stream_elements(content, _WANTED):
        if not reader.take(element):
            break
    reader.sheet.cells.sort(key=lambda cell: (cell.row, cell.column))
    return reader.sheet
