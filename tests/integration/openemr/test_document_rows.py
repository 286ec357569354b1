"""The patient's documents as the query account lists them."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database


@pytest.fixture
def reader(chart: Chart) -> SqlChartReader:
    return SqlChartReader(chart.query, chart.tables)


def test_documents_come_newest_first_with_one_category_and_their_day(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    store = chart.store
    old = store.store_document(patient.pid, "Medical Record", "a.txt", b"one")
    new = store.store_document(patient.pid, "Lab Report", "b.txt", b"two")
    bare = store.store_document(patient.pid, None, "c.txt", b"three")
    store.link_category(new, "Medical Record")
    store.redate_document(old, date(2024, 1, 2))
    store.redate_document(new, date(2026, 1, 2))
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE documents SET docdate = '0000-00-00', date = '2020-05-06 07:00:00' WHERE id = :id"),
            {"id": bare},
        )
    assert [(each.document_id, each.category, each.stored_on) for each in reader.documents(PatientId(patient.pid))] == [
        (new, "Lab Report", date(2026, 1, 2)),
        (old, "Medical Record", date(2024, 1, 2)),
        (bare, "", date(2020, 5, 6)),
    ]


def test_deleted_moved_and_other_patients_documents_stay_out(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    for action in (chart.store.delete_document, chart.store.process_deleted):
        action(chart.store.store_document(patient.pid, "Lab Report", "d.txt", action.__name__.encode()))
    moved = chart.store.store_document(patient.pid, "Lab Report", "e.txt", b"moved")
    chart.store.move_document_patient(moved, other.pid)
    assert reader.documents(PatientId(patient.pid)) == ()
    assert [each.document_id for each in reader.documents(PatientId(other.pid))] == [moved]
