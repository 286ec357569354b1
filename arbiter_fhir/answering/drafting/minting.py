"""A model's sentence as clean text: made of words of the clean statements it rests on, and of connecting words of ours.

A model's text is nobody's clean text. It becomes clean by being put together again from pieces that are: each word is
cut out of a statement or taken from the list below. A word that is in neither is the model's own, and the sentence is
not made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["Minted", "keeps_every_word", "mint_wording"]

#: Words of ours that a wording may add; they say nothing by themselves. What they join is checked by the grounding.
_CONNECTIVES: Final[tuple[LiteralString, ...]] = (
    *("a", "an", "the", "and", "of", "on", "in", "at", "for", "with", "from", "to", "by", "is", "are", "was", "were"),
    *("The", "On", "In", "result", "results", "value", "values", "both", "each", "also", "then", "while", "which"),
)
_OWN: Final[dict[str, LiteralString]] = {word: word for word in _CONNECTIVES}
_SIGNS: Final[dict[str, LiteralString]] = {sign: sign for sign in (".", ",", ";", ":", "(", ")")}
#: Outer signs of a word; a sign inside of it (4.0-5.6, mg/dL, [DATE_1]) belongs to the word.
_WORD: Final = re.compile(r"(?P<before>[(]*)(?P<word>.*?)(?P<after>[.,;:)]*)")


@dataclass(frozen=True, slots=True)
class Minted:
    """A sentence made of clean pieces.

    Attributes:
        text: ``None`` where a word of the model's own is in it.
        foreign: Those words, raw, for one more look at what kind they are; never shown.
    """

    text: DeidentifiedText | None
    foreign: str


def mint_wording(text: str, sources: Sequence[DeidentifiedText]) -> Minted:
    """Put a sentence together from the statements that it rests on.

    Args:
        text: As the model wrote it, words apart by single spaces.
        sources: The clean statements.
    """
    known = {word: piece for source in sources for word, piece in _words(source)}
    pieces: list[DeidentifiedText] = []
    foreign: list[str] = []
    for written in text.split(" "):
        match = _WORD.fullmatch(written)
        word = match["word"] if match else written
        piece = known.get(word) or (DeidentifiedText.compose(_OWN[word]) if word in _OWN else None)
        if match is None or (word and piece is None):
            foreign.append(written)
            continue
        around = [_signs(match["before"]), piece or _signs(""), _signs(match["after"])]
        pieces.append(DeidentifiedText.join("", around))
    return Minted(None if foreign else DeidentifiedText.join(" ", pieces), " ".join(foreign))


def keeps_every_word(text: DeidentifiedText, sources: Sequence[DeidentifiedText]) -> bool:
    """Whether nothing that the statements say is lost: a flag, a "stopped", a "not confirmed" that a wording drops.

    What two statements share may be said once.
    """
    said = {word for word, _ in _words(text)}
    return all(word in said or word in _OWN for source in sources for word, _ in _words(source))


def _words(source: DeidentifiedText) -> list[tuple[str, DeidentifiedText]]:
    found = []
    for written in re.finditer(r"\S+", source.value):
        match = _WORD.fullmatch(written[0])
        if match is not None and match["word"]:
            start = written.start() + match.start("word")
            found.append((match["word"], source.slice(start, start + len(match["word"]))))
    return found


def _signs(written: str) -> DeidentifiedText:
    return DeidentifiedText.join("", [DeidentifiedText.compose(_SIGNS[sign]) for sign in written])
