"""The second story: a question becomes a cited, validated answer, or a refusal with its reason."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from arbiter_fhir.answering import compose_draft, finish, refusal_for, refuse, route, validate, words_of_questions
from arbiter_fhir.domain.answer import Answer, RefusalReason, ValidatedAnswer, Validation
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.job import NodeName
from arbiter_fhir.domain.query_progress import QueryProgress, QueryStage
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ArbiterError, ErrorCode, RequestError, StoreError
from arbiter_fhir.identity import mask_own_name
from arbiter_fhir.pipelines.query_evidence import EvidenceReader, newest_results_instead
from arbiter_fhir.pipelines.query_guidelines import GuidelineSearch
from arbiter_fhir.pipelines.query_trail import Explanation, QueryTrail, unobserved
from arbiter_fhir.pipelines.restoration import restore_labels
from arbiter_fhir.pipelines.rewording import Reworded, Rewording
from arbiter_fhir.pipelines.turns import Conversation
from arbiter_fhir.ports.chart import ChartReader
from arbiter_fhir.ports.custody import PhiMapReader
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.evidence import PatientEvidence
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.ports.stores import AuditLog
from arbiter_fhir.ports.turns import QueryTurns
from arbiter_fhir.retrieval import GatheredEvidence, Vocabulary
from arbiter_fhir.telemetry import PatientReference

__all__ = ["MAX_QUESTION_CHARS", "QueryPipeline"]

#: A clinician's question is a sentence or two; longer input is refused before anything looks at it.
MAX_QUESTION_CHARS = 1000
_DOCUMENT = "documents:"
#: What validation calls a draft that holds nothing but what is missing.
_SAYS_NOTHING = "draft:says_nothing"


class QueryPipeline:
    """Question -> evidence -> draft -> validation -> answer."""

    def __init__(
        self,
        *,
        chart: ChartReader,
        evidence: PatientEvidence,
        deidentifier: Deidentifier,
        embedders: Sequence[Embedder],
        audit: AuditLog,
        patient_reference: PatientReference,
        terms: Vocabulary,
        site_today: Callable[[], date],
        guidelines: GuidelineSearch | None = None,
        maps: PhiMapReader | None = None,
        rewording: Rewording | None = None,
        turns: QueryTurns | None = None,
        new_request_id: Callable[[], str] = lambda: uuid.uuid4().hex,
    ) -> None:
        self._chart = chart
        self._evidence = evidence
        self._deidentifier = deidentifier
        self._reader = EvidenceReader(
            chart=chart, evidence=evidence, deidentifier=deidentifier, embedders=embedders, terms=terms
        )
        self._audit = audit
        self._patient_reference = patient_reference
        self._terms = terms
        self._words = words_of_questions(terms)
        self._site_today = site_today
        self._guidelines = guidelines
        self._maps = maps
        self._rewording = rewording
        self._turns = turns
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

    def ask(
        self,
        view: RecordView,
        question: str,
        *,
        caller: str,
        follows: str | None = None,
        observe: Callable[[QueryProgress], None] = unobserved,
    ) -> tuple[str, Answer]:
        """Answer one question about one patient; gives the request's id and the answer.

        Args:
            view: Whose record is asked, and how much of it the caller may see: nothing else is read for the answer.
            question: As typed.
            caller: Id of the caller's key.
            follows: Request id of the answer before, which this question may lean on; one that is too old, of another
                patient or of another caller is as good as none.
            observe: Told of each stage that is reached; what it raises ends the question.

        Raises:
            RequestError: No such patient, or the question is empty or too long.
            ArbiterError: Something needed is away; no answer was made.
        """
        trail = QueryTrail(self._new_request_id(), view, caller, observe)
        return trail.request_id, self._run(trail, question, follows)

    def explain(
        self, view: RecordView, question: str, *, caller: str, follows: str | None = None
    ) -> tuple[Answer, Explanation]:
        """As `ask`, with the way to the answer: route, evidence with scores, validation, hand-overs, times.

        Raises:
            RequestError: As `ask`.
            ArbiterError: As `ask`.
        """
        trail = QueryTrail(self._new_request_id(), view, caller)
        answer = self._run(trail, question, follows)
        return answer, trail.explanation

    def _run(self, trail: QueryTrail, question: str, follows: str | None) -> Answer:
        patient = self._chart.patient(trail.patient_id)
        if patient is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is no such patient at this site.")
        asked = _checked(question)
        try:
            routed = self._route(asked, patient, trail, follows)
            refusal = refusal_for(routed)
            answer = refuse(routed, refusal) if refusal else self._answer(routed, patient, trail)
        except ArbiterError as error:
            trail.fail(error)
            # The error is the caller's answer even where the audit's own database is what is away.
            with suppress(StoreError):
                trail.close(None, audit=self._audit, reference=self._patient_reference)
            raise
        trail.close(answer, audit=self._audit, reference=self._patient_reference)
        return answer

    def _route(self, question: str, patient: ChartPatient, trail: QueryTrail, follows: str | None) -> RoutedQuestion:
        today = self._site_today()
        conversation = Conversation(self._turns, patient_id=trail.patient_id, caller=trail.caller)
        with trail.watch.stage("deidentify"):
            asked = self._deidentifier.deidentify_question(
                self._words.in_english(mask_own_name(question, patient)),
                patient=patient,
                today=today,
                words=self._words,
            )
        with trail.watch.stage("route"):
            previous = conversation.before(follows)
            routed = route(asked, today=today, previous=previous, terms=self._terms)
            conversation.keep(trail.request_id, routed)
        trail.task_type, trail.routed = routed.intent.value, routed
        trail.hand_over(NodeName.CALLER, NodeName.SUPERVISOR, reason=routed.reason, outcome="routed")
        trail.reach(QueryStage.ROUTED, intent=routed.intent.value)
        return routed

    def _answer(self, routed: RoutedQuestion, patient: ChartPatient, trail: QueryTrail) -> Answer:
        gathered = self._gather(routed, patient, trail)
        bundle = gathered.bundle
        if not _says_anything(bundle):
            return refuse(bundle.question, RefusalReason.NO_EVIDENCE, bundle)
        trail.reach(QueryStage.DRAFTING)
        with trail.watch.stage("draft"):
            draft = compose_draft(bundle)
        trail.hand_over(
            NodeName.EVIDENCE_RETRIEVER, NodeName.ANSWER_COMPOSER, reason="evidence_found", outcome="drafted"
        )
        trail.reach(QueryStage.VALIDATING)
        with trail.watch.stage("validate"):
            outcome = validate(
                draft, bundle, leaks=lambda text: bool(self._deidentifier.identifiers_in(text, patient=patient))
            )
        trail.problems += outcome.validation.problems
        verdict = "passed" if outcome.answer is not None else "refused"
        trail.hand_over(
            NodeName.ANSWER_COMPOSER, NodeName.VALIDATOR, reason="every_draft_is_validated", outcome=verdict
        )
        if outcome.answer is None:
            return refuse(bundle.question, _why_not(outcome.validation), bundle)
        worded = self._reword(outcome.answer, bundle, patient, trail)
        if not self._sources_still_stand(trail.view, worded.answer, bundle):
            return refuse(routed, RefusalReason.SOURCE_WITHDRAWN, bundle)
        restored = self._restore(worded.answer, gathered, trail)
        answer = finish(worded.answer, bundle.question, restored)
        return replace(answer, notes=worded.notes, worded_by=worded.model_id)

    def _restore(self, answer: ValidatedAnswer, gathered: GatheredEvidence, trail: QueryTrail) -> Mapping[str, str]:
        """What the placeholders of the answer stand for, for its caller alone."""
        with trail.watch.stage("restore"):
            try:
                restored = restore_labels(answer, gathered, view=trail.view, maps=self._maps)
            except ArbiterError as error:
                # The answer is true without the names: their labels stay, and the trail says why.
                trail.hand_over(
                    NodeName.VALIDATOR,
                    NodeName.CALLER,
                    reason="labels_are_restored_for_the_caller",
                    outcome="labels_kept",
                    error=error.code,
                )
                return {}
        trail.restored = tuple(restored)
        return restored

    def _reword(
        self, composed: ValidatedAnswer, bundle: EvidenceBundle, patient: ChartPatient, trail: QueryTrail
    ) -> Reworded:
        """The composer's answer, or a model's wording of it that passed the same validation."""
        if self._rewording is None:
            return Reworded(composed)
        trail.reach(QueryStage.REWORDING)
        with trail.watch.stage("reword"):
            worded = self._rewording.reword(composed, bundle, patient=patient, watch=trail.watch)
        trail.problems += tuple(f"wording:{problem}" for problem in worded.problems)
        for problem in worded.problems:
            trail.hand_over(
                NodeName.VALIDATOR,
                NodeName.LANGUAGE_MODEL,
                reason="a_model_may_reword",
                outcome="refused",
                error=problem,
            )
        if worded.model_id:
            trail.hand_over(
                NodeName.VALIDATOR, NodeName.LANGUAGE_MODEL, reason="a_model_may_reword", outcome="reworded"
            )
        return worded

    def _gather(self, routed: RoutedQuestion, patient: ChartPatient, trail: QueryTrail) -> GatheredEvidence:
        with trail.watch.stage("retrieve"):
            gathered = self._reader.gather(routed, patient, view=trail.view, today=self._site_today())
            if (instead := newest_results_instead(gathered.bundle)) is not None:
                gathered = self._reader.gather(instead, patient, view=trail.view, today=self._site_today())
        if self._guidelines is not None and self._guidelines.is_wanted(gathered.bundle):
            with trail.watch.stage("guidelines"):
                gathered = replace(gathered, bundle=self._guidelines.beside(gathered.bundle))
        trail.bundle = gathered.bundle
        findings, review = len(gathered.bundle.findings), len(gathered.bundle.review)
        trail.reach(QueryStage.EVIDENCE, findings=findings, needs_review=review)
        found = f"findings_{findings}_review_{review}_guidelines_{len(gathered.bundle.guidelines)}"
        trail.hand_over(NodeName.SUPERVISOR, NodeName.EVIDENCE_RETRIEVER, reason=routed.reason, outcome=found)
        return gathered

    def _sources_still_stand(self, view: RecordView, answer: ValidatedAnswer, bundle: EvidenceBundle) -> bool:
        """Re-check, right before the answer leaves, that no cited document was withdrawn meanwhile."""
        ours = {
            place
            for item in (*bundle.findings, *bundle.review)
            for place in (item.citation, *item.also)
            if place.source_type is not SourceType.CHART
        }
        cited = {
            DocumentId(int(place.source_id.removeprefix(_DOCUMENT)))
            for place in answer.draft.citations
            if place in ours and place.source_id.startswith(_DOCUMENT)
        }
        return self._evidence.documents_active(view, sorted(cited)) == cited


def _why_not(validation: Validation) -> RefusalReason:
    """Why a draft that did not pass is refused: one that has nothing to say of what was found answers nothing."""
    if validation.phi_leak:
        return RefusalReason.PHI_LEAK
    empty = validation.problems == (_SAYS_NOTHING,)
    return RefusalReason.NO_EVIDENCE if empty else RefusalReason.VALIDATION_FAILED


def _says_anything(bundle: EvidenceBundle) -> bool:
    """Whether there is an answer in the evidence; to what is missing, nothing is one."""
    found = bool(bundle.findings or bundle.review or bundle.guidelines)
    return found or bundle.question.intent is Intent.MISSING


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
