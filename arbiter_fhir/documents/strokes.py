"""Lines drawn through words of a PDF page: struck out by hand or by an editor, without an annotation that says so.

A stroke strikes out what it crosses at the height where letters are fullest. A line to write on and an underline lie at
the foot of the letters, a rule between rows beside them, and the frame that a title interrupts goes on far beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arbiter_fhir.documents.pdf.layer import turn_rect
from arbiter_fhir.documents.pdf.visibility import Rect
from arbiter_fhir.domain.document import Page, Word

__all__ = ["crossed_words"]

#: A stroke is at most so thick, and crosses a word between these heights of its box (0 at the top, 1 at the bottom).
#: Base lines lie at 0.7 to 0.82 of the boxes of common fonts, the middle of small letters at 0.45 to 0.62.
MOST_THICK: Final = 0.3
MIDDLE: Final = (0.28, 0.67)
#: It crosses at least this part of the word's width.
LEAST_CROSSED: Final = 0.6
#: It ends at most so many heights of a letter beyond the words that it crosses; a rule goes on.
MOST_BEYOND: Final = 2.0
#: Pieces at one height with at most so many points between them are one stroke.
JOINED_POINTS: Final = 4.0
SAME_HEIGHT_POINTS: Final = 0.75
#: A word of fewer letters may be taller than wide.
TELLING_LETTERS: Final = 4
#: Strokes looked at on a page, at most.
MOST_STROKES: Final = 4000


def crossed_words(strokes: Sequence[Rect], page: Page) -> list[tuple[Word, ...]]:
    """The words that each stroke strikes out; strokes that strike out nothing have no entry.

    Args:
        strokes: Thin drawings, in points of the page as displayed.
        page: The page as read.
    """
    if not strokes or not page.words:
        return []
    found: list[tuple[Word, ...]] = []
    upended = _upended_lines(page)
    for degrees in (0, 90):
        # Text that runs down or up the page is looked at with the page turned, so that every stroke lies level.
        words = [(word, _box_of(word, page, degrees)) for word in page.words if (word.line in upended) == bool(degrees)]
        level = [turn_rect(stroke, degrees) for stroke in strokes[:MOST_STROKES]]
        lines = _joined([each for each in level if each[2] - each[0] > each[3] - each[1]])
        found.extend(struck for line in lines if (struck := _struck_by(line, words)))
    return found


def _upended_lines(page: Page) -> frozenset[int]:
    """The lines that run down or up the page: their longest word says so, else what most words of the page say."""
    longest: dict[int, Word] = {}
    for word in page.words:
        if word.line not in longest or len(word.text) > len(longest[word.line].text):
            longest[word.line] = word
    telling = {line: _is_upended(word, page) for line, word in longest.items() if len(word.text) >= TELLING_LETTERS}
    usual = 2 * sum(telling.values()) > len(telling)
    return frozenset(line for line in longest if telling.get(line, usual))


def _is_upended(word: Word, page: Page) -> bool:
    return word.box.height * page.height_points > word.box.width * page.width_points


def _box_of(word: Word, page: Page, degrees: int) -> Rect:
    box, across, down = word.box, page.width_points, page.height_points
    return turn_rect((box.x * across, box.y * down, box.right * across, box.bottom * down), degrees)


def _joined(pieces: Iterable[Rect]) -> list[Rect]:
    """Level pieces, those that go on one another as one."""
    lines: list[Rect] = []
    for piece in sorted(pieces, key=lambda each: (round((each[1] + each[3]) / 2 / SAME_HEIGHT_POINTS), each[0])):
        last = lines[-1] if lines else None
        if last is not None and _goes_on(last, piece):
            lines[-1] = (last[0], min(last[1], piece[1]), max(last[2], piece[2]), max(last[3], piece[3]))
        else:
            lines.append(piece)
    return lines


def _goes_on(line: Rect, piece: Rect) -> bool:
    level = abs(line[1] + line[3] - piece[1] - piece[3]) <= 2 * SAME_HEIGHT_POINTS
    return level and line[0] <= piece[0] <= line[2] + JOINED_POINTS


def _struck_by(line: Rect, words: Iterable[tuple[Word, Rect]]) -> tuple[Word, ...]:
    crossed = [(word, box) for word, box in words if _crosses(line, box)]
    if not crossed:
        return ()
    height = max(box[3] - box[1] for _, box in crossed)
    left, right = min(box[0] for _, box in crossed), max(box[2] for _, box in crossed)
    if max(left - line[0], line[2] - right) > MOST_BEYOND * height:
        return ()
    return tuple(word for word, _ in crossed)


def _crosses(line: Rect, box: Rect) -> bool:
    height, width = box[3] - box[1], box[2] - box[0]
    if height <= 0 or width <= 0 or line[3] - line[1] > MOST_THICK * height:
        return False
    place = ((line[1] + line[3]) / 2 - box[1]) / height
    shared = min(line[2], box[2]) - max(line[0], box[0])
    return MIDDLE[0] <= place <= MIDDLE[1] and shared >= LEAST_CROSSED * width
