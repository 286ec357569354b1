"""Promotion into OpenEMR's tables as the worker's own account, on the real database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, ProgrammingError

from arbiter_fhir.domain.promotion import LabPlan, PromotedRecord, RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import SqlChartReader, SqlChartWriter
from arbiter_fhir.ports.chart import RowState
from devstack.ehr import LabValue, NewPatient
from tests.integration.openemr.conftest import Chart, local, rows

Plans = Callable[..., LabPlan]

pytestmark = pytest.mark.database


def write(chart: Chart, plan: LabPlan) -> PromotedRecord:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).write_lab(plan)


def withdraw(chart: Chart, record: PromotedRecord) -> RetractionAction:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).inactivate(record)


def state(chart: Chart, record: PromotedRecord) -> RowState:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).row_state(record)


def counts(chart: Chart, patient: NewPatient) -> tuple[int, int, int, int]:
    found = rows(
        chart.admin,
        "SELECT COUNT(DISTINCT o.procedure_order_id) AS orders, COUNT(DISTINCT l.procedure_order_id) AS code_lines,"
        " COUNT(DISTINCT r.procedure_report_id) AS reports, COUNT(DISTINCT v.procedure_result_id) AS results"
        " FROM procedure_order o LEFT JOIN procedure_order_code l ON l.procedure_order_id = o.procedure_order_id"
        " LEFT JOIN procedure_report r ON r.procedure_order_id = o.procedure_order_id"
        " LEFT JOIN procedure_result v ON v.procedure_report_id = r.procedure_report_id"
        " WHERE o.patient_id = :pid",
        pid=patient.pid,
    )[0]
    return found["orders"], found["code_lines"], found["reports"], found["results"]  # type: ignore[return-value]


def test_one_result_becomes_four_rows_with_openemrs_own_words(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    wanted = plan()
    record = write(chart, wanted)

    assert counts(chart, patient) == (1, 1, 1, 1)
    order = rows(chart.admin, "SELECT * FROM procedure_order WHERE patient_id = :pid", pid=patient.pid)[0]
    expected_order = {
        "procedure_order_id": record.parents["procedure_order"],
        "uuid": None,
        "provider_id": 0,
        "encounter_id": 0,
        "activity": 1,
        "history_order": "1",
        "order_status": "complete",
        "external_id": wanted.external_id,
        "date_collected": local("2026-04-10 08:30:00"),
        "date_ordered": local("2026-04-10 08:30:00"),
        "procedure_order_type": "laboratory_test",
    }
    assert {name: order[name] for name in expected_order} == expected_order
    line = rows(
        chart.admin,
        "SELECT * FROM procedure_order_code WHERE procedure_order_id = :order",
        order=order["procedure_order_id"],
    )[0]
    assert (line["procedure_order_seq"], line["procedure_code"], line["procedure_name"]) == (
        1,
        "4548-4",
        "Hemoglobin A1c",
    )
    assert line["procedure_order_title"] == "laboratory_test"
    report = rows(
        chart.admin,
        "SELECT * FROM procedure_report WHERE procedure_order_id = :order",
        order=order["procedure_order_id"],
    )[0]
    assert (report["procedure_report_id"], report["uuid"]) == (record.parents["procedure_report"], None)
    assert (report["date_report"], report["date_collected"]) == (local("2026-04-10 08:30:00"),) * 2
    assert (report["report_status"], report["review_status"]) == ("final", "received")
    result = rows(chart.admin, "SELECT * FROM procedure_result WHERE procedure_result_id = :id", id=record.record_id)[0]
    expected = {
        "uuid": None,
        "procedure_report_id": report["procedure_report_id"],
        "result_data_type": "N",
        "result_code": "4548-4",
        "result_text": "Hemoglobin A1c",
        "date": local("2026-04-10 08:30:00"),
        "units": "%",
        "result": "7.20",
        "range": "4.0-5.6",
        "abnormal": "high",
        "comments": "Read from document 4711, page 1.",
        "document_id": 4711,
        "result_status": "final",
    }
    assert {name: result[name] for name in expected} == expected


def test_every_status_that_is_written_is_an_option_of_openemrs_lists(
    chart: Chart, patient: NewPatient, plan: Plans
) -> None:
    record = write(chart, plan())
    found = rows(
        chart.admin,
        "SELECT o.order_status, r.report_status, v.result_status, v.abnormal FROM procedure_order o"
        " JOIN procedure_report r ON r.procedure_order_id = o.procedure_order_id"
        " JOIN procedure_result v ON v.procedure_report_id = r.procedure_report_id"
        " WHERE v.procedure_result_id = :id",
        id=record.record_id,
    )[0]
    for column, list_id in (
        ("order_status", "ord_status"),
        ("report_status", "proc_rep_status"),
        ("result_status", "proc_res_status"),
        ("abnormal", "proc_res_abnormal"),
    ):
        options = {
            row["option_id"]
            for row in rows(chart.admin, "SELECT option_id FROM list_options WHERE list_id = :list", list=list_id)
        }
        assert found[column] in options


def test_an_uncoded_text_result_has_no_result_code_and_no_flag(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan(code="", value="Positive", value_is_numeric=False, abnormal=None, unit=""))
    found = rows(
        chart.admin,
        "SELECT v.result_data_type, v.result_code, v.abnormal, v.result, l.procedure_code FROM procedure_result v"
        " JOIN procedure_report r ON r.procedure_report_id = v.procedure_report_id"
        " JOIN procedure_order_code l ON l.procedure_order_id = r.procedure_order_id"
        " WHERE v.procedure_result_id = :id",
        id=record.record_id,
    )[0]
    assert found == {
        "result_data_type": "S",
        "result_code": "",
        "abnormal": "",
        "result": "Positive",
        "procedure_code": "uncoded",
    }


@pytest.mark.parametrize("value", ["7.20", "0", "<5", ">=60", "1:80", "0.000012", "12345678901234567890.10", "µ≥é"])
def test_the_value_read_back_is_the_value_on_the_paper(
    chart: Chart, patient: NewPatient, plan: Plans, value: str
) -> None:
    write(chart, plan(value=value))
    read = SqlChartReader(chart.query, chart.tables).labs(PatientId(patient.pid))
    assert [lab.value for lab in read] == [value]


def test_the_same_key_again_writes_nothing_and_gives_the_same_record(
    chart: Chart, patient: NewPatient, plan: Plans
) -> None:
    wanted = plan()
    first = write(chart, wanted)
    assert write(chart, wanted) == first
    assert counts(chart, patient) == (1, 1, 1, 1)


def test_an_edited_row_found_by_its_key_still_shows_the_edit(chart: Chart, plan: Plans) -> None:
    wanted = plan()
    first = write(chart, wanted)
    chart.store.edit_lab_result(first.record_id, result="7.3")
    again = write(chart, wanted)
    assert again == first
    assert state(chart, again).values_digest != again.values_digest


def test_a_withdrawn_key_can_be_written_anew(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    wanted = plan()
    first = write(chart, wanted)
    assert withdraw(chart, first) is RetractionAction.CHART_ROW_INACTIVATED
    second = write(chart, wanted)
    assert second.record_id != first.record_id
    assert [lab.result_id for lab in SqlChartReader(chart.query, chart.tables).labs(PatientId(patient.pid))] == [
        second.record_id
    ]


def test_a_key_that_another_document_holds_is_an_error(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    write(chart, plan(external_id="af-same", document_id=DocumentId(1)))
    with pytest.raises(ChartError) as raised:
        write(chart, plan(external_id="af-same", document_id=DocumentId(2)))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert counts(chart, patient) == (1, 1, 1, 1)


def test_the_same_key_of_another_patient_is_another_result(chart: Chart, plan: Plans) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Quill", dob=date(1970, 1, 31))
    first = write(chart, plan(external_id="af-shared"))
    second = write(chart, plan(external_id="af-shared", patient_id=PatientId(other.pid)))
    assert second.record_id != first.record_id


@pytest.mark.parametrize(
    ("field", "column", "width"),
    [
        ("external_id", "procedure_order.external_id", 20),
        ("code", "procedure_result.result_code", 31),
        ("name", "procedure_order_code.procedure_name", 255),
        ("value", "procedure_result.result", 255),
        ("unit", "procedure_result.units", 31),
        ("reference_range", "procedure_result.range", 255),
        ("comment", "procedure_result.comments", 16_383),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_column_and_nothing_is_written(
    chart: Chart, patient: NewPatient, plan: Plans, field: str, column: str, width: int
) -> None:
    write(chart, plan(**{field: "ß" * width}))
    before = counts(chart, patient)
    with pytest.raises(ChartError) as raised:
        write(chart, plan(**{field: "ß" * (width + 1)}))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert column in raised.value.message
    assert "ß" not in str(raised.value)
    assert counts(chart, patient) == before


def test_half_a_character_is_refused_and_not_repeated(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    with pytest.raises(ChartError) as raised:
        write(chart, plan(name="Gluc\ud83dose"))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert "procedure_order_code.procedure_name" in raised.value.message
    assert counts(chart, patient) == (0, 0, 0, 0)


@pytest.mark.parametrize("moment", [datetime(2026, 4, 10, tzinfo=UTC), local("2026-04-10 00:00:00.000005")])
def test_a_time_that_the_column_would_change_is_refused(chart: Chart, plan: Plans, moment: datetime) -> None:
    with pytest.raises(ChartError) as raised:
        write(chart, plan(observed_at=moment))
    assert raised.value.code is ErrorCode.EHR_WRITE


def test_a_connection_that_cuts_values_is_refused(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    with chart.worker.connect() as connection:
        connection.execute(text("SET SESSION sql_mode = ''"))
        with pytest.raises(ChartError) as raised:
            SqlChartWriter(connection, chart.tables).write_lab(plan())
        connection.invalidate()
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert "strict" in raised.value.message
    assert counts(chart, patient) == (0, 0, 0, 0)


def test_a_table_in_a_narrow_character_set_refuses_what_it_cannot_hold(
    chart: Chart, patient: NewPatient, plan: Plans
) -> None:
    with chart.admin.connect() as connection:
        connection.execute(text("ALTER TABLE procedure_result CONVERT TO CHARACTER SET latin1"))
    try:
        with pytest.raises(ChartError) as raised:
            write(chart, plan(value="≥5"))
    finally:
        with chart.admin.connect() as connection:
            connection.execute(text("ALTER TABLE procedure_result CONVERT TO CHARACTER SET utf8mb4"))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert "≥" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert counts(chart, patient) == (0, 0, 0, 0)


def test_a_trigger_that_changes_the_value_is_noticed_and_nothing_is_kept(
    chart: Chart, patient: NewPatient, plan: Plans
) -> None:
    with chart.admin.connect() as connection:
        connection.execute(
            text(
                "CREATE TRIGGER rounding BEFORE INSERT ON procedure_result"
                " FOR EACH ROW SET NEW.result = ROUND(NEW.result)"
            )
        )
    try:
        with pytest.raises(ChartError) as raised:
            write(chart, plan(value="7.2"))
    finally:
        with chart.admin.connect() as connection:
            connection.execute(text("DROP TRIGGER rounding"))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert counts(chart, patient) == (0, 0, 0, 0)


def test_withdrawal_hides_the_order_and_erases_nothing(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    record = write(chart, plan())
    assert withdraw(chart, record) is RetractionAction.CHART_ROW_INACTIVATED
    assert counts(chart, patient) == (1, 1, 1, 1)
    assert state(chart, record).active is False
    assert SqlChartReader(chart.query, chart.tables).labs(PatientId(patient.pid)) == ()
    assert withdraw(chart, record) is RetractionAction.ALREADY_GONE


def test_a_signed_report_is_still_withdrawn(chart: Chart, plan: Plans) -> None:
    """The sign-off page writes all fields back: trimmed, and the dates without seconds."""
    record = write(
        chart,
        plan(observed_at=local("2026-04-10 08:30:45"), collected_at=local("2026-04-10 08:30:45"), comment=" x "),
    )
    chart.store.sign_lab_report(record.parents["procedure_report"])
    chart.store.edit_lab_result(record.record_id, comments="x", date="2026-04-10 08:30:45")
    with chart.admin.connect() as connection:
        connection.execute(
            text(
                "UPDATE procedure_report SET date_report = '2026-04-10 08:30', date_collected = '2026-04-10 08:30'"
                " WHERE procedure_report_id = :id"
            ),
            {"id": record.parents["procedure_report"]},
        )
    assert withdraw(chart, record) is RetractionAction.CHART_ROW_INACTIVATED


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("result", "7.3"),
        ("units", "mmol/mol"),
        ("range", "4-6"),
        ("abnormal", "no"),
        ("result_text", "HbA1c"),
        ("result_code", "17856-6"),
        ("comments", "Seen, repeat in June."),
        ("result_status", "correct"),
        ("document_id", 0),
    ],
)
def test_a_clinicians_edit_is_not_undone(chart: Chart, plan: Plans, column: str, value: str | int) -> None:
    record = write(chart, plan())
    chart.store.edit_lab_result(record.record_id, **{column: value})
    assert state(chart, record).values_digest != record.values_digest
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW
    assert state(chart, record).active is True


def test_a_corrected_date_is_not_undone(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan())
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE procedure_report SET date_report = '2026-04-11 08:30' WHERE procedure_report_id = :id"),
            {"id": record.parents["procedure_report"]},
        )
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW


def test_an_order_to_which_a_person_added_a_result_stays(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan())
    assert state(chart, record).only_ours
    chart.store.add_lab_result(record.parents["procedure_report"], LabValue(code="", name="Comment", result="seen"))
    assert not state(chart, record).only_ours
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW
    assert state(chart, record).active is True


def test_an_order_that_a_person_moved_to_another_patient_stays(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan())
    other = chart.store.create_patient(fname="Bo", lname="Quill", dob=date(1970, 1, 31))
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE procedure_order SET patient_id = :pid WHERE procedure_order_id = :id"),
            {"pid": other.pid, "id": record.parents["procedure_order"]},
        )
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW


def test_rows_that_somebody_deleted_are_gone_already(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan())
    with chart.admin.connect() as connection:
        connection.execute(
            text("DELETE FROM procedure_order WHERE procedure_order_id = :id"),
            {"id": record.parents["procedure_order"]},
        )
    assert state(chart, record).active is False
    assert withdraw(chart, record) is RetractionAction.ALREADY_GONE


def test_an_order_whose_result_somebody_deleted_is_hidden(chart: Chart, plan: Plans) -> None:
    record = write(chart, plan())
    with chart.admin.connect() as connection:
        connection.execute(
            text("DELETE FROM procedure_result WHERE procedure_result_id = :id"), {"id": record.record_id}
        )
    assert state(chart, record).values_digest is None
    assert withdraw(chart, record) is RetractionAction.CHART_ROW_INACTIVATED
    assert state(chart, record).active is False


def test_a_rolled_back_transaction_leaves_no_row(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    with chart.worker.connect() as connection:
        transaction = connection.begin()
        SqlChartWriter(connection, chart.tables).write_lab(plan())
        transaction.rollback()
    assert counts(chart, patient) == (0, 0, 0, 0)


def test_promotions_of_one_patient_wait_for_each_other(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    wanted = plan()
    entered = threading.Event()
    records = []

    def promote() -> None:
        with chart.worker.begin() as connection:
            writer = SqlChartWriter(connection, chart.tables)
            entered.set()
            writer.lock_patient(PatientId(patient.pid))
            records.append(writer.write_lab(wanted))

    with chart.worker.begin() as connection:
        writer = SqlChartWriter(connection, chart.tables)
        writer.lock_patient(PatientId(patient.pid))
        second = threading.Thread(target=promote)
        second.start()
        assert entered.wait(10)
        second.join(0.3)
        assert second.is_alive()
        records.append(writer.write_lab(wanted))
    second.join(20)
    assert records[0] == records[1]
    assert counts(chart, patient) == (1, 1, 1, 1)


def test_a_lock_that_is_not_given_is_retryable(chart: Chart, patient: NewPatient) -> None:
    with chart.worker.begin() as first, chart.worker.connect() as second:
        SqlChartWriter(first, chart.tables).lock_patient(PatientId(patient.pid))
        second.execute(text("SET SESSION innodb_lock_wait_timeout = 1"))
        with pytest.raises(ChartError) as raised:
            SqlChartWriter(second, chart.tables).lock_patient(PatientId(patient.pid))
        second.execute(text("SET SESSION innodb_lock_wait_timeout = DEFAULT"))
    assert raised.value.code is ErrorCode.EHR_UNAVAILABLE
    assert raised.value.retryable


def test_a_patient_who_is_not_there_cannot_be_promoted_to(chart: Chart) -> None:
    with chart.worker.begin() as connection, pytest.raises(ChartError) as raised:
        SqlChartWriter(connection, chart.tables).lock_patient(PatientId(999_999))
    assert raised.value.code is ErrorCode.EHR_WRITE


def test_inside_the_transaction_the_writer_sees_its_own_labs(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    with chart.worker.begin() as connection:
        writer = SqlChartWriter(connection, chart.tables)
        writer.write_lab(plan())
        assert [Decimal(lab.value) for lab in writer.labs(PatientId(patient.pid))] == [Decimal("7.20")]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {s}.procedure_result SET result = '1' WHERE procedure_result_id = 1",
        "UPDATE {s}.procedure_order SET patient_id = 1",
        "DELETE FROM {s}.procedure_order",
        "INSERT INTO {s}.procedure_order (uuid, patient_id) VALUES ('x', 1)",
        "UPDATE {s}.procedure_result SET document_id = 1",
        "UPDATE {s}.procedure_report SET date_report = NULL",
        "INSERT INTO {s}.lists (uuid, title) VALUES ('x', 'x')",
        "UPDATE {s}.lists SET title = 'x'",
        "DELETE FROM {s}.lists",
        "UPDATE {s}.lists_medication SET drug_dosage_instructions = 'x'",
        "UPDATE {s}.lists_touch SET date = NULL",
        "INSERT INTO {s}.prescriptions (drug) VALUES ('x')",
        "INSERT INTO {s}.log (comments) VALUES ('x')",
        "UPDATE {s}.documents SET deleted = 1",
        "SELECT password FROM {s}.users",
        "SELECT name FROM {s}.documents",
        "SELECT * FROM {s}.users_secure",
    ],
)
def test_the_workers_account_can_do_nothing_else(chart: Chart, statement: str) -> None:
    with chart.worker.begin() as connection:
        connection.execute(text(f"UPDATE {chart.schema}.procedure_order SET activity = 0 WHERE procedure_order_id = 0"))
        with pytest.raises((OperationalError, ProgrammingError)) as raised:
            connection.execute(text(statement.format(s=chart.schema)))
    assert raised.value.orig.args[0] in {1142, 1143}  # type: ignore[union-attr]


def test_the_query_account_cannot_write(chart: Chart, patient: NewPatient, plan: Plans) -> None:
    with chart.query.begin() as connection, pytest.raises(ChartError) as raised:
        SqlChartWriter(connection, chart.tables).write_lab(plan())
    assert raised.value.code is ErrorCode.EHR_AUTH
    assert counts(chart, patient) == (0, 0, 0, 0)
