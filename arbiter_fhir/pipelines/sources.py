"""Opening a source: where a cited fact stands, and the picture of its page, each time checked anew.

Before anything is shown OpenEMR's own row of the document is looked at: a document that was deleted, moved or replaced
a second ago shows nothing, whatever our own tables still say. The bytes are fetched and drawn for this one look;
neither they nor the picture are kept.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.audit import AuditAction, AuditEvent
from arbiter_fhir.domain.document import SourceDocument, SourceState
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.source import OpenedSource, Withheld, WithheldReason
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError, SourceError
from arbiter_fhir.ports.access import Caller, KeyScope
from arbiter_fhir.ports.chart import DocumentContent, DocumentRegister
from arbiter_fhir.ports.page_pictures import PagePainter, PagePicture
from arbiter_fhir.ports.patient_documents import CitedFactRecord, DocumentRecord, PatientDocuments
from arbiter_fhir.ports.stores import AuditLog
from arbiter_fhir.telemetry import PatientReference

__all__ = ["LARGEST_WIDTH", "SMALLEST_WIDTH", "SourcesPipeline"]

#: Pixels of a page's picture, from a thumbnail to the double of a large screen's half.
SMALLEST_WIDTH: Final = 200
LARGEST_WIDTH: Final = 2000

#: Pages that one process draws at the same time: each takes a child with up to 1.5 GiB.
_DRAWN_AT_ONCE: Final = 3
_PATIENCE_SECONDS: Final = 10.0

_DOCUMENT: Final = re.compile(r"documents:([1-9][0-9]{0,17})")
_CHUNK: Final = re.compile(r"chunks:([1-9][0-9]{0,17})")


@dataclass(frozen=True, slots=True)
class _Gate:
    """What a caller may see of one page of a document.

    Attributes:
        source: OpenEMR's row, where the page may be shown.
    """

    record: DocumentRecord
    identity: IdentityStatus | None
    source: SourceDocument | None
    withheld: Withheld | None
    quarantined: bool


class SourcesPipeline:
    """Opens sources and draws pages, for callers who may see the patient."""

    def __init__(
        self,
        *,
        documents: PatientDocuments,
        register: DocumentRegister,
        content: DocumentContent,
        painter: PagePainter,
        audit: AuditLog,
        patient_reference: PatientReference,
    ) -> None:
        self._documents = documents
        self._register = register
        self._content = content
        self._painter = painter
        self._audit = audit
        self._patient_reference = patient_reference
        self._drawing = threading.BoundedSemaphore(_DRAWN_AT_ONCE)

    def open(self, view: RecordView, source_id: str, field: str, page: int | None, *, caller: Caller) -> OpenedSource:
        """Where a citation stands; a refusal is an answer too.

        Args:
            view: Whose record it is; a document outside of it is none.
            source_id: The citation's, such as ``documents:12``.
            field: The citation's `field_or_chunk_id`.
            page: The citation's page.
            caller: Who looks; the look is audited.

        Raises:
            RequestError: E_REQUEST_INVALID: no document is named; E_REQUEST_NOT_FOUND: this patient has no such
                document, or nothing is cited there.
        """
        named = _DOCUMENT.fullmatch(source_id)
        if named is None:
            raise RequestError(
                ErrorCode.REQUEST_INVALID, "Name a document as documents:12; rows of the chart open in OpenEMR itself."
            )
        gate = self._gate(view, DocumentId(int(named[1])), page, caller)
        opened = _refused(gate, gate.withheld) if gate.withheld else self._opened(gate, view, field, page, caller)
        self._note(opened.document_id, view.patient_id, caller, kind="source", page=page, withheld=opened.withheld)
        return opened

    def page(
        self, view: RecordView, document_id: DocumentId, number: int, *, width: int, caller: Caller
    ) -> PagePicture:
        """The picture of one page, drawn now from OpenEMR's bytes.

        Args:
            view: Whose record it is; a document outside of it is none.
            document_id: The document.
            number: 1-based page.
            width: Pixels, `SMALLEST_WIDTH` to `LARGEST_WIDTH`.
            caller: Who looks; the look is audited.

        Raises:
            RequestError: No such document of this patient, a width out of bounds, or too many pages being drawn.
            SourceError: E_SOURCE_WITHHELD with the reason; the bytes are gone or not those of the record.
            DocumentError: There is no such page, or it cannot be drawn.
            ChartError: OpenEMR refused or failed.
        """
        if not SMALLEST_WIDTH <= width <= LARGEST_WIDTH:
            raise RequestError(ErrorCode.REQUEST_INVALID, f"A page is {SMALLEST_WIDTH} to {LARGEST_WIDTH} pixels wide.")
        gate = self._gate(view, document_id, number, caller)
        self._note(document_id, view.patient_id, caller, kind="page", page=number, withheld=gate.withheld)
        if gate.withheld is not None or gate.source is None:
            reason = gate.withheld or Withheld(WithheldReason.NOT_READ)
            raise SourceError(ErrorCode.SOURCE_WITHHELD, reason.message)
        if not self._drawing.acquire(timeout=_PATIENCE_SECONDS):
            raise RequestError(ErrorCode.REQUEST_RATE_LIMITED, "Too many pages are being drawn; try again in a moment.")
        try:
            return self._painter.draw_page(self._content.fetch(gate.source), number, width=width)
        finally:
            self._drawing.release()

    def _gate(self, view: RecordView, document_id: DocumentId, page: int | None, caller: Caller) -> _Gate:
        record = self._documents.find(view, document_id)
        if record is None:
            # Somebody else's document, or one that is closed to the caller, looks like none at all.
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "This patient's record has no such document.")
        part = record.part_of(page)
        if part is None and record.parts:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "The document has no such page.")
        identity = None if part is None else part.status
        source = self._register.find(document_id)
        reason = _gone(record, source)
        if reason is None and part is None and record.status is not JobStatus.SUCCEEDED:
            reason = WithheldReason.NOT_READ
        quarantined = False
        if reason is None and not (identity is not None and identity.opens_the_gate):
            quarantined = caller.holds(KeyScope.REVIEW)
            reason = None if quarantined else WithheldReason.IDENTITY
        return _Gate(record, identity, source, Withheld(reason) if reason else None, quarantined)

    def _opened(self, gate: _Gate, view: RecordView, field: str, page: int | None, caller: Caller) -> OpenedSource:
        record = gate.record
        chunk = _CHUNK.fullmatch(field)
        if chunk is not None:
            return self._opened_passage(gate, view, int(chunk[1]), field)
        found = [
            each
            for each in self._documents.facts_at(view, record.document_id, field)
            if page is None or each.record.fact.citation.page == page
        ]
        if not found:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "Nothing is cited at this place of the document.")
        cited = found[0]
        reason = _stands(cited, quarantined=gate.quarantined)
        quarantined = gate.quarantined
        if reason is WithheldReason.REJECTED and caller.holds(KeyScope.REVIEW):
            reason, quarantined = None, True
        if reason is not None:
            return _refused(gate, Withheld(reason))
        fact = cited.record.fact
        citation = fact.citation
        return OpenedSource(
            document_id=record.document_id,
            doc_type=record.doc_type,
            identity_status=gate.identity,
            quarantined=quarantined,
            page=citation.page,
            pages=record.pages,
            boxes=(citation.box,) if citation.box else (),
            quote=citation.quote.value,
            field=citation.field_or_chunk_id,
            section=citation.page_or_section,
            text=fact.fact_text.value,
            certainty=fact.certainty,
            confidence=fact.confidence,
            reasons=fact.reasons,
            read_at=record.read_at,
            chart_row=cited.chart_row,
            outcome=cited.outcome,
            review=self._documents.review_of(view, record.content_hash, cited.record.fact_fingerprint),
        )

    def _opened_passage(self, gate: _Gate, view: RecordView, chunk_id: int, field: str) -> OpenedSource:
        record = gate.record
        passage = self._documents.passage(view, record.document_id, chunk_id)
        if passage is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "Nothing is cited at this place of the document.")
        return OpenedSource(
            document_id=record.document_id,
            doc_type=record.doc_type,
            identity_status=gate.identity,
            quarantined=gate.quarantined,
            page=passage.page,
            pages=record.pages,
            quote=passage.text.value,
            field=field,
            section=f"page {passage.page}",
            text=passage.text.value,
            read_at=record.read_at,
        )

    def _note(
        self,
        document_id: DocumentId,
        patient_id: PatientId,
        caller: Caller,
        *,
        kind: str,
        page: int | None,
        withheld: Withheld | None,
    ) -> None:
        detail: dict[str, object] = {"document_id": document_id, "kind": kind, "page": page}
        if withheld is not None:
            detail["withheld"] = withheld.reason.value
        reference = self._patient_reference.of(patient_id)
        self._audit.append(AuditEvent(AuditAction.SOURCE_OPENED, caller.actor_type, caller.key_id, reference, detail))


def _gone(record: DocumentRecord, source: SourceDocument | None) -> WithheldReason | None:
    """Whether the document is no longer what was read, by OpenEMR's own row of it."""
    if source is None or source.state is SourceState.DELETED:
        return WithheldReason.DELETED
    if source.patient_id != record.patient_id:
        return WithheldReason.MOVED
    if record.status is JobStatus.RETRACTED or not record.there:
        return WithheldReason.WITHDRAWN
    if source.content_hash != record.content_hash:
        return WithheldReason.REPLACED
    return WithheldReason.NOT_READ if record.status is JobStatus.FAILED else None


def _stands(cited: CitedFactRecord, *, quarantined: bool) -> WithheldReason | None:
    """Why a fact is not shown though its document is."""
    record = cited.record
    if record.retracted_at is not None:
        return WithheldReason.WITHDRAWN
    if record.fact.is_rejected:
        return WithheldReason.REJECTED
    # Facts of a part in identity review are never active, and what waits for a person need not be.
    waits = quarantined or record.fact.certainty is Certainty.NEEDS_REVIEW
    if cited.superseded or not (record.active or waits):
        return WithheldReason.SUPERSEDED
    return None


def _refused(gate: _Gate, withheld: Withheld) -> OpenedSource:
    return OpenedSource(
        document_id=gate.record.document_id,
        doc_type=gate.record.doc_type,
        identity_status=gate.identity,
        withheld=withheld,
    )
