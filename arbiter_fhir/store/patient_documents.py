"""A patient's documents as a clinician sees them, read with the query account.

Every statement names the patient in every table that has one; the documents of somebody else look like none at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, and_, case, distinct, func, null, or_, select

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import PAGE_UNREAD, Certainty
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.source import Decided
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.ports.patient_documents import CitedFactRecord, DocumentRecord, DocumentTally
from arbiter_fhir.ports.records import PartRecord
from arbiter_fhir.ports.stores import CLOSING_REASONS
from arbiter_fhir.store.chart_rows import ROW_KEY, SPOKEN_FOR
from arbiter_fhir.store.evidence_documents import OPEN_STATUSES, passage_from_row, seen, still_there, with_watch
from arbiter_fhir.store.identity_checks import PART_COLUMNS, part_from_row
from arbiter_fhir.store.review_rows import fact_is_waiting, facts_statement
from arbiter_fhir.store.review_tables import fact_reviews
from arbiter_fhir.store.row_codecs import fact_from_row
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import chunks, facts, identity_checks, jobs, promotions, rejected_candidates

__all__ = ["SqlPatientDocuments"]

#: Readings of one field that are looked at, the newest first.
_READINGS: Final = 20

_JOB_COLUMNS: Final = (
    jobs.c.id,
    jobs.c.patient_id,
    jobs.c.document_id,
    jobs.c.doc_type,
    jobs.c.status,
    jobs.c.content_hash,
    jobs.c.error_code,
    jobs.c.error_message,
    jobs.c.finished_at,
    func.greatest(
        jobs.c.created_at,
        func.coalesce(jobs.c.started_at, jobs.c.created_at),
        func.coalesce(jobs.c.finished_at, jobs.c.created_at),
        func.coalesce(jobs.c.retracted_at, jobs.c.created_at),
        type_=jobs.c.created_at.type,
    ).label("updated_at"),
)


class SqlPatientDocuments:
    """`PatientDocuments` with the query account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def numbers(self, patient_id: PatientId) -> Sequence[DocumentId]:
        """As `PatientDocuments.numbers`, ascending."""
        statement = (
            select(jobs.c.document_id).distinct().where(jobs.c.patient_id == patient_id).order_by(jobs.c.document_id)
        )
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return [DocumentId(row.document_id) for row in rows]

    def of_patient(self, view: RecordView) -> Sequence[DocumentRecord]:
        """As `PatientDocuments.of_patient`."""
        return run_unit(self._engine, lambda connection: _documents(connection, view))

    def find(self, view: RecordView, document_id: DocumentId) -> DocumentRecord | None:
        """As `PatientDocuments.find`."""
        found = run_unit(self._engine, lambda connection: _documents(connection, view, document_id))
        return found[0] if found else None

    def facts_at(self, view: RecordView, document_id: DocumentId, field: str) -> Sequence[CitedFactRecord]:
        """As `PatientDocuments.facts_at`."""
        statement = facts_at_statement(view, document_id, field)
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return [
            CitedFactRecord(
                record=fact_from_row(row),
                chart_row=row.row_key if row.outcome in SPOKEN_FOR and row.promotion_active else None,
                outcome=PromotionOutcome(row.outcome) if row.outcome is not None else None,
                superseded=row.closed in CLOSING_REASONS,
            )
            for row in rows
        ]

    def review_of(self, view: RecordView, content_hash: str, fact_fingerprint: str) -> Decided | None:
        """As `PatientDocuments.review_of`."""
        statement = (
            select(fact_reviews.c.decision, fact_reviews.c.reviewer, fact_reviews.c.decided_at)
            .where(
                fact_reviews.c.patient_id == view.patient_id,
                fact_reviews.c.content_hash == content_hash,
                fact_reviews.c.fact_fingerprint == fact_fingerprint,
                fact_reviews.c.active,
            )
            .order_by(fact_reviews.c.id.desc())
            .limit(1)
        )
        row = run_unit(self._engine, lambda connection: connection.execute(statement).one_or_none())
        if row is None or row.decision == ReviewWord.UNDO.value:
            return None
        return Decided(row.decision, row.reviewer, row.decided_at)

    def passage(self, view: RecordView, document_id: DocumentId, chunk_id: int) -> TextPassage | None:
        """As `PatientDocuments.passage`."""
        statement = (
            select(chunks, jobs.c.doc_type, null().label("distance"))
            .join(jobs, and_(jobs.c.id == chunks.c.job_id, jobs.c.patient_id == view.patient_id))
            .where(
                seen(chunks, view),
                chunks.c.id == chunk_id,
                chunks.c.document_id == document_id,
                chunks.c.active,
            )
        )
        row = run_unit(self._engine, lambda connection: connection.execute(statement).one_or_none())
        return None if row is None else passage_from_row(row)


def facts_at_statement(view: RecordView, document_id: DocumentId, field: str) -> Select[Any]:
    """Facts with this field, each with what promotion decided last; active ones first, then the newest."""
    joined = facts.outerjoin(
        promotions, and_(promotions.c.patient_id == view.patient_id, promotions.c.fact_id == facts.c.id)
    )
    return (
        select(
            facts,
            ROW_KEY,
            promotions.c.outcome,
            promotions.c.active.label("promotion_active"),
            promotions.c.retraction_reason.label("closed"),
        )
        .select_from(joined)
        .where(
            seen(facts, view),
            facts.c.document_id == document_id,
            func.json_value(facts.c.citation_json, "$.field_or_chunk_id") == field,
        )
        .order_by(facts.c.active.desc(), facts.c.job_id.desc(), promotions.c.active.desc(), facts.c.id.desc())
        .limit(_READINGS)
    )


def _documents(connection: Connection, view: RecordView, document_id: DocumentId | None = None) -> list[DocumentRecord]:
    current = _current_jobs(connection.execute(_jobs_statement(view, document_id)).all())
    numbers = [record.job_id for record in current]
    if not numbers:
        return []
    parts = _parts(connection, view, numbers)
    tallies = _tallies(connection, view, numbers)
    unread = _unread(connection, view, numbers)
    return [
        replace(
            record,
            parts=tuple(parts.get(record.job_id, ())),
            tally=tallies.get(record.job_id, DocumentTally()),
            unread_pages=unread.get(record.job_id, 0),
        )
        for record in current
    ]


def _jobs_statement(view: RecordView, document_id: DocumentId | None) -> Select[Any]:
    statement = (
        select(*_JOB_COLUMNS, still_there(view.patient_id).label("there"))
        .select_from(with_watch(jobs, jobs))
        .where(seen(jobs, view))
        .order_by(jobs.c.document_id.desc(), jobs.c.id.desc())
    )
    return statement if document_id is None else statement.where(jobs.c.document_id == document_id)


def _current_jobs(rows: Iterable[Row[Any]]) -> list[DocumentRecord]:
    """For each document its newest job that was not withdrawn, else its newest."""
    chosen: dict[int, Row[Any]] = {}
    for row in rows:
        kept = chosen.get(row.document_id)
        if kept is None or (kept.status == JobStatus.RETRACTED.value and row.status != JobStatus.RETRACTED.value):
            chosen[row.document_id] = row
    return [
        DocumentRecord(
            document_id=DocumentId(row.document_id),
            patient_id=PatientId(row.patient_id),
            job_id=JobId(row.id),
            doc_type=DocType(row.doc_type),
            status=JobStatus(row.status),
            there=bool(row.there),
            content_hash=row.content_hash,
            error_code=row.error_code,
            error_message=row.error_message,
            read_at=row.finished_at,
            updated_at=row.updated_at,
        )
        for row in chosen.values()
    ]


def _parts(connection: Connection, view: RecordView, numbers: Sequence[JobId]) -> Mapping[JobId, list[PartRecord]]:
    statement = (
        select(identity_checks.c.job_id, *PART_COLUMNS)
        .where(seen(identity_checks, view), identity_checks.c.job_id.in_(numbers))
        .where(identity_checks.c.active)
        .order_by(identity_checks.c.job_id, identity_checks.c.part_number)
    )
    found: defaultdict[JobId, list[PartRecord]] = defaultdict(list)
    for row in connection.execute(statement):
        found[JobId(row.job_id)].append(part_from_row(row))
    return found


def _tallies(connection: Connection, view: RecordView, numbers: Sequence[JobId]) -> Mapping[JobId, DocumentTally]:
    spoken = and_(promotions.c.active, promotions.c.outcome.in_(SPOKEN_FOR))
    cited = and_(
        identity_checks.c.identity_status.in_(OPEN_STATUSES),
        facts.c.active,
        facts.c.certainty != Certainty.NEEDS_REVIEW.value,
    )

    patient_id = view.patient_id
    of_part = and_(identity_checks.c.patient_id == patient_id, identity_checks.c.id == facts.c.identity_check_id)
    promoted = and_(promotions.c.patient_id == patient_id, promotions.c.fact_id == facts.c.id)

    def number_of(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return func.count(distinct(case((condition, facts.c.id))))

    statement = (
        select(
            facts.c.job_id,
            func.count(distinct(facts.c.id)).label("found"),
            number_of(spoken).label("in_chart"),
            number_of(cited).label("cited"),
            number_of(and_(cited, spoken)).label("cited_in_chart"),
        )
        .select_from(facts.join(identity_checks, of_part).outerjoin(promotions, promoted))
        .where(
            seen(facts, view),
            facts.c.job_id.in_(numbers),
            facts.c.retracted_at.is_(None),
            facts.c.deactivated_at.is_(None),
            or_(facts.c.review_decision.is_(None), facts.c.review_decision != ReviewWord.REJECT.value),
        )
        .group_by(facts.c.job_id)
    )
    waiting = _waiting(connection, view, numbers)
    return {
        JobId(row.job_id): DocumentTally(
            found=int(row.found),
            in_chart=int(row.in_chart),
            review=waiting[JobId(row.job_id)].total(),
            # What waits although it is sure: it met the chart.
            kept=max(0, int(row.cited) - int(row.cited_in_chart) - waiting[JobId(row.job_id)][True]),
        )
        for row in connection.execute(statement)
    }


def _waiting(connection: Connection, view: RecordView, numbers: Sequence[JobId]) -> Mapping[JobId, Counter[bool]]:
    """For each job how many facts wait for a reviewer, those that are sure by themselves apart."""
    sure = (facts.c.certainty != Certainty.NEEDS_REVIEW.value).label("sure")
    statement = (
        facts_statement(view.patient_id)
        .with_only_columns(facts.c.job_id, facts.c.id, sure, maintain_column_froms=True)
        .where(fact_is_waiting(), facts.c.job_id.in_(numbers))
        .distinct()
    )
    found: defaultdict[JobId, Counter[bool]] = defaultdict(Counter)
    for row in connection.execute(statement):
        found[JobId(row.job_id)][bool(row.sure)] += 1
    return found


def _unread(connection: Connection, view: RecordView, numbers: Sequence[JobId]) -> Mapping[JobId, int]:
    statement = (
        select(rejected_candidates.c.job_id, func.count(distinct(rejected_candidates.c.page)).label("pages"))
        .where(
            seen(rejected_candidates, view),
            rejected_candidates.c.job_id.in_(numbers),
            rejected_candidates.c.active,
            rejected_candidates.c.reason == PAGE_UNREAD,
        )
        .group_by(rejected_candidates.c.job_id)
    )
    return {JobId(row.job_id): int(row.pages) for row in connection.execute(statement)}
