"""LOINC codes as printed: a number, a hyphen, and a check digit that must be right.

*Source*: LOINC Users' Guide, appendix on the check digit (modulus 10 over digits doubled from the right).
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_loinc"]

_SHAPE: Final = re.compile(r"^(\d{1,7})-(\d)$")


def is_loinc(text: str) -> bool:
    """Whether a word is a LOINC code with the right check digit."""
    found = _SHAPE.match(text)
    return found is not None and _check_digit(found[1]) == int(found[2])


def _check_digit(number: str) -> int:
    """The modulus 10 check digit of a LOINC number."""
    doubled = str(int(number[::-1][0::2][::-1]) * 2)
    total = sum(int(digit) for digit in doubled + number[::-1][1::2])
    return -total % 10
