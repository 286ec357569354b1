"""Ranges whose two limits stand in cells of their own."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.extraction.laboratory.analytes import find_analyte, specimen_class
from arbiter_fhir.extraction.laboratory.flags import derive_flag, flag_contradicts, read_flag
from arbiter_fhir.extraction.laboratory.interpretation import Interpretation
from arbiter_fhir.extraction.laboratory.magnitudes import magnitude_doubts
from arbiter_fhir.extraction.laboratory.ranges import NumericRange, parse_range
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.workbook.grid import GridCell
from arbiter_fhir.extraction.workbook.rows import FoundRow

__all__ = ["with_limits"]


def with_limits(row: FoundRow, found: Interpretation) -> Interpretation:
    """An interpretation with the range that the row's limits make, if it has no range of its own.

    Args:
        row: The row with its cells.
        found: What was understood without the limits.
    """
    reference = _reference(row.parts.low, row.parts.high)
    if reference is None or found.result.reference_range:
        return found
    limits = parse_range(reference.value)
    if limits is None:
        return replace(found, reasons=(*found.reasons, Reason.RANGE_UNCLEAR))
    result = replace(found.result, reference_range=reference.value)
    sizes = _sizes(result, limits)
    reasons = tuple(dict.fromkeys((*found.reasons, *sizes)))
    if result.numeric is not None and not sizes:
        derived = derive_flag(result.numeric, result.comparator, limits)
        direction = read_flag(result.flag_printed) if result.flag_printed else None
        if direction is not None and flag_contradicts(direction, derived):
            reasons = (*reasons, Reason.FLAG_CONTRADICTS_RANGE)
        elif direction is None:
            result = replace(result, abnormal_flag=derived, flag_derived=derived is not None)
    return replace(found, result=result, reasons=reasons, wording=replace(found.wording, reference=reference))


def _sizes(result: LabResult, limits: NumericRange) -> tuple[Reason, ...]:
    """Doubts whether value, unit and limits belong together."""
    if result.unit and result.ucum is None:
        return ()
    return magnitude_doubts(
        find_analyte(result.test_name),
        unit=result.ucum or "",
        specimen=specimen_class(result.specimen, result.test_name, result.panel),
        value=result.numeric if result.comparator is None else None,
        limits=limits,
        name=result.test_name,
    )


def _reference(low: GridCell | None, high: GridCell | None) -> DeidentifiedText | None:
    if low is not None and high is not None:
        return DeidentifiedText.compose("{} - {}", low.clean, high.clean)
    if high is not None:
        return DeidentifiedText.compose("<= {}", high.clean)
    return DeidentifiedText.compose(">= {}", low.clean) if low is not None else None
