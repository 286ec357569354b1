"""`clinical_document_promotions`: one outcome per fact and chart table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, and_, func, insert, select, update

from arbiter_fhir.domain.citation import citation_to_json
from arbiter_fhir.domain.fact import CitedFact, FactType
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.promotion import (
    LIST_TABLE,
    RESULT_TABLE,
    PromotedRecord,
    PromotionDecision,
    PromotionOutcome,
)
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.row_codecs import parents_to_json, promotion_from_row
from arbiter_fhir.store.tables import facts, promotions

__all__ = ["promotions_of_document", "promotions_of_patient", "save_promotion"]

#: The chart table that a kind of fact would go into, whether or not it went there.
_TARGET: Final[Mapping[FactType, str]] = {
    FactType.LAB_RESULT: RESULT_TABLE,
    FactType.ALLERGY: LIST_TABLE,
    FactType.MEDICATION: LIST_TABLE,
    FactType.PROBLEM: LIST_TABLE,
}
#: Stands where a kind of fact has no place in the chart.
NO_TABLE: Final = "none"
_FOR_A_PERSON: Final = frozenset({PromotionOutcome.CONFLICT, PromotionOutcome.NEEDS_REVIEW})


def save_promotion(
    connection: Connection,
    *,
    job: Job,
    fact_id: FactId,
    fact: CitedFact,
    fingerprints: tuple[str, str],
    decision: PromotionDecision,
    record: PromotedRecord | None,
) -> int:
    """Insert the outcome, or bring the fact's row up to date; gives its id.

    A row of ours that still stands is remembered whatever the outcome is now, with the clinical fingerprint of what was
    written: what people did to it is known as long as we have not taken it back ourselves.

    Raises:
        ValueError: A promoted outcome without its record.
        StoreError: E_STORE_CONFLICT where another active promotion of this patient says the same already.
    """
    if record is None and decision.outcome is PromotionOutcome.PROMOTED:
        raise ValueError("the outcome `promoted` goes with a chart record")
    table = record.table if record is not None else _TARGET.get(fact.fact_type, NO_TABLE)
    existing = decision.existing_result_id
    values: dict[str, object] = {
        "document_id": job.document_id,
        "job_id": job.job_id,
        "fact_fingerprint": fingerprints[0],
        "clinical_content_fingerprint": fingerprints[1],
        "promoted_record_id": record.record_id if record else None,
        "promoted_pk_json": parents_to_json(record) if record else {},
        "values_digest": record.values_digest if record else None,
        "outcome": decision.outcome.value,
        "duplicate_key": None if existing is None else f"{decision.existing_table}:{existing}",
        "conflict_reason": decision.reason,
        "citation_json": citation_to_json(fact.citation),
        "confidence": fact.confidence,
        "review_status": "open" if decision.outcome in _FOR_A_PERSON else "none",
        "active": True,
        "retracted_at": None,
        "retraction_reason": None,
    }
    connection.execute(
        update(facts)
        .where(facts.c.patient_id == job.patient_id, facts.c.id == fact_id)
        .values(promotion_status=decision.outcome.value)
    )
    key = {"patient_id": job.patient_id, "fact_id": fact_id, "promoted_table": table}
    here = [promotions.c[name] == value for name, value in key.items()]
    known = connection.execute(select(promotions.c.id).where(*here)).scalar_one_or_none()
    if known is not None:
        connection.execute(update(promotions).where(*here).values({**values, "updated_at": NOW}))
        return int(known)
    connection.execute(insert(promotions).values({**key, **values}))
    return int(connection.execute(select(promotions.c.id).where(*here)).scalar_one())


def promotions_of_patient(connection: Connection, patient_id: PatientId) -> Sequence[tuple[PromotionRecord, str]]:
    """Active outcomes of every kind with their clinical fingerprint, oldest first."""
    reported = func.json_value(facts.c.structured_value_json, "$.report_date").label("reported")
    of_fact = and_(facts.c.patient_id == patient_id, facts.c.id == promotions.c.fact_id)
    statement = (
        select(promotions, reported)
        .select_from(promotions.outerjoin(facts, of_fact))
        .where(promotions.c.patient_id == patient_id, promotions.c.active)
        .order_by(promotions.c.id)
    )
    rows = connection.execute(statement).all()
    return [(promotion_from_row(row, reported=row.reported), str(row.clinical_content_fingerprint)) for row in rows]


def promotions_of_document(connection: Connection, document_id: DocumentId) -> Sequence[PromotionRecord]:
    """All outcomes of a document, active or not, oldest first."""
    statement = select(promotions).where(promotions.c.document_id == document_id).order_by(promotions.c.id)
    return [promotion_from_row(row) for row in connection.execute(statement)]
