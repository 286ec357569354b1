"""What may be decided about an item, and whether it still is what the reviewer saw."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.domain.fact import Certainty, CitedFact, FactValue
from arbiter_fhir.domain.promotion import BELOW_SITE_THRESHOLD, PERSONS_ROWS, PromotionOutcome
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.pipelines.review_chart import ChartSides
from arbiter_fhir.ports.reviews import FactInReview, PartInReview

__all__ = ["as_read", "invalid", "paper_of", "require_as_shown", "require_sense", "require_writable", "stale"]

_CHANGED: Final = "What the chart says beside this changed while you looked; look at it once more."
_STALE: Final = "Somebody decided this while you looked, or the document was read again; look at it once more."


def invalid(message: str) -> ReviewError:
    """That an item cannot be decided so; the sentence says why."""
    return ReviewError(ErrorCode.REVIEW_INVALID, message)


def stale() -> ReviewError:
    """That somebody was faster."""
    return ReviewError(ErrorCode.REVIEW_STALE, _STALE)


def require_as_shown(fact: FactInReview, shown: int, sides: ChartSides) -> str:
    """What contradicts the fact, which is what the reviewer saw.

    Raises:
        ReviewError: E_REVIEW_STALE: the chart's row says something else than it did then.
    """
    contents = sides.contents(fact.chart_row)
    if shown != fact.shown_version(contents):
        raise ReviewError(ErrorCode.REVIEW_STALE, _CHANGED)
    return fact.over(contents)


def require_writable(found: FactInReview, value: FactValue, *, fingerprint: str) -> None:
    """Refuse an approval that our row in the chart would not follow: it is a person's, or says the same clinically.

    Args:
        found: The fact.
        value: What the approval says: the paper's value, or the corrected one.
        fingerprint: The value's clinical fingerprint.

    Raises:
        ReviewError: E_REVIEW_INVALID.
    """
    if not found.is_open:
        raise invalid("The document is not this patient's; the fact can be kept or rejected.")
    written = found.row_fingerprint == fingerprint
    if written and found.is_contradicted and found.promotion_reason in PERSONS_ROWS:
        raise invalid(
            "A person has changed or removed this very row in the chart, and that stands: keep or reject the fact, or"
            " change the chart itself."
        )
    promoted = found.promotion_outcome == PromotionOutcome.PROMOTED.value
    if written and promoted and value != found.record.fact.value:
        raise invalid("The chart's row would stay as it is: take the decision back or reject the fact, then correct.")


def paper_of(fact: CitedFact) -> FactValue:
    """The value as it was read, whatever was corrected since."""
    return fact.review.paper if fact.review is not None and fact.review.paper is not None else fact.value


def as_read(found: FactInReview) -> tuple[str, float]:
    """How sure the reading was before any decision; what the rules of promotion doubted was not sure either."""
    fact, before = found.record.fact, found.review or found.inherited
    if fact.review is not None and before is not None:
        return before.certainty, before.confidence
    doubted = found.promotion_outcome == PromotionOutcome.NEEDS_REVIEW.value
    if doubted and found.promotion_reason != BELOW_SITE_THRESHOLD:
        return Certainty.NEEDS_REVIEW.value, fact.confidence
    return fact.certainty.value, fact.confidence


def require_sense(part: PartInReview, word: ReviewWord) -> None:
    """Refuse what makes no sense of a document's identity.

    Raises:
        ReviewError: E_REVIEW_INVALID.
    """
    if word is ReviewWord.KEEP:
        raise invalid("A document is the patient's or it is not; approve or reject it.")
    if word is ReviewWord.UNDO and part.standing is None:
        raise invalid("There is no decision to take back.")
    if word is ReviewWord.APPROVE and part.status.opens_the_gate:
        raise invalid("The document counts as the patient's already.")
