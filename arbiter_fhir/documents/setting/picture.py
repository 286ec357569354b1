"""Draws pages that were set here: each word in its box, rules of tables in light grey.

Fonts come with MuPDF: Helvetica, and a fallback for scripts that it lacks. A letter that neither has is drawn as an
outlined box, so that people see that something stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PIL import Image

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.pages import Ruling
from arbiter_fhir.documents.setting.typesetting import BASE_LINE, INK_HEIGHT
from arbiter_fhir.domain.document import Page, Word
from arbiter_fhir.domain.region import RegionKind, RegionMark

__all__ = ["draw_set_page"]

_Color = tuple[float, float, float]

_BLACK: Final[_Color] = (0.07, 0.07, 0.07)
#: What a reader of the file itself would not see at once: hidden text and remarks.
_HIDDEN: Final[_Color] = (0.5, 0.5, 0.5)
_REMARK: Final[_Color] = (0.15, 0.3, 0.55)
_RULE: Final[_Color] = (0.8, 0.8, 0.8)

_TICKED: Final = frozenset("\u2611\u2612")
_CHECK_BOXES: Final = _TICKED | {"\u2610"}

#: Tests of a font for a script cost; letters beyond these are looked up in the fallback.
_LATIN: Final = 0x250


def draw_set_page(page: Page, rulings: Sequence[Ruling], scale: float) -> Image.Image:
    """A set page as a picture.

    Args:
        page: Its words and regions.
        rulings: Its rules.
        scale: Pixels per point.
    """
    document = pymupdf.open()
    sheet = document.new_page(width=page.width_points, height=page.height_points)
    if rulings:
        shape = sheet.new_shape()
        for rule in rulings:
            shape.draw_line((rule.left, rule.top), (rule.right, rule.bottom))
        shape.finish(color=_RULE, width=0.6)
        shape.commit()
    brush = _Brush(sheet)
    colors = _colors(page)
    for word in page.words:
        brush.add(word, page, colors.get(word.start, _BLACK))
    brush.finish()
    pixels = sheet.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False)
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)


def _colors(page: Page) -> dict[int, _Color]:
    """Colours of words that are not black, by the word's start."""
    colors: dict[int, _Color] = {}
    for region in page.regions:
        if RegionMark.HIDDEN in region.marks:
            color = _HIDDEN
        elif region.kind is RegionKind.COMMENT:
            color = _REMARK
        else:
            continue
        colors.update((word.start, color) for word in page.words if region.touches(word.start, word.end))
    return colors


class _Brush:
    """Writes words of one page, a text writer for each colour."""

    def __init__(self, sheet: Any) -> None:
        self._sheet = sheet
        self._writers: dict[_Color, Any] = {}
        self._latin = pymupdf.Font("helv")
        self._other: Any = None

    def add(self, word: Word, page: Page, color: _Color) -> None:
        """Write a word so that its letters fill its box from side to side."""
        size = word.box.height * page.height_points / INK_HEIGHT
        left, width = word.box.x * page.width_points, word.box.width * page.width_points
        base = word.box.y * page.height_points + BASE_LINE * size
        runs = self._runs(word.text)
        natural = sum(self._width(font, run, size) for font, run in runs)
        # Metrics of the page and of the font agree for Latin text; others are fitted by size.
        fitted = size if natural <= width * 1.01 or natural <= 0 else size * width / natural
        writer = self._writers.setdefault(color, pymupdf.TextWriter(self._sheet.rect))
        for font, run in runs:
            if font is None:
                self._outline(left, base, fitted, run)
            else:
                writer.append((left, base), run, font=font, fontsize=fitted)
            left += self._width(font, run, fitted)

    def finish(self) -> None:
        """Put everything on the page."""
        for color, writer in self._writers.items():
            if writer.text_rect:
                writer.write_text(self._sheet, color=color)

    def _runs(self, text: str) -> list[tuple[Any, str]]:
        """Stretches of letters that one font has; ``None`` where no font has them."""
        runs: list[tuple[Any, str]] = []
        for letter in text:
            font = self._font(letter)
            if runs and runs[-1][0] is font:
                runs[-1] = (font, runs[-1][1] + letter)
            else:
                runs.append((font, letter))
        return runs

    def _font(self, letter: str) -> Any:
        if self._latin.has_glyph(ord(letter)):
            return self._latin
        if ord(letter) < _LATIN:
            return None
        if self._other is None:
            self._other = pymupdf.Font(ordering=0)
        return self._other if self._other.has_glyph(ord(letter)) else None

    @staticmethod
    def _width(font: Any, run: str, size: float) -> float:
        return 0.584 * size * len(run) if font is None else float(font.text_length(run, size))

    def _outline(self, left: float, base: float, size: float, run: str) -> None:
        """A box for each letter that no font has; a check box looks as it is, a ticked one has its cross."""
        for number, letter in enumerate(run):
            x = left + number * 0.584 * size
            ink = _BLACK if letter in _CHECK_BOXES else _HIDDEN
            area = (x + 0.5, base - 0.56 * size, x + 0.5 * size, base)
            self._sheet.draw_rect(area, color=ink, width=0.5)
            if letter in _TICKED:
                self._sheet.draw_line((area[0], area[1]), (area[2], area[3]), color=ink, width=0.8)
                self._sheet.draw_line((area[0], area[3]), (area[2], area[1]), color=ink, width=0.8)
