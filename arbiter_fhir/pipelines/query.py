"""The second story: a question becomes a cited, validated answer, or a refusal with its reason."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from arbiter_fhir.answering import compose_draft, finish, refusal_for, refuse, route, validate
from arbiter_fhir.domain.answer import Answer, AnswerStatus, RefusalReason
from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceScope
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus
from arbiter_fhir.domain.job import Handoff, JobStatus, NodeName
from arbiter_fhir.domain.question import RoutedQuestion
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.identity import mask_own_name
from arbiter_fhir.ports.chart import ChartReader
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.evidence import PatientEvidence
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.ports.stores import AuditLog, JobQueue
from arbiter_fhir.ports.terminology import ClinicalTerms
from arbiter_fhir.retrieval import PatientRecord, gather_patient_evidence
from arbiter_fhir.telemetry import PatientReference, Stopwatch, log_event

__all__ = ["MAX_QUESTION_CHARS", "QueryPipeline"]

#: A clinician's question is a sentence or two; longer input is refused before anything looks at it.
MAX_QUESTION_CHARS = 1000
#: Pool of the dense search (seed: top 30 by cosine).
DENSE_POOL = 30


@dataclass(frozen=True, slots=True)
class _Trail:
    """What is recorded about one question, whatever its end."""

    request_id: str
    patient_id: PatientId
    caller: str
    watch: Stopwatch
    handoffs: list[Handoff]

    def hand_over(
        self, source: NodeName, destination: NodeName, reason: str, routed: RoutedQuestion, outcome: str
    ) -> None:
        """Note one hand-over between nodes."""
        self.handoffs.append(
            Handoff(
                source=source,
                destination=destination,
                decision_reason=reason,
                task_type=routed.intent.value,
                outcome=outcome,
                latency_ms=self.watch.total_ms,
                request_id=self.request_id,
            )
        )


class QueryPipeline:
    """Question -> evidence -> draft -> validation -> answer."""

    def __init__(
        self,
        *,
        chart: ChartReader,
        evidence: PatientEvidence,
        queue: JobQueue,
        deidentifier: Deidentifier,
        embedder: Embedder,
        audit: AuditLog,
        patient_reference: PatientReference,
        terms: ClinicalTerms,
        site_today: Callable[[], date],
        new_request_id: Callable[[], str] = lambda: uuid.uuid4().hex,
    ) -> None:
        self._chart = chart
        self._evidence = evidence
        self._queue = queue
        self._deidentifier = deidentifier
        self._embedder = embedder
        self._audit = audit
        self._patient_reference = patient_reference
        self._terms = terms
        self._site_today = site_today
        self._new_request_id = new_request_id

    def resolve_patient(self, *, patient_id: PatientId | None, external_id: str | None) -> PatientId:
        """The patient meant by a pid or by an external id, exactly one of them.

        Raises:
            RequestError: Both, none, or no such patient (the same answer as for another site's).
        """
        if (patient_id is None) == (external_id is None):
            raise RequestError(ErrorCode.REQUEST_INVALID, "Name the patient by patient_id or by patient_external_id.")
        found = patient_id if patient_id is not None else self._chart.patient_by_mrn(external_id or "")
        if found is None or self._chart.patient(found) is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is no such patient at this site.")
        return found

    def ask(self, patient_id: PatientId, question: str, *, caller: str) -> tuple[str, Answer]:
        """Answer one question about one patient; gives the request's id and the answer.

        Raises:
            RequestError: No such patient, or the question is empty or too long.
            ArbiterError: Something needed is away; no answer was made.
        """
        trail = _Trail(self._new_request_id(), patient_id, caller, Stopwatch(), [])
        patient = self._chart.patient(patient_id)
        if patient is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is no such patient at this site.")
        asked = _checked(question)
        routed = self._route(asked, patient, trail)
        refusal = refusal_for(routed)
        answer = refuse(routed, refusal) if refusal else self._answer(routed, patient, trail)
        self._record(answer, trail)
        return trail.request_id, answer

    def _route(self, question: str, patient: ChartPatient, trail: _Trail) -> RoutedQuestion:
        today = self._site_today()
        with trail.watch.stage("deidentify"):
            asked = self._deidentifier.deidentify_question(
                mask_own_name(question, patient), patient=patient, today=today
            )
        with trail.watch.stage("route"):
            routed = route(asked, today=today)
        trail.hand_over(NodeName.CALLER, NodeName.SUPERVISOR, routed.reason, routed, "routed")
        return routed

    def _answer(self, routed: RoutedQuestion, patient: ChartPatient, trail: _Trail) -> Answer:
        bundle = self._retrieve(routed, patient, trail)
        if not bundle.findings and not bundle.review:
            return refuse(routed, RefusalReason.NO_EVIDENCE, bundle)
        with trail.watch.stage("draft"):
            draft = compose_draft(bundle)
        trail.hand_over(NodeName.EVIDENCE_RETRIEVER, NodeName.ANSWER_COMPOSER, "evidence_found", routed, "drafted")
        with trail.watch.stage("validate"):
            outcome = validate(
                draft, bundle, leaks=lambda text: bool(self._deidentifier.identifiers_in(text, patient=patient))
            )
        ok = outcome.answer is not None
        trail.hand_over(
            NodeName.ANSWER_COMPOSER,
            NodeName.VALIDATOR,
            "every_draft_is_validated",
            routed,
            "passed" if ok else "refused",
        )
        if outcome.answer is None:
            leak = outcome.validation.phi_leak
            return refuse(routed, RefusalReason.PHI_LEAK if leak else RefusalReason.VALIDATION_FAILED, bundle)
        if not self._sources_still_stand(trail.patient_id, bundle):
            return refuse(routed, RefusalReason.SOURCE_WITHDRAWN, bundle)
        return finish(outcome.answer, routed)

    def _retrieve(self, routed: RoutedQuestion, patient: ChartPatient, trail: _Trail) -> EvidenceBundle:
        patient_id = trail.patient_id
        with trail.watch.stage("retrieve"):
            vector = self._embedder.embed([routed.text])[0]
            record = PatientRecord(
                patient_id,
                labs=self._chart.labs(patient_id),
                active_facts=self._evidence.active_facts(patient_id),
                review_facts=self._evidence.review_facts(patient_id),
                neighbours=self._evidence.nearest(
                    patient_id, vector, model_id=self._embedder.model_id, limit=DENSE_POOL
                ),
                scope=self._scope(patient_id),
            )
            bundle = gather_patient_evidence(
                routed,
                record,
                clean=lambda text: self._deidentifier.deidentify_text(text, patient=patient),
                terms=self._terms,
                today=self._site_today(),
            )
        found = f"findings_{len(bundle.findings)}_review_{len(bundle.review)}"
        trail.hand_over(NodeName.SUPERVISOR, NodeName.EVIDENCE_RETRIEVER, routed.reason, routed, found)
        return bundle

    def _scope(self, patient_id: PatientId) -> EvidenceScope:
        jobs = self._queue.counts_of_patient(patient_id)
        identity = self._evidence.identity_counts(patient_id)
        return EvidenceScope(
            pending_documents=jobs.get(JobStatus.PENDING, 0) + jobs.get(JobStatus.RUNNING, 0),
            failed_documents=jobs.get(JobStatus.FAILED, 0),
            documents_in_identity_review=identity.get(IdentityStatus.AMBIGUOUS, 0)
            + identity.get(IdentityStatus.MISMATCH, 0),
        )

    def _sources_still_stand(self, patient_id: PatientId, bundle: EvidenceBundle) -> bool:
        """Re-check, right before the answer leaves, that no cited document was withdrawn meanwhile."""
        cited = {
            DocumentId(item.document_id)
            for item in (*bundle.findings, *bundle.review)
            if item.document_id is not None and item.fact_id is not None
        }
        return self._evidence.documents_active(patient_id, sorted(cited)) == cited

    def _record(self, answer: Answer, trail: _Trail) -> None:
        answered = answer.status is AnswerStatus.ANSWERED
        validation = answer.validation
        detail: Mapping[str, object] = {
            "request_id": trail.request_id,
            "citations": len(answer.citations),
            "refusal": answer.refusal.reason.value if answer.refusal else None,
            "validation_ok": validation.ok if validation else None,
            "reidentified": False,
        }
        patient_ref = self._patient_reference.of(trail.patient_id)
        self._audit.append(
            AuditEvent(
                AuditAction.QUERY_COMPLETED if answered else AuditAction.QUERY_REJECTED,
                ActorType.API_KEY,
                trail.caller,
                patient_ref,
                detail,
            ),
            handoffs=trail.handoffs,
            timings=trail.watch.measures,
            request_id=trail.request_id,
        )
        log_event(
            "query.finished",
            request_id=trail.request_id,
            patient_ref=patient_ref,
            status=answer.status.value,
            citation_count=len(answer.citations),
            latency_ms=trail.watch.total_ms,
        )


def _checked(question: str) -> str:
    """The question without surrounding space and control characters.

    Raises:
        RequestError: Nothing is left, or it is too long.
    """
    readable = "".join(char if char.isprintable() else " " for char in question).strip()
    if not any(char.isalnum() for char in readable):
        raise RequestError(ErrorCode.REQUEST_INVALID, "Ask a question in words.")
    if len(readable) > MAX_QUESTION_CHARS:
        raise RequestError(ErrorCode.REQUEST_TOO_LARGE, f"A question has at most {MAX_QUESTION_CHARS} characters.")
    return readable
