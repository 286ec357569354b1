"""Section 8 of the observations: what an upload leaves in the database and on disk."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from devstack.ehr import EhrStore, NewPatient, Site, StandInEhr
from devstack.ehr.store import DocumentDrive, DriveKeyError
from tests.contract.standin.backend import Backend, execute, rows

CONTENT = b"%PDF-1.4" + b"x" * 605


def row_of(ehr: StandInEhr, document: int) -> dict[str, object]:
    return dict(rows(ehr, "SELECT * FROM documents WHERE id = :id", id=document)[0])


def links(ehr: StandInEhr, document: int) -> list[int]:
    found = rows(ehr, "SELECT category_id FROM categories_to_documents WHERE document_id = :id", id=document)
    return sorted(int(row["category_id"]) for row in found)


def test_the_row_of_an_upload(ehr: StandInEhr, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "lab.pdf", CONTENT)
    row = row_of(ehr, document)
    assert (row["type"], row["size"], row["mimetype"]) == ("file_url", 613, "application/pdf")
    assert row["hash"] == hashlib.sha3_512(CONTENT).hexdigest()
    assert (row["foreign_id"], row["owner"], row["name"]) == (patient.pid, 1, "lab.pdf")
    assert (row["storagemethod"], row["path_depth"], row["imported"], row["encounter_id"]) == (0, 1, 0, 0)
    assert (row["audit_master_approval_status"], row["encrypted"], row["deleted"]) == (1, 1, 0)
    assert row["thumb_url"] is None
    assert row["foreign_reference_id"] is None
    assert row["foreign_reference_table"] is None
    assert row["docdate"] == ehr.site.local_now().date()
    zero = rows(ehr, "SELECT CAST(revision AS CHAR) AS stamp FROM documents WHERE id = :id", id=document)
    assert zero[0]["stamp"].startswith("0000-00-00")
    drive = uuid.UUID(bytes=bytes(row["drive_uuid"]))  # type: ignore[arg-type]
    assert row["url"] == f"file://{ehr.site.documents_dir}/{patient.pid}/{drive}"
    assert links(ehr, document) == [2]


def test_the_file_is_encrypted_text_of_version_006(ehr: StandInEhr, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "lab.pdf", CONTENT)
    stored = ehr.store.file_path(document).read_bytes()
    assert stored.startswith(b"006")
    assert (len(CONTENT), len(stored)) == (613, 923)
    assert b"PDF" not in stored
    assert ehr.store.file_path(document).suffix == ""


def test_ids_come_from_the_shared_sequence(ehr: StandInEhr, patient: NewPatient) -> None:
    first = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    assert rows(ehr, "SELECT id FROM sequences")[0]["id"] == first
    ehr.store.create_encounter(patient.pid)
    second = ehr.store.store_document(patient.pid, "Lab Report", "b.pdf", CONTENT)
    assert second == first + 2


def test_both_uuids_are_registered(ehr: StandInEhr, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    row = row_of(ehr, document)
    found = rows(
        ehr,
        "SELECT document_drive, table_name FROM uuid_registry WHERE uuid IN (:a, :b) ORDER BY document_drive",
        a=row["uuid"],
        b=row["drive_uuid"],
    )
    assert [(one["document_drive"], one["table_name"]) for one in found] == [(0, "documents"), (1, "documents")]


def test_uuids_are_ordered_in_time(ehr: StandInEhr, patient: NewPatient) -> None:
    made = [ehr.store.document_uuid(ehr.store.store_document(patient.pid, 2, f"{n}.pdf", CONTENT)) for n in range(3)]
    assert sorted(made, key=str) == made
    assert all(one is not None and one.version == 4 for one in made)


def test_the_same_bytes_twice_are_two_documents(ehr: StandInEhr, patient: NewPatient) -> None:
    first = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    second = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    assert first != second
    assert row_of(ehr, first)["hash"] == row_of(ehr, second)["hash"]


def test_delete_in_the_interface_drops_the_link_and_the_expiry_path_keeps_it(
    ehr: StandInEhr, patient: NewPatient
) -> None:
    by_hand = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    expired = ehr.store.store_document(patient.pid, "Lab Report", "b.pdf", CONTENT)
    ehr.store.delete_document(by_hand)
    ehr.store.process_deleted(expired)
    assert (row_of(ehr, by_hand)["deleted"], links(ehr, by_hand)) == (1, [])
    assert (row_of(ehr, expired)["deleted"], links(ehr, expired)) == (1, [2])
    assert ehr.store.file_path(by_hand).exists()
    ehr.store.undelete_document(by_hand, "Lab Report")
    assert (row_of(ehr, by_hand)["deleted"], links(ehr, by_hand)) == (0, [2])


def test_each_change_touches_only_what_openemr_touches(
    ehr: StandInEhr, patient: NewPatient, add_patient: Callable[..., NewPatient]
) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    other = add_patient(ehr)

    def changed_by(change: Callable[[], None]) -> set[str]:
        before = row_of(ehr, document)
        change()
        after = row_of(ehr, document)
        return {name for name in before if before[name] != after[name]}

    assert changed_by(lambda: ehr.store.rename_document(document, "b.pdf")) == {"name"}
    assert changed_by(lambda: ehr.store.redate_document(document, date(2001, 2, 3))) == {"docdate"}
    assert changed_by(lambda: ehr.store.move_document_patient(document, other.pid)) == {"foreign_id"}
    path = ehr.store.file_path(document)
    assert path.parent.name == str(patient.pid)
    assert changed_by(lambda: ehr.store.move_document_category(document, 3)) == set()
    assert links(ehr, document) == [3]
    ehr.store.link_category(document, 2)
    assert links(ehr, document) == [2, 3]
    ehr.store.unlink_category(document, 3)
    assert links(ehr, document) == [2]


def test_between_row_and_link_there_is_a_moment_without_category(ehr: StandInEhr, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, None, "a.pdf", CONTENT)
    assert links(ehr, document) == []
    ehr.store.link_category(document, "Lab Report")
    assert links(ehr, document) == [2]


def test_a_row_without_uuid_gets_one_and_a_registry_row_at_the_first_read(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    execute(ehr, "UPDATE documents SET uuid = NULL WHERE id = :id", id=document)
    assert ehr.store.document_uuid(document) is None
    [found] = backend.search("DocumentReference", patient=str(patient.uuid))
    assert found["id"] == str(ehr.store.document_uuid(document))
    registered = rows(ehr, "SELECT table_name FROM uuid_registry WHERE uuid = :uuid", uuid=uuid.UUID(found["id"]).bytes)
    assert registered == [{"table_name": "documents"}]


@pytest.mark.parametrize(
    ("name", "content", "media"),
    [
        ("x.pdf", b"%PDF-1.7", "application/pdf"),
        ("x.pdf", b"II*\x00rest", "image/tiff"),
        ("x.bin", b"\x89PNG\r\n\x1a\n", "image/png"),
        ("x.txt", b"hello", "text/plain"),
        ("x.hl7", b"\xff\xfe\x00", "application/octet-stream"),
        ("x.docx", b"PK\x03\x04", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ],
)
def test_media_type_comes_from_the_bytes(
    ehr: StandInEhr, patient: NewPatient, name: str, content: bytes, media: str
) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", name, content)
    assert row_of(ehr, document)["mimetype"] == media


def test_unknown_category_is_refused(ehr: StandInEhr, patient: NewPatient) -> None:
    with pytest.raises(ValueError, match="no document category"):
        ehr.store.store_document(patient.pid, "No Such", "a.pdf", CONTENT)


def test_a_changed_or_foreign_file_does_not_decrypt(ehr: StandInEhr, tmp_path: Path) -> None:
    drive = DocumentDrive(ehr.site)
    sealed = bytearray(drive.encrypt(b"secret"))
    assert drive.decrypt(bytes(sealed)) == b"secret"
    sealed[40] ^= 1
    with pytest.raises(DriveKeyError):
        drive.decrypt(bytes(sealed))
    for wrong in (b"005abc", b"plain", b"006!!!"):
        with pytest.raises(DriveKeyError):
            drive.decrypt(wrong)


def test_a_folder_too_deep_for_the_url_column_is_refused(ehr: StandInEhr, patient: NewPatient) -> None:
    deep = Site(ehr.site.engine, ehr.site.documents_dir / ("d" * 120) / ("e" * 120))
    with pytest.raises(ValueError, match="too long"):
        EhrStore(deep).store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
