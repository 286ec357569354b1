"""What would be written by itself and waits for a person all the same: the site's bars, and what people rejected."""

from __future__ import annotations

from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.promotion import BELOW_SITE_THRESHOLD, REJECTED_BEFORE, PromotionOutcome
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion.context import PromotionContext
from arbiter_fhir.promotion.fingerprint import clinical_fingerprint

__all__ = ["held_back"]

#: What is in the chart already stays there, whatever the bar is now.
WRITTEN_BEFORE = "promoted_before"


def held_back(
    fact: CitedFact, outcome: PromotionOutcome, reason: str, context: PromotionContext, *, patient_id: PatientId
) -> str:
    """Why a fact is kept from being written that the rules let in; empty where nothing keeps it.

    A person's approval is above all of it. What a person rejected is above every bar: no setting lets it in.
    """
    if outcome is not PromotionOutcome.PROMOTED or reason == WRITTEN_BEFORE or fact.is_approved:
        return ""
    if context.refused and clinical_fingerprint(fact.value, patient_id=patient_id) in context.refused:
        return REJECTED_BEFORE
    bar = context.bars.get(fact.fact_type.value)
    return BELOW_SITE_THRESHOLD if bar is not None and bar.holds_back(fact.confidence) else ""
