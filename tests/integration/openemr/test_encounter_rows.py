"""Visits as the query account reads them."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database


@pytest.fixture
def reader(chart: Chart) -> SqlChartReader:
    return SqlChartReader(chart.query, chart.tables)


def test_visits_come_newest_first_with_reason_category_and_clinician(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    doctor = chart.store.add_clinician(username=f"v{patient.pid}", fname="Rosa", lname="Finch", npi="1234567893")
    old = chart.store.create_encounter(patient.pid, reason="Cough", seen_at=local("2025-01-02 09:00:00"), category_id=5)
    new = chart.store.create_encounter(
        patient.pid, reason=" Follow-up of diabetes ", provider_id=doctor, seen_at=local("2026-01-02 09:00:00")
    )
    first, second = reader.encounters(PatientId(patient.pid))
    assert (first.encounter, first.reason, first.category) == (new, "Follow-up of diabetes", "Established Patient")
    assert (first.provider, first.seen_at, first.patient_id) == (
        "Rosa Finch",
        local("2026-01-02 09:00:00"),
        patient.pid,
    )
    assert "Finch" not in repr(first)
    assert (second.encounter, second.category, second.provider) == (old, "Office Visit", "")
    assert second.record_id != second.encounter


def test_deleted_visits_and_other_patients_stay_out(chart: Chart, reader: SqlChartReader, patient: NewPatient) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=local("1980-02-03").date())
    deleted = chart.store.create_encounter(patient.pid, reason="Deleted")
    chart.store.delete_encounter(patient.pid, deleted)
    theirs = chart.store.create_encounter(other.pid, reason="Theirs")
    kept = chart.store.create_encounter(patient.pid, reason="Kept", category_id=999)
    chart.store.record_vitals(patient.pid, encounter=kept, pulse=70)
    (found,) = reader.encounters(PatientId(patient.pid))
    assert (found.encounter, found.category) == (kept, "")
    assert [each.encounter for each in reader.encounters(PatientId(other.pid))] == [theirs]


@pytest.mark.parametrize(
    ("sensitivity", "shown"), [("normal", True), ("Normal", True), ("", True), ("high", False), ("psychiatry", False)]
)
def test_the_reason_of_a_sensitive_visit_is_not_read(
    chart: Chart, reader: SqlChartReader, patient: NewPatient, sensitivity: str, shown: bool
) -> None:
    chart.store.create_encounter(patient.pid, reason="Private matter", sensitivity=sensitivity)
    (found,) = reader.encounters(PatientId(patient.pid))
    assert (found.reason, found.restricted) == (("Private matter", False) if shown else ("", True))


def test_a_visit_without_sensitivity_is_open(chart: Chart, reader: SqlChartReader, patient: NewPatient) -> None:
    number = chart.store.create_encounter(patient.pid, reason="Cough")
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE form_encounter SET sensitivity = NULL WHERE encounter = :n"), {"n": number})
    assert [(each.reason, each.restricted) for each in reader.encounters(PatientId(patient.pid))] == [("Cough", False)]


def test_a_zero_date_is_no_date(chart: Chart, reader: SqlChartReader, patient: NewPatient) -> None:
    number = chart.store.create_encounter(patient.pid)
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE form_encounter SET date = '0000-00-00', reason = NULL WHERE encounter = :n"), {"n": number}
        )
    (found,) = reader.encounters(PatientId(patient.pid))
    assert (found.seen_at, found.reason) == (None, "")
