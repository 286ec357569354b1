"""All orders of a patient, and which of them wait for results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.promotion import LabPlan, OpenOrder, OrderLine
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader, SqlChartWriter
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


def test_every_active_order_comes_newest_first_with_tests_results_and_clinician(
    chart: Chart, patient: NewPatient
) -> None:
    store = chart.store
    doctor = store.add_clinician(username=f"o{patient.pid}", fname="Rosa", lname="Finch", npi="1234567893")
    done = store.enter_lab_report(
        patient.pid,
        procedure_name="BMP",
        procedure_code="24320-4",
        results=[LabValue("2160-0", "Creatinine", "1.1"), LabValue("2160-0", "Creatinine", "DNR")],
        date_report=local("2026-01-02 10:00:00"),
        provider_id=doctor,
    )
    pending = store.place_lab_order(
        patient.pid, "Hemoglobin A1c", "Lipid panel", date_ordered=local("2026-03-01 09:00:00"), provider_id=doctor
    )
    imaging = store.place_lab_order(
        patient.pid, "Chest X-ray", date_ordered=local("2026-02-01 09:00:00"), status="canceled", kind="imaging"
    )
    hidden = store.place_lab_order(patient.pid, "TSH", date_ordered=local("2026-02-01 09:00:00"))
    store.deactivate_lab_order(hidden)
    other = store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    store.place_lab_order(other.pid, "TSH", date_ordered=local("2026-02-01 09:00:00"))

    found = SqlChartReader(chart.query, chart.tables).orders(PatientId(patient.pid))

    assert [each.order_id for each in found] == [pending, imaging, done.order_id]
    waiting, picture, complete = found
    assert (waiting.status, waiting.results, waiting.result_ids) == ("pending", 0, ())
    assert waiting.tests == (("", "Hemoglobin A1c"), ("", "Lipid panel"))
    assert (waiting.provider, waiting.ordered_at) == ("Rosa Finch", local("2026-03-01 09:00:00"))
    assert "Finch" not in repr(waiting)
    assert (picture.kind, picture.status, picture.provider) == ("imaging", "canceled", "Administrator Administrator")
    # A result that did not run is shown nowhere.
    assert (complete.results, complete.result_ids) == (1, done.result_ids[:1])
    assert (complete.tests, complete.back_filled) == ((("24320-4", "BMP"),), False)


def test_an_order_made_to_hold_a_paper_result_is_told_from_a_clinicians(
    chart: Chart, patient: NewPatient, plan: Callable[..., LabPlan]
) -> None:
    with chart.worker.begin() as connection:
        record = SqlChartWriter(connection, chart.tables).write_lab(plan())
    (found,) = SqlChartReader(chart.query, chart.tables).orders(PatientId(patient.pid))
    assert (found.order_id, found.back_filled, found.provider) == (record.parents["procedure_order"], True, "")
    assert found.result_ids == (record.record_id,)


def test_an_order_without_lines_or_date_is_still_an_order(chart: Chart, patient: NewPatient) -> None:
    number = chart.store.place_lab_order(patient.pid, date_ordered=local("2026-02-01 09:00:00"))
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE procedure_order SET date_ordered = '0000-00-00' WHERE procedure_order_id = :id"),
            {"id": number},
        )
    (found,) = SqlChartReader(chart.query, chart.tables).orders(PatientId(patient.pid))
    assert (found.tests, found.ordered_at, found.results) == ((), None, 0)
