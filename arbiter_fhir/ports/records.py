"""Rows of our own store as other rooms see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType, PartKind
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import PromotedRecord, PromotionOutcome, RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId

__all__ = [
    "ChartRowRecord",
    "ChartSource",
    "ChunkRecord",
    "FactRecord",
    "PartRecord",
    "PromotionRecord",
    "RetractionRecord",
]


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """A de-identified text window to store: page, offsets in the page's clean text, text, vector bytes."""

    page: int
    route: str
    start: int
    end: int
    text: DeidentifiedText
    vector: bytes


@dataclass(frozen=True, slots=True)
class FactRecord:
    """A stored fact.

    Attributes:
        active: Whether it is evidence: identity open, not retracted, not superseded.
    """

    fact_id: FactId
    patient_id: PatientId
    document_id: DocumentId
    job_id: JobId
    doc_type: DocType
    fact: CitedFact
    fact_fingerprint: str
    clinical_fingerprint: str
    active: bool
    retracted_at: datetime | None
    promotion_status: str | None


@dataclass(frozen=True, slots=True)
class PartRecord:
    """The stored identity check of one part of a document; free of values.

    Attributes:
        last_page: Inclusive; ``None`` for checks from before documents had parts.
        reason: Stable word.
    """

    document_id: DocumentId
    number: int
    kind: PartKind
    first_page: int
    last_page: int | None
    status: IdentityStatus
    reason: str


@dataclass(frozen=True, slots=True)
class PromotionRecord:
    """A stored promotion row.

    Attributes:
        reported: When the promoted result was reported, as printed; ``None`` where unknown or for other facts.
    """

    promotion_id: int
    fact_id: FactId
    document_id: DocumentId
    outcome: PromotionOutcome
    record: PromotedRecord | None
    duplicate_key: str | None
    reason: str
    active: bool
    reported: ClinicalDate | None = None


@dataclass(frozen=True, slots=True)
class ChartSource:
    """One fact that a chart row says.

    Attributes:
        page: Where it stands in its document; ``None`` where the document has no pages.
        outcome: `PROMOTED` for the fact that the row was written from, else how it was found to be said.
    """

    document_id: DocumentId
    fact_id: FactId
    page: int | None
    outcome: PromotionOutcome


@dataclass(frozen=True, slots=True)
class ChartRowRecord:
    """A chart row with all the facts of ours that it says.

    Attributes:
        key: ``procedure_result:45``, ``lists:12``.
    """

    key: str
    sources: tuple[ChartSource, ...]


@dataclass(frozen=True, slots=True)
class RetractionRecord:
    """One append-only row of `clinical_document_retractions`."""

    patient_id: PatientId
    document_id: DocumentId
    job_id: JobId | None
    fact_id: FactId | None
    promotion_id: int | None
    promoted_table: str | None
    promoted_record_id: int | None
    prior_state: str
    new_state: str
    action: RetractionAction
    actor_type: str
    actor_id: str
    reason: str
