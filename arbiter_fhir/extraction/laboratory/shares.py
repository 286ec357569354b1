"""Counts and shares of the same cells: a name that says which of the two it is, and a unit that says the other.

*Source*: how laboratories title the two halves of a white-cell differential.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["contradicts_name"]

_COUNT: Final = re.compile(r"\b(?:abs(?:olute)?|anc|alc|amc|aec)\b|#", re.IGNORECASE)
_SHARE: Final = re.compile(r"%|\b(?:percent(?:age)?|pct|perc)\b", re.IGNORECASE)
#: UCUM codes of cells in a volume: ``10*3/uL``, ``10*9/L``, ``/uL``.
_CELLS: Final = re.compile(r"^(?:10\*\d+)?/[um]?L$")


def contradicts_name(name: str, unit: str) -> bool:
    """Whether a name says "absolute" of a percentage, or "percent" of a count.

    Args:
        name: As printed.
        unit: UCUM code.
    """
    if _COUNT.search(name) is not None:
        return unit == "%" and _SHARE.search(name) is None
    return _SHARE.search(name) is not None and _CELLS.match(unit) is not None
