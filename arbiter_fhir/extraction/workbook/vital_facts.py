"""Vital signs of a sheet as cited facts."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.workbook.rows import FoundRow
from arbiter_fhir.extraction.workbook.vital_signs import (
    VitalSign,
    find_vital_sign,
    is_plausible,
    parse_reading,
    unit_of,
)

__all__ = ["cite_vital_sign", "vital_sign_of"]


def vital_sign_of(found: FoundRow) -> VitalSign | None:
    """The vital sign that a row is of; ``None`` for results of a laboratory."""
    return find_vital_sign(text_of(found.candidate.fragments(Part.NAME)))


def cite_vital_sign(
    found: FoundRow, sign: VitalSign, dates: Mapping[str, ClinicalDate], *, field: str, source: Source
) -> CitedFact:
    """The fact of a row.

    Args:
        found: The row.
        sign: What it is of.
        dates: The document's dates by placeholder label.
        field: Field path, such as ``vital_signs[0]``.
        source: What is cited.
    """
    row = found.candidate
    view = row.view
    # Taken whole from its cell: a pressure is two numbers with a stroke, which results of a laboratory are not.
    value = view.quote([f for f in found.parts.value.fragments if f not in row.fragments(Part.UNIT)])
    unit_fragments = row.fragments(Part.UNIT) or row.shared_unit
    unit = view.quote(unit_fragments)
    bare = unit.value.strip("()[],")
    unit = unit.slice(unit.value.index(bare), unit.value.index(bare) + len(bare)) if bare else unit
    name = view.quote(row.fragments(Part.NAME))
    numbers = parse_reading(sign, value.value)
    ucum = unit_of(unit.value) if unit.value else ""
    when = dates.get(row.dated)
    reasons = [Reason(doubt) for doubt in row.doubts]
    if numbers is None:
        reasons.append(Reason.VALUE_UNRECOGNISED)
    elif ucum is None or not is_plausible(sign, numbers, ucum):
        reasons.append(Reason.UNIT_UNCLEAR if ucum is None else Reason.IMPLAUSIBLE_VALUE)
    if when is None:
        told = row.dated or row.date_unreadable
        reasons.append(Reason.COLLECTION_DATE_UNREADABLE if told else Reason.COLLECTION_DATE_MISSING)
    elif when.ambiguous:
        reasons.append(Reason.COLLECTION_DATE_AMBIGUOUS)
    pieces = [piece for piece in (name, value, unit) if piece.value]
    cells = [found.parts.value] if found.parts.titled else list(found.parts.cells)
    return cite(
        view.page,
        [word for cell in cells for word in cell.words],
        fact_type=FactType.VITAL_SIGN,
        value=LabResult(
            test_name=name.value,
            value=value.value,
            unit=unit.value,
            collection_date=when,
            numeric=numbers[0] if numbers is not None and len(numbers) == 1 else None,
            ucum=ucum or None,
            loinc=sign.loinc,
        ),
        fact_text=DeidentifiedText.join(" ", pieces),
        field=field,
        source=source,
        reasons=reasons,
    )
