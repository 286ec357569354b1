"""Names that hold a second test: ``Plt K/uL 150-400 CO2``, where a row without a value ran into the one beside it.

Reports that set two panels side by side leave a result open on the left; what stands there is then read as the
beginning of the name on the right.
"""

from __future__ import annotations

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.ranges import parse_range
from arbiter_fhir.extraction.laboratory.units import ucum_of

__all__ = ["names_two_tests"]


def names_two_tests(name: str) -> bool:
    """Whether a printed name holds the unit and range of one test, or two known tests with numbers between them."""
    words = name.split()
    inner = range(1, len(words) - 1)
    if any(ucum_of(words[at]) and "/" in words[at] and parse_range(words[at + 1]) for at in inner if at + 1 in inner):
        return True
    return any(
        _are_two(words[:first], words[last:])
        for first in inner
        for last in range(first + 1, len(words))
        if any(char.isdigit() for word in words[first:last] for char in word)
    )


def _are_two(left: list[str], right: list[str]) -> bool:
    one, other = find_analyte(" ".join(left)), find_analyte(" ".join(right))
    return one is not None and other is not None and one.key != other.key
