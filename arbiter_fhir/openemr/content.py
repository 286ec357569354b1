"""A document's bytes over FHIR, checked against OpenEMR's own record of them.

The files on disk are encrypted and belong to the web server, so they are never read. `documents.hash` and `size` bind
the bytes to the row, and with it to the patient.
"""

from __future__ import annotations

import hashlib

from arbiter_fhir.domain.document import SourceDocument, SourceState
from arbiter_fhir.errors import ChartError, DocumentError, ErrorCode, SourceError
from arbiter_fhir.openemr.chart_reader import SqlChartReader
from arbiter_fhir.openemr.fhir_client import FhirClient
from arbiter_fhir.openemr.register import SqlDocumentRegister

__all__ = ["FhirDocumentContent"]

#: The reader's cap (security notes, section 3): larger documents are not even fetched.
DOCUMENT_BYTES = 50 * 1024 * 1024
#: OpenEMR tells its two kinds of hash apart by length: SHA-1 before version 6, SHA3-512 since.
SHORT_HASH_CHARS = 50


class FhirDocumentContent:
    """Fetches bytes; meets `ports.chart.DocumentContent`.

    Args:
        client: The site's FHIR API.
        register: The site's list of documents.
        reader: The site's chart.
    """

    def __init__(self, client: FhirClient, register: SqlDocumentRegister, reader: SqlChartReader) -> None:
        self._client = client
        self._register = register
        self._reader = reader

    def fetch(self, document: SourceDocument) -> bytes:
        """Plain bytes, checked against the record's size and hash.

        Raises:
            SourceError: E_SOURCE_MISSING, E_SOURCE_SIZE, E_SOURCE_HASH; E_SOURCE_CHANGED (retryable): the record
                itself changed meanwhile.
            DocumentError: E_TOO_LARGE, E_EMPTY.
            ChartError: OpenEMR refused or failed.
        """
        number = document.document_id
        if document.state is SourceState.DELETED:
            raise _missing(number)
        if document.size_bytes == 0:
            # An empty body is also what OpenEMR gives for an id that it cannot read: here the record says so itself.
            raise DocumentError(ErrorCode.EMPTY, f"Document {number} has no bytes; upload it again.")
        if document.size_bytes > DOCUMENT_BYTES:
            raise DocumentError(
                ErrorCode.TOO_LARGE,
                f"Document {number} has {document.size_bytes} bytes; at most {DOCUMENT_BYTES} are read.",
            )
        uuid = document.uuid or self._ask_for_uuid(document)
        content = self._client.binary(uuid)
        if content is None:
            content = self._follow_reference(document, uuid)
        problem = _difference(document, content)
        if problem is not None:
            raise self._changed(document) or problem
        return content

    def _ask_for_uuid(self, document: SourceDocument) -> str:
        """A row that was written without OpenEMR's code has no uuid until FHIR first reads the patient's documents."""
        self._client.document_references(patient_uuid=self._patient_uuid(document))
        now = self._register.find(document.document_id)
        if now is None or now.state is SourceState.DELETED:
            raise _missing(document.document_id)
        if now.uuid is None:
            raise ChartError(
                ErrorCode.EHR_UNAVAILABLE,
                f"OpenEMR has not given document {document.document_id} a FHIR id yet; it is tried again. Its"
                " background service UUID_Service gives one as well.",
                retryable=True,
            )
        return now.uuid

    def _patient_uuid(self, document: SourceDocument) -> str:
        uuid, mrn = self._reader.patient_uuid(document.patient_id)
        if uuid is None and mrn:
            self._client.patient_uuids(mrn=mrn)
            uuid, _ = self._reader.patient_uuid(document.patient_id)
        if uuid is None:
            raise ChartError(
                ErrorCode.EHR_UNAVAILABLE,
                f"OpenEMR has not given patient {document.patient_id} a FHIR id yet; it is tried again.",
                retryable=True,
            )
        return uuid

    def _follow_reference(self, document: SourceDocument, uuid: str) -> bytes:
        """The bytes by the DocumentReference's own link: OpenEMR 7.0.0 has them at another place."""
        found = self._client.document_reference(uuid, patient_uuid=self._patient_uuid(document))
        if found is None or found.deleted or found.route in {None, f"Binary/{uuid}"}:
            raise self._changed(document) or _missing(document.document_id)
        content = self._client.binary(found)
        if content is None:
            raise self._changed(document) or _missing(document.document_id)
        return content

    def _changed(self, document: SourceDocument) -> SourceError | None:
        now = self._register.find(document.document_id)
        if now is None or now == document:
            return None
        return SourceError(
            ErrorCode.SOURCE_CHANGED,
            f"Document {document.document_id} was changed in OpenEMR while it was read; it is read again.",
            retryable=True,
        )


def _missing(number: int) -> SourceError:
    return SourceError(ErrorCode.SOURCE_MISSING, f"Document {number} is not in OpenEMR any more.")


def _difference(document: SourceDocument, content: bytes) -> SourceError | None:
    number = document.document_id
    if len(content) != document.size_bytes:
        return SourceError(
            ErrorCode.SOURCE_SIZE,
            f"OpenEMR gave {len(content)} bytes of document {number}; its record says {document.size_bytes}.",
        )
    recorded = document.content_hash.strip().lower()
    if not recorded:
        return SourceError(
            ErrorCode.SOURCE_HASH,
            f"OpenEMR's record of document {number} holds no hash, so its bytes cannot be proven; store it again.",
        )
    # SHA-1 is what old rows hold: the check is for damage and mix-ups there, not against a forger.
    kind = "sha1" if len(recorded) < SHORT_HASH_CHARS else "sha3_512"
    if hashlib.new(kind, content, usedforsecurity=False).hexdigest() != recorded:
        return SourceError(
            ErrorCode.SOURCE_HASH,
            f"The bytes of document {number} do not have the hash that OpenEMR recorded; they were not used. A module"
            " that prints into OpenEMR's answers does this, and so does a file that was changed on disk.",
        )
    return None
