"""`attach_and_extract`, the one tool contract: the document is in OpenEMR first, then it is read."""

from __future__ import annotations

from arbiter_fhir.domain.document import SourceState
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.pipelines.watch import mapped_type
from arbiter_fhir.ports.chart import DocumentRegister
from arbiter_fhir.ports.stores import JobQueue, KnownDocuments, MappingStore

__all__ = ["AttachPipeline"]


class AttachPipeline:
    """Enqueues a document that OpenEMR stores already."""

    def __init__(
        self, *, register: DocumentRegister, mappings: MappingStore, known: KnownDocuments, queue: JobQueue
    ) -> None:
        self._register = register
        self._mappings = mappings
        self._known = known
        self._queue = queue

    def owner_of(self, document_id: DocumentId) -> tuple[PatientId, DocumentId] | None:
        """Whose document it is in OpenEMR now, and its number; ``None`` where there is none."""
        source = self._register.find(document_id)
        return None if source is None else (source.patient_id, document_id)

    def attach_stored(self, document_id: DocumentId) -> Job:
        """The document's job: new, or the one that exists for the same content.

        Raises:
            RequestError: No such document, deleted, or not in a mapped category.
        """
        source = self._register.find(document_id)
        if source is None or source.state is not SourceState.ACTIVE:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "OpenEMR holds no active document with this id.")
        doc_type = mapped_type(source, self._mappings.active())
        if doc_type is None:
            raise RequestError(
                ErrorCode.REQUEST_INVALID,
                "None of the document's categories is mapped to a document type; map one first.",
            )
        job_id = self._queue.enqueue(source, doc_type)
        self._known.remember(source, doc_type)
        job = self._queue.get(job_id)
        if job is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "The job was removed while it was being made.")
        return job
