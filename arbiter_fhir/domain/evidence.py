"""Evidence: what may be said, each item with its citation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.tenant import DocumentId, FactId

__all__ = ["EvidenceBundle", "EvidenceItem", "EvidenceKind", "EvidenceScope", "Intent", "RoutedQuestion"]


class Intent(StrEnum):
    """What a question asks for (design section 7)."""

    FACTUAL_LOOKUP = "factual_lookup"
    LIST = "list"
    ABNORMAL_LIST = "abnormal_list"
    TREND = "trend"
    INTERPRETATION = "interpretation"
    GUIDELINE = "guideline"
    UNSAFE = "unsafe"
    OTHER_PATIENT = "other_patient"
    OUT_OF_SCOPE = "out_of_scope"


class EvidenceKind(StrEnum):
    """Where an item comes from, and how it may be used."""

    CHART_LAB = "chart_lab"
    DOCUMENT_FACT = "document_fact"
    REVIEW_FINDING = "review_finding"


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """One retrieved item.

    Attributes:
        lab: The result; for chart rows the values as stored in the chart.
        observed: The clinical date, where known.
        citation: Where it stands.
        fact_id: Our fact, where it is one.
        document_id: The source document, where there is one.
        score: Retrieval score; larger is better, comparable within one bundle only.
        review_reasons: For review findings: why they need a person.
    """

    kind: EvidenceKind
    lab: LabResult
    observed: ClinicalDate | None
    citation: Citation
    fact_id: FactId | None
    document_id: DocumentId | None
    score: float
    review_reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceScope:
    """How complete the record behind the evidence is, so that an answer can say what was not read."""

    pending_documents: int = 0
    failed_documents: int = 0
    documents_in_identity_review: int = 0


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The supervisor's decision.

    Attributes:
        text: De-identified question.
        intent: What it asks for.
        analytes: Canonical analyte keys that it names (see `retrieval`), empty for "any".
        reason: Stable word: why this route.
        latest_only: Only the newest result of each analyte is asked for.
    """

    text: DeidentifiedText
    intent: Intent
    analytes: tuple[str, ...]
    reason: str
    latest_only: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceBundle:
    """All evidence for one question about one patient."""

    question: RoutedQuestion
    findings: tuple[EvidenceItem, ...]
    review: tuple[EvidenceItem, ...]
    not_found: tuple[str, ...]
    scope: EvidenceScope
