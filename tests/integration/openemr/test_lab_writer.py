"""Results under a clinician's open order, and how they leave it again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.promotion import LabPlan, OrderSlot, PromotedRecord, RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.openemr import SqlChartReader, SqlChartWriter
from devstack.ehr import LabValue, NewPatient
from tests.integration.openemr.conftest import Chart, local, rows

Plans = Callable[..., LabPlan]

pytestmark = pytest.mark.database

ORDERED = local("2026-04-01 09:00:00")


@pytest.fixture
def order(chart: Chart, patient: NewPatient) -> int:
    """An order of one test that waits."""
    return chart.store.place_lab_order(patient.pid, "Hemoglobin A1c", date_ordered=ORDERED)


def write(chart: Chart, plan: LabPlan) -> PromotedRecord:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).write_lab(plan)


def withdraw(chart: Chart, record: PromotedRecord, note: str = "") -> RetractionAction:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).inactivate(record, note)


def status(chart: Chart, order: int) -> object:
    statement = "SELECT order_status, activity FROM procedure_order WHERE procedure_order_id = :id"
    return tuple(rows(chart.admin, statement, id=order)[0].values())


def shown(chart: Chart, patient: NewPatient) -> list[tuple[int, str]]:
    labs = SqlChartReader(chart.query, chart.tables).labs(PatientId(patient.pid))
    return [(lab.order_id, lab.value) for lab in labs]


def test_a_result_stands_under_the_order_that_it_answers(
    chart: Chart, patient: NewPatient, plan: Plans, order: int
) -> None:
    slot = OrderSlot(order, 1, "pending")
    record = write(chart, plan(slot=slot))
    assert (record.answered, record.parents["procedure_order"]) == (slot, order)
    assert shown(chart, patient) == [(order, "7.20")]
    assert status(chart, order) == ("complete", 1)
    assert rows(chart.admin, "SELECT 1 FROM procedure_order WHERE patient_id = :pid", pid=patient.pid) == [{"1": 1}]


def test_withdrawal_hides_report_and_result_and_reopens_the_order(
    chart: Chart, patient: NewPatient, plan: Plans, order: int
) -> None:
    record = write(chart, plan(slot=OrderSlot(order, 1, "pending")))
    assert withdraw(chart, record, "source_deleted") is RetractionAction.CHART_ROW_INACTIVATED
    assert shown(chart, patient) == []
    assert status(chart, order) == ("pending", 1)
    (kept,) = rows(
        chart.admin,
        "SELECT o.activity, o.history_order, l.procedure_name, v.result, v.comments FROM procedure_result v"
        " JOIN procedure_report r ON r.procedure_report_id = v.procedure_report_id"
        " JOIN procedure_order o ON o.procedure_order_id = r.procedure_order_id"
        " JOIN procedure_order_code l ON l.procedure_order_id = o.procedure_order_id"
        " AND l.procedure_order_seq = r.procedure_order_seq WHERE v.procedure_result_id = :id",
        id=record.record_id,
    )
    assert (kept["activity"], kept["history_order"], kept["result"]) == (0, "1", "7.20")
    assert kept["procedure_name"] == "Hemoglobin A1c"
    assert str(kept["comments"]).endswith("; arbiter-fhir: withdrawn, source_deleted")
    assert withdraw(chart, record) is RetractionAction.ALREADY_GONE
    with chart.worker.begin() as connection:
        (open_order,) = SqlChartWriter(connection, chart.tables).open_orders(PatientId(patient.pid))
    assert open_order.order_id == order


def test_an_order_that_somebody_closed_in_between_is_left_closed(
    chart: Chart, patient: NewPatient, plan: Plans, order: int
) -> None:
    record = write(chart, plan(slot=OrderSlot(order, 1, "pending")))
    with chart.admin.connect() as connection:
        connection.exec_driver_sql(
            f"UPDATE procedure_order SET order_status = 'canceled' WHERE procedure_order_id = {order}"
        )
    assert withdraw(chart, record) is RetractionAction.CHART_ROW_INACTIVATED
    assert status(chart, order) == ("canceled", 1)


@pytest.mark.parametrize("change", ["order_status = 'canceled'", "activity = 0", "patient_id = 0"])
def test_an_order_that_no_longer_waits_is_not_answered(
    chart: Chart, patient: NewPatient, plan: Plans, order: int, change: str
) -> None:
    with chart.admin.connect() as connection:
        connection.exec_driver_sql(f"UPDATE procedure_order SET {change} WHERE procedure_order_id = {order}")
    record = write(chart, plan(slot=OrderSlot(order, 1, "pending")))
    assert record.answered is None
    assert record.parents["procedure_order"] != order


def test_a_line_that_somebody_else_reported_on_is_not_answered(
    chart: Chart, patient: NewPatient, plan: Plans, order: int
) -> None:
    with chart.admin.connect() as connection:
        connection.exec_driver_sql(
            f"INSERT INTO procedure_report (procedure_order_id, procedure_order_seq) VALUES ({order}, 1)"
        )
    record = write(chart, plan(slot=OrderSlot(order, 1, "pending")))
    assert record.answered is None


def test_results_of_one_document_share_a_line_and_others_do_not_join(
    chart: Chart, patient: NewPatient, plan: Plans, order: int
) -> None:
    slot = OrderSlot(order, 1, "pending")
    first, second = write(chart, plan(slot=slot)), write(chart, plan(slot=slot, name="Estimated glucose", code=""))
    assert (first.answered, second.answered) == (slot, slot)
    other = write(chart, plan(slot=slot, document_id=DocumentId(4712)))
    assert other.answered is None
    assert withdraw(chart, first) is RetractionAction.CHART_ROW_INACTIVATED
    assert status(chart, order) == ("complete", 1), "one of its results is still there"
    assert withdraw(chart, second) is RetractionAction.CHART_ROW_INACTIVATED
    assert status(chart, order) == ("pending", 1)


def test_a_result_that_somebody_added_to_our_report_keeps_it_where_it_is(
    chart: Chart, patient: NewPatient, plan: Plans, order: int
) -> None:
    record = write(chart, plan(slot=OrderSlot(order, 1, "pending")))
    chart.store.add_lab_result(record.parents["procedure_report"], LabValue("", "Comment", "haemolysed"))
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW
    assert len(shown(chart, patient)) == 2


def test_an_edited_result_under_an_order_is_left_alone(chart: Chart, plan: Plans, order: int) -> None:
    record = write(chart, plan(slot=OrderSlot(order, 1, "pending")))
    chart.store.edit_lab_result(record.record_id, result="7.3")
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW
    assert status(chart, order) == ("complete", 1)


def test_a_result_with_an_order_of_its_own_says_why_it_went(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan())
    assert withdraw(chart, record, "replaced by documents:9") is RetractionAction.CHART_ROW_INACTIVATED
    (found,) = rows(
        chart.admin, "SELECT comments FROM procedure_result WHERE procedure_result_id = :id", id=record.record_id
    )
    assert found["comments"] == "Read from document 4711, page 1.; arbiter-fhir: withdrawn, replaced by documents:9"
