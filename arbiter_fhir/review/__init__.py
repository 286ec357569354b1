"""What people decided, laid over what was read.

*Takes* cited facts with the fingerprints of their reading, decisions, and text that answers may quote.
*Gives* facts that carry the decision (approved, kept as document fact, rejected, or corrected with the paper's value
beside the new one), and the text without the words of rejected facts.
*Never* reads or writes anything, never decides by itself, never loses what the paper says.
"""

from arbiter_fhir.review.facts import ReviewedFacts, apply_fact_reviews, foreseen
from arbiter_fhir.review.rejected_words import without_rejected

__all__ = ["ReviewedFacts", "apply_fact_reviews", "foreseen", "without_rejected"]
