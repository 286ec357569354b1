"""A page to write on that remembers where every word was put."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from arbiter_fhir.documents.engines import pymupdf
from devstack.samples.truth import Box, TrueWord

__all__ = ["LETTER", "Align", "Paper", "Sheet"]

#: US letter, in points.
LETTER = (612.0, 792.0)

Align = Literal["left", "right", "center"]


@cache
def _font(name: str) -> pymupdf.Font:
    return pymupdf.Font(name)


def text_width(text: str, *, size: float, font: str = "helv") -> float:
    """Printed width of ``text`` in points."""
    return float(_font(font).text_length(text, fontsize=size))


@dataclass(slots=True)
class Sheet:
    """One page being written. Coordinates are points from the top left of the page as displayed.

    Attributes:
        number: 1-based.
        words: All words put so far, with the part that the caller named.
    """

    document: pymupdf.Document
    number: int
    width: float
    height: float
    words: list[TrueWord] = field(default_factory=list)

    @property
    def page(self) -> pymupdf.Page:
        """The page itself; asked anew each time, because adding pages orphans earlier page objects."""
        return self.document[self.number - 1]

    def put(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = 9.0,
        font: str = "helv",
        align: Align = "left",
        part: str = "",
    ) -> list[TrueWord]:
        """Write one line with its baseline at ``y``.

        Args:
            text: A single line; words are split at blanks.
            x: Left edge, right edge or middle, as ``align`` says.
            y: Baseline.
            size: Font size in points.
            font: One of the fourteen standard fonts.
            align: What ``x`` means.
            part: What the words are part of; kept in the truth.

        Returns:
            The words with their boxes as fractions of the page.
        """
        width = text_width(text, size=size, font=font)
        left = x - {"left": 0.0, "right": width, "center": width / 2}[align]
        self.page.insert_text((left, y), text, fontsize=size, fontname=font)
        placed: list[TrueWord] = []
        cursor = 0
        for word in text.split():
            start = text.index(word, cursor)
            cursor = start + len(word)
            word_left = left + text_width(text[:start], size=size, font=font)
            placed.append(self._word(word, word_left, y, size=size, font=font, part=part))
        self.words.extend(placed)
        return placed

    def _word(self, word: str, left: float, y: float, *, size: float, font: str, part: str) -> TrueWord:
        metrics = _font(font)
        width = text_width(word, size=size, font=font)
        glyphs = [metrics.glyph_bbox(ord(char)) for char in word]
        top = y - size * max(glyph.y1 for glyph in glyphs)
        bottom = y - size * min(glyph.y0 for glyph in glyphs)
        # Lines are as tall as the font says, as text extractors report them.
        line_top = y - size * metrics.ascender
        line_bottom = y - size * metrics.descender
        return TrueWord(
            text=word,
            part=part,
            box=self._box(left, line_top, width, line_bottom - line_top),
            ink=self._box(left, top, width, max(bottom - top, 0.5)),
        )

    def _box(self, x: float, y: float, width: float, height: float) -> Box:
        return Box(x / self.width, y / self.height, width / self.width, height / self.height)

    def line(self, x0: float, y0: float, x1: float, y1: float, *, weight: float = 0.6) -> None:
        """Draw a straight rule."""
        self.page.draw_line((x0, y0), (x1, y1), width=weight)

    def shade(self, x0: float, y0: float, x1: float, y1: float, *, gray: float = 0.9) -> None:
        """Fill a rectangle with a light gray, to be written over."""
        self.page.draw_rect(pymupdf.Rect(x0, y0, x1, y1), color=None, fill=(gray, gray, gray))


@dataclass(slots=True)
class Paper:
    """A document being written, sheet by sheet.

    Attributes:
        size: Width and height of each sheet as displayed, in points.
        rotation: Page rotation (0, 90, 180, 270) that the finished file carries; the reader sees it upright.
    """

    size: tuple[float, float] = LETTER
    rotation: int = 0
    sheets: list[Sheet] = field(default_factory=list)
    document: pymupdf.Document = field(default_factory=pymupdf.open)

    def new_sheet(self) -> Sheet:
        """Start the next page."""
        width, height = self.size
        self.document.new_page(width=width, height=height)
        sheet = Sheet(self.document, len(self.sheets) + 1, width, height)
        self.sheets.append(sheet)
        return sheet

    def finish(self) -> bytes:
        """The PDF's bytes; with a page rotation, the content is stored turned the other way round."""
        if self.rotation == 0:
            return bytes(self.document.tobytes(garbage=3, deflate=True, no_new_id=True))
        turned = pymupdf.open()
        width, height = self.size
        if self.rotation in {90, 270}:
            width, height = height, width
        for sheet in self.sheets:
            page = turned.new_page(width=width, height=height)
            page.show_pdf_page(page.rect, self.document, sheet.number - 1, rotate=self.rotation)
            page.set_rotation(self.rotation)
        return bytes(turned.tobytes(garbage=3, deflate=True, no_new_id=True))
