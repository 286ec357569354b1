"""A row's parts as printed, and what each of them means by itself and beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.extraction.laboratory.analytes import (
    Analyte,
    SpecimenClass,
    find_analyte,
    respell_name,
    specimen_class,
    units_of,
)
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.flags import derive_flag
from arbiter_fhir.extraction.laboratory.geometry import Fragment
from arbiter_fhir.extraction.laboratory.magnitudes import magnitude_doubts
from arbiter_fhir.extraction.laboratory.misread_units import nearest_unit
from arbiter_fhir.extraction.laboratory.neighbours import Neighbours
from arbiter_fhir.extraction.laboratory.ranges import (
    NumericRange,
    is_range,
    parse_bounds,
    parse_range,
    strip_range_label,
)
from arbiter_fhir.extraction.laboratory.units import clean_unit, respell_unit, ucum_of
from arbiter_fhir.extraction.laboratory.values import ParsedValue, parse_value
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Reading", "Wording", "bound_decimals", "decimals_of", "is_category_in_unit_column", "read_row", "word_row"]


@dataclass(frozen=True, slots=True)
class Wording:
    """The parts of a row as printed, clean."""

    name: DeidentifiedText
    value: DeidentifiedText
    unit: DeidentifiedText
    reference: DeidentifiedText
    flag: DeidentifiedText


@dataclass(frozen=True, slots=True)
class Reading:
    """What the parts mean.

    Attributes:
        parsed: The value; ``None`` where its form is not known.
        analyte: What is measured; ``None`` where the table does not hold it.
        specimen: As far as it is told.
        name: As printed, respelled where letters print alike.
        unit: As printed, respelled likewise.
        ucum: Its code.
        limits: The range, where it is one of numbers.
        range_misread: Whether it was read optically and cannot be right.
        sizes: Doubts whether value, unit and range belong together.
        derived: The flag that value and range give; ``None`` where either is in doubt.
    """

    parsed: ParsedValue | None
    analyte: Analyte | None
    specimen: SpecimenClass | None
    name: str
    unit: str
    ucum: str | None
    limits: NumericRange | None
    range_misread: bool
    sizes: tuple[Reason, ...]
    derived: AbnormalFlag | None


def _trimmed(text: DeidentifiedText, strip: str) -> DeidentifiedText:
    value = text.value
    start = len(value) - len(value.lstrip(strip))
    end = len(value.rstrip(strip))
    return text.slice(start, max(start, end))


def _quote(row: RowCandidate, fragments: Sequence[Fragment]) -> DeidentifiedText:
    return row.view.quote(fragments)


def _printed(row: RowCandidate, fragments: Sequence[Fragment]) -> DeidentifiedText:
    """What is printed, without what was hidden there: a placeholder is no unit, range or flag."""
    return _quote(row, [fragment for fragment in fragments if not fragment.is_placeholder])


def word_row(row: RowCandidate) -> Wording:
    """The parts of a row as printed."""
    reference = _printed(row, row.fragments(Part.RANGE))
    unit = _printed(row, row.fragments(Part.UNIT) or row.shared_unit)
    value = _quote(row, row.fragments(Part.VALUE))
    return Wording(
        name=_trimmed(_quote(row, row.fragments(Part.NAME)), " ,:.=_|~'-\u00b7*>\u2192"),
        value=_trimmed(value, " ;:=" if value.value.startswith("=") else " ;:"),
        unit=unit.slice(*clean_unit(unit.value)),
        reference=reference.slice(*strip_range_label(reference.value)),
        flag=_printed(row, row.fragments(Part.FLAG)),
    )


def read_row(row: RowCandidate, wording: Wording, neighbours: Neighbours) -> Reading:
    """What the parts of a row mean.

    Args:
        row: As read.
        wording: Its parts as printed.
        neighbours: What the document's other rows say.
    """
    panel = row.panel.value if row.panel else ""
    told = row.specimen.value if row.specimen else ""
    parsed = parse_value(wording.value.value)
    limits = parse_range(wording.reference.value) or parse_bounds(wording.reference.value)
    scanned = row.view.page.route is not PageRoute.NATIVE
    misread = scanned and _range_misread(wording.reference.value, limits, parsed)
    name = respell_name(wording.name.value) or wording.name.value
    analyte = find_analyte(name)
    unit = _unit(row, wording, neighbours, analyte)
    ucum = ucum_of(unit) if unit and not is_category_in_unit_column(unit, analyte) else None
    specimen = specimen_class(told, wording.name.value, panel) or neighbours.specimen_of(row)
    value = parsed.numeric if parsed is not None else None
    exact = value if parsed is not None and parsed.comparator is None else None
    comparable = limits if not misread else None
    safe = ucum is not None or not unit
    sizes = (
        magnitude_doubts(
            analyte,
            unit=ucum or "",
            specimen=specimen,
            value=exact,
            limits=comparable,
            name=name,
            reference=wording.reference.value,
        )
        if safe
        else ()
    )
    derived = None
    if parsed is not None and value is not None and comparable is not None and not sizes:
        derived = derive_flag(value, parsed.comparator, comparable)
    return Reading(
        parsed=parsed,
        analyte=analyte,
        specimen=specimen,
        name=name,
        unit=unit,
        ucum=ucum,
        limits=limits,
        range_misread=misread,
        sizes=sizes,
        derived=derived,
    )


def _unit(row: RowCandidate, wording: Wording, neighbours: Neighbours, analyte: Analyte | None) -> str:
    """The unit, put right where it was read optically and only one spelling is known."""
    if is_category_in_unit_column(wording.unit.value, analyte):
        return wording.unit.value
    unit = respell_unit(wording.unit.value) or wording.unit.value
    scanned = row.view.page.route is not PageRoute.NATIVE
    if scanned and unit and analyte is not None and ucum_of(unit) is None:
        unit = nearest_unit(unit, units_of(analyte)) or unit
    return neighbours.spell_unit(row, unit)


def is_category_in_unit_column(unit: str, analyte: Analyte | None) -> bool:
    """Whether a capital S stands for "susceptible" and not for seconds: the test is not measured in them."""
    return unit.strip() == "S" and (analyte is None or "s" not in units_of(analyte))


def _range_misread(printed: str, limits: NumericRange | None, parsed: ParsedValue | None) -> bool:
    """Whether a range read optically cannot be right: no known shape, or decimal points missing in it.

    Points are missing where the bounds have unlike decimals, or where a value with decimals lies outside bounds that
    have none.
    """
    if not any(char.isdigit() for char in printed):
        return False
    if limits is None:
        return not is_range(printed)
    decimals = set(bound_decimals(limits))
    if limits.low is not None and limits.high is not None and len(decimals) > 1:
        return True
    value = parsed.numeric if parsed else None
    if value is None or decimals_of(value) == 0 or decimals != {0}:
        return False
    return limits.below(value) or limits.above(value)


def decimals_of(value: Decimal) -> int:
    """How many digits stand behind the point."""
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def bound_decimals(limits: NumericRange) -> list[int]:
    """How many digits stand behind the point of each bound."""
    return [decimals_of(bound) for bound in (limits.low, limits.high) if bound is not None]
