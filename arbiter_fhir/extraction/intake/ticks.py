"""Boxes to tick on a clean page: regions that the reader made, ballot characters, and boxes typed with brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.region import RegionKind, RegionMark

__all__ = ["Tick", "TickState", "find_ticks"]

_EMPTY: Final = frozenset("\u2610\u25a1\u25a2\u2751\u2752\u274f\u2750\u25fb\u25fd\uf0a8\uf06f\uf071\uf072")
_TICKED: Final = frozenset(
    "\u2611\u2612\u25a3\u2705\u274e\u2713\u2714\u2715\u2716\u2717\u2718\uf0fd\uf0fe\uf078\uf0fc\uf0fb"
)

#: A box of brackets in one word, with what is in it; recognition reads a closing bracket as other upright letters.
_BRACKETED: Final = re.compile(r"[\[({](?P<inside>[^\])}]{0,2})[\])}]")
_BLANK: Final = re.compile(r"_{1,8}(?P<inside>[xXvV\u2713\u2714])_{1,8}")
_OPENING: Final = frozenset("[({")
_CLOSING: Final = frozenset("])}")
#: What people and programs put into a box of brackets.
_MARKS: Final = frozenset("xXvV*\u2713\u2714\u2715\u2716\u2717\u2718\u221a\u00d7+")


class TickState(Enum):
    """What a box shows."""

    EMPTY = "empty"
    TICKED = "ticked"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Tick:
    """A box to tick.

    Attributes:
        words: The words that make it, one to three.
        state: What it shows.
    """

    words: tuple[CleanWord, ...]
    state: TickState


def find_ticks(page: DeidentifiedPage) -> dict[int, Tick]:
    """Every tick box of a page, by the start of its first word."""
    marked = _marked_regions(page)
    found: dict[int, Tick] = {}
    index = 0
    while index < len(page.words):
        tick = _tick_at(page.words, index, marked)
        if tick is None:
            index += 1
            continue
        found[tick.words[0].start] = tick
        index += len(tick.words)
    return found


def _marked_regions(page: DeidentifiedPage) -> dict[int, TickState]:
    """State by the offset of the first character of each check box region."""
    states: dict[int, TickState] = {}
    for region in page.regions:
        if region.kind is RegionKind.CHECKBOX and region.spans:
            checked, unchecked = RegionMark.CHECKED in region.marks, RegionMark.UNCHECKED in region.marks
            clear = TickState.TICKED if checked else TickState.EMPTY
            states[region.spans[0][0]] = TickState.UNCLEAR if checked == unchecked else clear
    return states


def _tick_at(words: Sequence[CleanWord], index: int, marked: dict[int, TickState]) -> Tick | None:
    word = words[index]
    if word.start in marked:
        return Tick((word,), marked[word.start])
    text = word.text
    if len(text) == 1 and text in _EMPTY | _TICKED:
        return Tick((word,), TickState.TICKED if text in _TICKED else TickState.EMPTY)
    if (blank := _BLANK.fullmatch(text)) or (text not in ("()", "{}") and (blank := _BRACKETED.fullmatch(text))):
        state = _inside(blank["inside"].strip(" _"))
        return None if state is None else Tick((word,), state)
    if text in _OPENING:
        for length in (2, 3):
            group = tuple(words[index : index + length])
            if len(group) == length and group[-1].text in _CLOSING and group[-1].line == word.line:
                state = _inside(group[1].text) if length == 3 else TickState.EMPTY
                return None if state is None else Tick(group, state)
    return None


def _inside(text: str) -> TickState | None:
    if not text:
        return TickState.EMPTY
    return TickState.TICKED if set(text) <= _MARKS else None
