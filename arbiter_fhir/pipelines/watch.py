"""The watch: what changed among the documents of mapped categories, and what follows.

OpenEMR fires no event when a document is stored, moved or deleted, and FHIR shows moves never and deletions only by
chance, so the watch compares OpenEMR's own rows with what it saw before:

===========================================  ==================================================================
what a person did in OpenEMR                 what follows
===========================================  ==================================================================
stored a document in a mapped category       a job is enqueued
renamed it, changed its document date        nothing: name and date are not content
moved it to another mapped category          same document type: nothing; another type: retract, then a new job
moved it out of every mapped category        retract
moved it to another patient                  retract at the old patient, then a job at the new one
replaced its bytes (other hash)              retract, then a new job
deleted it                                   retract
undeleted it                                 a job is enqueued again
put it into two mapped categories            one job, with the type of the category with the lowest id
an administrator mapped or unmapped          as if its documents had moved into or out of a mapped category
===========================================  ==================================================================

Ids are handed out before their rows are committed, so a lower id can become visible after a higher one: the high-water
mark only makes the common case fast, the reconcile over mapped categories is what misses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from arbiter_fhir.domain.document import DocType, SourceDocument, SourceState
from arbiter_fhir.domain.job import ChangeKind, DocumentChange
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.chart import DocumentRegister
from arbiter_fhir.ports.stores import JobQueue, KnownDocument, KnownDocuments, KnownState, MappingStore

__all__ = ["WatchPipeline", "WatchReport", "decide_change", "mapped_type"]

PAGE_ROWS = 500

#: Takes a document's derived data back: document, reason.
Retract = Callable[[DocumentId, ChangeKind], object]


@dataclass(frozen=True, slots=True)
class WatchReport:
    """What one scan saw and did."""

    changes: tuple[DocumentChange, ...]

    @property
    def enqueued(self) -> int:
        """Jobs enqueued (or found enqueued already)."""
        return sum(change.enqueue_type is not None for change in self.changes)

    @property
    def retracted(self) -> int:
        """Documents retracted."""
        return sum(change.retract for change in self.changes)


def mapped_type(source: SourceDocument, mappings: Mapping[int, DocType]) -> DocType | None:
    """The document type of the lowest mapped category id that the document is in; ``None`` where none is mapped."""
    return next((mappings[category] for category in sorted(source.category_ids) if category in mappings), None)


def decide_change(
    document_id: DocumentId, known: KnownDocument | None, source: SourceDocument | None, doc_type: DocType | None
) -> DocumentChange | None:
    """What happened to one document since it was last seen; ``None`` for nothing.

    Args:
        document_id: The document.
        known: What was remembered.
        source: OpenEMR's row now; ``None`` where it is gone.
        doc_type: What its categories say now.
    """

    def change(kind: ChangeKind, *, enqueue: DocType | None = None, retract: bool = False) -> DocumentChange:
        return DocumentChange(kind, document_id, enqueue, retract)

    there = source is not None and source.state is SourceState.ACTIVE
    followed = known is not None and known.state is KnownState.ACTIVE
    if source is None or known is None or not followed:
        if not (there and doc_type):
            return change(ChangeKind.DELETED, retract=True) if followed else None
        return change(ChangeKind.APPEARED if known is None else ChangeKind.RESTORED, enqueue=doc_type)
    if not there:
        return change(ChangeKind.DELETED, retract=True)
    if doc_type is None:
        return change(ChangeKind.LEFT_CATEGORY, retract=True)
    for kind, differs in (
        (ChangeKind.MOVED_PATIENT, source.patient_id != known.patient_id),
        (ChangeKind.CONTENT_CHANGED, source.content_hash != known.content_hash),
        (ChangeKind.TYPE_CHANGED, doc_type is not known.doc_type),
    ):
        if differs:
            return change(kind, enqueue=doc_type, retract=True)
    return None


class WatchPipeline:
    """Compares OpenEMR's documents with what was seen before, and acts on each difference."""

    def __init__(
        self,
        *,
        register: DocumentRegister,
        mappings: MappingStore,
        known: KnownDocuments,
        queue: JobQueue,
        retract: Retract,
    ) -> None:
        self._register = register
        self._mappings = mappings
        self._known = known
        self._queue = queue
        self._retract = retract

    def scan(self) -> WatchReport:
        """Look at everything: new rows, rows followed, rows of mapped categories. Safe to kill and repeat anywhere.

        Raises:
            ChartError: OpenEMR's database refused or failed.
            StoreError: Ours did.
        """
        mappings = self._mappings.active()
        seen = [*self._new(mappings), *self._followed(mappings), *self._overlooked(mappings)]
        return WatchReport(tuple(seen))

    def look_at(self, document_id: DocumentId) -> WatchReport:
        """Look at one document now (a ping, or a request through the API)."""
        mappings = self._mappings.active()
        return WatchReport(tuple(self._compare(mappings, document_id, self._register.find(document_id))))

    def _new(self, mappings: Mapping[int, DocType]) -> Iterator[DocumentChange]:
        """Documents with ids above the high-water mark."""
        while rows := self._register.newer_than(self._known.high_water_mark(), limit=PAGE_ROWS):
            for source in rows:
                yield from self._compare(mappings, source.document_id, source)
            self._known.raise_high_water_mark(rows[-1].document_id)

    def _followed(self, mappings: Mapping[int, DocType]) -> Iterator[DocumentChange]:
        """Documents remembered, compared with their rows now."""
        after = DocumentId(0)
        while page := self._known.page(after=after, limit=PAGE_ROWS):
            sources = {row.document_id: row for row in self._register.find_many([row.document_id for row in page])}
            for known in page:
                yield from self._compare(mappings, known.document_id, sources.get(known.document_id), known)
            after = page[-1].document_id

    def _overlooked(self, mappings: Mapping[int, DocType]) -> Iterator[DocumentChange]:
        """Documents of mapped categories that are not followed: committed late, moved in, or mapped just now."""
        after = DocumentId(0)
        while rows := self._register.in_categories(tuple(mappings), after=after, limit=PAGE_ROWS):
            for source in rows:
                yield from self._compare(mappings, source.document_id, source)
            after = rows[-1].document_id

    def _compare(
        self,
        mappings: Mapping[int, DocType],
        document_id: DocumentId,
        source: SourceDocument | None,
        known: KnownDocument | None = None,
    ) -> Iterable[DocumentChange]:
        remembered = known or self._known.find(document_id)
        doc_type = mapped_type(source, mappings) if source else None
        change = decide_change(document_id, remembered, source, doc_type)
        if change is None:
            return ()
        self._act(change, source, remembered)
        return (change,)

    def _act(self, change: DocumentChange, source: SourceDocument | None, known: KnownDocument | None) -> None:
        """Act first, remember last: killed in between, the same change is seen and acted on again, to the same end."""
        if change.retract:
            self._retract(change.document_id, change.kind)
        if change.enqueue_type is not None and source is not None:
            self._queue.enqueue(source, change.enqueue_type)
            self._known.remember(source, change.enqueue_type)
        elif known is not None:
            self._known.mark_gone(change.document_id)
