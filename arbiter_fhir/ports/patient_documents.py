"""What a clinician sees of a patient's documents: how far each was read, and where a fact stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.identity import WORST_FIRST
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.source import Decided
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.ports.records import FactRecord, PartRecord

__all__ = ["CitedFactRecord", "DocumentRecord", "DocumentTally", "PatientDocuments"]


@dataclass(frozen=True, slots=True)
class DocumentTally:
    """How many facts of a document there are, and what became of them.

    Attributes:
        found: Facts that were read and still stand; those of parts in identity review are nothing else than found.
        in_chart: Those that a row of the chart says.
        review: Those that wait for a person.
        kept: Those that stay in the document: cited in answers, in no chart row.
    """

    found: int = 0
    in_chart: int = 0
    review: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document of a patient with its current job.

    Attributes:
        there: Whether the watch still follows it for this patient, or never knew it.
        parts: The identity check of each part, in order; empty before one was made.
        unread_pages: Pages of which nothing, or not all, could be read.
        updated_at: When something last happened to the job, UTC.
    """

    document_id: DocumentId
    patient_id: PatientId
    job_id: JobId
    doc_type: DocType
    status: JobStatus
    there: bool
    content_hash: str
    error_code: str | None
    error_message: str | None
    read_at: datetime | None
    updated_at: datetime
    parts: tuple[PartRecord, ...] = ()
    tally: DocumentTally = DocumentTally()
    unread_pages: int = 0

    @property
    def pages(self) -> int | None:
        """Number of pages; ``None`` where nothing was read yet."""
        last = [part.last_page for part in self.parts if part.last_page is not None]
        return max(last, default=None)

    def part_of(self, page: int | None) -> PartRecord | None:
        """The part that holds a page; without a page the one that a person should see first."""
        if page is None:
            return self.worst_part
        holding = [
            part
            for part in self.parts
            if part.first_page <= page and (part.last_page is None or page <= part.last_page)
        ]
        return min(holding, key=_rank, default=None)

    @property
    def worst_part(self) -> PartRecord | None:
        """The part that a person should see first."""
        return min(self.parts, key=_rank, default=None)


def _rank(part: PartRecord) -> int:
    return WORST_FIRST.index(part.status)


@dataclass(frozen=True, slots=True)
class CitedFactRecord:
    """A stored fact, whatever became of it.

    Attributes:
        chart_row: ``procedure_result:45``: the row that says it; ``None`` where none does.
        outcome: What promotion decided; ``None`` where nothing was decided.
        superseded: Whether a later document corrected it or declared it wrong.
    """

    record: FactRecord
    chart_row: str | None
    outcome: PromotionOutcome | None
    superseded: bool


class PatientDocuments(Protocol):
    """Reads a patient's documents with the query account, as far as a caller may see them.

    Every statement has the view's patient and its documents as predicates; `numbers` alone does not, since views are
    made from it.
    """

    def numbers(self, patient_id: PatientId) -> Sequence[DocumentId]:
        """Every document that ever had a job for this patient."""
        ...

    def of_patient(self, view: RecordView) -> Sequence[DocumentRecord]:
        """Every document that ever had a job for this patient, newest first, each with its current job."""
        ...

    def find(self, view: RecordView, document_id: DocumentId) -> DocumentRecord | None:
        """One of them; ``None`` where the view has no such document."""
        ...

    def facts_at(self, view: RecordView, document_id: DocumentId, field: str) -> Sequence[CitedFactRecord]:
        """Facts of a document with this `Citation.field_or_chunk_id`, the newest reading first."""
        ...

    def review_of(self, view: RecordView, content_hash: str, fact_fingerprint: str) -> Decided | None:
        """What a reviewer decided last about a fact of these bytes; ``None`` for nothing, or taken back."""
        ...

    def passage(self, view: RecordView, document_id: DocumentId, chunk_id: int) -> TextPassage | None:
        """A text window of a document that is still in use."""
        ...
