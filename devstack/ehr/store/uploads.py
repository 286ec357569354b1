"""Documents: stored, renamed, moved, deleted and brought back the way OpenEMR does each."""

from __future__ import annotations

import hashlib
import uuid
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from devstack.ehr.rows import insert_row
from devstack.ehr.store.drive import DocumentDrive
from devstack.ehr.uuids import register_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site

ADMIN_USER_ID = 1

NO_REVISION = "0000-00-00 00:00:00"
"""What the revision of a new document holds (observed); strict mode would refuse it."""

URL_CHARS = 255
"""Width of ``documents.url``; OpenEMR would cut a longer one without a word and lose the file."""

SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)
"""First bytes that decide the media type; OpenEMR ignores what the browser says."""

OFFICE_TYPES = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class DocumentRecords:
    """Writes to ``documents``, ``categories_to_documents`` and the documents folder."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._drive = DocumentDrive(site)

    def store_document(
        self,
        pid: int,
        category: str | int | None,
        name: str,
        content: bytes,
        mimetype: str | None = None,
        *,
        owner: int = ADMIN_USER_ID,
        docdate: date | None = None,
        encounter: int = 0,
        encrypted: bool = True,
    ) -> int:
        """Stores an upload: file first, then the row, then the category link, each by itself.

        Args:
            pid: Patient.
            category: Name or number; None for the row as it is before its link is written.
            name: File name of the upload.
            content: Its bytes.
            mimetype: Media type; None to take it from the first bytes.
            owner: Uploading user.
            docdate: Shown date; None for today at the site.
            encounter: Encounter number, 0 for none.
            encrypted: False for a site whose global ``drive_encryption`` is off.

        Returns:
            ``documents.id``, taken from ``sequences``.
        """
        now = self._site.local_now()
        with self._site.connect() as connection:
            document_id = _next_sequence_id(connection)
            identifier = register_uuid(connection, self._site.clock(), table_name="documents")
            file_name, path = self._write_new_file(connection, pid, content, encrypted=encrypted)
            insert_row(
                connection,
                "documents",
                {
                    "id": document_id,
                    "uuid": identifier.bytes,
                    "type": "file_url",
                    "size": len(content),
                    "date": now,
                    "url": f"file://{path}",
                    "mimetype": mimetype or media_type(name, content),
                    "owner": owner,
                    "revision": NO_REVISION,
                    "foreign_id": pid,
                    "docdate": docdate or now.date(),
                    "hash": hashlib.sha3_512(content).hexdigest(),
                    "name": name,
                    "drive_uuid": file_name.bytes,
                    "encounter_id": encounter,
                    "encrypted": int(encrypted),
                },
            )
            if category is not None:
                _link(connection, document_id, _category_id(connection, category))
        return document_id

    def rename_document(self, document_id: int, name: str) -> None:
        """Changes the shown name and nothing else."""
        self._update(document_id, "name = :value", name)

    def redate_document(self, document_id: int, docdate: date) -> None:
        """Changes the document date that users edit; ``date`` stays the time of the upload."""
        self._update(document_id, "docdate = :value", docdate)

    def move_document_category(self, document_id: int, category: str | int) -> None:
        """Moves a document to another category: the link row's category changes, ``documents`` does not."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE categories_to_documents SET category_id = :category WHERE document_id = :id"),
                {"category": _category_id(connection, category), "id": document_id},
            )

    def link_category(self, document_id: int, category: str | int) -> None:
        """Puts a document into a category, besides those it is in."""
        with self._site.connect() as connection:
            _link(connection, document_id, _category_id(connection, category))

    def unlink_category(self, document_id: int, category: str | int) -> None:
        """Takes a document out of one category."""
        with self._site.connect() as connection:
            connection.execute(
                text("DELETE FROM categories_to_documents WHERE document_id = :id AND category_id = :category"),
                {"category": _category_id(connection, category), "id": document_id},
            )

    def move_document_patient(self, document_id: int, pid: int) -> None:
        """Moves a document to another patient: only ``foreign_id`` changes; file, date and lab links stay."""
        self._update(document_id, "foreign_id = :value", pid)

    def delete_document(self, document_id: int) -> None:
        """Deletes as the user interface does: mark set, category links really deleted, file kept."""
        with self._site.connect() as connection:
            connection.execute(text("UPDATE documents SET deleted = 1 WHERE id = :id"), {"id": document_id})
            connection.execute(text("DELETE FROM categories_to_documents WHERE document_id = :id"), {"id": document_id})

    def process_deleted(self, document_id: int) -> None:
        """Deletes as the expiry path does: mark set, category links kept."""
        self._update(document_id, "deleted = :value", 1)

    def undelete_document(self, document_id: int, category: str | int | None = None) -> None:
        """Brings a document back: mark cleared, and its link made again if a category is given."""
        self._update(document_id, "deleted = :value", 0)
        if category is not None:
            self.link_category(document_id, category)

    def remove_file(self, document_id: int) -> None:
        """Loses a document's file from disk while its row stays, as a bad restore does."""
        self.file_path(document_id).unlink()

    def replace_file(self, document_id: int, content: bytes) -> None:
        """Puts other bytes into a document's file while size and hash of its row stay."""
        with self._site.connect() as connection:
            encrypted = connection.execute(
                text("SELECT encrypted FROM documents WHERE id = :id"), {"id": document_id}
            ).scalar_one()
        self._drive.write(self.file_path(document_id), content, encrypted=bool(encrypted))

    def file_path(self, document_id: int) -> Path:
        """Returns where a document's file lies."""
        with self._site.connect() as connection:
            url, depth = connection.execute(
                text("SELECT url, path_depth FROM documents WHERE id = :id"), {"id": document_id}
            ).one()
        parts = Path(str(url).removeprefix("file://")).parts
        return self._site.documents_dir.joinpath(*parts[-(int(depth) + 1) :])

    def document_uuid(self, document_id: int) -> uuid.UUID | None:
        """Returns a document's FHIR id; None while its row has none."""
        with self._site.connect() as connection:
            raw = connection.execute(
                text("SELECT uuid FROM documents WHERE id = :id"), {"id": document_id}
            ).scalar_one()
        return None if raw is None else uuid.UUID(bytes=bytes(raw))

    def add_category(self, name: str, *, parent: int = 1, codes: str = "") -> int:
        """Adds a category at the end of its parent's children and moves the nested set apart; returns its id."""
        with self._site.connect() as connection:
            right = int(
                connection.execute(text("SELECT rght FROM categories WHERE id = :id"), {"id": parent}).scalar_one()
            )
            number = int(connection.execute(text("SELECT MAX(id) + 1 FROM categories")).scalar_one())
            connection.execute(text("UPDATE categories SET rght = rght + 2 WHERE rght >= :right"), {"right": right})
            connection.execute(text("UPDATE categories SET lft = lft + 2 WHERE lft > :right"), {"right": right})
            connection.execute(
                text(
                    "INSERT INTO categories (id, name, value, parent, lft, rght, aco_spec, codes)"
                    " VALUES (:id, :name, '', :parent, :lft, :rght, 'patients|docs', :codes)"
                ),
                {"id": number, "name": name, "parent": parent, "lft": right, "rght": right + 1, "codes": codes},
            )
        return number

    def _write_new_file(
        self, connection: Connection, pid: int, content: bytes, *, encrypted: bool
    ) -> tuple[uuid.UUID, Path]:
        file_name = register_uuid(
            connection, self._site.clock(), table_name="documents", table_id="", document_drive=True
        )
        path = self._site.documents_dir.absolute() / str(pid) / str(file_name)
        if len(f"file://{path}") > URL_CHARS:
            raise ValueError(f"The documents folder's path is too long: a URL has {URL_CHARS} characters.")
        self._drive.write(path, content, encrypted=encrypted)
        return file_name, path

    def _update(self, document_id: int, assignment: str, value: str | int | date | datetime) -> None:
        with self._site.connect() as connection:
            connection.execute(
                text(f"UPDATE documents SET {assignment} WHERE id = :id"), {"id": document_id, "value": value}
            )


def media_type(name: str, content: bytes) -> str:
    """Returns the media type that OpenEMR would store for these bytes."""
    for signature, media in SIGNATURES:
        if content.startswith(signature):
            return media
    if content.startswith(b"PK\x03\x04"):
        return OFFICE_TYPES.get(Path(name).suffix.lower(), "application/zip")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "application/octet-stream"
    return "text/plain"


def _next_sequence_id(connection: Connection) -> int:
    # ADOdb's GenID: the counter is shared by several tables, so ids of documents have gaps.
    connection.execute(text("UPDATE sequences SET id = LAST_INSERT_ID(id + 1)"))
    return int(connection.execute(text("SELECT LAST_INSERT_ID()")).scalar_one())


def _category_id(connection: Connection, category: str | int) -> int:
    if isinstance(category, int):
        return category
    found = connection.execute(
        text("SELECT id FROM categories WHERE name = :name ORDER BY id LIMIT 1"), {"name": category}
    ).scalar_one_or_none()
    if found is None:
        raise ValueError(f"There is no document category named {category!r}.")
    return int(found)


def _link(connection: Connection, document_id: int, category_id: int) -> None:
    connection.execute(
        text("REPLACE INTO categories_to_documents (category_id, document_id) VALUES (:category, :id)"),
        {"category": category_id, "id": document_id},
    )
