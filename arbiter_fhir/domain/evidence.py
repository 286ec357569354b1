"""Evidence: what may be said, each item with its citation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.tenant import DocumentId, FactId

__all__ = ["EvidenceBundle", "EvidenceItem", "EvidenceKind", "EvidenceScope", "Intent", "LabWords", "RoutedQuestion"]


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
class LabWords:
    """The words of a result that a sentence may use, as clean text; empty where the result has none.

    They are cut out of text that passed de-identification, so a sentence made of them needs no second gate.
    """

    name: DeidentifiedText
    value: DeidentifiedText
    unit: DeidentifiedText
    reference_range: DeidentifiedText


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """One retrieved item.

    Attributes:
        analyte: Stable name of the test (`domain.analyte`): results of one test share it.
        lab: The result; for chart rows the values as stored in the chart.
        words: The result's words as clean text.
        observed: The clinical date, where known.
        citation: Where it stands.
        also: Other places that say the same result: the chart row that a document's fact went into, a second document.
        fact_id: Our fact, where it is one.
        document_id: The source document, where there is one.
        score: Retrieval score; larger is better, comparable within one bundle only.
        review_reasons: For review findings: why they need a person.
    """

    kind: EvidenceKind
    analyte: str
    lab: LabResult
    words: LabWords
    observed: ClinicalDate | None
    citation: Citation
    fact_id: FactId | None
    document_id: DocumentId | None
    score: float
    also: tuple[Citation, ...] = ()
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
    """All evidence for one question about one patient.

    Attributes:
        findings: What may be said, newest first.
        review: What waits for a person and touches the question.
        not_found: Analyte or group keys that were asked for and have no finding.
    """

    question: RoutedQuestion
    findings: tuple[EvidenceItem, ...]
    review: tuple[EvidenceItem, ...]
    not_found: tuple[str, ...]
    scope: EvidenceScope
