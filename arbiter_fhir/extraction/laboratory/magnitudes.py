"""Whether a unit, a printed range and a value are of the same size: 5.5 mmol/L beside 70-99 are not.

*Source*: the domain's table of magnitudes, which names its own. A doubt needs two signs: what is printed has not the
size that the test has in the stated unit, and has the size that it has in another, or is of no size near it. A name
that says "absolute" has no percentage, and a range that names its own unit must name that of the value. A test that
the table does not hold is doubted only where its range lies wholly beyond the hard limits of its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from arbiter_fhir.domain.analyte_table import AnalyteMagnitude, analyte_magnitudes
from arbiter_fhir.extraction.laboratory.analytes import Analyte, SpecimenClass, limits_of
from arbiter_fhir.extraction.laboratory.likely_analytes import likely_analyte
from arbiter_fhir.extraction.laboratory.ranges import NumericRange
from arbiter_fhir.extraction.laboratory.shares import contradicts_name
from arbiter_fhir.extraction.laboratory.units import unit_of_range
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["is_unusual_range", "magnitude_doubts"]

#: Bounds of groups (children, pregnancy, men and women) differ from adults' by less than this factor; powers of ten,
#: by which units differ, do not. Hand-set beside the spreads of the domain's table.
FAR_TIMES = 10


@cache
def _by_analyte() -> dict[str, tuple[AnalyteMagnitude, ...]]:
    keys = {each.analyte for each in analyte_magnitudes()}
    return {key: tuple(each for each in analyte_magnitudes() if each.analyte == key) for key in keys}


def magnitude_doubts(
    analyte: Analyte | None,
    *,
    unit: str,
    specimen: SpecimenClass | None,
    value: Decimal | None,
    limits: NumericRange | None,
    name: str = "",
    reference: str = "",
) -> tuple[Reason, ...]:
    """Doubts about a unit that fits the range or the value of a result only if it were another.

    Args:
        analyte: What is measured; ``None`` where the table does not hold the name, which may still tell it.
        unit: Its UCUM code as stated; empty for none.
        specimen: Sizes are known for blood; another specimen is left alone.
        value: As stated, ``None`` for no number. One behind ``<`` or ``>`` says its size as well.
        limits: The printed range.
        name: The test's name as printed, which may say that it is a count or a share.
        reference: The range as printed, which may name a unit of its own.

    Returns:
        `UNIT_CONTRADICTS_NAME`, `UNIT_CONTRADICTS_RANGE`, `UNIT_CONTRADICTS_VALUE`, several or none.
    """
    doubts: list[Reason] = []
    if unit and contradicts_name(name, unit):
        doubts.append(Reason.UNIT_CONTRADICTS_NAME)
    if unit and unit_of_range(reference) not in {None, unit}:
        doubts.append(Reason.UNIT_CONTRADICTS_RANGE)
    analyte = analyte or likely_analyte(name)
    if analyte is None:
        return tuple(doubts)
    if limits is not None and _is_beyond(limits, analyte, unit, specimen):
        doubts.append(Reason.UNIT_CONTRADICTS_RANGE)
    known = _by_analyte().get(analyte.key, ()) if specimen in {None, SpecimenClass.BLOOD} else ()
    stated = [each for each in known if unit in each.units]
    others = [each for each in known if unit not in each.units]
    if not stated:
        return tuple(doubts)
    far = limits is not None and all(_is_far(limits, each) for each in stated)
    if limits is not None and (far or (not _fits_any(limits, stated) and _fits_any(limits, others))):
        doubts.append(Reason.UNIT_CONTRADICTS_RANGE)
    if value is not None and not _seen_in_any(value, stated) and _seen_in_any(value, others):
        doubts.append(Reason.UNIT_CONTRADICTS_VALUE)
    return tuple(dict.fromkeys(doubts))


def is_unusual_range(
    analyte: Analyte | None, *, unit: str, specimen: SpecimenClass | None, limits: NumericRange
) -> bool:
    """Whether a range is none that laboratories print for a test in its unit; never where the table does not hold it.

    Args:
        analyte: What is measured.
        unit: Its UCUM code as stated; empty for none.
        specimen: Sizes are known for blood.
        limits: The printed range.
    """
    if analyte is None or specimen not in {None, SpecimenClass.BLOOD}:
        return False
    stated = [each for each in _by_analyte().get(analyte.key, ()) if unit in each.units]
    return bool(stated) and not _fits_any(limits, stated)


def _is_beyond(limits: NumericRange, analyte: Analyte, unit: str, specimen: SpecimenClass | None) -> bool:
    """Whether no value that can be measured in the unit would lie in the range."""
    hard = limits_of(analyte, unit=unit, specimen=specimen)
    if hard is None:
        return False
    under = limits.high is not None and limits.high < hard.low
    return under or (limits.low is not None and limits.low > hard.high)


def _fits_any(limits: NumericRange, magnitudes: Sequence[AnalyteMagnitude]) -> bool:
    return any(_fits(limits, each) for each in magnitudes)


def _fits(limits: NumericRange, magnitude: AnalyteMagnitude) -> bool:
    """Whether each printed bound is where laboratories have it; a lower bound of zero says nothing."""
    low, high = limits.low, limits.high
    if low is not None and low > 0 and not magnitude.lows[0] <= low <= magnitude.lows[1]:
        return False
    return high is None or magnitude.highs[0] <= high <= magnitude.highs[1]


def _is_far(limits: NumericRange, magnitude: AnalyteMagnitude) -> bool:
    """Whether a printed bound is so far from where laboratories have it that no patients' group explains it."""
    low, high = limits.low, limits.high
    if high is not None and not magnitude.highs[0] / FAR_TIMES <= high <= magnitude.highs[1] * FAR_TIMES:
        return high > 0
    return low is not None and low > magnitude.lows[1] * FAR_TIMES


def _seen_in_any(value: Decimal, magnitudes: Sequence[AnalyteMagnitude]) -> bool:
    return any(each.seen[0] <= value <= each.seen[1] for each in magnitudes)
