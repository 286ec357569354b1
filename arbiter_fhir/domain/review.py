"""What people decide about documents and facts: stored beside them, applied when the document's job runs again.

A decision never changes the chart by itself. It is kept for the bytes of a document and its patient, so that the same
paper filed twice is not asked about twice, and so that a reading that people refused does not come back with its copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "APPROVED_BY_REVIEWER",
    "CORRECTED_BY_REVIEWER",
    "CORRECTION_UNREADABLE",
    "KEPT_BY_REVIEWER",
    "REJECTED_BY_REVIEWER",
    "AutomationMode",
    "AutomationRule",
    "FactReview",
    "IdentityReview",
    "ReviewDecisions",
    "ReviewReason",
    "ReviewWord",
]


class ReviewWord(StrEnum):
    """What a person decided; `UNDO` takes the decision before it back."""

    APPROVE = "approve"
    KEEP = "keep"
    REJECT = "reject"
    UNDO = "undo"


class ReviewReason(StrEnum):
    """Why, as the person says."""

    SEEN_ON_PAGE = "seen_on_page"
    CONFIRMED_ELSEWHERE = "confirmed_elsewhere"
    RIGHT_PATIENT = "right_patient"
    WRONG_PATIENT = "wrong_patient"
    MISREAD = "misread"
    OUTDATED = "outdated"
    NOT_CLINICAL = "not_clinical"
    CHART_IS_RIGHT = "chart_is_right"
    ACCEPTED_TOGETHER = "accepted_together"
    DECIDED_BY_MISTAKE = "decided_by_mistake"
    OTHER = "other"


#: Reason words of a fact that a person decided about.
APPROVED_BY_REVIEWER: Final = "approved_by_reviewer"
CORRECTED_BY_REVIEWER: Final = "corrected_by_reviewer"
KEPT_BY_REVIEWER: Final = "kept_by_reviewer"
REJECTED_BY_REVIEWER: Final = "rejected_by_reviewer"
#: Reason of a fact whose correction cannot be read any more: it is as the paper was read, and waits.
CORRECTION_UNREADABLE: Final = "correction_unreadable"


@dataclass(frozen=True, slots=True)
class IdentityReview:
    """A decision on whose document a part is.

    Attributes:
        content_hash: Hash of the document's bytes, as OpenEMR records it.
        part_number: Of the part; its pages have to be the same for the decision to hold.
        last_page: Inclusive.
        decision: `APPROVE`, `REJECT` or `UNDO`.
        reviewer: Who decided: ``users:7`` or the id of a key.
        decided_at: By the database's clock.
        version: 1 for the first decision on the part, one more for each that follows.
    """

    patient_id: PatientId
    document_id: DocumentId
    content_hash: str
    part_number: int
    first_page: int
    last_page: int
    decision: ReviewWord
    reason: ReviewReason
    note: DeidentifiedText
    reviewer: str
    version: int
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FactReview:
    """A decision on one fact.

    Attributes:
        content_hash: Hash of the document's bytes.
        fact_fingerprint: Of the fact as the paper was read, whatever was corrected.
        corrections: Field of the fact's value to what belongs there.
        over: The chart's row that contradicts and was shown beside the fact, such as ``procedure_result:45``, or
            ``document`` where the document contradicts itself, or ``list_marked_none`` where the chart's whole list
            does; empty where nothing did.
        certainty: How sure the reading was called when the decision was made, and its confidence.
        version: 1 for the first decision on the fact, one more for each that follows.
    """

    patient_id: PatientId
    document_id: DocumentId
    content_hash: str
    fact_fingerprint: str
    doc_type: DocType
    fact_type: str
    certainty: str
    confidence: float
    decision: ReviewWord
    corrections: tuple[tuple[str, DeidentifiedText], ...]
    over: str
    reason: ReviewReason
    note: DeidentifiedText
    reviewer: str
    version: int
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReviewDecisions:
    """The decisions that hold for one document's bytes under one patient: the newest of each part and fact.

    Attributes:
        undone: Fingerprints of facts of which the decision was taken back.
    """

    identity: tuple[IdentityReview, ...] = ()
    facts: tuple[FactReview, ...] = ()
    undone: frozenset[str] = frozenset()


class AutomationMode(StrEnum):
    """Whether facts of a kind may be written without a person."""

    AUTOMATIC = "automatic"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class AutomationRule:
    """A site's bar for one kind of fact of one type of document. It can only hold back what would be written.

    Attributes:
        min_confidence: 0-1; facts below it wait for a person.
    """

    doc_type: DocType
    fact_type: str
    mode: AutomationMode
    min_confidence: float

    def __post_init__(self) -> None:
        if not 0 <= self.min_confidence <= 1:
            raise ValueError("confidence lies between 0 and 1")

    def reaches(self, confidence: float) -> bool:
        """Whether a fact of this confidence is as sure as the bar asks, whatever the mode."""
        return confidence >= self.min_confidence

    def holds_back(self, confidence: float) -> bool:
        """Whether a fact of this confidence waits for a person."""
        return self.mode is AutomationMode.REVIEW or not self.reaches(confidence)
