"""When two spellings are the same print: blanks and dashes are layout, letters and digits are not."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["look_alike", "same_name", "same_print", "unspaced"]

_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_SIGNS = {"≤": "<=", "≥": ">="}
#: Characters that OCR confuses, folded to one of each group.
_LOOK_ALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b"})


def unspaced(text: str) -> str:
    """The text without blanks, dashes and comparison signs in one spelling, without brackets around the whole."""
    plain = _DASHES.sub("-", unicodedata.normalize("NFKC", text))
    for sign, spelled in _SIGNS.items():
        plain = plain.replace(sign, spelled)
    plain = "".join(plain.split())
    if len(plain) > 2 and (plain[0], plain[-1]) in {("(", ")"), ("[", "]")} and plain.count(plain[0]) == 1:
        plain = plain[1:-1]
    return plain


def same_print(one: str, other: str) -> bool:
    """Whether both are the same characters in print."""
    return unspaced(one) == unspaced(other)


def look_alike(text: str) -> str:
    """Letters and digits only, in lower case, with those that look alike folded: for names that OCR has read."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_LOOK_ALIKES).replace("rn", "m")
    return "".join(char for char in folded if char.isalnum())


def same_name(one: str, other: str) -> bool:
    """Whether two names of a test are the same, give or take what OCR confuses (``A1c``, ``Alc``)."""
    return look_alike(one) == look_alike(other)
