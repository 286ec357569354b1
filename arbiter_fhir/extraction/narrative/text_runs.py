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
        """Start and end of each sentence or clause that a semicolon parts."""
        start = 0
        for found in _SENTENCE_END.finditer(self.text):
            before = self.text[start : found.start()]
            if not found[0].startswith(";") and _ABBREVIATIONS.search(before):
                continue
            if before.strip():
                yield start, found.start()
            start = found.end()
        if self.text[start:].strip():
            yield start, len(self.text)


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
