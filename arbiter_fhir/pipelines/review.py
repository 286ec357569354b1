"""People decide: whose document it is, whether a fact is right, which of two sides stands.

One way: a decision is stored, and the document's job runs again; the same ingest applies it. The only thing that a
decision does at once is closing: when a part turns out not to be the patient's, or a fact not to be so, what it brought
into the chart is taken back in the very transaction of the decision; and a fact that was rejected, corrected or undone
is said no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus
from arbiter_fhir.domain.promotion import REJECTED_BEFORE, RetractionAction
from arbiter_fhir.domain.record_view import OpenDocuments
from arbiter_fhir.domain.review import CORRECTION_UNREADABLE, FactReview, IdentityReview, ReviewReason, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError, StoreError
from arbiter_fhir.pipelines.record_views import RecordViews
from arbiter_fhir.pipelines.review_chart import ChartSides
from arbiter_fhir.pipelines.review_items import Accepted, Decision, DecisionMade, ReviewItem, ReviewKind, ReviewPage
from arbiter_fhir.pipelines.review_rules import (
    as_read,
    invalid,
    paper_of,
    require_as_shown,
    require_sense,
    require_writable,
    stale,
)
from arbiter_fhir.pipelines.review_text import ReviewText
from arbiter_fhir.pipelines.review_views import NEVER_WRITTEN, ItemViews, kind_of
from arbiter_fhir.pipelines.taking_back import Actor, leaning_documents, take_back_facts, take_back_rejected
from arbiter_fhir.ports.access import Caller
from arbiter_fhir.ports.chart import ChartReader
from arbiter_fhir.ports.reviews import CorrectionReader, FactInReview, IdentifierReader, PartInReview, ReviewQueue
from arbiter_fhir.ports.stores import AuditLog, JobQueue, UnitOfWork, UnitOfWorkFactory
from arbiter_fhir.promotion import clinical_fingerprint
from arbiter_fhir.telemetry import PatientReference, log_event

__all__ = ["ReviewPipeline"]

#: Items of one answer, and how many decided ones a patient's queue shows behind what waits.
PAGE_ITEMS: Final = 50
DECIDED_ITEMS: Final = 30
#: Tries of one decision where the database asks for it (two transactions met).
ATTEMPTS: Final = 3

#: What became of rows that a person has changed or removed.
_IN_HANDS: Final = frozenset({RetractionAction.NEEDS_REVIEW, RetractionAction.ALREADY_GONE})
#: Decisions after which a fact is said no more until its document was read again.
_CLOSING: Final = frozenset({ReviewWord.REJECT, ReviewWord.UNDO})
_IDENTITY: Final = "identity:"
_IDENTITY_CLOSED: Final = "identity_rejected"
_IDENTITY_REOPENED: Final = "identity_decision_undone"
_NO_NOTE: Final = DeidentifiedText.compose("")


@dataclass(frozen=True, slots=True)
class _Gate:
    """What a decision is made with."""

    decision: Decision
    caller: Caller
    note: DeidentifiedText
    corrections: tuple[tuple[str, DeidentifiedText], ...] = ()
    over: str = ""


class ReviewPipeline:
    """Lists what waits for a person, and takes decisions."""

    def __init__(
        self,
        *,
        queue: ReviewQueue,
        views: RecordViews,
        work: UnitOfWorkFactory,
        jobs: JobQueue,
        chart: ChartReader,
        corrections: CorrectionReader,
        identifiers: IdentifierReader | None,
        text: ReviewText,
        audit: AuditLog,
        patient_reference: PatientReference,
    ) -> None:
        self._queue = queue
        self._record_views = views
        self._work = work
        self._jobs = jobs
        self._chart = chart
        self._corrections = corrections
        self._identifiers = identifiers
        self._text = text
        self._audit = audit
        self._patient_reference = patient_reference

    def waiting(
        self, patient_id: PatientId | None, *, caller: Caller, after: str | None = None, decided: bool | None = None
    ) -> ReviewPage:
        """What waits, a page at a time; of one patient also what was decided lately, which can be undone.

        Args:
            patient_id: Whose; ``None``: the site's.
            caller: Whoever looks: identifiers are decrypted for them, and it is audited.
            after: Cursor of the page before.
            decided: Whether decided items are wanted; by default for one patient's first page.

        Raises:
            RequestError: The cursor is none of ours.
        """
        documents = self._open_to(caller, patient_id)
        try:
            waiting = self._queue.waiting(patient_id, documents, after=after, limit=PAGE_ITEMS)
        except ValueError:
            raise RequestError(ErrorCode.REQUEST_INVALID, "This is no cursor of the queue.") from None
        views = self._views()
        items = [*map(views.of_part, waiting.parts), *map(views.of_fact, waiting.facts)]
        if patient_id is not None and waiting.after is None and decided is not False:
            done = self._queue.decided(patient_id, documents, limit=DECIDED_ITEMS)
            items += [*map(views.of_part, done.parts), *map(views.of_fact, done.facts)]
        self._audit.append(
            AuditEvent(
                AuditAction.REVIEW_OPENED,
                caller.actor_type,
                caller.key_id,
                None if patient_id is None else self._patient_reference.of(patient_id),
                {
                    "items": len(items),
                    "identifiers_of": [item.item for item in items if item.kind is ReviewKind.IDENTITY],
                },
            )
        )
        return ReviewPage(tuple(items), self._queue.counts(patient_id, documents), waiting.after)

    def decide(self, patient_id: PatientId, decision: Decision, *, caller: Caller) -> DecisionMade:
        """Store one decision and have the document's job run again.

        Raises:
            RequestError: There is no such item of this patient, or not of the document that was named.
            ReviewError: E_REVIEW_STALE: somebody was faster; E_REVIEW_INVALID: it cannot be decided so.
        """
        documents = self._open_to(caller, patient_id)
        found = self._find(patient_id, documents, decision.item, decision.document_id)
        patient = self._chart.patient(patient_id)
        note = self._text.note(decision.note, patient)
        gate = _Gate(decision, caller, note, self._read_corrections(found, decision, patient))
        job_id = self._repeated(lambda: self._decide_once(found, gate))
        log_event("review.decided", document_id=_document_of(found), patient_ref=self._patient_reference.of(patient_id))
        return DecisionMade(self._view(patient_id, decision.item, found), self._jobs.get(job_id))

    def accept_all(
        self, patient_id: PatientId, document_id: DocumentId, items: Mapping[str, int], *, caller: Caller
    ) -> Accepted:
        """Approve facts of one document together; all of them, or none.

        Args:
            patient_id: Whose.
            document_id: Of the one document.
            items: Item to the version that the reviewer saw.
            caller: The reviewer.

        Raises:
            RequestError: An item is not of this patient and document, or is no fact.
            ReviewError: E_REVIEW_STALE: one of them was decided; E_REVIEW_INVALID: something contradicts one of them.
        """
        if any(item.startswith(_IDENTITY) for item in items):
            raise RequestError(ErrorCode.REQUEST_INVALID, "Only facts are accepted together.")
        documents = self._open_to(caller, patient_id)
        # An item of another document is not found here, whosever that is.
        seen = [self._find(patient_id, documents, item, document_id) for item in items]

        def once() -> JobId:
            with self._work.begin() as work:
                sides = ChartSides(work.chart, patient_id)
                for each in {each.content_hash: each for each in seen}.values():
                    _lock(work, each)
                jobs = set()
                for item, version in sorted(items.items()):
                    fact = work.reviews.fact(patient_id, _number(item))
                    if fact is None or not fact.is_undecided_since(version) or not fact.is_waiting:
                        raise stale()
                    over = require_as_shown(fact, version, sides)
                    if kind_of(fact) is ReviewKind.CONFLICT:
                        raise invalid("Something contradicts one of these facts; decide about it by itself.")
                    if CORRECTION_UNREADABLE in fact.record.fact.reasons:
                        raise invalid("A correction of one of these facts cannot be read any more; correct it again.")
                    decision = Decision(item, version, ReviewWord.APPROVE, ReviewReason.ACCEPTED_TOGETHER)
                    # What was put right before stays so: nobody accepts the misread value with the others.
                    corrections = fact.standing.corrections if fact.standing is not None else ()
                    self._store_fact(work, fact, _Gate(decision, caller, _NO_NOTE, corrections, over))
                    jobs.add(fact.record.job_id)
                for job_id in sorted(jobs):
                    work.reviews.run_again(job_id)
                return max(jobs)

        job_id = self._repeated(once)
        return Accepted(len(items), self._jobs.get(job_id))

    def _read_corrections(
        self, found: PartInReview | FactInReview, decision: Decision, patient: ChartPatient | None
    ) -> tuple[tuple[str, DeidentifiedText], ...]:
        """The corrections of an approval: those that stand already and those that are given now."""
        if decision.corrections and (isinstance(found, PartInReview) or decision.decision is not ReviewWord.APPROVE):
            raise invalid("Only a fact can be corrected, and only when it is approved.")
        if isinstance(found, PartInReview) or decision.decision is not ReviewWord.APPROVE:
            return ()
        # A correction that cannot be read is not on the reviewer's screen: the paper's value is.
        standing = None if CORRECTION_UNREADABLE in found.record.fact.reasons else found.standing
        before = {} if standing is None else {name: text.value for name, text in standing.corrections}
        texts = {**before, **(decision.corrections or {})}
        fact = found.record.fact
        if not texts:
            return ()
        return self._text.corrections(fact.fact_type, paper_of(fact), texts, patient, reason=decision.reason)

    def _open_to(self, caller: Caller, patient_id: PatientId | None) -> OpenDocuments:
        """The documents that a reviewer may see: of one patient, or of what waits at the site."""
        if patient_id is not None:
            return self._record_views.of_patient(caller, patient_id).documents
        return self._record_views.open_among(caller, self._queue.documents_waiting())

    def _find(
        self, patient_id: PatientId, documents: OpenDocuments, item: str, document_id: DocumentId | None
    ) -> PartInReview | FactInReview:
        found = (
            self._queue.part(patient_id, documents, _number(item))
            if item.startswith(_IDENTITY)
            else self._queue.fact(patient_id, documents, _number(item))
        )
        if found is None or document_id not in {None, _document_of(found)}:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is nothing of this patient to decide under this id.")
        return found

    def _decide_once(self, found: PartInReview | FactInReview, gate: _Gate) -> JobId:
        with self._work.begin() as work:
            _lock(work, found)
            # The jobs' rows are locked before the patient, as in every transaction.
            if isinstance(found, PartInReview):
                part = work.reviews.part(found.patient_id, found.check_id)
                if part is None or part.version != gate.decision.version:
                    raise stale()
                work.reviews.run_again(part.job_id)
                self._store_identity(work, part, gate)
                return part.job_id
            fact = work.reviews.fact(found.record.patient_id, found.record.fact_id)
            if fact is None or not fact.is_undecided_since(gate.decision.version):
                raise stale()
            if gate.decision.decision is not ReviewWord.UNDO:
                sides = ChartSides(work.chart, found.record.patient_id)
                gate = replace(gate, over=require_as_shown(fact, gate.decision.version, sides))
            work.reviews.run_again(fact.record.job_id)
            self._store_fact(work, fact, gate)
            return fact.record.job_id

    def _store_identity(self, work: UnitOfWork, part: PartInReview, gate: _Gate) -> None:
        word = gate.decision.decision
        require_sense(part, word)
        work.reviews.decide_identity(
            IdentityReview(
                patient_id=part.patient_id,
                document_id=part.document_id,
                content_hash=part.content_hash,
                part_number=part.number,
                first_page=part.first_page,
                last_page=part.last_page or part.first_page,
                decision=word,
                reason=gate.decision.reason,
                note=gate.note,
                reviewer=gate.caller.key_id,
                version=part.version + 1,
            )
        )
        if word is not ReviewWord.APPROVE:
            self._close(work, part, gate.caller, rejected=word is ReviewWord.REJECT)
        self._note(work, gate, part)

    def _close(self, work: UnitOfWork, part: PartInReview, caller: Caller, *, rejected: bool) -> None:
        """Take back at once what a part brought into the chart; the job that follows finds nothing left to do."""
        reason = _IDENTITY_CLOSED if rejected else _IDENTITY_REOPENED
        facts = work.reviews.facts_of_part(part.patient_id, part.check_id)
        promotions = work.reviews.promotions_of_part(part.patient_id, part.check_id)
        work.chart.lock_patient(part.patient_id)
        actor = Actor(ActorType.REVIEWER, caller.key_id)
        rows = take_back_facts(work, facts, promotions, reason=reason, actor=actor)
        status = IdentityStatus.REVIEW_REJECTED if rejected else IdentityStatus.AMBIGUOUS
        in_hands = [row.promotion_id for row in rows if row.action in _IN_HANDS and row.promotion_id is not None]
        work.reviews.close_part(part.patient_id, part.check_id, status=status, reason=reason, in_hands=in_hands)
        work.save_retractions(rows)
        actions = [row.action for row in rows]
        work.reopen_jobs(leaning_documents(work, part.document_id, [part.patient_id], actions))

    def _store_fact(self, work: UnitOfWork, found: FactInReview, gate: _Gate) -> None:
        word, fact = gate.decision.decision, found.record.fact
        if word is ReviewWord.UNDO and found.standing is None:
            raise invalid("There is no decision to take back.")
        if word is ReviewWord.APPROVE and fact.lab is not None and fact.lab.result_status in NEVER_WRITTEN:
            raise invalid("The laboratory has taken this result back; it can be kept or rejected.")
        if word is ReviewWord.APPROVE:
            self._require_writable(found, gate)
        certainty, confidence = as_read(found)
        work.reviews.decide_fact(
            FactReview(
                patient_id=found.record.patient_id,
                document_id=found.record.document_id,
                content_hash=found.content_hash,
                fact_fingerprint=found.record.fact_fingerprint,
                doc_type=found.record.doc_type,
                fact_type=fact.fact_type.value,
                certainty=certainty,
                confidence=confidence,
                decision=word,
                corrections=gate.corrections,
                over=gate.over,
                reason=gate.decision.reason,
                note=gate.note,
                reviewer=gate.caller.key_id,
                version=found.version + 1,
            )
        )
        before = found.standing
        if before is not None and before.decision is ReviewWord.REJECT and word is not ReviewWord.REJECT:
            # What was asked about because of the rejection is looked at again.
            work.reopen_jobs(work.reviews.documents_held(found.record.patient_id, REJECTED_BEFORE))
        patient_id, fingerprint = found.record.patient_id, found.record.fact_fingerprint
        if word is ReviewWord.REJECT:
            take_back_rejected(work, patient_id, fingerprint, actor=Actor(ActorType.REVIEWER, gate.caller.key_id))
        if word in _CLOSING or gate.corrections:
            work.reviews.close_fact(patient_id, fingerprint, rejected=word is ReviewWord.REJECT)
        self._note(work, gate, found)

    def _require_writable(self, found: FactInReview, gate: _Gate) -> None:
        """Refuse an approval that our row in the chart would not follow."""
        fact, texts = found.record.fact, {name: text.value for name, text in gate.corrections}
        paper = paper_of(fact)
        value = self._corrections.corrected(fact.fact_type, paper, texts) if texts else paper
        patient_id = found.record.patient_id
        require_writable(found, value, fingerprint=clinical_fingerprint(value, patient_id=patient_id))

    def _note(self, work: UnitOfWork, gate: _Gate, found: PartInReview | FactInReview) -> None:
        decision = gate.decision
        patient_id = found.patient_id if isinstance(found, PartInReview) else found.record.patient_id
        work.audit(
            AuditEvent(
                AuditAction.REVIEW_DECIDED,
                ActorType.REVIEWER,
                gate.caller.key_id,
                self._patient_reference.of(patient_id),
                {
                    "item": decision.item,
                    "document_id": _document_of(found),
                    "decision": decision.decision.value,
                    "reason": decision.reason.value,
                    "version": found.version + 1,
                    "corrected": [name for name, _ in gate.corrections],
                },
            )
        )

    def _repeated(self, once: Callable[[], JobId]) -> JobId:
        """Try again where two transactions met; nothing was written by the try before."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return once()
            except StoreError as error:
                if error.code is ErrorCode.STORE_CONFLICT:
                    raise stale() from None
                if not error.retryable or attempt == ATTEMPTS:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _view(self, patient_id: PatientId, item: str, before: PartInReview | FactInReview) -> ReviewItem:
        views, documents = self._views(), OpenDocuments.these([_document_of(before)])
        if isinstance(before, PartInReview):
            return views.of_part(self._queue.part(patient_id, documents, _number(item)) or before)
        return views.of_fact(self._queue.fact(patient_id, documents, _number(item)) or before)

    def _views(self) -> ItemViews:
        return ItemViews(chart=self._chart, corrections=self._corrections, identifiers=self._identifiers)


def _number(item: str) -> int:
    kind, _, number = item.partition(":")
    if kind not in {"identity", "fact"} or not number.isdigit():
        raise RequestError(ErrorCode.REQUEST_INVALID, "An item is named like identity:12 or fact:34.")
    return int(number)


def _document_of(found: PartInReview | FactInReview) -> DocumentId:
    return found.document_id if isinstance(found, PartInReview) else found.record.document_id


def _lock(work: UnitOfWork, found: PartInReview | FactInReview) -> None:
    """A decision holds for the bytes: no copy of the document is written by a job that has not seen it."""
    patient_id = found.patient_id if isinstance(found, PartInReview) else found.record.patient_id
    work.lock_copies(_document_of(found), patient_id=patient_id, content_hash=found.content_hash)
