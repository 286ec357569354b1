"""Facts and citations to columns and back.

Reading back makes sealed values, which is why this module holds the seals of de-identification and extraction: the
store hands back only what those rooms once made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from arbiter_fhir.domain.citation import Citation, SourceType, citation_to_json
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, ReviewMark
from arbiter_fhir.domain.fact_value import value_from_json, value_to_json
from arbiter_fhir.domain.promotion import OrderSlot, PromotedRecord, PromotionOutcome
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId
from arbiter_fhir.ports.records import FactRecord, PromotionRecord

__all__ = [
    "citation_from_json",
    "fact_from_row",
    "fact_to_columns",
    "parents_from_json",
    "parents_to_json",
    "promotion_from_row",
]

_ANSWERED = "answered_order"


def citation_from_json(plain: Mapping[str, Any]) -> Citation:
    """Read back what `domain.citation.citation_to_json` wrote.

    Raises:
        KeyError: A field is missing.
        ValueError: A field does not parse.
    """
    box = plain["bounding_box"]
    return Citation(
        source_type=SourceType(plain["source_type"]),
        source_id=plain["source_id"],
        page_or_section=plain["page_or_section"],
        field_or_chunk_id=plain["field_or_chunk_id"],
        quote=DeidentifiedText(plain["quote_or_value"], DEID_SEAL),
        page=plain["page"],
        box=None if box is None else BoundingBox(box["x"], box["y"], box["width"], box["height"]),
    )


def fact_to_columns(fact: CitedFact) -> dict[str, object]:
    """The columns that describe the fact itself."""
    return {
        "fact_type": fact.fact_type.value,
        "certainty": fact.certainty.value,
        "fact_text": fact.fact_text.value,
        "structured_value_json": value_to_json(fact.value),
        "citation_json": citation_to_json(fact.citation),
        "reasons_json": list(fact.reasons),
        "confidence": fact.confidence,
        **_mark_to_columns(fact.review),
    }


def _mark_to_columns(mark: ReviewMark | None) -> dict[str, object]:
    """What a person decided; which row it was decided over is kept with the decision alone."""
    return {
        "review_decision": None if mark is None else mark.decision.value,
        "review_version": None if mark is None else mark.version,
        "paper_value_json": None if mark is None or mark.paper is None else value_to_json(mark.paper),
    }


def _mark_from_row(row: Row[Any], fact_type: FactType) -> ReviewMark | None:
    if row.review_decision is None:
        return None
    paper = row.paper_value_json
    return ReviewMark(
        ReviewWord(row.review_decision),
        version=int(row.review_version or 0),
        paper=None if paper is None else value_from_json(fact_type, paper),
    )


def fact_from_row(row: Row[Any]) -> FactRecord:
    """A stored fact, from all columns of `clinical_document_facts`.

    Raises:
        KeyError: A field is missing in one of the JSON columns.
        ValueError: A column holds a word that this version does not know.
    """
    fact_type = FactType(row.fact_type)
    return FactRecord(
        fact_id=FactId(row.id),
        patient_id=PatientId(row.patient_id),
        document_id=DocumentId(row.document_id),
        job_id=JobId(row.job_id),
        doc_type=DocType(row.doc_type),
        fact=CitedFact(
            fact_type=fact_type,
            value=value_from_json(fact_type, row.structured_value_json),
            fact_text=DeidentifiedText(row.fact_text, DEID_SEAL),
            citation=citation_from_json(row.citation_json),
            certainty=Certainty(row.certainty),
            confidence=row.confidence,
            reasons=tuple(row.reasons_json),
            seal=FACT_SEAL,
            review=_mark_from_row(row, fact_type),
        ),
        fact_fingerprint=row.fact_fingerprint,
        clinical_fingerprint=row.clinical_content_fingerprint,
        active=bool(row.active),
        retracted_at=row.retracted_at,
        promotion_status=row.promotion_status,
    )


def parents_to_json(record: PromotedRecord) -> dict[str, object]:
    """A promoted row's parents, with the order that it was attached to."""
    plain: dict[str, object] = dict(record.parents)
    if record.answered is not None:
        plain[_ANSWERED] = {"sequence": record.answered.sequence, "status": record.answered.status}
    return plain


def parents_from_json(plain: Mapping[str, Any]) -> tuple[dict[str, int], OrderSlot | None]:
    """Read back what `parents_to_json` wrote.

    Raises:
        KeyError: A field is missing.
    """
    parents = {name: int(value) for name, value in plain.items() if name != _ANSWERED}
    answered = plain.get(_ANSWERED)
    if answered is None:
        return parents, None
    return parents, OrderSlot(parents["procedure_order"], int(answered["sequence"]), str(answered["status"]))


def promotion_from_row(row: Row[Any], *, reported: str | None = None) -> PromotionRecord:
    """A stored promotion, from all columns of `clinical_document_promotions`.

    Args:
        row: The row.
        reported: ISO form of the fact's report date, where it was read as well.
    """
    record = None
    if row.promoted_record_id is not None:
        parents, answered = parents_from_json(row.promoted_pk_json or {})
        record = PromotedRecord(
            table=row.promoted_table,
            record_id=row.promoted_record_id,
            parents=parents,
            values_digest=row.values_digest or "",
            answered=answered,
        )
    return PromotionRecord(
        promotion_id=row.id,
        fact_id=FactId(row.fact_id),
        document_id=DocumentId(row.document_id),
        outcome=PromotionOutcome(row.outcome),
        record=record,
        duplicate_key=row.duplicate_key,
        reason=row.conflict_reason,
        active=bool(row.active),
        reported=ClinicalDate.parse_iso(reported) if reported else None,
    )
