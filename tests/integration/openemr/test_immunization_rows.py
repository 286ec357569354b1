"""Immunizations as the query account reads them."""

from __future__ import annotations

from datetime import date

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


def test_vaccines_come_newest_first_under_the_name_of_their_code(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    chart.store.immunize(patient.pid, "115", on=local("2020-05-01 00:00:00"))
    chart.store.immunize(patient.pid, "140", on=local("2025-10-01 08:00:00"), status="Partially_Administered")
    chart.store.immunize(patient.pid, "999", on=local("2019-05-01 00:00:00"), status="")
    assert [
        (each.cvx, each.name, each.given_on, each.given, each.refused)
        for each in reader.immunizations(PatientId(patient.pid))
    ] == [
        ("140", "Influenza, seasonal, injectable, preservative free", date(2025, 10, 1), True, False),
        ("115", "Tdap", date(2020, 5, 1), True, False),
        ("999", "", date(2019, 5, 1), True, False),
    ]


def test_refused_and_not_given_are_no_doses(chart: Chart, reader: SqlChartReader, patient: NewPatient) -> None:
    chart.store.immunize(patient.pid, "140", on=local("2025-10-03 00:00:00"), status="Refused")
    chart.store.immunize(
        patient.pid, "216", on=local("2025-10-02 00:00:00"), status="", refusal_reason="patient_exemption"
    )
    chart.store.immunize(patient.pid, "187", on=local("2025-10-01 00:00:00"), status="Not_Administered")
    assert [(each.cvx, each.given, each.refused) for each in reader.immunizations(PatientId(patient.pid))] == [
        ("140", False, True),
        ("216", False, True),
        ("187", False, False),
    ]


def test_what_was_entered_by_mistake_and_other_patients_stay_out(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    wrong = chart.store.immunize(patient.pid, "43")
    chart.store.edit_immunization(wrong, added_erroneously=1)
    chart.store.immunize(other.pid, "03")
    kept = chart.store.immunize(patient.pid, "33")
    assert [each.record_id for each in reader.immunizations(PatientId(patient.pid))] == [kept]


def test_a_vaccine_of_the_sites_own_list_and_a_zero_date(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    with chart.admin.connect() as connection:
        connection.execute(
            text("INSERT INTO list_options (list_id, option_id, title) VALUES ('immunizations', '7', 'Yellow fever')")
        )
    row = chart.store.immunize(patient.pid, "", own_vaccine_id=7)
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE immunizations SET administered_date = '0000-00-00' WHERE id = :id"), {"id": row}
        )
    (found,) = reader.immunizations(PatientId(patient.pid))
    assert (found.cvx, found.name, found.given_on) == ("", "Yellow fever", None)
