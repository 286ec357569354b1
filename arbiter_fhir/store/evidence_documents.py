"""Documents and text windows of one patient, as answers need them: what was read, what was not, and its words.

A text window has no identity check of its own; it is let out where the part that its page belongs to is open and no
part that holds the page is closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Row,
    Select,
    and_,
    case,
    distinct,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.sql.selectable import CompoundSelect, Join

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import UnreadDocument
from arbiter_fhir.domain.fact import PAGE_UNREAD
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import ReadDocument, TextPassage
from arbiter_fhir.ports.stores import KnownState
from arbiter_fhir.store.tables import chunks, identity_checks, jobs, rejected_candidates, watch_documents
from arbiter_fhir.store.vector import cosine_distance

__all__ = [
    "OPEN_STATUSES",
    "is_read",
    "passage_from_row",
    "passages_statement",
    "read_document_from_row",
    "read_documents_statement",
    "seen",
    "still_there",
    "unread_documents_statement",
    "unread_from_rows",
    "with_watch",
]

OPEN_STATUSES: Final = tuple(status.value for status in IdentityStatus if status.opens_the_gate)
#: A person has to decide about these before the document counts.
_IN_REVIEW: Final = (IdentityStatus.AMBIGUOUS.value, IdentityStatus.MISMATCH.value)
_IDENTITY_REVIEW: Final = "identity_review"
_PAGES_UNREAD: Final = "pages_unread"
_READ_AGAIN: Final = "read_again"
_UNDER_WAY: Final = (JobStatus.PENDING.value, JobStatus.RUNNING.value)
_UNFINISHED: Final = (JobStatus.PENDING.value, JobStatus.RUNNING.value, JobStatus.FAILED.value)
_SMALL_COLUMNS: Final = (
    chunks.c.id,
    chunks.c.patient_id,
    chunks.c.document_id,
    chunks.c.page,
    chunks.c.start_offset,
    chunks.c.end_offset,
    chunks.c.chunk_text,
)


def with_watch(source: FromClause, documents: FromClause) -> Join:
    """``source`` with what the watch knows of each document, where it knows it."""
    return source.outerjoin(watch_documents, watch_documents.c.document_id == documents.c.document_id)


def is_read_again() -> ColumnElement[bool]:
    """Whether a document that was read to its end is read once more: a decision does that, or a row that has gone.

    A job that was started over from a failure has no end any more, so what it once found does not count.
    """
    return and_(jobs.c.status.in_(_UNDER_WAY), jobs.c.finished_at.is_not(None))


def is_read() -> ColumnElement[bool]:
    """Whether what was found in a document counts: until the next reading takes its place, in one transaction."""
    return or_(jobs.c.status == JobStatus.SUCCEEDED.value, is_read_again())


def seen(table: FromClause, view: RecordView) -> ColumnElement[bool]:
    """Rows of the view's patient and, where a caller may not see every document, of those that may be seen."""
    mine = table.c.patient_id == view.patient_id
    if view.documents.only is None:
        return mine
    return and_(mine, table.c.document_id.in_(sorted(view.documents.only)))


def still_there(patient_id: PatientId) -> ColumnElement[bool]:
    """Documents that the watch follows for this patient, or does not know (attached by hand)."""
    return or_(
        watch_documents.c.document_id.is_(None),
        and_(watch_documents.c.state == KnownState.ACTIVE.value, watch_documents.c.patient_id == patient_id),
    )


def passages_statement(
    view: RecordView, *, vector: bytes | None, model_id: str, documents: Sequence[DocumentId], limit: int
) -> Select[Any]:
    """Text windows by exact distance, or in reading order; a test reads its plan.

    Raises:
        ValueError: The vector has the wrong length.
    """
    distance: ColumnElement[Any] = null()
    if vector is not None:
        distance = case((chunks.c.embedding_model == model_id, cosine_distance(chunks.c.embedding, vector)))
    distance = distance.label("distance")
    order: tuple[ColumnElement[Any], ...] = (chunks.c.document_id, chunks.c.page, chunks.c.start_offset, chunks.c.id)
    if vector is not None:
        order = (distance.is_(None), distance, chunks.c.id)
    of_job = and_(jobs.c.id == chunks.c.job_id, jobs.c.patient_id == view.patient_id)
    statement = (
        select(*_SMALL_COLUMNS, jobs.c.doc_type, distance)
        .select_from(with_watch(chunks.join(jobs, of_job), chunks))
        .prefix_with("STRAIGHT_JOIN", dialect="mariadb")
        .with_hint(chunks, "FORCE INDEX (PRIMARY)", "mariadb")
        .where(
            seen(chunks, view),
            chunks.c.active,
            is_read(),
            still_there(view.patient_id),
            _page_is_open(view.patient_id),
        )
        .order_by(*order)
        .limit(limit)
    )
    return statement.where(chunks.c.document_id.in_(list(documents))) if documents else statement


def _page_is_open(patient_id: PatientId) -> ColumnElement[bool]:
    """Whether a window's page lies in an open part, and in no closed one."""
    opened, closed = identity_checks.alias("opened"), identity_checks.alias("closed")

    def holds(check: FromClause) -> tuple[ColumnElement[bool], ...]:
        return (
            check.c.patient_id == patient_id,
            check.c.job_id == chunks.c.job_id,
            check.c.active,
            check.c.first_page <= chunks.c.page,
            or_(check.c.last_page.is_(None), check.c.last_page >= chunks.c.page),
        )

    return and_(
        exists().where(*holds(opened), opened.c.identity_status.in_(OPEN_STATUSES)),
        ~exists().where(*holds(closed), closed.c.identity_status.not_in(OPEN_STATUSES)),
    )


def passage_from_row(row: Row[Any]) -> TextPassage:
    """A stored text window."""
    return TextPassage(
        chunk_id=int(row.id),
        patient_id=PatientId(row.patient_id),
        document_id=DocumentId(row.document_id),
        doc_type=DocType(row.doc_type),
        page=int(row.page),
        start=int(row.start_offset),
        end=int(row.end_offset),
        text=DeidentifiedText(row.chunk_text, DEID_SEAL),
        distance=None if row.distance is None else float(row.distance),
    )


def read_documents_statement(view: RecordView) -> Select[Any]:
    """Documents of which at least one part is open."""
    return (
        select(jobs.c.document_id, jobs.c.doc_type, jobs.c.finished_at)
        .select_from(with_watch(jobs, jobs))
        .where(
            seen(jobs, view),
            is_read(),
            still_there(view.patient_id),
            exists().where(
                identity_checks.c.patient_id == view.patient_id,
                identity_checks.c.job_id == jobs.c.id,
                identity_checks.c.active,
                identity_checks.c.identity_status.in_(OPEN_STATUSES),
            ),
        )
        .order_by(jobs.c.document_id, jobs.c.id)
    )


def read_document_from_row(row: Row[Any]) -> ReadDocument:
    """A document that was read."""
    return ReadDocument(DocumentId(row.document_id), DocType(row.doc_type), row.finished_at)


def unread_documents_statement(view: RecordView) -> CompoundSelect[Any]:
    """Rows of document, stable word and number of pages: one statement, so that all parts see one moment."""
    unfinished = (
        select(
            jobs.c.document_id,
            case((is_read_again(), _READ_AGAIN), else_=jobs.c.status).label("why"),
            literal(0).label("pages"),
        )
        .select_from(with_watch(jobs, jobs))
        .where(seen(jobs, view), jobs.c.status.in_(_UNFINISHED), still_there(view.patient_id))
    )
    return union_all(
        unfinished,
        _of_succeeded(
            select(identity_checks.c.document_id, literal(_IDENTITY_REVIEW), literal(0)).distinct(),
            identity_checks,
            view,
        ).where(identity_checks.c.active, identity_checks.c.identity_status.in_(_IN_REVIEW)),
        _of_succeeded(
            select(
                rejected_candidates.c.document_id,
                literal(_PAGES_UNREAD),
                func.count(distinct(rejected_candidates.c.page)),
            ),
            rejected_candidates,
            view,
        )
        .where(rejected_candidates.c.active, rejected_candidates.c.reason == PAGE_UNREAD)
        .group_by(rejected_candidates.c.document_id),
    )


def _of_succeeded(statement: Select[Any], table: FromClause, view: RecordView) -> Select[Any]:
    joined = table.join(jobs, and_(jobs.c.id == table.c.job_id, jobs.c.patient_id == view.patient_id))
    return statement.select_from(with_watch(joined, table)).where(
        seen(table, view), is_read(), still_there(view.patient_id)
    )


def unread_from_rows(rows: Sequence[Row[Any]]) -> list[UnreadDocument]:
    """What was not read, by ascending document."""
    found = [UnreadDocument(DocumentId(row.document_id), str(row.why), int(row.pages)) for row in rows]
    return sorted(dict.fromkeys(found), key=lambda each: (each.document_id, each.why))
