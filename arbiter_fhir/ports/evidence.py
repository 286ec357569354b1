"""What answers need of our own store: one patient's facts, text windows and documents, read and never written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import UnreadDocument
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import ChartRowRecord, FactRecord, PartRecord

__all__ = ["Neighbour", "PatientEvidence", "ReadDocument", "TextPassage"]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A fact near a question: cosine distance 0-2, smaller is nearer."""

    fact: FactRecord
    distance: float


@dataclass(frozen=True, slots=True)
class TextPassage:
    """A stored text window of a document.

    Attributes:
        start: Offset in the page's clean text, inclusive.
        end: Exclusive.
        distance: Cosine distance from the question, 0-2; ``None`` where none was asked for, or where the window was
            embedded by another model, which is never compared.
    """

    chunk_id: int
    patient_id: PatientId
    document_id: DocumentId
    doc_type: DocType
    page: int
    start: int
    end: int
    text: DeidentifiedText
    distance: float | None = None


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document of the patient that was read and counts.

    Attributes:
        read_at: When its job ended, UTC.
    """

    document_id: DocumentId
    doc_type: DocType
    read_at: datetime | None


class PatientEvidence(Protocol):
    """Reads a patient's evidence with the query account, as far as a caller may see it.

    Every statement has the view's patient and its documents as predicates.
    """

    def active_facts(self, view: RecordView) -> Sequence[FactRecord]:
        """Active `verified` and `document_fact` facts of identity-open, unretracted documents."""
        ...

    def review_facts(self, view: RecordView) -> Sequence[FactRecord]:
        """`needs_review` facts of identity-open documents, and nothing of quarantined ones."""
        ...

    def chart_rows(self, view: RecordView) -> Sequence[ChartRowRecord]:
        """The chart rows that active promotions speak for, each with all its sources that may be seen."""
        ...

    def nearest(self, view: RecordView, vector: bytes, *, model_id: str, limit: int) -> Sequence[Neighbour]:
        """Active facts by exact cosine distance."""
        ...

    def vector_models(self, view: RecordView) -> Mapping[str, int]:
        """Models of this patient's active fact vectors, to how many are of each."""
        ...

    def passages(
        self,
        view: RecordView,
        *,
        vector: bytes | None = None,
        model_id: str = "",
        documents: Sequence[DocumentId] = (),
        limit: int,
    ) -> Sequence[TextPassage]:
        """Active text windows on pages of identity-open parts of unretracted documents.

        Args:
            view: Whose, and which documents of it.
            vector: The question's vector: windows come nearest first, those of another model last.
            model_id: The model that made the vector.
            documents: Of these documents only; of all where empty. Without a vector they come in reading order.
            limit: At most so many.
        """
        ...

    def read_documents(self, view: RecordView) -> Sequence[ReadDocument]:
        """Documents that were read, whose identity is open and which still stand, by ascending id."""
        ...

    def unread_documents(self, view: RecordView) -> Sequence[UnreadDocument]:
        """Documents that wait, failed, are in identity review, or have pages that could not be read."""
        ...

    def identity_counts(self, view: RecordView) -> Mapping[IdentityStatus, int]:
        """Documents of the patient by identity status, the worst of their parts (current jobs only)."""
        ...

    def divided_documents(self, view: RecordView) -> Sequence[PartRecord]:
        """The parts of documents that have several, in order (current jobs only)."""
        ...

    def documents_active(self, view: RecordView, document_ids: Sequence[DocumentId]) -> set[DocumentId]:
        """Which of these have an unretracted succeeded job of this patient: re-checked before an answer leaves."""
        ...
