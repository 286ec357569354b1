"""Taking a document's derived data back, and clearing the way for a second reading."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, case, insert, select, update

from arbiter_fhir.domain.job import Job, JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.records import RetractionRecord
from arbiter_fhir.store.columns import NOW
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

__all__ = ["deactivate_document", "forget_derived", "reopen_jobs", "save_retractions"]


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
