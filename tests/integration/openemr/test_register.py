"""OpenEMR's list of documents, through everything that people do to a document."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import date

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.document import SourceDocument, SourceState
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.openemr import ChartTables, SqlDocumentRegister, open_chart_engine
from devstack.ehr import NewPatient, install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.integration.openemr.conftest import Chart, rows

pytestmark = pytest.mark.database

LAB_REPORT, MEDICAL_RECORD = 2, 3
PDF = b"%PDF-1.4 a lab report"


@pytest.fixture
def register(chart: Chart) -> SqlDocumentRegister:
    return SqlDocumentRegister(chart.worker, chart.tables)


@pytest.fixture
def document(chart: Chart, patient: NewPatient) -> DocumentId:
    return DocumentId(chart.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF))


def test_a_stored_document_is_read_as_openemr_recorded_it(
    chart: Chart, register: SqlDocumentRegister, patient: NewPatient, document: DocumentId
) -> None:
    found = register.find(document)
    row = rows(chart.admin, "SELECT HEX(uuid) AS uuid, date FROM documents WHERE id = :id", id=document)[0]
    assert found is not None
    assert (found.document_id, found.patient_id, found.category_ids) == (document, patient.pid, (LAB_REPORT,))
    assert found.uuid is not None
    assert found.uuid.replace("-", "").upper() == row["uuid"]
    assert [len(part) for part in found.uuid.split("-")] == [8, 4, 4, 4, 12]
    assert (found.content_hash, found.size_bytes) == (hashlib.sha3_512(PDF).hexdigest(), len(PDF))
    assert (found.media_type_claimed, found.stored_at, found.state) == (
        "application/pdf",
        row["date"],
        SourceState.ACTIVE,
    )


def test_no_row_no_document(register: SqlDocumentRegister) -> None:
    assert register.find(DocumentId(999_999_999)) is None


def test_a_rename_changes_nothing_that_we_read(
    chart: Chart, register: SqlDocumentRegister, document: DocumentId
) -> None:
    before = register.find(document)
    chart.store.rename_document(document, "b.pdf")
    assert register.find(document) == before


def test_a_move_to_another_category_is_seen(chart: Chart, register: SqlDocumentRegister, document: DocumentId) -> None:
    chart.store.move_document_category(document, "Medical Record")
    found = register.find(document)
    assert found is not None
    assert found.category_ids == (MEDICAL_RECORD,)


def test_a_document_in_two_categories_is_one_document(
    chart: Chart, register: SqlDocumentRegister, document: DocumentId
) -> None:
    chart.store.link_category(document, "Medical Record")
    found = register.in_categories([LAB_REPORT, MEDICAL_RECORD], after=DocumentId(document - 1), limit=10)
    assert [(each.document_id, each.category_ids) for each in found] == [(document, (LAB_REPORT, MEDICAL_RECORD))]


def test_a_move_to_another_patient_is_seen(chart: Chart, register: SqlDocumentRegister, document: DocumentId) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    chart.store.move_document_patient(document, other.pid)
    found = register.find(document)
    assert found is not None
    assert found.patient_id == other.pid


def test_deleting_and_bringing_back_is_seen(chart: Chart, register: SqlDocumentRegister, document: DocumentId) -> None:
    before = register.find(document)
    chart.store.delete_document(document)
    deleted = register.find(document)
    assert deleted is not None
    assert (deleted.state, deleted.category_ids) == (SourceState.DELETED, ())
    assert register.in_categories([LAB_REPORT], after=DocumentId(document - 1), limit=10) == ()
    chart.store.undelete_document(document, "Lab Report")
    assert register.find(document) == before


def test_newer_documents_come_by_number_in_pages_deleted_ones_included(
    chart: Chart, register: SqlDocumentRegister, patient: NewPatient
) -> None:
    first = chart.store.store_document(patient.pid, "Lab Report", "1.pdf", PDF)
    second = chart.store.store_document(patient.pid, None, "2.pdf", PDF)
    third = chart.store.store_document(patient.pid, "Lab Report", "3.pdf", PDF)
    chart.store.delete_document(third)
    page = register.newer_than(DocumentId(first - 1), limit=2)
    assert [each.document_id for each in page] == [first, second]
    assert page[1].category_ids == ()
    assert [each.document_id for each in register.newer_than(DocumentId(second), limit=2)] == [third]
    assert register.newer_than(DocumentId(third), limit=2) == ()


def test_documents_of_nobody_stay_out(chart: Chart, register: SqlDocumentRegister, document: DocumentId) -> None:
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE documents SET foreign_id = 0 WHERE id = :id"), {"id": document})
    after = DocumentId(document - 1)
    assert document not in [each.document_id for each in register.newer_than(after, limit=10)]
    assert register.in_categories([LAB_REPORT], after=after, limit=10) == ()


def test_many_documents_are_found_in_one_call(
    chart: Chart, register: SqlDocumentRegister, document: DocumentId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter_fhir.openemr.register.MANY_IDS", 2)
    pid = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3)).pid
    stored = [DocumentId(chart.store.store_document(pid, "Lab Report", "n.pdf", PDF)) for _ in range(4)]
    found = register.find_many([*reversed(stored), document, document, DocumentId(999_999_999)])
    assert [each.document_id for each in found] == [document, *stored]
    assert register.find_many([]) == ()
    assert register.in_categories([], after=DocumentId(0), limit=5) == ()


def test_unreadable_values_of_old_rows_become_unknown(
    chart: Chart, register: SqlDocumentRegister, document: DocumentId
) -> None:
    with chart.admin.connect() as connection:
        connection.execute(
            text("UPDATE documents SET date = '0000-00-00', uuid = NULL, hash = NULL, size = NULL WHERE id = :id"),
            {"id": document},
        )
    found = register.find(document)
    assert found is not None
    assert (found.stored_at, found.uuid, found.content_hash, found.size_bytes) == (None, None, "", 0)


def test_categories_have_names(register: SqlDocumentRegister) -> None:
    names = register.category_names()
    assert (names[LAB_REPORT], names[MEDICAL_RECORD]) == ("Lab Report", "Medical Record")


def test_a_page_costs_by_its_own_length_not_by_the_sites(mariadb: MariaDBHandle, chart: Chart) -> None:
    """Counted in rows that the server touched: the links' key begins with the category, not with the document."""
    page, stored = 20, 5_000
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        engine = open_chart_engine(mariadb.url(schema), pool_size=1)
        with engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO documents (id, uuid, size, date, foreign_id, revision, deleted)"
                    f" SELECT seq, UNHEX(MD5(seq)), 1, NOW(), 1, NOW(), 0 FROM seq_1_to_{stored}"
                )
            )
            connection.execute(
                text(
                    "INSERT INTO categories_to_documents (category_id, document_id)"
                    f" SELECT 2 + seq % 2, seq FROM seq_1_to_{stored}"
                )
            )
            connection.execute(text("ANALYZE TABLE documents, categories_to_documents, categories"))
            categories = connection.execute(text("SELECT COUNT(*) FROM categories")).scalar_one()

        def touched() -> int:
            with engine.connect() as connection:
                rows = connection.execute(text("SHOW SESSION STATUS LIKE 'Handler_read%'")).all()
            return sum(int(row[1]) for row in rows)

        register = SqlDocumentRegister(engine, ChartTables(schema))
        reads: tuple[Callable[[], Sequence[SourceDocument]], ...] = (
            lambda: register.newer_than(DocumentId(2_000), limit=page),
            lambda: register.in_categories([LAB_REPORT], after=DocumentId(2_000), limit=page),
            lambda: register.in_categories([LAB_REPORT, MEDICAL_RECORD], after=DocumentId(2_000), limit=page),
            lambda: register.find_many([DocumentId(number) for number in range(1, page + 1)]),
        )
        for read in reads:
            before = touched()
            assert len(read()) == page
            assert touched() - before < page * (categories + 20) * 3 < stored
        engine.dispose()
