"""A unit with a misread letter, told by what the analyte is measured in: ``mg/db`` beside a glucose is mg/dL.

The respelled unit makes a result readable; it proves nothing about the print, so its row keeps the doubt
`Reason.UNIT_UNCLEAR` and goes into no chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rapidfuzz.distance import OSA

from arbiter_fhir.extraction.laboratory.units import normalise_unit
from arbiter_fhir.extraction.tables import read_table

__all__ = ["nearest_unit"]

#: Letters that a misread unit may differ in: one, and two in units of so many letters.
ONE, TWO = 1, 2
LONG_UNIT = 6
#: A unit this short is another unit after one change (``g/L``, ``U/L``).
SHORTEST = 4


def nearest_unit(printed: str, codes: frozenset[str]) -> str | None:
    """The unit that was printed, as the table of units spells it.

    Args:
        printed: A unit that the table does not hold.
        codes: UCUM codes in which the analyte is measured.

    Returns:
        ``None`` where no unit of the analyte is near, or two are equally near.
    """
    folded = normalise_unit(printed)
    if len(folded) < SHORTEST:
        return None
    near = sorted(_near(folded, codes))
    nearest = {code for distance, _, code in near if distance == near[0][0]}
    return near[0][1] if len(nearest) == 1 else None


def _near(folded: str, codes: frozenset[str]) -> Iterator[tuple[int, str, str]]:
    """Distance, spelling and code of each of these units that is near enough."""
    for form, code in _forms():
        if code not in codes:
            continue
        most = TWO if max(len(form), len(folded)) >= LONG_UNIT else ONE
        distance = OSA.distance(folded, form, score_cutoff=most)
        if distance <= most:
            yield distance, form, code


@cache
def _forms() -> tuple[tuple[str, str], ...]:
    return tuple((form, row["ucum"]) for row in read_table("units.tsv") for form in row["printed"].split("|"))
