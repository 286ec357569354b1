"""Decisions of people, laid over the gate's."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocumentPart, PartKind
from arbiter_fhir.domain.identity import DocumentIdentity, IdentityDecision, IdentityStatus, PartIdentity
from arbiter_fhir.domain.review import IdentityReview, ReviewReason, ReviewWord
from arbiter_fhir.domain.seal import DEID_SEAL, IDENTITY_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.identity import apply_identity_reviews

PATIENT = PatientId(7)
Status = IdentityStatus


def document(*statuses: IdentityStatus) -> DocumentIdentity:
    """Parts of two pages each."""
    return DocumentIdentity(
        tuple(
            PartIdentity(
                DocumentPart(number, PartKind.PACKET, 2 * number - 1, 2 * number),
                IdentityDecision(PATIENT, status, (), "reason", IDENTITY_SEAL),
            )
            for number, status in enumerate(statuses, start=1)
        )
    )


def review(decision: ReviewWord, part: int = 1, *, last_page: int | None = None) -> IdentityReview:
    return IdentityReview(
        patient_id=PATIENT,
        document_id=DocumentId(5),
        content_hash="ab",
        part_number=part,
        first_page=2 * part - 1,
        last_page=last_page or 2 * part,
        decision=decision,
        reason=ReviewReason.OTHER,
        note=DeidentifiedText("", DEID_SEAL),
        reviewer="users:7",
        version=1,
    )


def statuses(identity: DocumentIdentity) -> list[IdentityStatus]:
    return [each.decision.status for each in identity.parts]


@pytest.mark.parametrize(
    ("before", "decision", "after"),
    [
        (Status.AMBIGUOUS, ReviewWord.APPROVE, Status.REVIEW_APPROVED),
        (Status.MISMATCH, ReviewWord.APPROVE, Status.REVIEW_APPROVED),
        (Status.AMBIGUOUS, ReviewWord.REJECT, Status.REVIEW_REJECTED),
        (Status.VERIFIED, ReviewWord.REJECT, Status.REVIEW_REJECTED),
        (Status.VERIFIED, ReviewWord.APPROVE, Status.VERIFIED),
        (Status.MISMATCH, ReviewWord.UNDO, Status.MISMATCH),
    ],
)
def test_a_decision_opens_or_closes_a_part(before: IdentityStatus, decision: ReviewWord, after: IdentityStatus) -> None:
    assert statuses(apply_identity_reviews(document(before), [review(decision)])) == [after]


def test_a_decision_holds_for_its_own_part_alone() -> None:
    found = apply_identity_reviews(document(Status.MISMATCH, Status.MISMATCH), [review(ReviewWord.APPROVE, 2)])
    assert statuses(found) == [Status.MISMATCH, Status.REVIEW_APPROVED]
    assert found.open_pages == {3, 4}


def test_a_decision_about_other_pages_is_none_about_these() -> None:
    found = apply_identity_reviews(document(Status.MISMATCH), [review(ReviewWord.APPROVE, last_page=1)])
    assert statuses(found) == [Status.MISMATCH]


def test_nothing_decided_changes_nothing() -> None:
    identity = document(Status.AMBIGUOUS, Status.VERIFIED)
    assert apply_identity_reviews(identity, []) == identity
