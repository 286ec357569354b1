"""The site's bars: what would be written by itself and waits for a person all the same."""

from __future__ import annotations

from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.promotion.context import PromotionContext

__all__ = ["is_held_back"]

#: What is in the chart already stays there, whatever the bar is now.
WRITTEN_BEFORE = "promoted_before"


def is_held_back(fact: CitedFact, outcome: PromotionOutcome, reason: str, context: PromotionContext) -> bool:
    """Whether a bar keeps a fact from being written that the rules let in. A person's approval is above every bar."""
    if outcome is not PromotionOutcome.PROMOTED or reason == WRITTEN_BEFORE or fact.is_approved:
        return False
    bar = context.bars.get(fact.fact_type.value)
    return bar is not None and bar.holds_back(fact.confidence)
