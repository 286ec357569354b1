"""`clinical_document_identity_checks`: a row for each part of a document, the identifiers encrypted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, insert, select, update

from arbiter_fhir.domain.deid import IdentifierCandidate, IdentifierCandidates
from arbiter_fhir.domain.document import PartKind
from arbiter_fhir.domain.identity import DocumentIdentity, IdentityStatus, PartIdentity
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import TenancyError
from arbiter_fhir.ports.records import PartRecord
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.phi_map import PhiCipher
from arbiter_fhir.store.tables import identity_checks

__all__ = ["IDENTIFIERS_LABEL", "PART_COLUMNS", "label_of", "part_from_row", "save_identity"]

#: Label that the identifiers of an identity check are bound to; no placeholder looks like it.
IDENTIFIERS_LABEL = "identity_candidates"

_FOR_A_PERSON = frozenset({IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH})


def save_identity(
    connection: Connection,
    cipher: PhiCipher,
    *,
    job: Job,
    identity: DocumentIdentity,
    candidates: IdentifierCandidates,
) -> Mapping[int, int]:
    """Insert the checks of a job's parts, or bring them up to date; gives part number to id.

    What a reviewer decided stays. Checks of parts that this reading does not find any more are closed, and the
    identifiers in them erased.

    Raises:
        TenancyError: The decision is about another patient than the job.
    """
    if any(each.decision.patient_id != job.patient_id for each in identity.parts):
        raise TenancyError(f"Job {job.job_id} has an identity decision about another patient.")
    here = (identity_checks.c.patient_id == job.patient_id, identity_checks.c.job_id == job.job_id)
    known = _ids(connection, here)
    fresh = []
    for each in identity.parts:
        values = _values(cipher, job, each, candidates)
        number = each.part.number
        if number in known:
            mine = (*here, identity_checks.c.part_number == number)
            connection.execute(update(identity_checks).where(*mine).values({**values, "checked_at": NOW}))
        else:
            key = {"patient_id": job.patient_id, "document_id": job.document_id, "job_id": job.job_id}
            fresh.append({**key, "doc_type": job.doc_type.value, "part_number": number, **values})
    if fresh:
        connection.execute(insert(identity_checks), fresh)
    gone = known.keys() - {each.part.number for each in identity.parts}
    if gone:
        connection.execute(
            update(identity_checks)
            .where(*here, identity_checks.c.part_number.in_(gone))
            .values(active=False, extracted_identifiers=None, key_version=None, review_required=False)
        )
    every = _ids(connection, here)
    return {each.part.number: every[each.part.number] for each in identity.parts}


def label_of(job_id: int, part_number: int) -> str:
    """What the identifiers of a job's part are bound to."""
    return f"{IDENTIFIERS_LABEL}:{job_id}" + (f":{part_number}" if part_number > 1 else "")


def _ids(connection: Connection, here: tuple[ColumnElement[bool], ...]) -> dict[int, int]:
    """Part number to id of a job's checks."""
    statement = select(identity_checks.c.part_number, identity_checks.c.id).where(*here)
    return {int(row.part_number): int(row.id) for row in connection.execute(statement)}


def _values(cipher: PhiCipher, job: Job, identity: PartIdentity, candidates: IdentifierCandidates) -> dict[str, object]:
    part, decision = identity.part, identity.decision
    # An identifier without a page of its own part belongs to a document of one piece.
    own = [
        item
        for item in candidates.items
        if part.kind is PartKind.WHOLE or part.first_page <= item.page <= part.last_page
    ]
    plain = json.dumps([_candidate_to_json(item) for item in own])
    sealed = cipher.seal(
        plain.encode("ascii"),
        patient_id=job.patient_id,
        document_id=job.document_id,
        label=label_of(job.job_id, part.number),
    )
    return {
        "part_kind": part.kind.value,
        "first_page": part.first_page,
        "last_page": part.last_page,
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


def part_from_row(row: Row[*tuple[Any, ...]]) -> PartRecord:
    """A stored check; the row holds all columns but the encrypted ones."""
    return PartRecord(
        document_id=DocumentId(row.document_id),
        number=int(row.part_number),
        kind=PartKind(row.part_kind),
        first_page=int(row.first_page),
        last_page=None if row.last_page is None else int(row.last_page),
        status=IdentityStatus(row.identity_status),
        reason=str(row.mismatch_reason),
    )


#: What `part_from_row` needs.
PART_COLUMNS = (
    identity_checks.c.document_id,
    identity_checks.c.part_number,
    identity_checks.c.part_kind,
    identity_checks.c.first_page,
    identity_checks.c.last_page,
    identity_checks.c.identity_status,
    identity_checks.c.mismatch_reason,
)


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
