"""A reading copy of a text: compatibility forms, look-alike letters and invisible characters undone, offsets kept.

Recognizers read the copy; what they find is mapped back, so that the text itself is never altered.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass

__all__ = ["FoldedText", "fold"]

#: Cyrillic and Greek letters that look like Latin ones, and punctuation with many shapes (from Unicode's confusables).
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһкАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρυ",
    "aeopcyxijsdhkABEKMHOPCTYXIJSABEZHIKMNOPTYXoavpu",
)
_PUNCTUATION = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("‘’‛ʼʹ´`＇", "'"),
        **dict.fromkeys("“”„‟", '"'),
        **dict.fromkeys(
            "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
        ),
        **dict.fromkeys("⁄∕", "/"),
    }
)
_LATIN_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class FoldedText:
    """The reading copy.

    Attributes:
        text: Folded text.
        starts: Offset in the raw text of each folded character, and at the end the raw length; ``None`` where
            nothing was changed.
    """

    text: str
    starts: tuple[int, ...] | None

    def to_raw(self, start: int, end: int) -> tuple[int, int]:
        """Raw offsets of a folded span (start inclusive, end exclusive), not empty."""
        if self.starts is None:
            return start, end
        # The last character's raw end is where the next raw character begins: a ligature maps as a whole.
        first, last = self.starts[start], self.starts[end - 1]
        after = next((raw for raw in self.starts[end:] if raw > last), self.starts[-1])
        return first, after

    def from_raw(self, offset: int) -> int:
        """Offset in the folded text of a raw offset (of what comes after it, where the character itself fell away)."""
        return offset if self.starts is None else bisect_left(self.starts, offset)


def fold(text: str) -> FoldedText:
    """The reading copy of ``text``; plain ASCII comes back unchanged."""
    if text.isascii():
        return FoldedText(text, None)
    pieces: list[str] = []
    starts: list[int] = []
    for offset, character in enumerate(text):
        folded = _fold_character(character)
        pieces.append(folded)
        starts += [offset] * len(folded)
    starts.append(len(text))
    joined = "".join(pieces)
    return FoldedText(_LATIN_WORD.sub(_undo_look_alikes, joined), tuple(starts))


def _fold_character(character: str) -> str:
    if character.isascii():
        return character
    # Format characters (zero width, direction marks, soft hyphen) hide a word from every pattern.
    if unicodedata.category(character) == "Cf":
        return ""
    translated = character.translate(_PUNCTUATION)
    if translated != character:
        return translated
    compatible = unicodedata.normalize("NFKC", character)
    # White space inside a compatibility form (such as a spacing accent) would break a word in two.
    return "".join(compatible.split()) or compatible


def _undo_look_alikes(match: re.Match[str]) -> str:
    """Look-alike letters are Latin only beside Latin ones: a name in Cyrillic stays Cyrillic."""
    word = match[0]
    if word.isascii() or not any(letter.isascii() for letter in word):
        return word
    return word.translate(_LOOK_ALIKES)
