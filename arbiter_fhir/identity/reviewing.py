"""What a person decided about whose document it is, laid over the gate's own decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter_fhir.domain.identity import DocumentIdentity, IdentityStatus, PartIdentity, ReviewDecision
from arbiter_fhir.domain.review import IdentityReview, ReviewWord
from arbiter_fhir.identity.activation import review_identity

__all__ = ["apply_identity_reviews"]


def apply_identity_reviews(identity: DocumentIdentity, reviews: Sequence[IdentityReview]) -> DocumentIdentity:
    """The decisions on a document's parts after people looked at them.

    A decision holds for the part that it was made about: the same number and the same pages. A part that is verified by
    itself needs no approval; a person may say all the same that it is not the patient's.

    Args:
        identity: The gate's decisions.
        reviews: At most one for each part.
    """
    by_part = {(each.part_number, each.first_page, each.last_page): each for each in reviews}
    return DocumentIdentity(
        tuple(
            _reviewed(each, by_part.get((each.part.number, each.part.first_page, each.part.last_page)))
            for each in identity.parts
        )
    )


def _reviewed(part: PartIdentity, review: IdentityReview | None) -> PartIdentity:
    if review is None or review.decision not in {ReviewWord.APPROVE, ReviewWord.REJECT}:
        return part
    approved = review.decision is ReviewWord.APPROVE
    if approved and part.decision.status is IdentityStatus.VERIFIED:
        return part
    decision = review_identity(part.decision, ReviewDecision.APPROVED if approved else ReviewDecision.REJECTED)
    return replace(part, decision=decision)
