"""Parts and facts as reviewers see them: stored rows with what became of them and what was decided.

The same statements serve the queue, which reads with the query account, and the transaction in which a decision is
made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, FromClause, Row, Select, and_, case, or_, select

from arbiter_fhir.domain.document import DocType, PartKind
from arbiter_fhir.domain.identity import FieldComparison, IdentityStatus, MatchOutcome
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import ROW_WAS_EDITED, PromotionOutcome
from arbiter_fhir.domain.review import FactReview, IdentityReview, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.ports.reviews import FactInReview, PartInReview
from arbiter_fhir.ports.stores import KnownState
from arbiter_fhir.store.chart_rows import ROW_KEY
from arbiter_fhir.store.evidence_documents import OPEN_STATUSES, with_watch
from arbiter_fhir.store.review_tables import fact_reviews, identity_reviews
from arbiter_fhir.store.reviews import newest_of_fact, newest_of_part
from arbiter_fhir.store.row_codecs import fact_from_row
from arbiter_fhir.store.tables import facts, identity_checks, jobs, promotions, watch_documents

__all__ = [
    "fact_in_review",
    "fact_is_waiting",
    "facts_statement",
    "is_conflict",
    "part_in_review",
    "part_is_waiting",
    "parts_statement",
    "read_fact",
    "read_part",
]

OPEN: Final = "open"
_Review = TypeVar("_Review", IdentityReview, FactReview)
_CHECK_COLUMNS: Final = tuple(
    column for column in identity_checks.c if column.name not in {"extracted_identifiers", "key_version"}
)


def parts_statement(patient_id: PatientId | None) -> Select[Any]:
    """Identity checks of documents that still stand, with the newest decision's word as ``decided``."""
    newest = and_(
        identity_reviews.c.patient_id == identity_checks.c.patient_id,
        identity_reviews.c.document_id == identity_checks.c.document_id,
        identity_reviews.c.content_hash == jobs.c.content_hash,
        identity_reviews.c.part_number == identity_checks.c.part_number,
        identity_reviews.c.active,
    )
    source = identity_checks.join(
        jobs, and_(jobs.c.id == identity_checks.c.job_id, jobs.c.patient_id == identity_checks.c.patient_id)
    ).outerjoin(identity_reviews, newest)
    return (
        select(
            *_CHECK_COLUMNS,
            jobs.c.content_hash,
            jobs.c.status.label("job_status"),
            identity_reviews.c.decision.label("decided"),
        )
        .select_from(with_watch(source, identity_checks))
        .where(identity_checks.c.active, *_stands(identity_checks, patient_id))
    )


def part_is_waiting() -> ColumnElement[bool]:
    """Whether nobody has decided about a part whose identity is open to doubt."""
    decided = identity_reviews.c.decision
    return and_(identity_checks.c.review_required, or_(decided.is_(None), decided == ReviewWord.UNDO.value))


def facts_statement(patient_id: PatientId | None) -> Select[Any]:
    """Facts of open parts of documents that still stand, with their promotion and the newest decision's word.

    Of closed parts those whose row in the chart could not be taken back: a person has changed it.
    """
    newest = and_(
        fact_reviews.c.patient_id == facts.c.patient_id,
        fact_reviews.c.document_id == facts.c.document_id,
        fact_reviews.c.fact_fingerprint == facts.c.fact_fingerprint,
        fact_reviews.c.active,
    )
    source = (
        promotions.join(facts, and_(facts.c.patient_id == promotions.c.patient_id, facts.c.id == promotions.c.fact_id))
        .join(
            identity_checks,
            and_(
                identity_checks.c.patient_id == facts.c.patient_id,
                identity_checks.c.id == facts.c.identity_check_id,
            ),
        )
        .join(jobs, and_(jobs.c.id == facts.c.job_id, jobs.c.patient_id == facts.c.patient_id))
        .outerjoin(fact_reviews, newest)
    )
    return (
        select(
            facts,
            jobs.c.content_hash,
            promotions.c.outcome.label("promotion_outcome"),
            promotions.c.conflict_reason.label("promotion_reason"),
            ROW_KEY,
            case((promotions.c.promoted_record_id.is_not(None), promotions.c.clinical_content_fingerprint)).label(
                "row_fingerprint"
            ),
            identity_checks.c.identity_status,
            jobs.c.status.label("job_status"),
            fact_reviews.c.decision.label("decided"),
        )
        .select_from(with_watch(source, facts))
        .where(
            promotions.c.active,
            facts.c.retracted_at.is_(None),
            facts.c.deactivated_at.is_(None),
            identity_checks.c.active,
            or_(
                identity_checks.c.identity_status.in_(OPEN_STATUSES),
                and_(is_conflict(), promotions.c.conflict_reason == ROW_WAS_EDITED),
            ),
            *_stands(facts, patient_id),
        )
    )


def fact_is_waiting() -> ColumnElement[bool]:
    """Whether a person has to decide about a fact: as `FactInReview.is_waiting`."""
    decided = fact_reviews.c.decision
    undecided = or_(decided == ReviewWord.UNDO.value, and_(decided.is_(None), facts.c.review_decision.is_(None)))
    # An approval that was carried out and met a row of the chart, or lacks what the chart wants, is asked about again;
    # so is one that could not be carried out, and whatever met a row that a person had changed.
    in_vain = facts.c.review_decision == ReviewWord.UNDO.value
    unsettled = or_(
        facts.c.review_decision == ReviewWord.APPROVE.value, in_vain, promotions.c.conflict_reason == ROW_WAS_EDITED
    )
    applied = or_(
        and_(decided.is_(None), facts.c.review_decision.is_not(None)),
        and_(or_(decided == facts.c.review_decision, in_vain), facts.c.review_version == fact_reviews.c.version),
    )
    met = and_(unsettled, applied)
    return and_(promotions.c.review_status == OPEN, or_(undecided, met))


def is_conflict() -> ColumnElement[bool]:
    """Whether the chart, or the document itself, says something else."""
    return promotions.c.outcome == PromotionOutcome.CONFLICT.value


def _stands(source: FromClause, patient_id: PatientId | None) -> Sequence[ColumnElement[bool]]:
    """The document was not withdrawn, and the watch has not seen it go; with a patient the rows are that patient's."""
    there = or_(
        watch_documents.c.document_id.is_(None),
        and_(
            watch_documents.c.state == KnownState.ACTIVE.value,
            watch_documents.c.patient_id == source.c.patient_id,
        ),
    )
    mine = () if patient_id is None else (source.c.patient_id == patient_id, jobs.c.patient_id == patient_id)
    return (*mine, jobs.c.status != JobStatus.RETRACTED.value, there)


def part_in_review(connection: Connection, patient_id: PatientId, check_id: int) -> PartInReview | None:
    """One identity check of a document that still stands."""
    row = connection.execute(parts_statement(patient_id).where(identity_checks.c.id == check_id)).one_or_none()
    return None if row is None else read_part(connection, row)


def fact_in_review(connection: Connection, patient_id: PatientId, fact_id: int) -> FactInReview | None:
    """One fact of an open part of a document that still stands."""
    row = connection.execute(facts_statement(patient_id).where(facts.c.id == fact_id)).one_or_none()
    return None if row is None else read_fact(connection, row)


def read_part(connection: Connection, row: Row[Any]) -> PartInReview:
    """A row of `parts_statement` with its decisions."""
    patient_id, document_id = PatientId(row.patient_id), DocumentId(row.document_id)
    found = newest_of_part(connection, patient_id, row.content_hash, int(row.part_number))
    own, others = _own_and_others(found, document_id)
    return PartInReview(
        check_id=int(row.id),
        patient_id=patient_id,
        document_id=document_id,
        job_id=JobId(row.job_id),
        doc_type=DocType(row.doc_type),
        content_hash=row.content_hash,
        number=int(row.part_number),
        kind=PartKind(row.part_kind),
        first_page=int(row.first_page),
        last_page=None if row.last_page is None else int(row.last_page),
        status=IdentityStatus(row.identity_status),
        reason=str(row.mismatch_reason),
        comparisons=tuple(
            FieldComparison(name, MatchOutcome(said["outcome"]), str(said["detail"]))
            for name, said in sorted(row.matched_patient_fields_json.items())
        ),
        checked_at=row.checked_at,
        review=own,
        inherited=others,
        job_status=JobStatus(row.job_status),
    )


def read_fact(connection: Connection, row: Row[Any]) -> FactInReview:
    """A row of `facts_statement` with its decisions."""
    record = fact_from_row(row)
    found = newest_of_fact(connection, record.patient_id, row.content_hash, record.fact_fingerprint)
    own, others = _own_and_others(found, record.document_id)
    return FactInReview(
        record=record,
        content_hash=row.content_hash,
        identity_check_id=int(row.identity_check_id),
        promotion_outcome=str(row.promotion_outcome),
        promotion_reason=str(row.promotion_reason),
        chart_row=None if row.row_key is None else str(row.row_key),
        row_fingerprint=None if row.row_fingerprint is None else str(row.row_fingerprint),
        is_open=IdentityStatus(row.identity_status).opens_the_gate,
        job_status=JobStatus(row.job_status),
        found_at=row.created_at,
        review=own,
        inherited=others,
    )


def _own_and_others(found: Sequence[_Review], document_id: DocumentId) -> tuple[_Review | None, _Review | None]:
    """The newest decision in the document itself, and the newest standing one in a copy."""
    own = next((each for each in reversed(found) if each.document_id == document_id), None)
    if own is not None:
        return own, None
    standing = (each for each in reversed(found) if each.decision is not ReviewWord.UNDO)
    return None, next(standing, None)
