"""A question in plain letters: no invisible signs, no look-alike letters, no capitals that shout, no dots of "Dr.".

What is hidden in a text by such means is read like everything else; it is not a way round the rules.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["plain_text"]

#: Letters of other scripts that print like Latin ones (Unicode TR39 confusables, the lower- and upper-case pairs).
_ALIKE: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c"
    "\u041d\u041e\u0420\u0421\u0422\u0425\u0405\u0406\u0408\u03bf\u03b1\u03c1\u03bd\u0391\u0392\u0395\u0396\u0397\u0399"
    "\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7\u03a5",
    "aeopcxyijshdqwABEKMHOPCTXSIJoapvABEZHIKMNOPTXY",
)
_MARKS: Final = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " "}
)
#: A full stop that ends a short form, and no sentence.
_SHORT_FORM: Final = re.compile(r"\b(drs?|mrs?|ms|prof|vs|e(?= ?\. ?coli\b))\.(?=\s|\[|coli\b)", re.IGNORECASE)
_LABEL: Final = re.compile(r"\[[A-Z]+_\d+\]")
#: Words of a question that in capitals would be abbreviations.
_SHOUTED: Final = frozenset(
    {
        "all",
        "as",
        "add",
        "is",
        "it",
        "us",
        "am",
        "or",
        "pt",
        "mr",
        "ms",
        "was",
        "has",
        "any",
        "and",
        "the",
        "pts",
        "may",
    }
)
#: A question is shouted when it has this many words and no small letter.
_SHOUTED_WORDS: Final = 3


def plain_text(text: str) -> str:
    """The question as it is read; placeholders stay as they are."""
    folded = unicodedata.normalize("NFKC", text).translate(_ALIKE).translate(_MARKS)
    seen = "".join(" " if char.isspace() else char for char in folded if not _is_invisible(char))
    return _quietened(_SHORT_FORM.sub(r"\1", " ".join(seen.split())))


def _is_invisible(char: str) -> bool:
    """Zero-width and directional signs, tags, soft hyphens and other controls."""
    return unicodedata.category(char) in {"Cf", "Cc", "Co", "Cn"} and not char.isspace()


def _quietened(text: str) -> str:
    bare = _LABEL.sub(" ", text)
    words = [word for word in re.findall(r"[^\W\d_]+", bare) if len(word) > 1]
    if len(words) < _SHOUTED_WORDS or not bare.isupper():
        return text
    return re.sub(r"[A-Za-z]+", lambda match: match[0].lower() if match[0].lower() in _SHOUTED else match[0], text)
