"""How wide text is in the type that set pages are printed in: Helvetica's own metrics, so that no font is loaded.

Source: Adobe Font Metrics of the standard 14 fonts, Helvetica, in thousandths of the size.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["SPACE", "text_width"]

#: Width of a blank, as a part of the size.
SPACE: Final = 0.278

_BY_WIDTH: Final = {
    191: "'",
    222: "ijl\u2018\u2019",
    260: "|",
    278: " !,./:;I[\\]ft\u00b7",
    333: "()-`r\u00ad\u201c\u201d",
    334: "{}",
    350: "\u2022",
    355: '"',
    389: "*",
    400: "\u00b0",
    469: "^",
    500: "Jcksvxyz",
    556: "#$0123456789?L_abdeghnopqu\u2013",
    584: "+<=>~\u00b1\u00d7",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "\u2014\u2026",
    1015: "@",
}
_WIDTHS: Final = {letter: width / 1000 for width, letters in _BY_WIDTH.items() for letter in letters}

#: Letters outside the table: full-width ones fill the square, capitals and others take what Latin ones take.
_SQUARE: Final = 1.0
_CAPITAL: Final = 0.722
_OTHER: Final = 0.584


@lru_cache(maxsize=4096)
def _letter_width(letter: str) -> float:
    known = _WIDTHS.get(letter)
    if known is not None:
        return known
    if unicodedata.combining(letter) or unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0.0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return _SQUARE
    # An accented letter is as wide as the bare one.
    bare = unicodedata.normalize("NFD", letter)[0]
    if bare in _WIDTHS:
        return _WIDTHS[bare]
    return _CAPITAL if letter.isupper() else _OTHER


def text_width(text: str, size: float) -> float:
    """Width of ``text`` at ``size`` points, in points."""
    return size * sum(map(_letter_width, text))
