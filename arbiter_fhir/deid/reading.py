"""A page's reading copy, cut into lines and tokens once, for all recognizers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from arbiter_fhir.deid.lab_rows import is_lab_row
from arbiter_fhir.deid.lexicon import Lexicon, key_of, load_lexicon

__all__ = ["Reading", "Token"]

_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
#: An article or particle in small letters that is one word with the name behind it: *al-Rashid*, *d'Amico*.
_ARTICLE_FIRST = re.compile(r"(?:(?:al|el|ad|ar|as|an|ash|at|az|ibn|bin|abd)-|(?:d|l|dell|dall|t|n)')[A-Z][a-z]")
#: A full stop after a word or number, before a capital.
_SENTENCE_END = re.compile(
    r"(?<!Dr\.)(?<!Mr\.)(?<!rs\.)(?<!Ms\.)(?<!St\.)(?<=[A-Za-z0-9%)]{2}[.;]) (?=[A-Z][A-Za-z'-]*[ :,.])"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the text.

    Attributes:
        text: As written.
        start: Offset, inclusive.
        end: Offset, exclusive.
        gap: What stands between the token before and this one.
        key: Plain form for the word lists.
    """

    text: str
    start: int
    end: int
    gap: str
    key: str

    @property
    def is_alphabetic(self) -> bool:
        """Letters only, but for apostrophes and hyphens."""
        return self.text.replace("'", "").replace("-", "").isalpha()

    @property
    def is_initial(self) -> bool:
        """One capital letter."""
        return len(self.text) == 1 and self.text.isupper()

    @property
    def is_capitals(self) -> bool:
        """Two or more letters, all capital."""
        return len(self.text) > 1 and self.text.isupper() and self.is_alphabetic

    @property
    def is_capitalised(self) -> bool:
        """Begins with a capital letter and goes on in small ones, as names do (McKay, O'Brien, DeShawn included)."""
        shaped = self.text[:1].isupper() or _ARTICLE_FIRST.match(self.text) is not None
        return len(self.text) > 1 and shaped and self.is_alphabetic and not self.text.isupper()

    @property
    def is_name_shaped(self) -> bool:
        """Capitalised, all capitals, or an initial."""
        return (self.text[:1].isupper() or _ARTICLE_FIRST.match(self.text) is not None) and self.is_alphabetic


@dataclass(frozen=True)
class Reading:
    """A text as the recognizers see it.

    Attributes:
        text: Folded text; lines end in a newline.
        lexicon: The word lists.
    """

    text: str = field(repr=False)
    lexicon: Lexicon = field(default_factory=load_lexicon, repr=False)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """All words in order."""
        return tuple(self._tokens())

    def _tokens(self) -> Iterator[Token]:
        end = 0
        for match in _TOKEN.finditer(self.text):
            word = match[0]
            yield Token(word, match.start(), match.end(), self.text[end : match.start()], key_of(word))
            end = match.end()

    @cached_property
    def _token_starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(offset + 1 for offset, character in enumerate(self.text) if character == "\n")]

    def line_number(self, offset: int) -> int:
        """Line (0-based) that an offset lies on."""
        return bisect_right(self._line_starts, offset) - 1

    def line_span(self, number: int) -> tuple[int, int]:
        """Offsets of a line, without its newline."""
        starts = self._line_starts
        return starts[number], starts[number + 1] - 1 if number + 1 < len(starts) else len(self.text)

    @property
    def line_count(self) -> int:
        """Number of lines."""
        return len(self._line_starts)

    def first_token_at(self, offset: int) -> int:
        """Index of the first token that ends after ``offset``."""
        index = bisect_right(self._token_starts, offset)
        return index - 1 if index and self.tokens[index - 1].end > offset else index

    def tokens_in(self, start: int, end: int) -> list[Token]:
        """Tokens that touch the span."""
        found = []
        for token in self.tokens[self.first_token_at(start) :]:
            if token.start >= end:
                break
            found.append(token)
        return found

    @cached_property
    def _sentence_starts(self) -> list[int]:
        """Where lines begin, and sentences inside them."""
        return sorted({*self._line_starts, *(match.end() for match in _SENTENCE_END.finditer(self.text))})

    @cached_property
    def _lab_rows(self) -> frozenset[int]:
        starts = self._sentence_starts
        ends = [*(start - 1 for start in starts[1:]), len(self.text)]
        rows = (
            start for start, end in zip(starts, ends, strict=True) if is_lab_row(self.text[start:end], self.lexicon)
        )
        # A sentence of a line that is no row as a whole is none either.
        return frozenset(
            start
            for start in rows
            if is_lab_row(self.text[slice(*self.line_span(self.line_number(start)))], self.lexicon)
        )

    def sentence_span(self, offset: int) -> tuple[int, int]:
        """Offsets of the sentence, or of the part of it on its line, that holds an offset."""
        starts = self._sentence_starts
        at = bisect_right(starts, offset)
        return starts[at - 1], starts[at] - 1 if at < len(starts) else len(self.text)

    def in_lab_row(self, offset: int) -> bool:
        """Whether the offset lies on a line, or in a sentence of one, that reads as a row of a result table.

        Prose gives results in one sentence and names somebody in the next.
        """
        starts = self._sentence_starts
        return starts[bisect_right(starts, offset) - 1] in self._lab_rows
