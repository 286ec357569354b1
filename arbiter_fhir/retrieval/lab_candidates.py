"""Measured values of chart and documents as candidates: laboratory results, cultures and vital signs."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from arbiter_fhir.domain.analyte import AnalyteIdentity, identify_analyte
from arbiter_fhir.domain.chart_record import ChartVital
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.fact import FactType, LabResult
from arbiter_fhir.domain.lab_comparison import chart_clinical_date, chart_identity, fact_identity, read_value
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.vital_sign import vital_by_loinc, vital_by_name
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.retrieval.candidate import Candidate, ChartPlace, Printed
from arbiter_fhir.retrieval.chart_flags import derive_flag, stored_flag

__all__ = ["candidate_of_chart", "candidate_of_measurement", "candidate_of_vital", "clinical_moment"]

#: Chart rows that no longer say what they show (`proc_res_status`).
WITHDRAWN_STATUSES: Final = frozenset({"error", "cancel", "incomplete"})
_CULTURE: Final = re.compile(r"\b(?:cultures?|gram stain|organism|growth(?! (?:hormone|factor)))\b", re.IGNORECASE)
_PRESSURE: Final = "vital:blood_pressure"
#: The two values of a blood pressure are two things to compare, and one to ask for.
_PRESSURE_WORDS: Final = {"8480-6": "systolic", "8462-4": "diastolic"}


def candidate_of_measurement(record: FactRecord) -> Candidate:
    """A stored result or vital sign as a candidate.

    Raises:
        TypeError: The fact is no measured value.
    """
    lab = record.fact.value
    if not isinstance(lab, LabResult):
        raise TypeError("the fact is no measured value")
    details = ((WordRole.SPECIMEN, lab.specimen), (WordRole.COMMENT, lab.comment))
    printed = _printed(lab, tuple((role, text) for role, text in details if text.strip()))
    if record.fact.fact_type is FactType.VITAL_SIGN:
        return _vital(lab, printed, record=record)
    identity = fact_identity(lab)
    return Candidate(_topic(lab), identity.stable, lab, lab.collection_date, printed, record=record, identity=identity)


def candidate_of_chart(row: ChartLab) -> Candidate | None:
    """A chart row as a candidate; a missing flag is worked out from its own range and marked as derived.

    ``None`` for a row that names no test or value, or that somebody has taken back.
    """
    if not (row.name.strip() and row.value.strip()) or row.status.strip().casefold() in WITHDRAWN_STATUSES:
        return None
    value = read_value(row.value)
    stored = stored_flag(row.abnormal)
    derived = None if row.abnormal.strip() else derive_flag(value, row.reference_range)
    identity = chart_identity(row)
    lab = LabResult(
        test_name=row.name,
        value=row.value,
        unit=row.unit,
        reference_range=row.reference_range,
        flag_printed=row.abnormal,
        abnormal_flag=stored or derived,
        flag_derived=derived is not None,
        collection_date=chart_clinical_date(row),
        status=row.status,
        numeric=value.number,
        comparator=value.comparator,
        loinc=identity.loinc,
    )
    place = ChartPlace("procedure_result", row.result_id, "laboratory results", "result", row.document_id)
    return Candidate(
        _topic(lab), identity.stable, lab, lab.collection_date, _printed(lab), place=place, identity=identity
    )


def candidate_of_vital(row: ChartVital) -> Candidate:
    """A vital sign of the chart."""
    lab = LabResult(
        test_name=row.name,
        value=str(row.value),
        unit=row.unit,
        collection_date=clinical_moment(row.taken_at),
        numeric=row.value,
        loinc=row.loinc,
    )
    return _vital(lab, _printed(lab), place=ChartPlace("form_vitals", row.record_id, "vital signs", row.loinc))


def clinical_moment(at: datetime | None) -> ClinicalDate | None:
    """A stored time as a clinical date; midnight counts as "no time known"."""
    if at is None:
        return None
    clock = at.time().replace(second=0, microsecond=0)
    timed = bool(clock.hour or clock.minute)
    return ClinicalDate(at.date(), clock if timed else None, DatePrecision.MINUTE if timed else DatePrecision.DAY)


def _vital(
    lab: LabResult, printed: Printed, *, place: ChartPlace | None = None, record: FactRecord | None = None
) -> Candidate:
    sign = vital_by_loinc(lab.loinc or "") or vital_by_name(lab.test_name)
    part = _PRESSURE_WORDS.get(lab.loinc or "", "") if sign == _PRESSURE else ""
    words = identify_analyte(lab.test_name, loinc=lab.loinc)
    subject = f"{sign}:{part}" if part else sign or words.stable
    return Candidate(
        Topic.VITALS,
        subject,
        lab,
        lab.collection_date,
        printed,
        place=place,
        record=record,
        names=frozenset(filter(None, {sign, subject})),
        identity=AnalyteIdentity(None, lab.loinc, words.name),
    )


def _topic(lab: LabResult) -> Topic:
    return Topic.CULTURES if _CULTURE.search(f"{lab.test_name} {lab.panel}") else Topic.LABS


def _printed(lab: LabResult, details: tuple[tuple[WordRole, str], ...] = ()) -> Printed:
    return Printed(lab.test_name, lab.value, lab.unit, lab.reference_range, details)
