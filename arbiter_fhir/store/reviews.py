"""Decisions of reviewers: added, never changed; found by a document's bytes and its patient.

Of one part or fact the newest decision in the document itself holds, else the newest one in a copy of it. A decision
that was taken back holds no more, in the document where it was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, Table, insert, select, update

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.review import FactReview, IdentityReview, ReviewDecisions, ReviewReason, ReviewWord
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.store.review_tables import fact_reviews, identity_reviews
from arbiter_fhir.store.session import run_unit

__all__ = [
    "SqlReviewDecisions",
    "add_fact_review",
    "add_identity_review",
    "decisions_for",
    "fact_review_from_row",
    "identity_review_from_row",
    "newest_of_fact",
    "newest_of_part",
]

_Review = TypeVar("_Review", IdentityReview, FactReview)
_UNDONE: Final = ReviewWord.UNDO


class SqlReviewDecisions:
    """`ReviewDecisionReader` with the worker's account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def decisions(self, job: Job) -> ReviewDecisions:
        """As `ReviewDecisionReader.decisions`.

        Raises:
            StoreError: The database refused or failed.
        """
        return run_unit(self._engine, lambda connection: decisions_for(connection, job))


def decisions_for(connection: Connection, job: Job) -> ReviewDecisions:
    """The decisions that hold for the bytes of a job's document under its patient, in a stable order."""
    parts = _of_content(connection, identity_reviews, job, identity_review_from_row)
    facts = _of_content(connection, fact_reviews, job, fact_review_from_row)
    own = [each for each in facts if each.document_id == job.document_id]
    return ReviewDecisions(
        tuple(_holding(parts, job.document_id, lambda each: str(each.part_number))),
        tuple(_holding(facts, job.document_id, lambda each: each.fact_fingerprint)),
        frozenset(each.fact_fingerprint for each in own if each.decision is _UNDONE),
    )


def _newest(table: Table, patient_id: PatientId, content_hash: str) -> Select[Any]:
    """Standing decisions on documents of these bytes, oldest first."""
    return (
        select(table)
        .where(table.c.patient_id == patient_id, table.c.content_hash == content_hash, table.c.active)
        .order_by(table.c.id)
    )


def newest_of_part(
    connection: Connection, patient_id: PatientId, content_hash: str, part_number: int
) -> Sequence[IdentityReview]:
    """The newest decision on a part in each document of these bytes."""
    statement = _newest(identity_reviews, patient_id, content_hash).where(identity_reviews.c.part_number == part_number)
    return [identity_review_from_row(row) for row in connection.execute(statement)]


def newest_of_fact(
    connection: Connection, patient_id: PatientId, content_hash: str, fingerprint: str
) -> Sequence[FactReview]:
    """The newest decision on a fact in each document of these bytes."""
    statement = _newest(fact_reviews, patient_id, content_hash).where(fact_reviews.c.fact_fingerprint == fingerprint)
    return [fact_review_from_row(row) for row in connection.execute(statement)]


def add_identity_review(connection: Connection, review: IdentityReview) -> None:
    """Append a decision on a part.

    Raises:
        StoreError: E_STORE_CONFLICT where somebody added the same version.
    """
    key = {
        "patient_id": review.patient_id,
        "document_id": review.document_id,
        "content_hash": review.content_hash,
        "part_number": review.part_number,
    }
    _append(
        connection,
        identity_reviews,
        key,
        {"first_page": review.first_page, "last_page": review.last_page, **_said(review)},
    )


def add_fact_review(connection: Connection, review: FactReview) -> None:
    """Append a decision on a fact.

    Raises:
        StoreError: E_STORE_CONFLICT where somebody added the same version.
    """
    key = {
        "patient_id": review.patient_id,
        "document_id": review.document_id,
        "fact_fingerprint": review.fact_fingerprint,
    }
    values = {
        "content_hash": review.content_hash,
        "doc_type": review.doc_type.value,
        "fact_type": review.fact_type,
        "certainty": review.certainty,
        "confidence": review.confidence,
        "corrections_json": {name: text.value for name, text in review.corrections},
        "over_row": review.over,
        **_said(review),
    }
    _append(connection, fact_reviews, key, values)


def identity_review_from_row(row: Row[Any]) -> IdentityReview:
    """A stored decision on a part."""
    return IdentityReview(
        patient_id=PatientId(row.patient_id),
        document_id=DocumentId(row.document_id),
        content_hash=row.content_hash,
        part_number=int(row.part_number),
        first_page=int(row.first_page),
        last_page=int(row.last_page),
        decision=ReviewWord(row.decision),
        reason=ReviewReason(row.reason_code),
        note=DeidentifiedText(row.note, DEID_SEAL),
        reviewer=row.reviewer,
        version=int(row.version),
        decided_at=row.decided_at,
    )


def fact_review_from_row(row: Row[Any]) -> FactReview:
    """A stored decision on a fact."""
    corrections = sorted(row.corrections_json.items())
    return FactReview(
        patient_id=PatientId(row.patient_id),
        document_id=DocumentId(row.document_id),
        content_hash=row.content_hash,
        fact_fingerprint=row.fact_fingerprint,
        doc_type=DocType(row.doc_type),
        fact_type=row.fact_type,
        certainty=row.certainty,
        confidence=float(row.confidence),
        decision=ReviewWord(row.decision),
        corrections=tuple((name, DeidentifiedText(text, DEID_SEAL)) for name, text in corrections),
        over=row.over_row,
        reason=ReviewReason(row.reason_code),
        note=DeidentifiedText(row.note, DEID_SEAL),
        reviewer=row.reviewer,
        version=int(row.version),
        decided_at=row.decided_at,
    )


def _said(review: IdentityReview | FactReview) -> dict[str, object]:
    return {
        "decision": review.decision.value,
        "reason_code": review.reason.value,
        "note": review.note.value,
        "reviewer": review.reviewer,
        "version": review.version,
    }


def _append(connection: Connection, table: Table, key: dict[str, Any], values: dict[str, object]) -> None:
    here = [table.c[name] == value for name, value in key.items()]
    connection.execute(update(table).where(*here, table.c.active).values(active=False))
    connection.execute(insert(table).values({**key, **values, "active": True}))


def _of_content(
    connection: Connection, table: Table, job: Job, read: Callable[[Row[Any]], _Review]
) -> Sequence[_Review]:
    statement = (
        select(table)
        .where(
            table.c.patient_id == job.patient_id,
            table.c.content_hash == job.content_hash,
            table.c.active,
        )
        .order_by(table.c.id)
    )
    return [read(row) for row in connection.execute(statement)]


def _holding(reviews: Iterable[_Review], document_id: DocumentId, key: Callable[[_Review], str]) -> Iterable[_Review]:
    """One decision for each key, without those that were taken back; ``reviews`` are oldest first."""
    chosen: dict[str, _Review] = {}
    for review in reviews:
        before = chosen.get(key(review))
        own_stands = before is not None and before.document_id == document_id
        elsewhere = review.document_id != document_id
        if elsewhere and (own_stands or review.decision is _UNDONE):
            continue
        chosen[key(review)] = review
    return [chosen[name] for name in sorted(chosen) if chosen[name].decision is not _UNDONE]
