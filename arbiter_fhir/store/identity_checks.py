"""`clinical_document_identity_checks`: the decision in words, the identifiers encrypted."""

from __future__ import annotations

import json

from sqlalchemy import Connection, insert, select, update

from arbiter_fhir.domain.deid import IdentifierCandidate, IdentifierCandidates
from arbiter_fhir.domain.identity import IdentityDecision, IdentityStatus
from arbiter_fhir.domain.job import Job
from arbiter_fhir.errors import TenancyError
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.phi_map import PhiCipher
from arbiter_fhir.store.tables import identity_checks

__all__ = ["IDENTIFIERS_LABEL", "save_identity"]

#: Label that the identifiers of an identity check are bound to; no placeholder looks like it.
IDENTIFIERS_LABEL = "identity_candidates"

_FOR_A_PERSON = frozenset({IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH})


def save_identity(
    connection: Connection,
    cipher: PhiCipher,
    *,
    job: Job,
    decision: IdentityDecision,
    candidates: IdentifierCandidates,
) -> int:
    """Insert the check of a job, or bring it up to date; gives its id. What a reviewer decided stays.

    Raises:
        TenancyError: The decision is about another patient than the job.
    """
    if decision.patient_id != job.patient_id:
        raise TenancyError(f"Job {job.job_id} has an identity decision about another patient.")
    plain = json.dumps([_candidate_to_json(item) for item in candidates.items])
    sealed = cipher.seal(
        plain.encode("ascii"),
        patient_id=job.patient_id,
        document_id=job.document_id,
        label=f"{IDENTIFIERS_LABEL}:{job.job_id}",
    )
    values: dict[str, object] = {
        "identity_status": decision.status.value,
        "extracted_identifiers": sealed,
        "key_version": cipher.key_version,
        "matched_patient_fields_json": {
            comparison.field: {"outcome": comparison.outcome.value, "detail": comparison.detail}
            for comparison in decision.comparisons
        },
        "mismatch_reason": decision.reason,
        "review_required": decision.status in _FOR_A_PERSON,
        "active": True,
    }
    here = (identity_checks.c.patient_id == job.patient_id, identity_checks.c.job_id == job.job_id)
    known = connection.execute(select(identity_checks.c.id).where(*here)).scalar_one_or_none()
    if known is not None:
        connection.execute(update(identity_checks).where(*here).values({**values, "checked_at": NOW}))
        return int(known)
    key = {
        "patient_id": job.patient_id,
        "document_id": job.document_id,
        "job_id": job.job_id,
        "doc_type": job.doc_type.value,
    }
    connection.execute(insert(identity_checks).values({**key, **values}))
    return int(connection.execute(select(identity_checks.c.id).where(*here)).scalar_one())


def _candidate_to_json(item: IdentifierCandidate) -> dict[str, object]:
    box = item.box
    return {
        "field": item.field.value,
        "value": item.value,
        "role": item.role.value,
        "page": item.page,
        "box": None if box is None else [box.x, box.y, box.width, box.height],
        "labelled": item.labelled,
    }
