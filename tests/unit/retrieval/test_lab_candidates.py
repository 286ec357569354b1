"""Measured values as candidates: flags of chart rows, cultures, vital signs."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartVital
from arbiter_fhir.domain.fact import AbnormalFlag, FactType
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.retrieval.lab_candidates import (
    candidate_of_chart,
    candidate_of_measurement,
    candidate_of_vital,
    clinical_moment,
)


@pytest.mark.parametrize(
    "abnormal, reference, flag, derived",
    [
        ("high", "4.0-5.6", AbnormalFlag.HIGH, False),
        ("no", "4.0-5.6", AbnormalFlag.NORMAL, False),
        ("LL", "", AbnormalFlag.CRITICAL_LOW, False),
        ("", "4.0-5.6", AbnormalFlag.HIGH, True),
        ("", "4.0-9.0", AbnormalFlag.NORMAL, True),
        ("", "", None, False),
        ("weird", "4.0-5.6", None, False),
    ],
)
def test_a_chart_rows_flag_is_stored_or_derived_and_marked(
    build: Any, abnormal: str, reference: str, flag: AbnormalFlag | None, derived: bool
) -> None:
    candidate = candidate_of_chart(build.row(abnormal=abnormal, reference_range=reference))
    assert candidate is not None
    assert (candidate.lab.abnormal_flag, candidate.lab.flag_derived) == (flag, derived)


@pytest.mark.parametrize("change", [{"status": "error"}, {"status": "Cancel"}, {"value": " "}, {"name": ""}])
def test_a_row_that_says_nothing_is_no_candidate(build: Any, change: dict[str, Any]) -> None:
    assert candidate_of_chart(build.row(**change)) is None


@pytest.mark.parametrize(
    "name, panel, topic",
    [
        ("Potassium", "", Topic.LABS),
        ("Urine Culture", "", Topic.CULTURES),
        ("Organism", "Wound culture, aerobic", Topic.CULTURES),
        ("Growth hormone", "", Topic.LABS),
        ("Agriculture panel", "", Topic.LABS),
    ],
)
def test_cultures_are_told_from_other_results(build: Any, name: str, panel: str, topic: Topic) -> None:
    made = candidate_of_measurement(build.fact(build.lab(test_name=name, panel=panel, value="x", numeric=None)))
    assert made.topic is topic


def vital(loinc: str, name: str, value: str, unit: str, record: int = 7) -> ChartVital:
    return ChartVital(record, PatientId(7), loinc, name, Decimal(value), unit, datetime(2026, 4, 10, 9, 30))  # noqa: DTZ001


def test_both_values_of_a_blood_pressure_are_asked_for_by_one_name_and_compared_apart() -> None:
    upper = candidate_of_vital(vital("8480-6", "Systolic blood pressure", "142", "mm[Hg]"))
    lower = candidate_of_vital(vital("8462-4", "Diastolic blood pressure", "88", "mm[Hg]"))
    assert upper.subject != lower.subject
    assert "vital:blood_pressure" in upper.names & lower.names
    assert upper.place is not None
    assert (upper.place.source_id, upper.topic) == ("form_vitals:7", Topic.VITALS)
    assert upper.observed is not None
    assert upper.observed.iso == "2026-04-10T09:30"


def test_a_documents_sign_and_the_charts_are_one_subject(build: Any) -> None:
    lab = build.lab(test_name="Pulse", value="72", unit="bpm", reference_range="", loinc=None)
    fact = candidate_of_measurement(build.fact(lab, fact_type=FactType.VITAL_SIGN))
    assert fact.topic is Topic.VITALS
    assert fact.subject == candidate_of_vital(vital("8867-4", "Heart rate", "72", "/min")).subject == "vital:heart_rate"


def test_midnight_is_no_time() -> None:
    assert clinical_moment(None) is None
    made = clinical_moment(datetime(2026, 4, 10))  # noqa: DTZ001
    assert made is not None
    assert made.iso == "2026-04-10"
