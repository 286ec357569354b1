"""List labels of a Word document: they are not stored, the program that shows the document counts them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.documents.office.docx.styles import ListPlace, child
from arbiter_fhir.documents.office.docx.symbols import text_in_font
from arbiter_fhir.documents.office.ooxml import Element, attribute, name_of

__all__ = ["Numbering"]

_LEVELS: Final = 9
_PLACEHOLDER: Final = re.compile(r"%([1-9])")
_ROMAN: Final = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
#: Longest number that is written in Roman or in letters; a hostile start value would make text without end.
_MOST: Final = 4000
_LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class _Level:
    """A level of a list: how its numbers look and where they start."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    restart: int | None = None


@dataclass(slots=True)
class _Counter:
    """Numbers of one list while it is read; ``None`` for levels not begun."""

    levels: dict[int, _Level]
    numbers: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)


class Numbering:
    """Counts lists.

    Args:
        root: Tree of the numbering part; ``None`` where the document has none.
    """

    def __init__(self, root: Element | None) -> None:
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._counters: dict[str, _Counter] = {}
        self._lists: dict[str, tuple[str, _Counter]] = {}
        for element in root if root is not None else ():
            if name_of(element) == "w:abstractNum":
                self._abstract[attribute(element, "w:abstractNumId")] = _levels(element)
        for element in root if root is not None else ():
            if name_of(element) == "w:num":
                self._add_list(element)

    def label(self, place: ListPlace) -> str:
        """The label of the next paragraph at ``place``; empty where the list has none."""
        known = self._lists.get(place.number)
        if known is None or place.level >= _LEVELS:
            return ""
        counter = known[1]
        level = counter.levels.get(place.level, _Level())
        numbers = counter.numbers
        before = numbers[place.level]
        numbers[place.level] = level.start if before is None else before + 1
        for deeper in range(place.level + 1, _LEVELS):
            restart = counter.levels.get(deeper, _Level()).restart
            # Without a word about it a level starts anew after every level above; zero says never.
            if restart is None or place.level < restart:
                numbers[deeper] = None
        if level.form == "bullet":
            return text_in_font(level.text, "symbol")[:4] if level.text else ""
        return _PLACEHOLDER.sub(lambda match: self._spoken(counter, int(match.group(1)) - 1), level.text)[
            :_LONGEST_LABEL
        ]

    @staticmethod
    def _spoken(counter: _Counter, at: int) -> str:
        level = counter.levels.get(at, _Level())
        number = counter.numbers[at]
        return _written(level.start if number is None else number, level.form)

    def _add_list(self, element: Element) -> None:
        identity = attribute(element, "w:numId")
        abstract = child(element, "w:abstractNumId")
        of = "" if abstract is None else attribute(abstract, "w:val")
        levels = dict(self._abstract.get(of, {}))
        overridden = False
        for each in element:
            if name_of(each) != "w:lvlOverride" or not attribute(each, "w:ilvl").isdecimal():
                continue
            at = int(attribute(each, "w:ilvl"))
            own, start = child(each, "w:lvl"), child(each, "w:startOverride")
            if own is not None:
                levels[at] = _level(own)
            if start is not None:
                old = levels.get(at, _Level())
                levels[at] = _Level(_number(attribute(start, "w:val"), 1), old.form, old.text, old.restart)
                overridden = True
        # Lists of one abstract list count on together, unless one starts anew.
        counter = _Counter(levels) if overridden else self._counters.setdefault(of, _Counter(levels))
        self._lists[identity] = (of, counter)


def _levels(abstract: Element) -> dict[int, _Level]:
    return {
        int(attribute(element, "w:ilvl")): _level(element)
        for element in abstract
        if name_of(element) == "w:lvl" and attribute(element, "w:ilvl").isdecimal()
    }


def _level(element: Element) -> _Level:
    start, form = child(element, "w:start"), child(element, "w:numFmt")
    text, restart = child(element, "w:lvlText"), child(element, "w:lvlRestart")
    return _Level(
        start=1 if start is None else _number(attribute(start, "w:val"), 1),
        form="decimal" if form is None else attribute(form, "w:val"),
        text="" if text is None else attribute(text, "w:val"),
        restart=None if restart is None else _number(attribute(restart, "w:val"), 0),
    )


def _number(told: str, otherwise: int) -> int:
    return min(int(told), 10**9) if told.isdecimal() and len(told) < 10 else otherwise


def _written(number: int, form: str) -> str:
    if form == "none":
        return ""
    if form == "decimalZero":
        return f"{number:02d}"
    if 0 < number < _MOST:
        if form in {"lowerRoman", "upperRoman"}:
            roman = _roman(number)
            return roman.upper() if form == "upperRoman" else roman
        if form in {"lowerLetter", "upperLetter"}:
            letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
            return letter.upper() if form == "upperLetter" else letter
    return str(number)


def _roman(number: int) -> str:
    written = ""
    for value, letters in _ROMAN:
        while number >= value:
            written += letters
            number -= value
    return written
