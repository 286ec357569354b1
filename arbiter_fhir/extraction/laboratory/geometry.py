"""A clean page as lines of fragments with their places, in points, ready for reading tables.

A fragment is a clean word or a part of one: printers and optical reading glue what belongs to different columns
(``8.1H``, ``142mg/dL``, ``A1c:8.1``, ``Glucose.......105``), and the parts are told apart here. Each fragment keeps its
offsets in the page's clean text and the word that it came from; proofs are made from whole words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.reading_direction import TextRun, text_run, upright
from arbiter_fhir.extraction.laboratory.flags import is_flag
from arbiter_fhir.extraction.laboratory.microbiology import longest_drug
from arbiter_fhir.extraction.laboratory.units import is_unit_like, respell_unit, ucum_of

__all__ = ["Fragment", "Line", "PageView", "cells_of", "make_line", "text_of", "view_page"]

#: A gap wider than this many mean character widths parts two cells; a blank is 0.5 to 1.1 of them in common fonts.
CELL_GAP_CHARS = 1.75

_FILLER = re.compile(r"^(?:[._\u00b7\u2026\u2022=~,'`:-]{2,}|[|\u00a6_.\u00b7\u2022]|[._ -]*\.{3,}[._ -]*)$")
_LEADERS = re.compile(r"[.\u00b7\u2026_]{3,}")
_GLUED = re.compile(r"^(?P<number>[<>]?=?\d[\d,]*(?:\.\d+)?)(?P<rest>[^\d.,:\-\u2013].*)$")
_UNIT_FLAG = re.compile(r"^(?P<unit>.*[^HLA*])(?P<flag>[HLA]{1,2}|\*{1,2})$")
_LABELLED = re.compile(r"^(?P<label>[A-Za-z][A-Za-z0-9()./-]*:)(?P<rest>[<>]?=?\d\S*)$")
_ANSWERED = re.compile(r"^(?P<drug>[A-Za-z][A-Za-z/()-]{2,})[=:-](?P<category>SDD|NS|[SIR])$")
_RANGE_UNIT = re.compile(r"^(?P<range>\(?[<>]?=?\d[\d.,]*(?:[-\u2013]\d[\d.,]*)?)(?P<unit>%\)?)$")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A word or a part of one.

    Attributes:
        text: Its characters.
        start: Offset in the page's clean text, inclusive.
        end: Offset in the page's clean text, exclusive.
        x0: Left edge in points.
        x1: Right edge in points.
        y: Vertical centre in points.
        height: Height in points.
        word: The clean word that it is (part of).
    """

    text: str
    start: int
    end: int
    x0: float
    x1: float
    y: float
    height: float
    word: CleanWord

    @property
    def is_placeholder(self) -> bool:
        """Whether an identifier stood here."""
        return self.word.placeholder is not None

    @property
    def whole(self) -> bool:
        """Whether the fragment is the whole word."""
        return self.end - self.start == self.word.end - self.word.start


@dataclass(frozen=True, slots=True)
class Line:
    """A text line, left to right, without leaders and rules.

    Attributes:
        index: Line number on the page, 0-based.
        y: Vertical centre in points.
        height: Median fragment height in points.
    """

    index: int
    fragments: tuple[Fragment, ...]
    y: float
    height: float

    @property
    def x0(self) -> float:
        """Left edge in points."""
        return self.fragments[0].x0

    @property
    def x1(self) -> float:
        """Right edge in points."""
        return max(fragment.x1 for fragment in self.fragments)

    @property
    def text(self) -> str:
        """The fragments joined by blanks."""
        return text_of(self.fragments)

    def between(self, left: float, right: float) -> Line | None:
        """The part of the line whose fragments begin in ``[left, right)``; ``None`` where there is none."""
        kept = tuple(fragment for fragment in self.fragments if left <= fragment.x0 < right)
        return make_line(self.index, kept) if kept else None


@dataclass(frozen=True, slots=True)
class PageView:
    """A page ready for reading.

    Attributes:
        char: Mean character width in points.
        pitch: Usual distance of two lines in points.
        lines: Top to bottom, of the page held upright.
        height: Page height in points, held upright.
    """

    page: DeidentifiedPage
    char: float
    pitch: float
    lines: tuple[Line, ...]
    height: float

    def quote(self, fragments: Sequence[Fragment]) -> DeidentifiedText:
        """The clean text of fragments: neighbours in the text keep what stands between them, others join by a blank."""
        pieces: list[DeidentifiedText] = []
        start = end = -1
        for fragment in fragments:
            between = self.page.text.value[end : fragment.start] if end >= 0 else ""
            if end >= 0 and end <= fragment.start and not between.strip() and "\n" not in between:
                end = fragment.end
                continue
            if end >= 0:
                pieces.append(self.page.text.slice(start, end))
            start, end = fragment.start, fragment.end
        if end >= 0:
            pieces.append(self.page.text.slice(start, end))
        return DeidentifiedText.join(" ", pieces)


def text_of(fragments: Iterable[Fragment]) -> str:
    """The fragments' characters, joined by blanks."""
    return " ".join(fragment.text for fragment in fragments)


def make_line(index: int, fragments: Sequence[Fragment]) -> Line:
    """A line from at least one fragment, sorted from left to right."""
    ordered = tuple(sorted(fragments, key=lambda fragment: (fragment.x0, fragment.start)))
    return Line(
        index,
        ordered,
        y=sum(fragment.y for fragment in ordered) / len(ordered),
        height=median(fragment.height for fragment in ordered),
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """The page held upright: the direction of its text as displayed, and its size in points after turning."""

    run: TextRun
    width: float
    height: float

    @classmethod
    def of(cls, page: DeidentifiedPage) -> _Frame:
        """The frame in which most of the page's text runs to the right."""
        width, height = page.width_points, page.height_points
        run = text_run(page.words, width=width, height=height)
        return cls(run, height, width) if run.is_sideways else cls(run, width, height)


def view_page(page: DeidentifiedPage) -> PageView:
    """Read a clean page's words into lines."""
    frame = _Frame.of(page)
    widths = [
        upright(word.box, frame.run).width * frame.width / len(word.text)
        for word in page.words
        if word.placeholder is None and len(word.text) >= 3
    ]
    char = median(widths) if widths else frame.width / 100
    by_line: dict[int, list[Fragment]] = {}
    for word in page.words:
        line = by_line.setdefault(word.line, [])
        # An equals sign belongs to "> or =" alone; elsewhere it is a rule between cells, read optically.
        if word.text != "=" or (line and line[-1].text.casefold() in {"or", ">", "<"}):
            line.extend(_fragments(word, frame))
    lines = [make_line(index, fragments) for index, fragments in by_line.items() if fragments]
    ordered = sorted(lines, key=lambda line: (line.y, line.x0))
    steps = [below.y - line.y for line, below in pairwise(ordered) if below.y - line.y > line.height / 3]
    return PageView(page, char, median(steps) if steps else frame.height / 50, tuple(ordered), frame.height)


def cells_of(fragments: Sequence[Fragment], char: float) -> list[tuple[Fragment, ...]]:
    """Fragments of one line grouped where only a blank parts them.

    Args:
        fragments: Left to right.
        char: Mean character width in points.
    """
    cells: list[list[Fragment]] = []
    for fragment in fragments:
        if cells and fragment.x0 - cells[-1][-1].x1 <= CELL_GAP_CHARS * char:
            cells[-1].append(fragment)
        else:
            cells.append([fragment])
    return [tuple(cell) for cell in cells]


def _fragments(word: CleanWord, frame: _Frame) -> list[Fragment]:
    if word.placeholder is not None:
        return [_part(word, frame, 0, len(word.text))]
    parts: list[Fragment] = []
    cursor = 0
    for leader in [*_LEADERS.finditer(word.text), None]:
        end = leader.start() if leader else len(word.text)
        if end > cursor:
            parts += [_part(word, frame, cursor + start, cursor + stop) for start, stop in _cuts(word.text[cursor:end])]
        cursor = leader.end() if leader else end
    return [part for part in parts if not _FILLER.match(part.text)]


def _cuts(text: str) -> list[tuple[int, int]]:
    """Where a glued word is cut: offsets of its parts."""
    labelled = _LABELLED.match(text)
    if labelled:
        cut = labelled.end("label")
        return [(0, cut), *((cut + start, cut + end) for start, end in _cuts(text[cut:]))]
    answered, ranged = _ANSWERED.match(text), _RANGE_UNIT.match(text)
    if answered and longest_drug([answered["drug"]]):
        return [(0, answered.end("drug")), (answered.start("category"), len(text))]
    if ranged:
        return [(0, ranged.end("range")), (ranged.end("range"), len(text))]
    return _cuts_of_number(text)


def _cuts_of_number(text: str) -> list[tuple[int, int]]:
    """Where a number is cut from what is glued to it."""
    glued = _GLUED.match(text)
    if glued and ucum_of(text) is None and respell_unit(text) is None and not re.fullmatch(r"\d\+", text):
        cut = glued.end("number")
        if is_flag(glued["rest"]) or is_unit_like(glued["rest"]):
            return [(0, cut), (cut, len(text))]
        both = _UNIT_FLAG.match(glued["rest"])
        if both and is_unit_like(both["unit"]) and is_flag(both["flag"]):
            flag = cut + both.start("flag")
            return [(0, cut), (cut, flag), (flag, len(text))]
    starred = re.match(r"^(\*{1,2})(\d[\d.,]*)$", text)
    if starred:
        cut = starred.end(1)
        return [(0, cut), (cut, len(text))]
    return [(0, len(text))]


def _part(word: CleanWord, frame: _Frame, start: int, end: int) -> Fragment:
    length = max(len(word.text), 1)
    box = upright(word.box, frame.run)
    left, width = box.x * frame.width, box.width * frame.width
    return Fragment(
        text=word.text[start:end],
        start=word.start + start,
        end=word.start + end if end < length else word.end,
        x0=left + width * start / length,
        x1=left + width * end / length,
        y=box.center[1] * frame.height,
        height=box.height * frame.height,
        word=word,
    )
