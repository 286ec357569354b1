"""Documents in review, for the tests of decisions: read facts with what became of them, and decisions about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.promotion import PromotedRecord, PromotionDecision, PromotionOutcome
from arbiter_fhir.domain.review import FactReview, IdentityReview, ReviewReason, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from tests.integration.store import samples
from tests.integration.store.conftest import StoreSite

PATIENT = PatientId(7)


def job_of(site: StoreSite, document: int) -> Job:
    """The newest job of a document."""
    return site.queue().of_document(DocumentId(document))[-1]


def read(
    site: StoreSite,
    facts: Sequence[CitedFact],
    *,
    document: int = 100,
    patient: int = 7,
    content_hash: str = samples.SHA3,
    status: IdentityStatus = IdentityStatus.VERIFIED,
    outcome: PromotionOutcome = PromotionOutcome.NEEDS_REVIEW,
    reason: str = "fact_needs_review",
    existing: int | None = None,
) -> list[FactId]:
    """A document with facts, all of one outcome."""
    source = samples.document(document, patient, content_hash=content_hash)
    ids = site.ingest(source, facts, status=status)
    job = job_of(site, document)
    with site.work().begin() as unit:
        for fact_id, fact in zip(ids, facts, strict=True):
            promoted = outcome is PromotionOutcome.PROMOTED
            record = PromotedRecord("procedure_result", 900 + fact_id, {}, "d" * 64) if promoted else None
            unit.save_promotion(
                job=job,
                fact_id=fact_id,
                fact=fact,
                fingerprints=samples.fingerprints(fact),
                decision=_decision(outcome, reason, existing),
                record=record,
            )
    return ids


def _decision(outcome: PromotionOutcome, reason: str, existing: int | None) -> PromotionDecision:
    """A decision as the promotion room would make it; a promoted one without its plan, which the store never sees."""
    if outcome is not PromotionOutcome.PROMOTED:
        return PromotionDecision(outcome, None, existing, reason)
    made = PromotionDecision(PromotionOutcome.NEEDS_REVIEW, None, existing, reason)
    object.__setattr__(made, "outcome", outcome)
    return made


def fact_review(
    fact: CitedFact,
    decision: ReviewWord = ReviewWord.APPROVE,
    *,
    version: int = 1,
    document: int = 100,
    patient: int = 7,
    corrections: Mapping[str, str] | None = None,
    certainty: str = "verified",
    confidence: float = 0.875,
    over: str = "",
) -> FactReview:
    return FactReview(
        patient_id=PatientId(patient),
        document_id=DocumentId(document),
        content_hash=samples.SHA3,
        fact_fingerprint=samples.fingerprints(fact)[0],
        doc_type=DocType.LAB_PDF,
        fact_type=fact.fact_type.value,
        certainty=certainty,
        confidence=confidence,
        decision=decision,
        corrections=tuple((name, samples.clean(text)) for name, text in (corrections or {}).items()),
        over=over,
        reason=ReviewReason.SEEN_ON_PAGE,
        note=samples.clean("looked"),
        reviewer="users:7",
        version=version,
    )


def identity_review(
    decision: ReviewWord = ReviewWord.APPROVE, *, version: int = 1, document: int = 100, patient: int = 7
) -> IdentityReview:
    return IdentityReview(
        patient_id=PatientId(patient),
        document_id=DocumentId(document),
        content_hash=samples.SHA3,
        part_number=1,
        first_page=1,
        last_page=1,
        decision=decision,
        reason=ReviewReason.RIGHT_PATIENT,
        note=samples.clean(""),
        reviewer="users:7",
        version=version,
    )


def decide(site: StoreSite, *reviews: FactReview | IdentityReview) -> None:
    """Store decisions, one transaction for all."""
    with site.work().begin() as unit:
        for review in reviews:
            if isinstance(review, FactReview):
                unit.reviews.decide_fact(review)
            else:
                unit.reviews.decide_identity(review)
