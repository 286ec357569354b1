"""Lines to write on that nobody has written on: ``Aspirin ____``, ``Asthma: ____``, ``____ Diabetes``.

The filling itself is no text and is left out of the page. What it says stays as a region over the words that it stands
beside: they ask for an answer, and there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.documents.lines import PlacedWord, is_leader
from arbiter_fhir.domain.document import BoundingBox, Word
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark

__all__ = ["blank_regions"]

#: Characters that draw a line to write on; a line of dots may as well lead to a value further on.
_DRAWN: Final = frozenset("_")
_DOTTED: Final = frozenset(".\u2026_")
#: Gaps in heights of the line: none at all, and one that begins another cell (the rule of forms).
GLUED: Final = 0.12
APART: Final = 0.9
#: A line before a name, to tick on, has at most so many characters.
LONGEST_TICK_LINE: Final = 8
#: A line to write on shares this part of its height with the words that it stands beside.
SHARED_HEIGHT: Final = 0.5
#: A word that shares this part of its width with the line is written on it.
WRITTEN_ON: Final = 0.3
#: Lines to write on that are looked at on a page, at most.
MOST_BLANKS: Final = 400


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, or a line to write on where `word` is ``None``."""

    text: str
    box: BoundingBox
    word: Word | None = None


def blank_regions(read: Iterable[PlacedWord], words: Sequence[Word], *, ratio: float) -> tuple[Region, ...]:
    """A region over each label whose line to write on is empty; marked unchecked where that is sure.

    Args:
        read: Words as read, with the filling; only upright text is looked at.
        words: The page's words, without it.
        ratio: Height of the page divided by its width.
    """
    leaders = [each for each in read if each.frame == 0 and is_leader(each.text) and _DOTTED.issuperset(each.text)]
    if not leaders or not words:
        return ()
    lines: dict[int, list[_Token]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(_Token(word.text, word.box, word))
    bands = {line: BoundingBox.around(token.box for token in tokens) for line, tokens in lines.items()}
    touched: set[int] = set()
    for leader in leaders[:MOST_BLANKS]:
        line = max(bands, key=lambda number: _shared(bands[number], leader.box))
        if _shared(bands[line], leader.box) >= SHARED_HEIGHT:
            lines[line].append(_Token(leader.text, leader.box))
            touched.add(line)
    regions: list[Region] = []
    for line in sorted(touched):
        tokens = sorted(lines[line], key=lambda token: token.box.x)
        for label, sure in _labels(tokens, bands[line].height * ratio):
            path = f"blank {len(regions) + 1}"
            marks = (RegionMark.UNCHECKED,) if sure else ()
            regions.append(Region(RegionKind.BLANK, path, ((label[0].start, label[-1].end),), marks=marks))
    return tuple(regions)


def _shared(band: BoundingBox, box: BoundingBox) -> float:
    lower = min(band.height, box.height)
    return (min(band.bottom, box.bottom) - max(band.y, box.y)) / lower if lower > 0 else -1.0


def _labels(tokens: Sequence[_Token], height: float) -> Iterable[tuple[list[Word], bool]]:
    """The labels of a line whose line to write on is empty, each with whether that is sure."""
    found: list[tuple[list[Word], bool]] = []
    used: set[int] = set()
    for at, token in enumerate(tokens):
        if token.word is not None or _is_written_on(token, tokens) or _is_answered(tokens, at, height):
            continue
        label = _before(tokens, at, height)
        gap = _gap(tokens[at - 1], token) if label else 0.0
        if not label and len(token.text) <= LONGEST_TICK_LINE and _DRAWN.issuperset(token.text):
            label = _after(tokens, at, height)
            gap = _gap(token, tokens[at + 1]) if label else 0.0
        if not label or label[0].start in used or _fills(tokens, label[0], height):
            continue
        used.add(label[0].start)
        text = " ".join(word.text for word in label)
        if ":" in text[:-1]:
            # "Allergies: penicillin ____": the rest of a line that somebody has written on.
            continue
        # Glued to its line, in another cell, or with an amount, a name may be an answer itself beside what is left.
        plain = GLUED * height <= gap <= APART * height and not any(char.isdigit() for char in text)
        found.append((label, plain or text.endswith(":")))
    return found


def _gap(left: _Token, right: _Token) -> float:
    return right.box.x - left.box.right


def _is_written_on(blank: _Token, tokens: Sequence[_Token]) -> bool:
    """Whether a word is written on the line itself."""
    return any(
        min(token.box.right, blank.box.right) - max(token.box.x, blank.box.x) > WRITTEN_ON * token.box.width
        for token in tokens
        if token.word is not None
    )


def _is_answered(tokens: Sequence[_Token], at: int, height: float) -> bool:
    """Whether what follows a line to write on answers it: a word beside it that is no label of the next line."""
    if at + 1 == len(tokens) or tokens[at + 1].word is None:
        return False
    if not _before(tokens, at, height):
        return _gap(tokens[at], tokens[at + 1]) >= APART * height
    gap = _gap(tokens[at], tokens[at + 1])
    if not _DRAWN.issuperset(tokens[at].text) or gap < GLUED * height:
        return True
    if gap > APART * height:
        return False
    label = _after(tokens, at, height)
    after = at + 1 + len(label)
    return after == len(tokens) or tokens[after].word is not None


def _fills(tokens: Sequence[_Token], first: Word, height: float) -> bool:
    """Whether words touch the line before them: somebody has written them into the middle of it."""
    at = next(index for index, token in enumerate(tokens) if token.word is first)
    return (
        at > 0
        and tokens[at - 1].word is None
        and len(tokens[at - 1].text) > LONGEST_TICK_LINE // 2
        and _gap(tokens[at - 1], tokens[at]) < GLUED * height
    )


def _before(tokens: Sequence[_Token], at: int, height: float) -> list[Word]:
    """The words before a line to write on, up to the line or the cell before them."""
    label: list[Word] = []
    for index in range(at - 1, -1, -1):
        word = tokens[index].word
        if word is None or (label and _gap(tokens[index], tokens[index + 1]) > APART * height):
            break
        label.insert(0, word)
    return label


def _after(tokens: Sequence[_Token], at: int, height: float) -> list[Word]:
    """The words behind a line to write on, up to the next line or cell."""
    label: list[Word] = []
    for index in range(at + 1, len(tokens)):
        word = tokens[index].word
        if word is None or _gap(tokens[index - 1], tokens[index]) > APART * height:
            break
        label.append(word)
    return label
