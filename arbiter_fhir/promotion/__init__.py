"""What may enter the chart, and how it is taken back.

*Takes* activated facts, the identity decision on each part of their document, the chart's results, lists and open
orders, and our earlier promotions.
*Gives* one outcome per fact with its reason, the rows to write where the outcome is `promoted`, our rows that a
correction or a withdrawal takes back, stable fingerprints, and what to do with each promotion of a withdrawn document.
*Never* reads or writes anything, never converts a unit, never plans a row for a fact that did not pass the identity
gate, never takes back a row that is not ours.
"""

from arbiter_fhir.promotion.approval import APPROVED_REASONS
from arbiter_fhir.promotion.context import NoTerms, PromotionContext
from arbiter_fhir.promotion.corrections import SUPERSEDED, WITHDREW_RESULT
from arbiter_fhir.promotion.fingerprint import clinical_fingerprint, fact_fingerprint
from arbiter_fhir.promotion.list_plan import too_long
from arbiter_fhir.promotion.policy import decide_document, decide_promotion
from arbiter_fhir.promotion.retract import facts_to_reconsider, plan_retraction

__all__ = [
    "APPROVED_REASONS",
    "SUPERSEDED",
    "WITHDREW_RESULT",
    "NoTerms",
    "PromotionContext",
    "clinical_fingerprint",
    "decide_document",
    "decide_promotion",
    "fact_fingerprint",
    "facts_to_reconsider",
    "plan_retraction",
    "too_long",
]
