"""The chart's lists as promotion sees them."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader, SqlChartWriter
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database

LONG_AGO = datetime(2020, 1, 1)  # noqa: DTZ001 - the site's local time
FAR_AHEAD = datetime(2199, 1, 1)  # noqa: DTZ001


def lists(chart: Chart, patient: NewPatient) -> ChartLists:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).lists(PatientId(patient.pid))


def test_entries_come_with_codes_details_and_state(chart: Chart, patient: NewPatient) -> None:
    store = chart.store
    store.add_issue(
        patient.pid,
        "medical_problem",
        "Hypertension",
        diagnosis="ICD10:I10;SNOMED-CT:38341003",
        verification="confirmed",
    )
    store.add_issue(patient.pid, "medication", "Metformin 500 mg", dosage_instructions="twice daily")
    store.add_issue(patient.pid, "surgery", "Appendectomy")
    other = store.create_patient(fname="Bo", lname="Quill", dob=LONG_AGO.date())
    store.add_issue(other.pid, "allergy", "Latex")
    problem, medication = lists(chart, patient).entries
    assert (problem.kind, problem.codes) == (ListKind.PROBLEM, (("ICD10", "I10"), ("SNOMED-CT", "38341003")))
    assert (problem.active, problem.verification, problem.taken_back) == (True, "confirmed", False)
    assert (medication.title, medication.details) == ("Metformin 500 mg", "twice daily")
    assert (medication.table, medication.patient_id) == ("lists", patient.pid)


def test_what_is_over_is_not_active(chart: Chart, patient: NewPatient) -> None:
    store = chart.store
    ended = store.add_issue(patient.pid, "medication", "Aspirin", enddate=LONG_AGO)
    retired = store.add_issue(patient.pid, "medication", "Warfarin")
    store.end_issue(retired)
    resolved = store.add_issue(patient.pid, "medical_problem", "Pneumonia")
    store.edit_issue(resolved, outcome=1)
    imported = store.add_issue(patient.pid, "allergy", "Latex")
    store.edit_issue(imported, activity=None)
    assert {entry.record_id: entry.active for entry in lists(chart, patient).entries} == {
        ended: False,
        retired: False,
        resolved: False,
        imported: True,
    }


def test_an_end_that_lies_ahead_has_not_come(chart: Chart, patient: NewPatient) -> None:
    store = chart.store
    course = store.add_issue(patient.pid, "medication", "Doxycycline", enddate=FAR_AHEAD)
    retired = store.add_issue(patient.pid, "medication", "Warfarin", enddate=FAR_AHEAD)
    store.edit_issue(retired, activity=0)
    ordered = store.prescribe(patient.pid, "Cefalexin", end_date=FAR_AHEAD.date())
    stopped = store.prescribe(patient.pid, "Aspirin", end_date=FAR_AHEAD.date(), active=False)
    found = lists(chart, patient).entries
    # Numbers of the two tables may be the same.
    assert {(entry.table, entry.record_id): entry.active for entry in found} == {
        ("lists", course): True,
        ("lists", retired): False,
        ("prescriptions", ordered): True,
        ("prescriptions", stopped): False,
    }
    assert {entry.ended for entry in found} == {FAR_AHEAD.date()}
    read = SqlChartReader(chart.query, chart.tables).lists(PatientId(patient.pid)).entries
    assert [entry.active for entry in read] == [entry.active for entry in found]


def test_a_zero_date_is_no_end(chart: Chart, patient: NewPatient) -> None:
    number = chart.store.add_issue(patient.pid, "medication", "Aspirin")
    with chart.admin.connect() as connection:
        connection.execute(text("SET SESSION sql_mode = ''"))
        connection.execute(text("UPDATE lists SET enddate = '0000-00-00' WHERE id = :id"), {"id": number})
        connection.invalidate()
    assert [entry.active for entry in lists(chart, patient).entries] == [True]


def test_prescriptions_are_medications(chart: Chart, patient: NewPatient) -> None:
    current = chart.store.prescribe(patient.pid, "Lisinopril 10 mg", rxnorm="29046", dosage="1 daily")
    past = chart.store.prescribe(patient.pid, "Amoxicillin", active=False)
    found = {entry.record_id: entry for entry in lists(chart, patient).entries}
    assert (found[current].table, found[current].kind) == ("prescriptions", ListKind.MEDICATION)
    assert (found[current].codes, found[current].active) == ((("RXNORM", "29046"),), True)
    assert "1 daily" in found[current].details
    assert (found[past].codes, found[past].active) == ((), False)


def test_none_is_stated_only_where_there_never_was_an_entry(chart: Chart, patient: NewPatient) -> None:
    assert lists(chart, patient).none_stated == frozenset()
    chart.store.mark_none(patient.pid, "allergy")
    chart.store.mark_none(patient.pid, "medication")
    chart.store.mark_none(patient.pid, "dental")
    assert lists(chart, patient).none_stated == {ListKind.ALLERGY, ListKind.MEDICATION}
    number = chart.store.add_issue(patient.pid, "allergy", "Latex")
    chart.store.end_issue(number)
    assert lists(chart, patient).none_stated == {ListKind.MEDICATION}
