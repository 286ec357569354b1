"""What people decided, laid over what was read.

*Takes* cited facts with the fingerprints of their reading, and decisions.
*Gives* facts that carry the decision: approved, kept as document fact, rejected, or corrected with the paper's value
beside the new one.
*Never* reads or writes anything, never decides by itself, never loses what the paper says.
"""

from arbiter_fhir.review.facts import ReviewedFacts, apply_fact_reviews

__all__ = ["ReviewedFacts", "apply_fact_reviews"]
