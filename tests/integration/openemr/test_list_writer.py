"""Allergies, medications and problems into OpenEMR's lists as the worker's own account, and back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.promotion import ListKind, ListPlan, PromotedRecord, RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import ChartTables, SqlChartWriter, list_trace, worker_grants
from arbiter_fhir.ports.chart import RowState
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart, grant, rows

Entries = Callable[..., ListPlan]

pytestmark = pytest.mark.database


def write(chart: Chart, plan: ListPlan) -> PromotedRecord:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).write_list_entry(plan)


def withdraw(chart: Chart, record: PromotedRecord, note: str = "source_deleted") -> RetractionAction:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).inactivate(record, note)


def state(chart: Chart, record: PromotedRecord) -> RowState:
    with chart.worker.begin() as connection:
        return SqlChartWriter(connection, chart.tables).row_state(record)


def stored(chart: Chart, record: PromotedRecord) -> dict[str, object]:
    return dict(rows(chart.admin, "SELECT * FROM lists WHERE id = :id", id=record.record_id)[0])


def test_a_medication_becomes_an_entry_with_its_instructions(chart: Chart, patient: NewPatient, entry: Entries) -> None:
    wanted = entry()
    record = write(chart, wanted)
    expected = {
        "uuid": None,
        "pid": patient.pid,
        "type": "medication",
        "title": "Metformin 500 mg tablet",
        "diagnosis": "RXNORM:6809",
        "activity": 1,
        "date": datetime(2026, 4, 12),  # noqa: DTZ001 - the site's local day
        "begdate": datetime(2026, 1, 5),  # noqa: DTZ001
        "enddate": None,
        "verification": "",
        "external_id": wanted.external_id,
        "comments": "arbiter-fhir: documents:4711 page 1, as reported",
    }
    assert {name: stored(chart, record)[name] for name in expected} == expected
    details = rows(chart.admin, "SELECT * FROM lists_medication WHERE list_id = :id", id=record.record_id)
    assert [(each["id"], each["drug_dosage_instructions"], each["request_intent"]) for each in details] == [
        (record.parents["lists_medication"], "1 tablet twice daily", "plan")
    ]
    touched = rows(chart.admin, "SELECT type FROM lists_touch WHERE pid = :pid", pid=patient.pid)
    assert [each["type"] for each in touched] == ["medication"]
    assert state(chart, record) == RowState(active=True, values_digest=record.values_digest, only_ours=True)


@pytest.mark.parametrize(
    ("kind", "list_id"),
    [(ListKind.ALLERGY, "allergyintolerance-verification"), (ListKind.PROBLEM, "condition-verification")],
)
def test_words_that_are_written_are_options_of_openemrs_lists(
    chart: Chart, entry: Entries, kind: ListKind, list_id: str
) -> None:
    record = write(chart, entry(kind=kind, reaction="hives", severity="severe", instructions=""))
    options = {
        (row["list_id"], row["option_id"]) for row in rows(chart.admin, "SELECT list_id, option_id FROM list_options")
    }
    found = stored(chart, record)
    assert {(list_id, found["verification"]), ("reaction", "hives"), ("severity_ccda", "severe")} <= options
    assert rows(chart.admin, "SELECT id FROM lists_medication WHERE list_id = :id", id=record.record_id) == []
    withdraw(chart, record)
    assert (list_id, stored(chart, record)["verification"]) in options


def test_the_medications_words_are_options_with_their_titles(chart: Chart, entry: Entries) -> None:
    record = write(chart, entry())
    (detail,) = rows(chart.admin, "SELECT * FROM lists_medication WHERE list_id = :id", id=record.record_id)
    options = {
        (row["list_id"], row["option_id"], row["title"])
        for row in rows(chart.admin, "SELECT list_id, option_id, title FROM list_options")
    }
    assert ("medication-usage-category", detail["usage_category"], detail["usage_category_title"]) in options
    assert ("medication-request-intent", detail["request_intent"], detail["request_intent_title"]) in options


def test_the_same_key_again_writes_nothing(chart: Chart, patient: NewPatient, entry: Entries) -> None:
    wanted = entry()
    first = write(chart, wanted)
    assert write(chart, wanted) == first
    assert len(rows(chart.admin, "SELECT id FROM lists WHERE pid = :pid", pid=patient.pid)) == 1


def test_a_withdrawn_entry_is_ended_and_may_be_written_anew(chart: Chart, patient: NewPatient, entry: Entries) -> None:
    wanted = entry(kind=ListKind.ALLERGY, title="Penicillin", instructions="")
    record = write(chart, wanted)
    assert withdraw(chart, record) is RetractionAction.CHART_ROW_INACTIVATED
    found = stored(chart, record)
    assert (found["activity"], found["enddate"], found["verification"]) == (0, found["date"], "entered-in-error")
    assert str(found["comments"]).endswith("as reported; arbiter-fhir: withdrawn, source_deleted")
    assert (found["title"], found["begdate"]) == ("Penicillin", datetime(2026, 1, 5))  # noqa: DTZ001
    assert withdraw(chart, record) is RetractionAction.ALREADY_GONE
    second = write(chart, wanted)
    assert second.record_id != record.record_id
    with chart.worker.begin() as connection:
        lists = SqlChartWriter(connection, chart.tables).lists(PatientId(patient.pid))
    assert [(each.record_id, each.active, each.taken_back) for each in lists.entries] == [
        (record.record_id, False, True),
        (second.record_id, True, False),
    ]


@pytest.mark.parametrize(
    "changes",
    [{"title": "Metformin 850 mg"}, {"comments": "confirmed"}, {"enddate": datetime(2026, 5, 1)}],  # noqa: DTZ001
)
def test_what_a_clinician_changed_is_left_alone(chart: Chart, entry: Entries, changes: dict[str, object]) -> None:
    record = write(chart, entry())
    chart.store.edit_issue(record.record_id, **changes)  # type: ignore[arg-type]
    before = stored(chart, record)
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW
    assert stored(chart, record) == before


def test_an_entry_of_another_patient_now_is_left_alone(chart: Chart, entry: Entries) -> None:
    record = write(chart, entry())
    other = chart.store.create_patient(fname="Bo", lname="Quill", dob=datetime(1970, 1, 31).date())  # noqa: DTZ001
    chart.store.edit_issue(record.record_id, pid=other.pid)
    assert withdraw(chart, record) is RetractionAction.NEEDS_REVIEW


def test_a_retired_or_deleted_entry_is_gone(chart: Chart, entry: Entries) -> None:
    retired, deleted = write(chart, entry()), write(chart, entry())
    chart.store.end_issue(retired.record_id)
    with chart.admin.connect() as connection:
        connection.execute(text("DELETE FROM lists WHERE id = :id"), {"id": deleted.record_id})
    assert withdraw(chart, retired) is RetractionAction.ALREADY_GONE
    assert withdraw(chart, deleted) is RetractionAction.ALREADY_GONE


@pytest.mark.parametrize(("field", "column"), [("title", "lists.title"), ("diagnosis", "lists.diagnosis")])
def test_what_does_not_fit_is_refused(
    chart: Chart, patient: NewPatient, entry: Entries, field: str, column: str
) -> None:
    with pytest.raises(ChartError) as raised:
        write(chart, entry(**{field: "ß" * 256}))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert column in raised.value.message
    assert "ß" not in str(raised.value)
    assert rows(chart.admin, "SELECT id FROM lists WHERE pid = :pid", pid=patient.pid) == []


def test_a_trigger_that_changes_an_entry_is_noticed(chart: Chart, patient: NewPatient, entry: Entries) -> None:
    with chart.admin.connect() as connection:
        connection.execute(
            text("CREATE TRIGGER shouting BEFORE INSERT ON lists FOR EACH ROW SET NEW.title = UPPER(NEW.title)")
        )
    try:
        with pytest.raises(ChartError) as raised:
            write(chart, entry())
    finally:
        with chart.admin.connect() as connection:
            connection.execute(text("DROP TRIGGER shouting"))
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert rows(chart.admin, "SELECT id FROM lists WHERE pid = :pid", pid=patient.pid) == []


def test_newer_versions_are_told_that_it_is_a_reported_record(
    chart: Chart, entry: Entries, patient: NewPatient
) -> None:
    column = ("lists_medication", "is_primary_record")
    with chart.admin.connect() as connection:
        connection.execute(text("ALTER TABLE lists_medication ADD is_primary_record tinyint DEFAULT 1"))
    try:
        with chart.worker.connect() as connection:
            user = str(connection.execute(text("SELECT CURRENT_USER()")).scalar_one()).partition("@")[0]
        grant(chart.admin, chart.schema, user, worker_grants(frozenset({column})))
        tables = ChartTables(chart.schema, optional=[column])
        with chart.worker.begin() as connection:
            record = SqlChartWriter(connection, tables).write_list_entry(entry())
        (detail,) = rows(
            chart.admin, "SELECT is_primary_record FROM lists_medication WHERE list_id = :id", id=record.record_id
        )
        assert detail["is_primary_record"] == 0
    finally:
        with chart.admin.connect() as connection:
            connection.execute(text("ALTER TABLE lists_medication DROP is_primary_record"))


def test_entries_are_traced_by_the_document_that_they_name(chart: Chart, patient: NewPatient, entry: Entries) -> None:
    mine = write(chart, entry(comment="arbiter-fhir: documents:88 page 1, as reported"))
    write(chart, entry(comment="arbiter-fhir: documents:881 page 1, as reported"))
    chart.store.add_issue(patient.pid, "medication", "Aspirin", comments="see documents:88")
    withdraw(chart, mine)
    again = write(chart, entry(comment="arbiter-fhir: documents:88, as reported"))
    with chart.worker.connect() as connection:
        found = list_trace(connection, chart.tables, DocumentId(88))
    assert [(each.list_id, each.patient_id, each.active) for each in found] == [
        (mine.record_id, patient.pid, False),
        (again.record_id, patient.pid, True),
    ]
