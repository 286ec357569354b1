"""What was spent, read back from the rows that jobs and questions leave, with the query account."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.usage import ModelUse, StageMeasure
from arbiter_fhir.ports.usage import QUESTION, ModelTotal, OutcomeCount, RunLatency, Spent, StageLatency
from arbiter_fhir.store import SqlAuditLog, SqlJobQueue, SqlUsageReader
from tests.integration.store import samples
from tests.integration.store.conftest import StoreSite

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def question(site: StoreSite, request_id: str, *measures: StageMeasure, refused: bool = False) -> None:
    action = AuditAction.QUERY_REJECTED if refused else AuditAction.QUERY_COMPLETED
    event = AuditEvent(action, ActorType.API_KEY, "clinic", "patient:0", {})
    SqlAuditLog(site.query).append(event, timings=measures, request_id=request_id)


def document(site: StoreSite, number: int, *measures: StageMeasure) -> None:
    job_id = SqlJobQueue(site.worker).enqueue(samples.document(number), DocType.LAB_PDF)
    with site.work().begin() as unit:
        unit.save_timings(job_id=job_id, request_id=None, measures=measures)


def test_times_are_counted_per_stage_and_per_run(site: StoreSite) -> None:
    document(site, 31, StageMeasure("read", 40), StageMeasure("extract", 60))
    document(site, 32, StageMeasure("read", 40), StageMeasure("extract", 10))
    question(site, "q1", StageMeasure("retrieve", 7), StageMeasure("draft", 3))
    reader = SqlUsageReader(site.query)
    assert set(reader.stage_latencies(LONG_AGO)) == {
        StageLatency("lab_pdf", "read", 40, 2),
        StageLatency("lab_pdf", "extract", 60, 1),
        StageLatency("lab_pdf", "extract", 10, 1),
        StageLatency(QUESTION, "retrieve", 7, 1),
        StageLatency(QUESTION, "draft", 3, 1),
    }
    assert set(reader.run_latencies(LONG_AGO)) == {
        RunLatency("lab_pdf", 100, 1),
        RunLatency("lab_pdf", 50, 1),
        RunLatency(QUESTION, 10, 1),
    }


def test_calls_of_models_add_up_and_do_not_lengthen_a_stage(site: StoreSite) -> None:
    priced = ModelUse("small", 1000, 100, 300, Decimal("0.000210"))
    uncounted = ModelUse("small", None, None, 200)
    question(
        site,
        "q1",
        StageMeasure("draft", 510),
        StageMeasure("draft", 300, priced),
        StageMeasure("draft", 200, uncounted),
    )
    reader = SqlUsageReader(site.query)
    assert reader.run_latencies(LONG_AGO) == [RunLatency(QUESTION, 510, 1)]
    assert reader.model_totals(LONG_AGO) == [ModelTotal(QUESTION, "small", 2, 1000, 100, 1, 1, Decimal("0.00021"))]
    assert reader.spent(LONG_AGO) == Spent(Decimal("0.00021"), 1100)
    (day,) = reader.days(LONG_AGO)
    assert (day.documents, day.questions, day.cost) == (0, 1, Decimal("0.00021"))


def test_outcomes_name_jobs_and_questions(site: StoreSite) -> None:
    started = datetime.now(UTC)
    document(site, 31)
    question(site, "q1")
    question(site, "q2", refused=True)
    assert SqlUsageReader(site.query).outcomes(started) == [
        OutcomeCount("lab_pdf", "pending", 1),
        OutcomeCount(QUESTION, "answered", 1),
        OutcomeCount(QUESTION, "refused", 1),
    ]


def test_what_came_before_the_period_is_left_out(site: StoreSite) -> None:
    question(site, "q1", StageMeasure("draft", 5))
    reader = SqlUsageReader(site.query)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert not reader.stage_latencies(tomorrow)
    assert not reader.run_latencies(tomorrow)
    assert not reader.outcomes(tomorrow)
    assert not reader.days(tomorrow)
