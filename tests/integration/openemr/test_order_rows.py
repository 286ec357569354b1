"""Which orders of a patient wait for results."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.promotion import OpenOrder, OrderLine
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartWriter
from devstack.ehr import LabValue, NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database

ORDERED = local("2026-04-01 09:00:00")


def waiting(chart: Chart, patient: NewPatient) -> tuple[OpenOrder, ...]:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).open_orders(PatientId(patient.pid))


def test_an_order_comes_with_its_lines(chart: Chart, patient: NewPatient) -> None:
    number = chart.store.place_lab_order(
        patient.pid, "BMP", "HbA1c", date_ordered=ORDERED, status="routed", procedure_code="X1"
    )
    assert waiting(chart, patient) == (
        OpenOrder(
            number,
            PatientId(patient.pid),
            ORDERED,
            "routed",
            (OrderLine(1, "X1", "BMP"), OrderLine(2, "X1", "HbA1c")),
        ),
    )


@pytest.mark.parametrize("status", ["complete", "canceled", ""])
def test_closed_orders_do_not_wait(chart: Chart, patient: NewPatient, status: str) -> None:
    chart.store.place_lab_order(patient.pid, "BMP", date_ordered=ORDERED, status=status)
    assert waiting(chart, patient) == ()


def test_hidden_reported_and_other_orders_do_not_wait(chart: Chart, patient: NewPatient) -> None:
    hidden = chart.store.place_lab_order(patient.pid, "BMP", date_ordered=ORDERED)
    chart.store.deactivate_lab_order(hidden)
    imaging = chart.store.place_lab_order(patient.pid, "Chest film", date_ordered=ORDERED)
    reported = chart.store.enter_lab_report(
        patient.pid, procedure_name="BMP", results=[LabValue("", "Sodium", "140")], date_report=ORDERED
    )
    other = chart.store.create_patient(fname="Bo", lname="Quill", dob=ORDERED.date())
    chart.store.place_lab_order(other.pid, "BMP", date_ordered=ORDERED)
    with chart.admin.connect() as connection:
        connection.exec_driver_sql(
            f"UPDATE procedure_order SET procedure_order_type = 'imaging' WHERE procedure_order_id = {imaging}"
        )
        connection.exec_driver_sql(
            f"UPDATE procedure_order SET order_status = 'pending' WHERE procedure_order_id = {reported.order_id}"
        )
    assert waiting(chart, patient) == ()
