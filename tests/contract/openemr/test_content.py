"""A document's bytes: what the record says, or an error that says why not."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ArbiterError, ChartError, DocumentError, ErrorCode, SourceError
from arbiter_fhir.openemr import FhirClient, HttpExchange
from devstack.ehr import FaultKind, NewPatient
from devstack.mariadb import MariaDBHandle
from tests.contract.openemr.conftest import PDF, Connected, SystemClock, connect, new_patient

pytestmark = pytest.mark.database

Store = Callable[..., int]


def failed(site: Connected, document: int) -> ArbiterError:
    with pytest.raises(ArbiterError) as raised:
        site.fetch(document)
    return raised.value


def change(site: Connected, document: int, assignment: str, **values: object) -> None:
    with site.ehr.site.connect() as connection:
        connection.execute(text(f"UPDATE documents SET {assignment} WHERE id = :id"), {"id": document, **values})


@pytest.mark.parametrize("size", [1, 255, 100_000])
def test_bytes_come_as_they_were_uploaded(site: Connected, store_pdf: Store, size: int) -> None:
    content = (PDF * (size // len(PDF) + 1))[:size]
    assert site.fetch(store_pdf(content)) == content


def test_a_stored_file_without_bytes_is_empty_and_not_tried_again(site: Connected, store_pdf: Store) -> None:
    error = failed(site, store_pdf(b""))
    assert isinstance(error, DocumentError)
    assert (error.code, error.retryable) == (ErrorCode.EMPTY, False)


def test_a_document_in_two_categories_is_fetched_as_any_other(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    site.ehr.store.link_category(document, "Medical Record")
    assert site.fetch(document) == PDF


def test_over_tls_only_the_named_authority_is_trusted(mariadb: MariaDBHandle, tmp_path: Path, key: bytes) -> None:
    for site in connect(mariadb, tmp_path, key, tls=True):
        document = site.ehr.store.store_document(new_patient(site).pid, "Lab Report", "a.pdf", PDF)
        assert site.ehr.base_url.startswith("https://")
        assert site.fetch(document) == PDF
        with (
            HttpExchange(clock=SystemClock(), wait=lambda _: None) as trusting_the_system_only,
            pytest.raises(ChartError) as raised,
        ):
            FhirClient(trusting_the_system_only, site.address, site.tokens).capability()
        assert (raised.value.code, raised.value.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)
        assert "certificate" in raised.value.message


def test_a_document_of_another_patient_needs_no_special_case(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    site.ehr.store.move_document_patient(document, new_patient(site).pid)
    assert site.fetch(document) == PDF


@pytest.mark.parametrize("how", ["delete_document", "process_deleted"])
def test_a_deleted_document_is_missing_and_is_not_asked_for(site: Connected, store_pdf: Store, how: str) -> None:
    document = store_pdf()
    getattr(site.ehr.store, how)(document)
    asked = site.ehr.traffic.count("/fhir/")
    error = failed(site, document)
    assert isinstance(error, SourceError)
    assert (error.code, error.retryable) == (ErrorCode.SOURCE_MISSING, False)
    assert site.ehr.traffic.count("/fhir/") == asked


def test_a_document_deleted_between_listing_and_fetching_is_a_change(site: Connected, store_pdf: Store) -> None:
    record = site.find(store_pdf())
    site.ehr.store.delete_document(record.document_id)
    with pytest.raises(SourceError) as raised:
        site.content.fetch(record)
    assert (raised.value.code, raised.value.retryable) == (ErrorCode.SOURCE_CHANGED, True)


def test_a_row_that_vanished_after_listing_is_missing(site: Connected, store_pdf: Store) -> None:
    record = site.find(store_pdf())
    with site.ehr.site.connect() as connection:
        connection.execute(text("DELETE FROM documents WHERE id = :id"), {"id": record.document_id})
    with pytest.raises(SourceError) as raised:
        site.content.fetch(record)
    assert raised.value.code is ErrorCode.SOURCE_MISSING


def test_a_file_that_is_gone_from_disk_is_missing_and_may_come_back(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    site.ehr.store.remove_file(document)
    error = failed(site, document)
    assert isinstance(error, SourceError)
    assert (error.code, error.retryable) == (ErrorCode.SOURCE_MISSING, True)


def test_bytes_with_another_hash_are_not_used(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    site.ehr.store.replace_file(document, PDF[:-1] + b"!")
    error = failed(site, document)
    assert isinstance(error, SourceError)
    assert (error.code, error.retryable) == (ErrorCode.SOURCE_HASH, False)


@pytest.mark.parametrize("content", [PDF + b"\n", PDF[:-3]])
def test_bytes_of_another_size_are_not_used(site: Connected, store_pdf: Store, content: bytes) -> None:
    document = store_pdf()
    change(site, document, "size = :size", size=len(content))
    assert failed(site, document).code is ErrorCode.SOURCE_SIZE


def test_a_record_that_changed_meanwhile_is_read_again(site: Connected, store_pdf: Store) -> None:
    record = site.find(store_pdf())
    stale = replace(record, content_hash="0" * 128)
    with pytest.raises(SourceError) as raised:
        site.content.fetch(stale)
    assert (raised.value.code, raised.value.retryable) == (ErrorCode.SOURCE_CHANGED, True)


def test_a_row_of_an_old_version_is_checked_by_its_sha_1(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    change(site, document, "hash = :hash", hash=hashlib.sha1(PDF).hexdigest())
    assert site.fetch(document) == PDF
    change(site, document, "hash = :hash", hash=hashlib.sha1(b"other").hexdigest())
    assert failed(site, document).code is ErrorCode.SOURCE_HASH


def test_a_row_without_a_hash_proves_nothing(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    change(site, document, "hash = NULL")
    assert failed(site, document).code is ErrorCode.SOURCE_HASH


def test_a_document_over_the_cap_is_not_asked_for(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    change(site, document, "size = :size", size=50 * 1024 * 1024 + 1)
    asked = site.ehr.traffic.count("/Binary/")
    error = failed(site, document)
    assert isinstance(error, DocumentError)
    assert error.code is ErrorCode.TOO_LARGE
    assert site.ehr.traffic.count("/Binary/") == asked


def test_a_row_without_a_uuid_gets_one_from_openemr(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    change(site, document, "uuid = NULL")
    assert site.find(document).uuid is None
    assert site.fetch(document) == PDF
    assert site.find(document).uuid is not None


def test_a_patient_without_a_uuid_gets_one_too(site: Connected, store_pdf: Store, patient: NewPatient) -> None:
    document = store_pdf()
    change(site, document, "uuid = NULL")
    with site.ehr.site.connect() as connection:
        connection.execute(text("UPDATE patient_data SET uuid = NULL WHERE pid = :pid"), {"pid": patient.pid})
    assert site.fetch(document) == PDF


def test_a_patient_whom_openemr_gives_no_uuid_is_waited_for(
    site: Connected, store_pdf: Store, patient: NewPatient
) -> None:
    document = store_pdf()
    change(site, document, "uuid = NULL, foreign_id = :pid", pid=PatientId(patient.pid + 5000))
    error = failed(site, document)
    assert isinstance(error, ChartError)
    assert (error.code, error.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)


@pytest.fixture
def newer_site(mariadb: MariaDBHandle, tmp_path: Path, key: bytes) -> Iterator[Connected]:
    yield from connect(mariadb, tmp_path, key, variant="8.x")


def test_a_document_that_a_newer_version_does_not_list_is_fetched_all_the_same(newer_site: Connected) -> None:
    """Without a category it is in no search there; its uuid is given and its bytes are served."""
    patient = new_patient(newer_site)
    document = newer_site.ehr.store.store_document(patient.pid, None, "a.pdf", PDF)
    change(newer_site, document, "uuid = NULL")
    assert newer_site.client.document_references(patient_uuid=str(patient.uuid)) == ()
    change(newer_site, document, "uuid = NULL")
    assert newer_site.fetch(document) == PDF


# Faults on the way, each with the outcome that promise R8 gives it.


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("status", {"status": 429, "headers": {"Retry-After": "1"}, "times": 2}),
        ("status", {"status": 503, "times": 2}),
        ("status", {"status": 500, "times": 1}),
        ("reset", {"times": 2}),
        ("truncate", {"times": 1}),
        ("slow", {"delay_seconds": 0.3}),
        ("drip", {"delay_seconds": 0.3}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_passing_fault_is_ridden_out(site: Connected, store_pdf: Store, kind: str, fields: dict[str, object]) -> None:
    document = store_pdf()
    site.ehr.faults.add(kind, "/Binary/", **fields)
    assert site.fetch(document) == PDF
    assert site.ehr.faults.strikes >= 1


@pytest.mark.parametrize(
    ("kind", "fields", "code", "retryable"),
    [
        ("status", {"status": 429, "headers": {"Retry-After": "600"}}, ErrorCode.EHR_RATE_LIMITED, True),
        ("status", {"status": 503}, ErrorCode.EHR_UNAVAILABLE, True),
        ("status", {"status": 500, "body": "Fatal error"}, ErrorCode.EHR_UNAVAILABLE, True),
        ("status", {"status": 500}, ErrorCode.SOURCE_MISSING, True),
        ("status", {"status": 403}, ErrorCode.EHR_AUTH, False),
        ("reset", {}, ErrorCode.EHR_UNAVAILABLE, True),
        ("truncate", {}, ErrorCode.EHR_UNAVAILABLE, True),
        ("redirect", {}, ErrorCode.EHR_BAD_ANSWER, False),
        ("empty", {}, ErrorCode.EHR_BAD_ANSWER, True),
        ("wrong_bytes", {}, ErrorCode.SOURCE_HASH, False),
    ],
    ids=lambda value: str(value) if isinstance(value, (str, ErrorCode)) else "",
)
def test_a_lasting_fault_ends_with_its_code(
    site: Connected, store_pdf: Store, kind: str, fields: dict[str, object], code: ErrorCode, retryable: bool
) -> None:
    document = store_pdf()
    site.ehr.faults.add(kind, "/Binary/", times=None, **fields)
    error = failed(site, document)
    assert (error.code, error.retryable) == (code, retryable)


def test_a_body_without_end_is_cut_at_the_cap(site: Connected, store_pdf: Store) -> None:
    document = store_pdf()
    site.ehr.faults.add(FaultKind.HUGE, "/Binary/", size_bytes=1024**3)
    began = time.monotonic()
    assert failed(site, document).code is ErrorCode.EHR_BAD_ANSWER
    assert time.monotonic() - began < 20


def test_after_any_fault_the_next_document_is_read_as_usual(site: Connected, store_pdf: Store) -> None:
    for kind in ("reset", "truncate", "empty", "wrong_bytes", "redirect"):
        document = store_pdf()
        site.ehr.faults.add(kind, "/Binary/", times=3)
        failed(site, document)
        site.ehr.faults.clear()
        assert site.fetch(document) == PDF
