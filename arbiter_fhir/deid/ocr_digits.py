"""Digits as an optical reader may give them, for patterns and for comparing."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["DIGIT", "digits_of", "is_mostly_digits", "misread_pattern", "read_digits"]

#: A digit, or a letter that optical readers give for one.
DIGIT: Final = r"[0-9OoQlI|SBZ]"
_READ: Final = str.maketrans("OoQDlI|iSsBZzGbqg", "00001111558226699")
_SHAPES: Final = {
    "0": "[0OoQD]", "1": "[1lI|i]", "2": "[2Zz]", "5": "[5Ss]", "6": "[6Gb]", "8": "[8B]", "9": "[9gq]",
    "O": "[O0Qo]", "I": "[I1l|]", "S": "[S5s]", "B": "[B8]", "Z": "[Z2z]", "G": "[G6]", "L": "[Ll1I]",
}  # fmt: skip


def read_digits(text: str) -> str:
    """``text`` with look-alike letters read as digits."""
    return text.translate(_READ)


def digits_of(text: str) -> str:
    """Only the digits of ``text``, look-alike letters not counted."""
    return "".join(character for character in text if character.isdigit())


def is_mostly_digits(text: str) -> bool:
    """Whether at least half of the letters and digits are real digits."""
    signs = [character for character in text if character.isalnum() or character == "|"]
    return bool(signs) and 2 * sum(character.isdigit() for character in signs) >= len(signs)


def misread_pattern(value: str, separator: str = r"[\s\-./]*") -> str:
    """A pattern for ``value`` with any separators between its signs and with the usual misreadings of each."""
    signs = [character for character in value if character.isalnum()]
    shapes = [
        _SHAPES.get(sign.upper() if sign.isalpha() else sign, f"[{sign.lower()}{sign.upper()}]") for sign in signs
    ]
    # Only the first and last sign of a short class are mandatory in themselves; separators never contain letters.
    return separator.join(shape if shape.startswith("[") else re.escape(shape) for shape in shapes)
