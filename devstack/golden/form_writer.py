"""Writes forms and letters: headings, labelled values, marked lines, tables; the sheets remember the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from devstack.samples.paper import Paper, Sheet, text_width
from devstack.samples.truth import Box, TrueWord

__all__ = ["FormWriter", "Piece"]

#: Text and the key of the claim that it belongs to; an empty key for words of the form itself.
Piece = tuple[str, str]

_BLANK = " "


@dataclass(slots=True)
class FormWriter:
    """A pen on a sheet.

    Attributes:
        y: Baseline of the next line, points from the top.
        size: Font size of values in points.
        pitch: Line distance in points.
    """

    paper: Paper
    sheet: Sheet
    y: float = 50.0
    left: float = 50.0
    size: float = 9.5
    pitch: float = 15.0
    font: str = "helv"
    bold: str = "hebo"

    @staticmethod
    def begin(paper: Paper, **looks: object) -> FormWriter:
        """Start a new sheet."""
        return FormWriter(paper, paper.new_sheet(), **looks)  # type: ignore[arg-type]

    def title(self, text: str, *, size: float = 15.0, center: bool = False) -> None:
        """A line at the top."""
        x = self.sheet.width / 2 if center else self.left
        self.sheet.put(text, x, self.y, size=size, font=self.bold, align="center" if center else "left")
        self.y += self.pitch * 1.7

    def heading(self, text: str, *, ruled: bool = True, shaded: bool = False) -> None:
        """A section's title."""
        self.y += self.pitch * 0.5
        right = self.sheet.width - self.left
        if shaded:
            self.sheet.shade(self.left - 3, self.y - 10, right, self.y + 4, gray=0.85)
        self.sheet.put(text, self.left, self.y, size=self.size + 1, font=self.bold)
        if ruled:
            self.sheet.line(self.left, self.y + 3.5, right, self.y + 3.5)
        self.y += self.pitch * 1.25

    def pieces(self, pieces: Sequence[Piece], *, x: float | None = None, font: str | None = None) -> None:
        """One line of pieces after each other."""
        at = self.left if x is None else x
        used = font or self.font
        for text, key in pieces:
            self.sheet.put(text, at, self.y, size=self.size, font=used, part=key)
            at += text_width(text + _BLANK, size=self.size, font=used)
        self.y += self.pitch

    def labelled(self, label: str, value: str, key: str = "", *, x: float | None = None, indent: float = 0.0) -> None:
        """A label in bold and its value after it, or at ``indent`` from the label's start."""
        at = self.left if x is None else x
        self.sheet.put(label, at, self.y, size=self.size, font=self.bold)
        value_x = at + indent if indent else at + text_width(label + _BLANK, size=self.size, font=self.bold) + 2
        self.sheet.put(value, value_x, self.y, size=self.size, font=self.font, part=key)
        self.y += self.pitch

    def label_above(self, label: str, value: str, key: str = "", *, x: float, width: float) -> None:
        """A framed field: a small label above its value. The pen does not move."""
        self.sheet.put(label, x + 3, self.y, size=6.5, font=self.font)
        self.sheet.put(value, x + 3, self.y + 12, size=self.size, font=self.font, part=key)
        for y in (self.y - 8, self.y + 17):
            self.sheet.line(x, y, x + width, y)
        for at in (x, x + width):
            self.sheet.line(at, self.y - 8, at, self.y + 17)

    def wrapped(self, pieces: Sequence[Piece], *, width: float | None = None) -> None:
        """Running text, broken between words; pieces keep their keys."""
        limit = self.left + (width or self.sheet.width - 2 * self.left)
        at = self.left
        for text, key in pieces:
            for word in text.split():
                extent = text_width(word, size=self.size, font=self.font)
                if at + extent > limit:
                    at = self.left
                    self.y += self.pitch
                self.sheet.put(word, at, self.y, size=self.size, font=self.font, part=key)
                at += extent + text_width(_BLANK, size=self.size, font=self.font)
        self.y += self.pitch

    def table(
        self, columns: Sequence[tuple[str, float]], rows: Sequence[Sequence[Piece]], *, ruled: bool = True
    ) -> None:
        """A table with column titles; `columns` are titles and left edges relative to the pen's left."""
        right = self.sheet.width - self.left
        top = self.y - 11
        for title, x in columns:
            self.sheet.put(title, self.left + x + 3, self.y, size=self.size - 0.5, font=self.bold)
        self.y += self.pitch + 2
        edges = [top, self.y - 12]
        for row in rows:
            for (text, key), (_, x) in zip(row, columns, strict=True):
                if text:
                    self.sheet.put(text, self.left + x + 3, self.y, size=self.size, font=self.font, part=key)
            self.y += self.pitch + 2
            edges.append(self.y - 12)
        if ruled:
            for y in edges:
                self.sheet.line(self.left, y, right, y)
            for x in [*(x for _, x in columns), right - self.left]:
                self.sheet.line(self.left + x, top, self.left + x, edges[-1])
        self.y += 6

    def box(self, x: float, *, ticked: bool, size: float = 8.0) -> None:
        """A drawn square at the line, crossed where ticked; the sheet remembers it as a mark. The pen does not move."""
        top, bottom = self.y - size + 1, self.y + 1
        for x0, y0, x1, y1 in (
            (x, top, x + size, top),
            (x, bottom, x + size, bottom),
            (x, top, x, bottom),
            (x + size, top, x + size, bottom),
        ):
            self.sheet.line(x0, y0, x1, y1, weight=0.7)
        if ticked:
            self.sheet.line(x + 1.2, top + 1.2, x + size - 1.2, bottom - 1.2, weight=1.3)
            self.sheet.line(x + 1.2, bottom - 1.2, x + size - 1.2, top + 1.2, weight=1.3)
        across, down = self.sheet.width, self.sheet.height
        square = Box(x / across, top / down, size / across, size / down)
        self.sheet.words.append(TrueWord("\u2612" if ticked else "\u2610", "", square, square))
