"""What is recorded of one question, whatever its end: hand-overs between nodes, time per stage, the audit row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from arbiter_fhir.domain.answer import Answer, AnswerStatus
from arbiter_fhir.domain.audit import AuditAction, AuditEvent
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.job import Handoff, NodeName
from arbiter_fhir.domain.query_progress import QueryProgress, QueryStage
from arbiter_fhir.domain.question import RoutedQuestion
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.domain.usage import StageMeasure
from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.ports.access import actor_type_of
from arbiter_fhir.ports.stores import AuditLog
from arbiter_fhir.telemetry import PatientReference, Stopwatch, log_event

__all__ = ["Explanation", "QueryTrail", "unobserved"]


def unobserved(_: QueryProgress) -> None:
    """Nobody is told."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to an answer, in clean text.

    Attributes:
        request_id: As in the audit log.
        routed: The supervisor's decision.
        bundle: The evidence; ``None`` where none was looked for.
        problems: What the checks found, as stable words; those of a model's wording begin with ``wording:``.
        handoffs: Who handed over to whom, and why.
        measures: Time per stage, and the calls of models.
    """

    request_id: str
    routed: RoutedQuestion
    bundle: EvidenceBundle | None
    problems: tuple[str, ...]
    handoffs: tuple[Handoff, ...]
    measures: tuple[StageMeasure, ...]


@dataclass(slots=True)
class QueryTrail:
    """The trail of one question.

    Attributes:
        view: Whose record is asked, as far as the caller may see it.
        caller: Id of the caller's key, or the user behind a token.
        observe: Is told of stages.
        task_type: What the question asks for, once that is known.
        routed: The supervisor's decision, once there is one.
        bundle: The evidence, once it was gathered.
        problems: What the checks found, as stable words.
        restored: Labels whose values the answer shows; never the values.
    """

    request_id: str
    view: RecordView
    caller: str
    observe: Callable[[QueryProgress], None] = unobserved
    watch: Stopwatch = field(default_factory=Stopwatch)
    handoffs: list[Handoff] = field(default_factory=list)
    task_type: str = "unknown"
    restored: tuple[str, ...] = ()
    routed: RoutedQuestion | None = None
    bundle: EvidenceBundle | None = None
    problems: tuple[str, ...] = ()
    _at_ms: int = 0

    @property
    def patient_id(self) -> PatientId:
        """Whose record is asked."""
        return self.view.patient_id

    @property
    def explanation(self) -> Explanation:
        """All of it, once the question was routed.

        Raises:
            ValueError: It was not.
        """
        if self.routed is None:
            raise ValueError("the question was not routed")
        return Explanation(
            self.request_id, self.routed, self.bundle, self.problems, tuple(self.handoffs), self.watch.measures
        )

    def reach(self, stage: QueryStage, **detail: str | int) -> None:
        """Tell the caller of a stage."""
        self.observe(QueryProgress(stage, tuple(detail.items())))

    def hand_over(
        self, source: NodeName, destination: NodeName, *, reason: str, outcome: str, error: str | None = None
    ) -> None:
        """Note one hand-over; its latency is the time since the one before."""
        now = self.watch.total_ms
        self.handoffs.append(
            Handoff(
                source=source,
                destination=destination,
                decision_reason=reason,
                task_type=self.task_type,
                outcome=outcome,
                latency_ms=now - self._at_ms,
                error_reason=error,
                request_id=self.request_id,
            )
        )
        self._at_ms = now

    def fail(self, error: ArbiterError) -> None:
        """Note that the node which had the question could not go on."""
        last = self.handoffs[-1].destination if self.handoffs else NodeName.SUPERVISOR
        self.hand_over(last, NodeName.CALLER, reason="something_needed_is_away", outcome="failed", error=error.code)

    def close(self, answer: Answer | None, *, audit: AuditLog, reference: PatientReference) -> None:
        """Append what was recorded; ``None`` for a question that ended in an error."""
        answered = answer is not None and answer.status is AnswerStatus.ANSWERED
        patient_ref = reference.of(self.patient_id)
        audit.append(
            AuditEvent(
                AuditAction.QUERY_COMPLETED if answered else AuditAction.QUERY_REJECTED,
                actor_type_of(self.caller),
                self.caller,
                patient_ref,
                self._detail(answer),
            ),
            handoffs=self.handoffs,
            timings=self.watch.measures,
            request_id=self.request_id,
        )
        log_event(
            "query.finished",
            request_id=self.request_id,
            patient_ref=patient_ref,
            status=answer.status.value if answer is not None else "failed",
            citation_count=len(answer.citations) if answer is not None else 0,
            latency_ms=self.watch.total_ms,
        )

    def _detail(self, answer: Answer | None) -> Mapping[str, object]:
        validation = answer.validation if answer is not None else None
        refusal = answer.refusal if answer is not None else None
        return {
            "request_id": self.request_id,
            "citations": len(answer.citations) if answer is not None else 0,
            "refusal": refusal.reason.value if refusal is not None else None,
            "error": next((each.error_reason for each in self.handoffs if each.error_reason), None),
            "validation_ok": validation.ok if validation is not None else None,
            "reidentified": bool(self.restored),
            "restored_labels": sorted(self.restored),
            "restored_count": len(self.restored),
        }
