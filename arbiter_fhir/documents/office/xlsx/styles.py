"""Cell styles of a workbook, as far as they say how values show."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.documents.office.ooxml import Element, attribute, name_of
from arbiter_fhir.documents.office.xlsx.number_formats import GENERAL, built_in_format

__all__ = ["CellStyle", "CellStyles"]

_WHITE = frozenset({"ffffffff", "00ffffff", "ffffff"})
#: The theme's first colour is that of the paper.
_PAPER = "0"


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How cells of a style show.

    Attributes:
        code: Number format.
        unseen: Whether letters have the colour of the paper that they stand on, or are struck through.
    """

    code: str = GENERAL
    unseen: bool = False


_PLAIN = CellStyle()


class CellStyles:
    """Styles by the numbers that cells have.

    Args:
        root: Tree of the styles part; ``None`` where the workbook has none.
    """

    def __init__(self, root: Element | None) -> None:
        codes: dict[int, str] = {}
        white: list[bool] = []
        struck: list[bool] = []
        filled: list[bool] = []
        self._styles: list[CellStyle] = []
        for group in root if root is not None else ():
            name = name_of(group)
            if name == "x:numFmts":
                for each in group:
                    codes[_number(attribute(each, "numFmtId"))] = attribute(each, "formatCode")[:300]
            elif name == "x:fonts":
                white = [_is_white(each) for each in group]
                struck = [_is_struck(each) for each in group]
            elif name == "x:fills":
                filled = [_is_filled(each) for each in group]
            elif name == "x:cellXfs":
                self._styles = [_style(each, codes, _Fonts(white, struck), filled) for each in group]

    def style(self, told: str) -> CellStyle:
        """The style of a cell by its ``s`` attribute."""
        number = _number(told)
        return self._styles[number] if 0 <= number < len(self._styles) else _PLAIN


@dataclass(frozen=True, slots=True)
class _Fonts:
    """What fonts do to letters, by their numbers."""

    white: list[bool]
    struck: list[bool]


def _style(element: Element, codes: dict[int, str], fonts: _Fonts, filled: list[bool]) -> CellStyle:
    number = _number(attribute(element, "numFmtId"))
    font, fill = _number(attribute(element, "fontId")), _number(attribute(element, "fillId"))
    code = codes.get(number) or built_in_format(number)
    known = 0 <= font < len(fonts.white)
    unseen = known and fonts.white[font] and not (0 <= fill < len(filled) and filled[fill])
    return CellStyle(code, unseen or (known and fonts.struck[font]))


def _is_struck(font: Element) -> bool:
    return any(name_of(each) == "x:strike" and attribute(each, "val").casefold() not in {"0", "false"} for each in font)


def _is_white(font: Element) -> bool:
    for each in font:
        if name_of(each) == "x:color":
            shaded = attribute(each, "tint") not in {"", "0"}
            return attribute(each, "rgb").casefold() in _WHITE or (attribute(each, "theme") == _PAPER and not shaded)
    return False


def _is_filled(fill: Element) -> bool:
    for each in fill:
        if name_of(each) == "x:patternFill" and attribute(each, "patternType", "none") == "none":
            return False
        if name_of(each) in {"x:patternFill", "x:gradientFill"}:
            return True
    return False


def _number(told: str) -> int:
    return int(told) if told.isdecimal() and len(told) < 8 else 0
