"""Binary: raw bytes, and its several ways of saying no."""

from __future__ import annotations

import uuid

import httpx
import pytest

from devstack.ehr import NewPatient, StandInEhr
from tests.contract.standin.backend import Backend, execute, register

PDF = b"%PDF-1.4\n" + bytes(range(256)) * 3


@pytest.fixture
def document(ehr: StandInEhr, patient: NewPatient) -> int:
    """A stored document."""
    return ehr.store.store_document(patient.pid, "Lab Report", "lab-report.pdf", PDF)


def test_bytes_are_those_of_the_upload_with_these_headers(ehr: StandInEhr, backend: Backend, document: int) -> None:
    answer = backend.get(f"Binary/{ehr.store.document_uuid(document)}")
    assert answer.status_code == 200
    assert answer.content == PDF
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-length"] == str(len(PDF))
    assert answer.headers["content-disposition"] == "attachment; filename=lab-report.pdf"


def test_accept_and_range_are_ignored(ehr: StandInEhr, backend: Backend, document: int) -> None:
    answer = backend.http.get(
        f"{ehr.fhir_base_url}/Binary/{ehr.store.document_uuid(document)}",
        headers={
            "Authorization": f"Bearer {backend.token()}",
            "Accept": "application/fhir+json",
            "Range": "bytes=0-3",
        },
    )
    assert (answer.status_code, answer.content) == (200, PDF)


def test_unknown_is_404_and_not_a_uuid_is_an_empty_200(backend: Backend) -> None:
    answer = backend.get(f"Binary/{uuid.uuid4()}")
    assert (answer.status_code, answer.content) == (404, b"")
    answer = backend.get("Binary/12")
    assert (answer.status_code, answer.content) == (200, b"")
    assert "content-type" not in answer.headers


def test_a_file_gone_from_disk_is_an_empty_500(ehr: StandInEhr, backend: Backend, document: int) -> None:
    ehr.store.remove_file(document)
    answer = backend.get(f"Binary/{ehr.store.document_uuid(document)}")
    assert (answer.status_code, answer.content) == (500, b"")
    # The document itself stays listed.
    assert backend.get(f"DocumentReference/{ehr.store.document_uuid(document)}").status_code == 200


def test_head_is_404(ehr: StandInEhr, backend: Backend, document: int) -> None:
    answer = backend.http.head(
        f"{ehr.fhir_base_url}/Binary/{ehr.store.document_uuid(document)}",
        headers={"Authorization": f"Bearer {backend.token()}"},
    )
    assert answer.status_code == 404


def test_without_its_scope_it_is_an_empty_401_while_references_answer(
    ehr: StandInEhr, http: httpx.Client, document: int
) -> None:
    backend = register(ehr, http, ("system/DocumentReference.read",))
    identifier = ehr.store.document_uuid(document)
    answer = backend.get(f"Binary/{identifier}")
    assert (answer.status_code, answer.content) == (401, b"")
    assert backend.get(f"DocumentReference/{identifier}").status_code == 200


def test_other_bytes_in_the_file_are_served_as_they_are(ehr: StandInEhr, backend: Backend, document: int) -> None:
    ehr.store.replace_file(document, b"%PDF-1.4 other")
    assert backend.get(f"Binary/{ehr.store.document_uuid(document)}").content == b"%PDF-1.4 other"


def test_a_row_inserted_by_sql_with_a_plain_file_is_served(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    path = ehr.site.documents_dir / str(patient.pid) / "plain"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"plain note")
    execute(ehr, "UPDATE sequences SET id = id + 1")
    execute(
        ehr,
        "INSERT INTO documents (id, type, size, date, url, mimetype, foreign_id, name, path_depth, encrypted)"
        " SELECT id, 'file_url', 10, NOW(), :url, 'text/plain', :pid, 'plain.txt', 1, 0 FROM sequences",
        url=f"file:///some/where/else/{patient.pid}/plain",
        pid=patient.pid,
    )
    [found] = backend.search("DocumentReference", patient=str(patient.uuid))
    assert backend.get(f"Binary/{found['id']}").content == b"plain note"


def test_a_row_with_hardly_anything_in_it_breaks_nothing(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    execute(ehr, "UPDATE sequences SET id = id + 1")
    execute(ehr, "INSERT INTO documents (id, uuid, foreign_id) SELECT id, REPEAT(CHAR(0), 16), :pid FROM sequences",
            pid=patient.pid)  # fmt: skip
    [found] = backend.search("DocumentReference", patient=str(patient.uuid))
    assert found["id"] != str(uuid.UUID(int=0))
    assert "date" not in found
    assert backend.get(f"Binary/{found['id']}").status_code == 500
    assert backend.search("DocumentReference", patient=str(patient.uuid))[0]["id"] == found["id"]


def test_a_file_name_beyond_ascii_or_with_a_line_break_survives_the_header(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "Bericht für\r\nX-Evil: 1 検査.pdf", PDF)
    answer = backend.get(f"Binary/{ehr.store.document_uuid(document)}")
    assert answer.content == PDF
    assert "x-evil" not in answer.headers
