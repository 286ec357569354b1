"""Running text with the words behind every character, so that whatever is found in it can be cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText

__all__ = ["TextRun", "run_of"]

#: Ends of sentences: a stop, question or exclamation mark before a blank and a capital, digit or bracket; a semicolon.
_SENTENCE_END: Final = re.compile(r"(?<=[\w)%\]][.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9\u2022*-])|;\s*")
#: Abbreviations whose stop ends no sentence.
_ABBREVIATIONS: Final = re.compile(
    r"\b(?:dr|mr|mrs|ms|pt|vs|no|st|approx|e\.g|i\.e|etc|hx|tab|tabs|cap|caps|p\.o|b\.i\.d|t\.i\.d|q\.i\.d|q\.d|p\.r\.n"
    r"|inj|sol|susp|mg|ml|mcg|yrs?|wks?|mos?|temp|wt|ht|resp|[a-z])\.$",
    re.IGNORECASE,
)
#: The mark of an item of a list that runs on in a line: ``1) Hypertension 2) Gout``, ``a. b.``, ``I. II.``.
_ITEM_MARK: Final = re.compile(
    r"(?:(?<=\s)|(?<=^)|(?<=[:;,]))(?P<open>[(#]?)(?P<mark>\d{1,2}|[a-j]|[IVX]{1,4})(?P<close>[.):]?)\s+(?=(?P<big>[A-Z])?)"
)
_BULLET: Final = re.compile(r"\s*[\u2022\u25cf\u25aa\u25e6\u2023\u00b7]\s+")
_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
#: Bare numbers make a list where so many count on, each before a capital letter.
LEAST_BARE: Final = 3
#: Items that make a list.
LEAST_ITEMS: Final = 2


@dataclass(frozen=True, slots=True)
class TextRun:
    """Words of one page as running text.

    Attributes:
        page: The page.
        words: In reading order.
        text: The words joined by single blanks (parts of one printed word without).
        starts: Offset of each word in `text`.
    """

    page: DeidentifiedPage
    words: tuple[CleanWord, ...]
    text: str
    starts: tuple[int, ...]

    def words_in(self, start: int, end: int) -> tuple[CleanWord, ...]:
        """The words that share a character with ``start`` to ``end`` of the text."""
        return tuple(
            word for word, at in zip(self.words, self.starts, strict=True) if at < end and start < at + len(word.text)
        )

    def part(self, start: int, end: int) -> TextRun:
        """The whole words from ``start`` to ``end`` as a run of their own."""
        return run_of(self.page, self.words_in(start, end))

    def clean(self, start: int = 0, end: int | None = None) -> DeidentifiedText:
        """The clean text from ``start`` to ``end``, cut from the page's own, blanks at the ends dropped."""
        stop = len(self.text) if end is None else end
        while start < stop and self.text[start] == " ":
            start += 1
        while start < stop and self.text[stop - 1] == " ":
            stop -= 1
        pieces: list[DeidentifiedText] = []
        last_end = -1
        for word, at in zip(self.words, self.starts, strict=True):
            first, last = max(start, at), min(stop, at + len(word.text))
            if first >= last:
                continue
            piece = self.page.text.slice(word.start + first - at, word.start + last - at)
            if pieces and at == last_end:
                pieces[-1] = DeidentifiedText.join("", [pieces[-1], piece])
            else:
                pieces.append(piece)
            last_end = at + len(word.text)
        return DeidentifiedText.join(" ", pieces)

    def closed(self, start: int, end: int) -> int:
        """``end``, or behind the bracket that stands there where one is still open since ``start``."""
        inside = self.text[start:end]
        after = re.match(r"[\s.]*[)\]]", self.text[end:])
        is_open = inside.count("(") + inside.count("[") > inside.count(")") + inside.count("]")
        return end + after.end() if is_open and after is not None else end

    def sentences(self) -> Iterator[tuple[int, int]]:
        """Start and end of each sentence, clause that a semicolon parts, or item of a list that runs on in a line."""
        first = 0
        for start, end in [*_item_marks(self.text), (len(self.text), len(self.text))]:
            yield from self._sentences(first, start)
            first = end

    def _sentences(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        start = first
        for found in _SENTENCE_END.finditer(self.text, first, last):
            before = self.text[start : found.start()]
            if not found[0].startswith(";") and _ABBREVIATIONS.search(before):
                continue
            if before.strip():
                yield start, found.start()
            start = found.end()
        if self.text[start:last].strip():
            yield start, last


def _item_marks(text: str) -> list[tuple[int, int]]:
    """Start and end of the marks of a list in a line: bullets, or marks that count on, alike in form.

    They begin at the first, or at the second where the first was taken off as the mark of its line.
    """
    bullets = [found.span() for found in _BULLET.finditer(text)]
    if bullets:
        return bullets
    kept: list[re.Match[str]] = []
    for found in _ITEM_MARK.finditer(text):
        if kept and found["mark"] == _next_mark(kept[-1]["mark"]) and _form(found) == _form(kept[-1]):
            kept.append(found)
        elif not _makes_list(kept, text) and found["mark"] in {"1", "a", "I", "2", "b"}:
            kept = [found]
    return [found.span() for found in kept] if _makes_list(kept, text) else []


def _makes_list(marks: Sequence[re.Match[str]], text: str) -> bool:
    """Whether marks that count on are those of a list."""
    if not marks:
        return False
    if _form(marks[0]) == ("", ""):
        return len(marks) >= LEAST_BARE and all(found["mark"].isdigit() and found["big"] for found in marks)
    second = marks[0]["mark"] in {"2", "b"} and marks[0]["close"] == ")" and len(text.split()) > 1
    return len(marks) >= LEAST_ITEMS or second


def _next_mark(mark: str) -> str:
    if mark.isdigit():
        return str(int(mark) + 1)
    if mark in _ROMAN:
        return (*_ROMAN, "")[_ROMAN.index(mark) + 1]
    return chr(ord(mark[0]) + 1)


def _form(found: re.Match[str]) -> tuple[str, str]:
    return found["open"], found["close"]


def run_of(page: DeidentifiedPage, words: Iterable[CleanWord]) -> TextRun:
    """A run of some words of a page, in the order given."""
    kept: Sequence[CleanWord] = tuple(words)
    text = ""
    starts: list[int] = []
    for index, word in enumerate(kept):
        if index and word.start != kept[index - 1].end:
            text += " "
        starts.append(len(text))
        text += word.text
    return TextRun(page, tuple(kept), text, tuple(starts))
