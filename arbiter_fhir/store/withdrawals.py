"""Taking a document's derived data back, and clearing the way for a second reading."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, case, insert, or_, select, update

from arbiter_fhir.domain.job import Job, JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from arbiter_fhir.ports.records import PromotionRecord, RetractionRecord
from arbiter_fhir.ports.stores import CLOSING_REASONS
from arbiter_fhir.store.chart_rows import SPOKEN_FOR
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.row_codecs import promotion_from_row
from arbiter_fhir.store.tables import (
    chunks,
    fact_embeddings,
    facts,
    identity_checks,
    jobs,
    phi_tokens,
    promotions,
    rejected_candidates,
    retractions,
)

__all__ = [
    "close_promotions",
    "deactivate_document",
    "deactivate_facts",
    "documents_closed_by",
    "forget_derived",
    "reopen_jobs",
    "save_retractions",
]


def deactivate_document(connection: Connection, document_id: DocumentId, *, reason: str) -> None:
    """Make everything that came from a document unusable, for every patient who ever had it.

    Rows stay as history, except what names people: the placeholder map and the identifiers of the identity check are
    erased. Jobs are retracted under a new fence, so a worker that is still reading the document can write nothing.
    """
    retracted = PromotionOutcome.RETRACTED.value
    promoted = PromotionOutcome.PROMOTED.value
    facts_here = (facts.c.document_id == document_id, facts.c.retracted_at.is_(None))
    status = case((facts.c.promotion_status == promoted, retracted), else_=facts.c.promotion_status)
    connection.execute(
        update(facts)
        .where(*facts_here)
        .values(promotion_status=status, active=False, retracted_at=NOW, deactivated_at=NOW, retraction_reason=reason)
    )
    outcome = case((promotions.c.outcome == promoted, retracted), else_=promotions.c.outcome)
    connection.execute(
        update(promotions)
        .where(promotions.c.document_id == document_id, promotions.c.active)
        .values(outcome=outcome, active=False, retracted_at=NOW, updated_at=NOW, retraction_reason=reason)
    )
    for derived in (fact_embeddings, chunks, rejected_candidates):
        connection.execute(update(derived).where(derived.c.document_id == document_id).values(active=False))
    connection.execute(
        update(identity_checks)
        .where(identity_checks.c.document_id == document_id)
        .values(active=False, extracted_identifiers=None, key_version=None)
    )
    connection.execute(phi_tokens.delete().where(phi_tokens.c.document_id == document_id))
    connection.execute(
        update(jobs)
        .where(jobs.c.document_id == document_id, jobs.c.status != JobStatus.RETRACTED.value)
        .values(
            status=JobStatus.RETRACTED.value,
            fence=jobs.c.fence + 1,
            worker=None,
            lease_until=None,
            retracted_at=NOW,
            retraction_reason=reason,
        )
    )


def forget_derived(connection: Connection, job: Job) -> None:
    """Delete what an earlier run of this job stored and nothing else refers to."""
    for derived in (chunks, rejected_candidates):
        mine = (derived.c.patient_id == job.patient_id, derived.c.job_id == job.job_id)
        connection.execute(derived.delete().where(*mine))
    map_of_document = (phi_tokens.c.patient_id == job.patient_id, phi_tokens.c.document_id == job.document_id)
    connection.execute(phi_tokens.delete().where(*map_of_document))
    stored = (facts.c.patient_id == job.patient_id, facts.c.job_id == job.job_id)
    ids = [row.id for row in connection.execute(select(facts.c.id).where(*stored))]
    if not ids:
        return
    vectors = (fact_embeddings.c.patient_id == job.patient_id, fact_embeddings.c.fact_id.in_(ids))
    connection.execute(fact_embeddings.delete().where(*vectors))
    kept: set[int] = set()
    for history in (promotions, retractions):
        named = (history.c.patient_id == job.patient_id, history.c.fact_id.in_(ids))
        kept |= {row.fact_id for row in connection.execute(select(history.c.fact_id).where(*named))}
    free = [fact_id for fact_id in ids if fact_id not in kept]
    if free:
        connection.execute(facts.delete().where(facts.c.patient_id == job.patient_id, facts.c.id.in_(free)))
    # What history still names stays, but is no evidence until this run finds it again.
    connection.execute(update(facts).where(*stored).values(active=False, deactivated_at=NOW))


def reopen_jobs(connection: Connection, document_ids: Sequence[DocumentId]) -> None:
    """Make the succeeded jobs of these documents due again, under a new fence, with their attempts to come."""
    if document_ids:
        connection.execute(
            update(jobs)
            .where(jobs.c.document_id.in_(document_ids), jobs.c.status == JobStatus.SUCCEEDED.value)
            .values(status=JobStatus.PENDING.value, fence=jobs.c.fence + 1, attempts=0, available_at=NOW)
        )


def close_promotions(
    connection: Connection, patient_id: PatientId, promotion_id: int, *, reason: str, successor: str
) -> Sequence[PromotionRecord]:
    """Close a promotion, and every other that its chart row speaks for: what they say was corrected or was wrong.

    Outcomes stay as they were; the facts are no evidence any more.

    Args:
        connection: The transaction.
        patient_id: Whose promotion it is.
        promotion_id: A promotion with a chart row.
        reason: ``superseded_by`` or ``entered_in_error``.
        successor: The document that corrects it or declares it wrong: ``documents:9``.

    Returns:
        The promotions that were closed, as they were.
    """
    mine = (promotions.c.patient_id == patient_id, promotions.c.active)
    first = connection.execute(select(promotions).where(*mine, promotions.c.id == promotion_id)).one()
    same = or_(
        promotions.c.id == promotion_id,
        and_(
            promotions.c.outcome.in_(SPOKEN_FOR),
            promotions.c.promoted_table == first.promoted_table,
            or_(
                promotions.c.clinical_content_fingerprint == first.clinical_content_fingerprint,
                promotions.c.duplicate_key == f"{first.promoted_table}:{first.promoted_record_id}",
            ),
        ),
    )
    found = [promotion_from_row(row) for row in connection.execute(select(promotions).where(*mine, same))]
    connection.execute(
        update(promotions)
        .where(promotions.c.patient_id == patient_id, promotions.c.id.in_([each.promotion_id for each in found]))
        .values(active=False, duplicate_key=successor, retraction_reason=reason, retracted_at=NOW, updated_at=NOW)
    )
    deactivate_facts(connection, patient_id, [each.fact_id for each in found])
    return found


def deactivate_facts(connection: Connection, patient_id: PatientId, fact_ids: Sequence[FactId]) -> None:
    """Make facts no evidence any more; they stay readable with their document."""
    if fact_ids:
        connection.execute(
            update(facts)
            .where(facts.c.patient_id == patient_id, facts.c.id.in_(fact_ids))
            .values(active=False, deactivated_at=NOW)
        )
        vectors = (fact_embeddings.c.patient_id == patient_id, fact_embeddings.c.fact_id.in_(fact_ids))
        connection.execute(update(fact_embeddings).where(*vectors).values(active=False))


def documents_closed_by(connection: Connection, successor: str) -> Sequence[DocumentId]:
    """Documents with promotions that were closed in favour of this one."""
    statement = (
        select(promotions.c.document_id)
        .distinct()
        .where(
            promotions.c.active.is_(False),
            promotions.c.retraction_reason.in_(CLOSING_REASONS),
            promotions.c.duplicate_key == successor,
        )
        .order_by(promotions.c.document_id)
    )
    return [DocumentId(row.document_id) for row in connection.execute(statement)]


def save_retractions(connection: Connection, records: Sequence[RetractionRecord]) -> None:
    """Append; the account can neither change nor delete these rows."""
    if records:
        connection.execute(
            insert(retractions),
            [
                {
                    "patient_id": record.patient_id,
                    "document_id": record.document_id,
                    "job_id": record.job_id,
                    "fact_id": record.fact_id,
                    "promotion_id": record.promotion_id,
                    "promoted_table": record.promoted_table,
                    "promoted_record_id": record.promoted_record_id,
                    "prior_state": record.prior_state,
                    "new_state": record.new_state,
                    "action": record.action.value,
                    "actor_type": record.actor_type,
                    "actor_id": record.actor_id,
                    "reason": record.reason,
                }
                for record in records
            ],
        )
