"""`clinical_document_facts` and what hangs on them: vectors and rejected candidates."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from arbiter_fhir.domain.fact import CitedFact, RejectedCandidate
from arbiter_fhir.domain.identity import ActiveFact
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from arbiter_fhir.errors import TenancyError
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.store.row_codecs import fact_from_row, fact_to_columns
from arbiter_fhir.store.tables import fact_embeddings, facts, rejected_candidates

__all__ = ["facts_of_document", "save_fact_embeddings", "save_facts", "save_rejected"]


def save_facts(
    connection: Connection,
    *,
    job: Job,
    identity_check_ids: Sequence[int],
    found: Sequence[CitedFact],
    active: Sequence[ActiveFact],
    fingerprints: Sequence[tuple[str, str]],
) -> Sequence[FactId]:
    """Insert or bring up to date; gives one id per fact, the same id for facts of one fingerprint.

    The document is locked by the unit of work, so nobody else inserts between the look and the insert.

    Raises:
        TenancyError: An active fact belongs to another patient than the job.
        ValueError: Not one identity check and one pair of fingerprints per fact.
    """
    if any(fact.patient_id != job.patient_id for fact in active):
        raise TenancyError(f"Job {job.job_id} has facts that passed the identity gate for another patient.")
    opened = {fact.fact for fact in active}
    rows: dict[str, dict[str, object]] = {}
    for fact, check, (fact_fingerprint, clinical_fingerprint) in zip(
        found, identity_check_ids, fingerprints, strict=True
    ):
        rows.setdefault(
            fact_fingerprint,
            {
                **fact_to_columns(fact),
                "patient_id": job.patient_id,
                "document_id": job.document_id,
                "job_id": job.job_id,
                "identity_check_id": check,
                "doc_type": job.doc_type.value,
                "fact_fingerprint": fact_fingerprint,
                "clinical_content_fingerprint": clinical_fingerprint,
                "active": fact in opened,
            },
        )
    known = _ids(connection, job, list(rows))
    for fingerprint, fact_id in known.items():
        # A fact that was withdrawn and is read again is live again; its withdrawal stays in the retractions.
        changes = {**rows[fingerprint], "retracted_at": None, "retraction_reason": None, "deactivated_at": None}
        here = (facts.c.patient_id == job.patient_id, facts.c.id == fact_id)
        connection.execute(update(facts).where(*here).values({**changes, "promotion_status": None}))
    fresh = [row for fingerprint, row in rows.items() if fingerprint not in known]
    if fresh:
        connection.execute(insert(facts), fresh)
        known |= _ids(connection, job, [str(row["fact_fingerprint"]) for row in fresh])
    return [known[fingerprint] for fingerprint, _ in fingerprints]


def save_fact_embeddings(
    connection: Connection, *, patient_id: PatientId, vectors: Sequence[tuple[FactId, bytes]], model_id: str
) -> None:
    """Store one vector per fact, in place of an earlier one.

    Raises:
        TenancyError: A fact is not this patient's.
        ValueError: A vector has the wrong length.
    """
    by_fact = dict(vectors)
    if not by_fact:
        return
    mine = (facts.c.patient_id == patient_id, facts.c.id.in_(by_fact))
    documents = {
        FactId(row.id): row.document_id
        for row in connection.execute(select(facts.c.id, facts.c.document_id).where(*mine))
    }
    if documents.keys() != by_fact.keys():
        raise TenancyError("A vector was given for a fact that is not this patient's.")
    old = (fact_embeddings.c.patient_id == patient_id, fact_embeddings.c.fact_id.in_(by_fact))
    connection.execute(fact_embeddings.delete().where(*old))
    connection.execute(
        insert(fact_embeddings),
        [
            {
                "patient_id": patient_id,
                "fact_id": fact_id,
                "document_id": documents[fact_id],
                "embedding": vector,
                "embedding_model": model_id,
                "active": True,
            }
            for fact_id, vector in by_fact.items()
        ],
    )


def save_rejected(connection: Connection, *, job: Job, rejected: Sequence[RejectedCandidate]) -> None:
    """Store what looked like a fact and was not taken."""
    if rejected:
        connection.execute(
            insert(rejected_candidates),
            [
                {
                    "patient_id": job.patient_id,
                    "document_id": job.document_id,
                    "job_id": job.job_id,
                    "page": candidate.page,
                    "reason": candidate.reason,
                    "quote": candidate.quote.value,
                    "active": True,
                }
                for candidate in rejected
            ],
        )


def facts_of_document(connection: Connection, document_id: DocumentId) -> Sequence[FactRecord]:
    """All facts of a document, active or not, of every patient who ever had it; oldest first."""
    statement = select(facts).where(facts.c.document_id == document_id).order_by(facts.c.id)
    return [fact_from_row(row) for row in connection.execute(statement)]


def _ids(connection: Connection, job: Job, fingerprints: Sequence[str]) -> dict[str, FactId]:
    """Fingerprint to id, of this document and patient."""
    statement = select(facts.c.fact_fingerprint, facts.c.id).where(
        facts.c.document_id == job.document_id,
        facts.c.fact_fingerprint.in_(fingerprints),
        facts.c.patient_id == job.patient_id,
    )
    return {row.fact_fingerprint: FactId(row.id) for row in connection.execute(statement)}
