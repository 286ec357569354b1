"""A plain page as lines of segments: words that stand together, parted where a wide gap or a rule parts them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage

__all__ = ["Segment", "TextLine", "character_width", "gutter_of", "lines_of"]

#: A gap wider than this many mean character widths parts two segments, as in laboratory tables.
CELL_GAP_CHARS: Final = 1.75
#: Side by side stand cells at most this long; longer ones are columns of text.
LONGEST_CELL_CHARS: Final = 32
#: Rules and leaders that part cells.
_RULE: Final = re.compile(r"^(?:[|\u00a6\u2502]+|[._\u2026]{4,}|[-=_]{4,})$")
_MARKER: Final = re.compile(r"^(?:[\u2022\u25cf\u25aa*o-]|\(?\d{1,2}[.)])$")
#: A gutter that parts two columns of a page is at least this many characters wide, for at least this many lines.
GUTTER_CHARS: Final = 2.0
GUTTER_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class Segment:
    """Words of one line without a wide gap between them.

    Attributes:
        words: Left to right.
        x0: Left edge, 0-1 of the page.
        x1: Right edge, 0-1 of the page.
    """

    words: tuple[CleanWord, ...]
    x0: float
    x1: float

    @property
    def text(self) -> str:
        """Its words, joined by blanks."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text line.

    Attributes:
        segments: Left to right, at least one.
        top: Upper edge, 0-1 of the page.
        height: Median word height, 0-1 of the page.
    """

    segments: tuple[Segment, ...]
    top: float
    height: float

    @property
    def text(self) -> str:
        """All its words, joined by blanks."""
        return " ".join(segment.text for segment in self.segments)

    @property
    def x0(self) -> float:
        """Left edge, 0-1 of the page."""
        return self.segments[0].x0

    @property
    def x1(self) -> float:
        """Right edge, 0-1 of the page."""
        return self.segments[-1].x1


def character_width(page: DeidentifiedPage) -> float:
    """Mean width of a character of the page's words, 0-1 of the page."""
    widths = [word.box.width / len(word.text) for word in page.words if len(word.text) > 1 and word.placeholder is None]
    return median(widths) if widths else 0.01


def lines_of(page: DeidentifiedPage, words: Sequence[CleanWord]) -> tuple[TextLine, ...]:
    """The lines of some words of a page, in the order of the page's own lines."""
    char = character_width(page)
    by_line: dict[int, list[CleanWord]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(word)
    lines = []
    for members in by_line.values():
        ordered = sorted(members, key=lambda word: (word.box.x, word.start))
        segments = _segments(ordered, char)
        if segments:
            lines.append(
                TextLine(
                    segments,
                    min(word.box.y for word in members),
                    median(word.box.height for word in members),
                )
            )
    return _beside(lines)


def _beside(lines: list[TextLine]) -> tuple[TextLine, ...]:
    """Lines of few words that stand side by side, as one line each: the cells of a row that was read by columns."""
    kept: list[TextLine] = []
    for line in sorted(lines, key=lambda each: each.top):
        near = next((at for at in range(len(kept) - 1, max(-1, len(kept) - 7), -1) if _is_beside(kept[at], line)), None)
        if near is None:
            kept.append(line)
            continue
        other = kept[near]
        segments = tuple(sorted((*other.segments, *line.segments), key=lambda segment: segment.x0))
        kept[near] = TextLine(segments, min(other.top, line.top), max(other.height, line.height))
    return tuple(kept) if len(kept) < len(lines) else tuple(lines)


def _is_beside(one: TextLine, other: TextLine) -> bool:
    short = all(len(segment.text) <= LONGEST_CELL_CHARS for segment in (*one.segments, *other.segments))
    apart = one.x1 < other.x0 or other.x1 < one.x0
    return short and apart and abs(one.top - other.top) < min(one.height, other.height) / 2


def _segments(words: Sequence[CleanWord], char: float) -> tuple[Segment, ...]:
    groups: list[list[CleanWord]] = [[]]
    for word in words:
        if _RULE.match(word.text):
            groups.append([])
            continue
        last = groups[-1][-1] if groups[-1] else None
        if last is not None and word.box.x - last.box.right > CELL_GAP_CHARS * char:
            groups.append([])
        groups[-1].append(word)
    kept = [group for group in groups if group]
    merged: list[list[CleanWord]] = []
    for group in kept:
        # A bullet or a number stands apart from the text that it belongs to.
        if (
            merged
            and len(merged[-1]) == 1
            and re.fullmatch(r"[\u2022\u25cf\u25aa*o-]|\(?\d{1,2}[.)]", merged[-1][0].text)
        ):
            merged[-1].extend(group)
        else:
            merged.append(list(group))
    return tuple(
        Segment(tuple(group), min(word.box.x for word in group), max(word.box.right for word in group))
        for group in merged
    )


def gutter_of(lines: Sequence[TextLine], char: float) -> float | None:
    """Where a gutter parts all these lines into two columns of text, 0-1 of the page; ``None`` where none does.

    Args:
        lines: Lines one below the other.
        char: Mean character width, 0-1 of the page.
    """
    split = [line for line in lines if len(line.segments) > 1]
    if len(split) < GUTTER_LINES or len(split) * 2 < len(lines):
        return None
    gaps = [
        (one.x1, two.x0)
        for line in split
        for one, two in pairwise(line.segments)
        if two.x0 - one.x1 > GUTTER_CHARS * char
    ]
    for _, right in sorted(gaps, key=lambda gap: gap[1]):
        middle = right - char / 2
        crossed = any(segment.x0 < middle < segment.x1 for line in lines for segment in line.segments)
        both = sum(
            1
            for line in lines
            if any(segment.x1 < middle for segment in line.segments)
            and any(segment.x0 > middle for segment in line.segments)
        )
        if not crossed and both >= GUTTER_LINES and 0.25 < middle < 0.75:
            return middle
    return None
