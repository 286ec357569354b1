"""What a caller may see: the categories of the caller's token become the documents that every statement is bounded by.

The categories are those that OpenEMR opens to the user; which documents are in them is read from OpenEMR's own rows,
once for a request. A key of the clinic speaks for no user and sees everything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from arbiter_fhir.domain.document import SourceDocument, SourceState
from arbiter_fhir.domain.record_view import EVERY_DOCUMENT, OpenDocuments, RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.access import Caller, OpenCategories
from arbiter_fhir.ports.chart import DocumentRegister
from arbiter_fhir.ports.patient_documents import PatientDocuments
from arbiter_fhir.ports.stores import MappingStore

__all__ = ["RecordViews"]


class RecordViews:
    """Finds out what callers may see."""

    def __init__(self, *, register: DocumentRegister, documents: PatientDocuments, mappings: MappingStore) -> None:
        self._register = register
        self._documents = documents
        self._mappings = mappings

    def of_patient(self, caller: Caller, patient_id: PatientId) -> RecordView:
        """One patient's record as the caller may see it: what OpenEMR lists now, and what was read before.

        Raises:
            ChartError: OpenEMR's database refused or failed.
            StoreError: Ours did.
        """
        if caller.categories is None:
            return RecordView.whole(patient_id)
        listed = {source.document_id: source for source in self._register.of_patient(patient_id)}
        read = self._documents.numbers(patient_id)
        moved = self._register.find_many([number for number in read if number not in listed])
        rows = {**listed, **{source.document_id: source for source in moved}}
        return RecordView(
            patient_id,
            self._open_among({*rows, *read}, rows, caller.categories),
            closed_categories=not self._opens_what_is_read(caller.categories),
            closed_parts=caller.closed_parts,
        )

    def open_among(self, caller: Caller, documents: Sequence[DocumentId]) -> OpenDocuments:
        """Those of some documents, of whichever patients, that the caller may see.

        Raises:
            ChartError: OpenEMR's database refused or failed.
            StoreError: Ours did.
        """
        if caller.categories is None:
            return EVERY_DOCUMENT
        rows = {source.document_id: source for source in self._register.find_many(documents)}
        return self._open_among(documents, rows, caller.categories)

    def opens(self, caller: Caller, document_id: DocumentId) -> bool:
        """Whether the caller may see one document; errors as `open_among`."""
        return document_id in self.open_among(caller, [document_id])

    def _open_among(
        self, numbers: Collection[DocumentId], rows: Mapping[DocumentId, SourceDocument], categories: OpenCategories
    ) -> OpenDocuments:
        unfiled = [number for number in numbers if _was_taken_out(rows.get(number))]
        filed = [number for number in numbers if not _was_taken_out(rows.get(number))]
        opened = [number for number in filed if categories.open_all(rows[number].category_ids)]
        # OpenEMR forgets the category of what is deleted. It was in one that is read, so whoever opens all of those
        # would have seen it.
        if unfiled and self._opens_what_is_read(categories):
            opened += unfiled
        return OpenDocuments.these(opened)

    def _opens_what_is_read(self, categories: OpenCategories) -> bool:
        return all(category_id in categories for category_id in self._mappings.active())


def _was_taken_out(source: SourceDocument | None) -> bool:
    """Whether nothing says any more which categories a document was in."""
    return source is None or (source.state is SourceState.DELETED and not source.category_ids)
