"""Letters of symbol fonts as the letters they look like, and boxes that are ticked or not.

Source: the code charts of Microsoft's Symbol, Wingdings and Wingdings 2 fonts; only what letters and forms use.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["BOX", "TICKED_BOX", "boxes_in", "letter_of_symbol_font", "text_in_font"]

#: How an empty and a ticked box are set, whatever sign the document uses.
BOX: Final = "\u2610"
TICKED_BOX: Final = "\u2612"

#: Letters of Unicode that are boxes: empty ones and ticked ones.
_EMPTY: Final = "\u2610\u25a1\u25fb\u2b1c\u274f\u2751"
_TICKED: Final = "\u2611\u2612\u2705\u274e\U0001f5f9\U0001f5f7\u22a0\u2327"
_BOXES: Final = re.compile(f"([{_EMPTY}{_TICKED}])")

#: Offset at which symbol fonts keep their letters in Unicode's private area.
_PRIVATE: Final = 0xF000

_SYMBOL: Final = {
    0x22: "\u2200", 0x24: "\u2203", 0x2D: "\u2212", 0x40: "\u2245", 0x41: "\u0391", 0x42: "\u0392", 0x44: "\u0394",
    0x46: "\u03a6", 0x47: "\u0393", 0x4C: "\u039b", 0x50: "\u03a0", 0x53: "\u03a3", 0x57: "\u03a9", 0x61: "\u03b1",
    0x62: "\u03b2", 0x63: "\u03c7", 0x64: "\u03b4", 0x65: "\u03b5", 0x66: "\u03c6", 0x67: "\u03b3", 0x68: "\u03b7",
    0x6B: "\u03ba", 0x6C: "\u03bb", 0x6D: "\u03bc", 0x6E: "\u03bd", 0x70: "\u03c0", 0x71: "\u03b8", 0x72: "\u03c1",
    0x73: "\u03c3", 0x74: "\u03c4", 0x77: "\u03c9", 0x78: "\u03be", 0x79: "\u03c8", 0x7A: "\u03b6", 0xA2: "\u2032",
    0xA3: "\u2264", 0xA5: "\u221e", 0xAB: "\u2194", 0xAC: "\u2190", 0xAD: "\u2191", 0xAE: "\u2192", 0xAF: "\u2193",
    0xB0: "\u00b0", 0xB1: "\u00b1", 0xB2: "\u2033", 0xB3: "\u2265", 0xB4: "\u00d7", 0xB7: "\u2022", 0xB8: "\u00f7",
    0xB9: "\u2260", 0xBB: "\u2248", 0xBC: "\u2026", 0xD2: "\u00ae", 0xD3: "\u00a9", 0xD4: "\u2122", 0xD6: "\u221a",
}  # fmt: skip

_WINGDINGS: Final = {
    0x6C: "\u2022", 0x6E: "\u2022", 0x6F: BOX, 0x70: BOX, 0x71: BOX, 0x72: BOX, 0x75: "\u2022", 0x76: "\u2022",
    0x77: "\u2022", 0x78: TICKED_BOX, 0x9F: "\u2022", 0xA7: "\u2022", 0xA8: BOX, 0xD8: "\u2022", 0xDF: "\u2190",
    0xE0: "\u2192", 0xE1: "\u2191", 0xE2: "\u2193", 0xE8: "\u2192", 0xE9: "\u2191", 0xEA: "\u2193", 0xFB: "\u2717",
    0xFC: "\u2713", 0xFD: TICKED_BOX, 0xFE: TICKED_BOX,
}  # fmt: skip

_WINGDINGS_2: Final = {
    0x4F: "\u2717", 0x50: "\u2713", 0x51: TICKED_BOX, 0x52: TICKED_BOX, 0x53: TICKED_BOX, 0x54: TICKED_BOX,
    0x97: "\u2022", 0x98: "\u2022", 0xA2: "\u2022", 0xA3: BOX, 0x2A: BOX, 0x30: BOX,
}  # fmt: skip

_FONTS: Final = {"symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2}


def letter_of_symbol_font(font: str, code: int) -> str:
    """The letter that ``code`` of ``font`` looks like; itself where it is no symbol font.

    A sign of a symbol font that is not known becomes the replacement character: something stands there.
    """
    table = _FONTS.get(font.casefold())
    if table is None:
        return chr(code) if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    low = code - _PRIVATE if code >= _PRIVATE else code
    known = table.get(low)
    if known is not None:
        return known
    # Symbol keeps digits, signs of arithmetic and brackets where everybody has them.
    if table is _SYMBOL and 0x20 <= low < 0x40:
        return chr(low)
    return " " if low == 0x20 else "\ufffd"


def text_in_font(text: str, font: str) -> str:
    """Text typed in ``font``, with symbol fonts' letters as what they look like."""
    if font.casefold() in _FONTS:
        return "".join(letter_of_symbol_font(font, ord(letter)) for letter in text)
    if any(_PRIVATE <= ord(letter) < _PRIVATE + 0x100 for letter in text):
        # Without its font told, a private letter is most often a bullet or a sign of Symbol.
        return "".join(
            letter_of_symbol_font("symbol", ord(letter)) if _PRIVATE <= ord(letter) < _PRIVATE + 0x100 else letter
            for letter in text
        )
    return text


def boxes_in(text: str) -> list[tuple[str, bool | None]]:
    """Stretches of text, and boxes with whether they are ticked; ``None`` for text."""
    return [
        (BOX, False) if part in _EMPTY else (TICKED_BOX, True) if part in _TICKED else (part, None)
        for part in _BOXES.split(text)
        if part
    ]
