"""What was spent, summed by the database: stages, tokens, money, outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import Date, Engine, Row, Select, case, cast, func, literal, select

from arbiter_fhir.domain.audit import AuditAction
from arbiter_fhir.ports.usage import QUESTION, DayTotal, ModelTotal, OutcomeCount, RunLatency, Spent, StageLatency
from arbiter_fhir.store.audit_tables import audit_log
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import jobs, stage_timings

__all__ = ["SqlUsageReader"]

_MICROS: Final = Decimal(1_000_000)
_QUESTION_ENDS: Final = {AuditAction.QUERY_COMPLETED: "answered", AuditAction.QUERY_REJECTED: "refused"}

# A measure belongs to a job, whose document type is its kind, or to a question.
_MEASURES: Final = stage_timings.outerjoin(jobs, jobs.c.id == stage_timings.c.job_id)
_KIND: Final = func.coalesce(jobs.c.doc_type, literal(QUESTION))
#: A job that ran again wrote its measures again; those of one run stand in one statement and so share their moment.
_RUN: Final = (
    func.coalesce(stage_timings.c.request_id, func.concat("job ", stage_timings.c.job_id)),
    stage_timings.c.created_at,
)


class SqlUsageReader:
    """`UsageReader` with the query account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def stage_latencies(self, since: datetime) -> Sequence[StageLatency]:
        """As `UsageReader.stage_latencies`."""
        latency = stage_timings.c.latency_ms
        statement = (
            select(_KIND.label("kind"), stage_timings.c.stage, latency, func.count().label("times"))
            .select_from(_MEASURES)
            .where(stage_timings.c.created_at >= since, stage_timings.c.model.is_(None))
            .group_by(_KIND, stage_timings.c.stage, latency)
        )
        return [StageLatency(row.kind, row.stage, row.latency_ms, row.times) for row in self._rows(statement)]

    def run_latencies(self, since: datetime) -> Sequence[RunLatency]:
        """As `UsageReader.run_latencies`."""
        run = (
            select(_KIND.label("kind"), func.sum(stage_timings.c.latency_ms).label("total"))
            .select_from(_MEASURES)
            .where(stage_timings.c.created_at >= since, stage_timings.c.model.is_(None))
            .group_by(_KIND, *_RUN)
            .subquery()
        )
        statement = select(run.c.kind, run.c.total, func.count().label("times")).group_by(run.c.kind, run.c.total)
        return [RunLatency(row.kind, int(row.total), row.times) for row in self._rows(statement)]

    def model_totals(self, since: datetime) -> Sequence[ModelTotal]:
        """As `UsageReader.model_totals`."""
        columns = stage_timings.c
        uncounted = case((columns.input_tokens.is_(None), 1), else_=0)
        unpriced = case((columns.cost_micros.is_(None), 1), else_=0)
        statement = (
            select(
                _KIND.label("kind"),
                columns.model,
                func.count().label("calls"),
                func.coalesce(func.sum(columns.input_tokens), 0).label("sent"),
                func.coalesce(func.sum(columns.output_tokens), 0).label("answered"),
                func.sum(uncounted).label("uncounted"),
                func.sum(unpriced).label("unpriced"),
                func.coalesce(func.sum(columns.cost_micros), 0).label("micros"),
            )
            .select_from(_MEASURES)
            .where(columns.created_at >= since, columns.model.is_not(None))
            .group_by(_KIND, columns.model)
            .order_by(_KIND, columns.model)
        )
        return [_model_total(row) for row in self._rows(statement)]

    def outcomes(self, since: datetime) -> Sequence[OutcomeCount]:
        """As `UsageReader.outcomes`."""
        documents = (
            select(jobs.c.doc_type, jobs.c.status, func.count().label("times"))
            .where(jobs.c.created_at >= since)
            .group_by(jobs.c.doc_type, jobs.c.status)
            .order_by(jobs.c.doc_type, jobs.c.status)
        )
        questions = (
            select(audit_log.c.action, func.count().label("times"))
            .where(audit_log.c.occurred_at >= since, audit_log.c.action.in_([end.value for end in _QUESTION_ENDS]))
            .group_by(audit_log.c.action)
            .order_by(audit_log.c.action)
        )
        ended = [OutcomeCount(row.doc_type, row.status, row.times) for row in self._rows(documents)]
        return [
            *ended,
            *(
                OutcomeCount(QUESTION, _QUESTION_ENDS[AuditAction(row.action)], row.times)
                for row in self._rows(questions)
            ),
        ]

    def spent(self, since: datetime) -> Spent:
        """As `UsageReader.spent`."""
        columns = stage_timings.c
        statement = select(
            func.coalesce(func.sum(columns.cost_micros), 0).label("micros"),
            func.coalesce(func.sum(columns.input_tokens), 0).label("sent"),
            func.coalesce(func.sum(columns.output_tokens), 0).label("answered"),
        ).where(columns.created_at >= since, columns.model.is_not(None))
        (row,) = self._rows(statement)
        return Spent(_dollars(row.micros), int(row.sent) + int(row.answered))

    def days(self, since: datetime) -> Sequence[DayTotal]:
        """As `UsageReader.days`."""
        columns = stage_timings.c
        day = cast(columns.created_at, Date)
        job = case((columns.job_id.is_not(None), columns.job_id))
        request = case((columns.job_id.is_(None), columns.request_id))
        statement = (
            select(
                day.label("day"),
                func.count(job.distinct()).label("documents"),
                func.count(request.distinct()).label("questions"),
                func.coalesce(func.sum(columns.cost_micros), 0).label("micros"),
            )
            .where(columns.created_at >= since)
            .group_by(day)
            .order_by(day)
        )
        return [DayTotal(row.day, row.documents, row.questions, _dollars(row.micros)) for row in self._rows(statement)]

    def _rows(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        return run_unit(self._engine, lambda connection: connection.execute(statement).all())


def _model_total(row: Row[Any]) -> ModelTotal:
    return ModelTotal(
        kind=row.kind,
        model=row.model,
        calls=row.calls,
        input_tokens=int(row.sent),
        output_tokens=int(row.answered),
        uncounted=int(row.uncounted),
        unpriced=int(row.unpriced),
        cost=_dollars(row.micros),
    )


def _dollars(micros: int | Decimal) -> Decimal:
    return Decimal(micros) / _MICROS
