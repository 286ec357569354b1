"""Names that an optical reader spelt with digits or with a small *l* among capitals: ``5mith``, ``J0hn``, ``MCKlNLEY``.

Like the rules of `name_rules`: it takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.reading import Token

__all__ = ["misread_name"]

#: Letters and one or two of the digits that readers take letters for.
_SHAPE: Final = re.compile(r"(?=[A-Za-z01568'-]*[A-Za-z]{2})(?=[A-Za-z'-]*[01568])[A-Za-z01568]{4,20}")
_CAPITALS: Final = re.compile(r"[A-Z]{1,12}l[A-Zl]{1,12}")
_LETTERS: Final = (
    {"0": "o", "1": "l", "5": "s", "6": "o", "8": "b"},  # the 6 of "Ekstr6m" is an o with something above it
    {"0": "o", "1": "i", "5": "s", "6": "b", "8": "b"},
)
#: A name has at most so many digits; a code has more.
MAX_DIGITS: Final = 2


def _meant(word: str) -> Iterator[str]:
    """What the word may have been, in small letters."""
    if _CAPITALS.fullmatch(word):
        yield plain(word.replace("l", "I"))
    elif _SHAPE.fullmatch(word) and sum(sign.isdigit() for sign in word) <= MAX_DIGITS:
        for letters in _LETTERS:
            yield plain("".join(letters.get(sign, sign) for sign in word))


def misread_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """A word that is a listed name, and no other word, once its digits are letters again."""
    word = tokens[at].text
    if tokens[at].gap.endswith(("/", "-", "#")) or lexicon.is_known(tokens[at].key):
        return at
    return at + 1 if any(lexicon.is_plain_name(each) for each in _meant(word)) else at
