"""What review needs from our own store: the queue, and the decisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol
from zlib import crc32

from arbiter_fhir.domain.deid import IdentifierCandidates
from arbiter_fhir.domain.document import DocType, PartKind
from arbiter_fhir.domain.fact import FactType, FactValue
from arbiter_fhir.domain.identity import FieldComparison, IdentityStatus
from arbiter_fhir.domain.job import Job, JobStatus
from arbiter_fhir.domain.promotion import ROW_WAS_EDITED, PromotionOutcome, contradicted_by
from arbiter_fhir.domain.record_view import OpenDocuments
from arbiter_fhir.domain.review import AutomationRule, FactReview, IdentityReview, ReviewDecisions, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.ports.records import FactRecord, PromotionRecord

__all__ = [
    "CorrectionReader",
    "FactInReview",
    "IdentifierReader",
    "PartInReview",
    "ReviewDecisionReader",
    "ReviewQueue",
    "ReviewSlice",
    "ReviewWork",
]

#: Outcomes that wait for a person.
WAITING_OUTCOMES = frozenset({PromotionOutcome.CONFLICT.value, PromotionOutcome.NEEDS_REVIEW.value})
#: More decisions than anybody makes about one fact: what lies above in a shown version marks what contradicts.
_DECISIONS: Final = 2**16


@dataclass(frozen=True, slots=True)
class PartInReview:
    """The identity check of a part that a person may decide about.

    Attributes:
        check_id: Of the identity check.
        last_page: Inclusive; ``None`` for checks from before documents had parts.
        review: The newest decision on it in this document; ``None`` where there is none.
        inherited: The newest decision on a copy of the document, where there is none here.
        job_status: Of the job that reads its document.
    """

    check_id: int
    patient_id: PatientId
    document_id: DocumentId
    job_id: JobId
    doc_type: DocType
    content_hash: str
    number: int
    kind: PartKind
    first_page: int
    last_page: int | None
    status: IdentityStatus
    reason: str
    comparisons: tuple[FieldComparison, ...]
    checked_at: datetime
    review: IdentityReview | None
    inherited: IdentityReview | None
    job_status: JobStatus

    @property
    def version(self) -> int:
        """How often it was decided about in this document."""
        return self.review.version if self.review is not None else 0

    @property
    def standing(self) -> IdentityReview | None:
        """The decision that holds; ``None`` where none does, or it was taken back."""
        found = self.review or self.inherited
        return None if found is None or found.decision is ReviewWord.UNDO else found


@dataclass(frozen=True, slots=True)
class FactInReview:
    """A stored fact that a person may decide about.

    Attributes:
        identity_check_id: Of the part that it stands in.
        promotion_outcome: What became of it in the chart; empty where nothing was decided yet.
        promotion_reason: Stable word.
        chart_row: The row that says the same, something similar or something else: ``procedure_result:45``.
        row_fingerprint: Clinical fingerprint of what we wrote into the chart from it and have not taken back.
        is_open: Whether the part that it stands in counts as the patient's.
        job_status: Of the job that reads its document.
        found_at: When it was first stored.
        review: The newest decision on it in this document; ``None`` where there is none.
        inherited: The newest decision on the same fact of a copy of the document, where there is none here.
    """

    record: FactRecord
    content_hash: str
    identity_check_id: int
    promotion_outcome: str
    promotion_reason: str
    chart_row: str | None
    row_fingerprint: str | None
    is_open: bool
    job_status: JobStatus
    found_at: datetime
    review: FactReview | None
    inherited: FactReview | None

    @property
    def version(self) -> int:
        """How often it was decided about in this document."""
        return self.review.version if self.review is not None else 0

    @property
    def is_contradicted(self) -> bool:
        """Whether the chart, or the document itself, says something else."""
        return self.promotion_outcome == PromotionOutcome.CONFLICT.value

    def over(self, contents: str) -> str:
        """What contradicts, saying what it says now; empty where nothing does.

        Args:
            contents: The word for what `chart_row` says (`domain.chart_contents`); empty where there is none.
        """
        return contradicted_by(self.promotion_reason, self.chart_row, contents) if self.is_contradicted else ""

    def shown_version(self, contents: str) -> int:
        """The version as reviewers are told it: another one where beside the fact something else is shown.

        Args:
            contents: As for `over`.

        Returns:
            Below 2**49.
        """
        beside = self.over(contents) or (f"{self.chart_row}@{contents}" if self.chart_row else "")
        return self.version + (_DECISIONS * (crc32(beside.encode()) + 1) if beside else 0)

    def is_undecided_since(self, shown: int) -> bool:
        """Whether nobody decided about the fact since a reviewer was told this version."""
        return shown % _DECISIONS == self.version

    @property
    def standing(self) -> FactReview | None:
        """The decision that holds; ``None`` where none does, or it was taken back."""
        found = self.review or self.inherited
        return None if found is None or found.decision is ReviewWord.UNDO else found

    @property
    def is_under_way(self) -> bool:
        """Whether the newest decision was not carried out yet: the document has to be read again first."""
        newest, applied = self.review or self.inherited, self.record.fact.review
        if newest is None or newest.decision is ReviewWord.UNDO:
            return applied is not None
        return applied is None or applied.version != newest.version

    @property
    def is_waiting(self) -> bool:
        """Whether a person has to decide: nobody did, or a decision met the chart or could not be carried out."""
        if self.promotion_outcome not in WAITING_OUTCOMES:
            return False
        standing, applied = self.standing, self.record.fact.review
        if standing is None:
            return True
        if applied is None or applied.version != standing.version:
            return False
        return (
            standing.decision is ReviewWord.APPROVE
            or applied.decision is ReviewWord.UNDO
            or self.promotion_reason == ROW_WAS_EDITED
        )


@dataclass(frozen=True, slots=True)
class ReviewSlice:
    """Some of what waits, or of what was decided.

    Attributes:
        after: The cursor to go on with; ``None`` at the end.
    """

    parts: Sequence[PartInReview]
    facts: Sequence[FactInReview]
    after: str | None


class ReviewQueue(Protocol):
    """What waits for a person, read with the query account, as far as a caller may see it.

    With a patient every statement names the patient; what is of other documents than the caller's is not there.
    """

    def documents_waiting(self) -> Sequence[DocumentId]:
        """The documents of the site of which something waits, whoever may see them: what is open is chosen of these."""
        ...

    def waiting(
        self, patient_id: PatientId | None, documents: OpenDocuments, *, after: str | None, limit: int
    ) -> ReviewSlice:
        """Parts whose identity is open to doubt, then facts, the oldest first.

        Args:
            patient_id: Whose; ``None``: the site's.
            documents: Those that the caller may see.
            after: What the slice before gave.
            limit: At most so many.

        Raises:
            ValueError: The cursor is none of ours.
        """
        ...

    def decided(self, patient_id: PatientId, documents: OpenDocuments, *, limit: int) -> ReviewSlice:
        """What was decided about this patient's current documents, the newest first.

        A decision that was taken back is among it until the document was read again.
        """
        ...

    def counts(self, patient_id: PatientId | None, documents: OpenDocuments) -> Mapping[str, int]:
        """How many wait: ``identity``, ``fact``, ``conflict``."""
        ...

    def owner(self, fact_id: int) -> PatientId | None:
        """Whose a fact is, for an operator who has its id alone."""
        ...

    def part(self, patient_id: PatientId, documents: OpenDocuments, check_id: int) -> PartInReview | None:
        """One identity check of a document that still stands."""
        ...

    def fact(self, patient_id: PatientId, documents: OpenDocuments, fact_id: int) -> FactInReview | None:
        """One fact of a document that still stands, as the last reading found it."""
        ...


class ReviewDecisionReader(Protocol):
    """The decisions that a job has to apply, read before its transaction."""

    def decisions(self, job: Job) -> ReviewDecisions:
        """The decisions that hold for the bytes of a job's document under its patient."""
        ...


class ReviewWork(Protocol):
    """Reviews inside a transaction; the document is locked by whoever calls."""

    def decisions(self, job: Job) -> ReviewDecisions:
        """As `ReviewDecisionReader.decisions`, now."""
        ...

    def rules(self, doc_type: DocType) -> Sequence[AutomationRule]:
        """The site's bars for a type of document."""
        ...

    def refused(self, job: Job) -> Sequence[FactValue]:
        """What people said is not so of the job's patient, as the papers were read.

        Of the very document also what was rejected or kept out of the chart while it was filed under another patient:
        decisions do not move with a document, and nobody has to make one twice to keep something out.
        """
        ...

    def documents_held(self, patient_id: PatientId, reason: str) -> Sequence[DocumentId]:
        """Documents of which facts wait for this reason of promotion."""
        ...

    def part(self, patient_id: PatientId, check_id: int) -> PartInReview | None:
        """As `ReviewQueue.part`."""
        ...

    def fact(self, patient_id: PatientId, fact_id: int) -> FactInReview | None:
        """As `ReviewQueue.fact`."""
        ...

    def decide_identity(self, review: IdentityReview) -> None:
        """Add a decision; the one before stays as history."""
        ...

    def decide_fact(self, review: FactReview) -> None:
        """Add a decision; the one before stays as history."""
        ...

    def facts_of_part(self, patient_id: PatientId, check_id: int) -> Sequence[FactRecord]:
        """The facts that stand in a part."""
        ...

    def promotions_of_part(self, patient_id: PatientId, check_id: int) -> Sequence[PromotionRecord]:
        """What became of the facts that stand in a part."""
        ...

    def close_part(
        self,
        patient_id: PatientId,
        check_id: int,
        *,
        status: IdentityStatus,
        reason: str,
        in_hands: Collection[int] = (),
    ) -> None:
        """Close the gate of a part at once: its facts, vectors, text windows and promotions count no more.

        Args:
            patient_id: Whose.
            check_id: Of the part.
            status: One that closes the gate.
            reason: Stable word.
            in_hands: Promotions whose rows a person has changed or removed: they stay remembered.
        """
        ...

    def rows_of_fact(self, patient_id: PatientId, fingerprint: str) -> Sequence[tuple[FactRecord, PromotionRecord]]:
        """A fact in each copy of its document, with its active promotion."""
        ...

    def withdraw(self, patient_id: PatientId, promotion_id: int) -> None:
        """Note that a person rejected the fact of a promotion and that its row was taken back."""
        ...

    def close_fact(self, patient_id: PatientId, fingerprint: str, *, rejected: bool) -> None:
        """Take a fact out of what answers may say at once, in all copies of its document, until they are read again.

        Args:
            patient_id: Whose.
            fingerprint: Of the fact as the paper was read.
            rejected: Whether a person said that it is not so: then the words of its page are closed as well.
        """
        ...

    def release(self, patient_id: PatientId, promotion_id: int) -> None:
        """Close a promotion whose row was taken back; the fact's next outcome takes its place."""
        ...

    def run_again(self, job_id: JobId) -> None:
        """Make the job, and the jobs of all copies of its document, due again; one that runs keeps its lease.

        Attempts start over: a person's decision is no failure. A copy that has failed is tried again with the others:
        what it once brought into the chart has to follow the decision, too.
        """
        ...


class IdentifierReader(Protocol):
    """The identifiers printed on a part, decrypted for an authorised reviewer (re-identification account)."""

    def read(self, patient_id: PatientId, check_id: int) -> IdentifierCandidates:
        """As printed; empty where they were erased.

        Raises:
            DeidentificationError: The row does not decrypt as what it claims to be.
        """
        ...


class CorrectionReader(Protocol):
    """Reads a corrected field as the extractor would have read it from the page."""

    def editable(self, value: FactValue) -> Sequence[str]:
        """Names of the fields that a person may correct."""
        ...

    def doubtful(self, fact_type: FactType, value: FactValue) -> str:
        """The field of a corrected value that can hardly be what it says, such as ``value``; empty where none is."""
        ...

    def corrected(self, fact_type: FactType, value: FactValue, corrections: Mapping[str, str]) -> FactValue:
        """The value with these fields replaced and everything that follows from them worked out again.

        Raises:
            ReviewError: E_REVIEW_INVALID: a field that cannot be corrected, or a text that is no value of it.
        """
        ...
