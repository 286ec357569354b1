"""What passes the identity gate: facts of a document whose patient is verified, or approved by a person."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.domain.identity import ActiveFact, IdentityDecision, IdentityStatus, ReviewDecision
from arbiter_fhir.domain.seal import IDENTITY_SEAL

__all__ = ["activate", "review_identity"]

#: Certainties that may become evidence; `NEEDS_REVIEW` stays visible for a person and is never active (seed).
EVIDENCE = frozenset({Certainty.VERIFIED, Certainty.DOCUMENT_FACT})


def activate(facts: Sequence[CitedFact], decision: IdentityDecision) -> tuple[ActiveFact, ...]:
    """The facts that may become evidence: none unless the gate is open, and never one that needs review."""
    if not decision.status.opens_the_gate:
        return ()
    return tuple(ActiveFact(fact, decision.patient_id, IDENTITY_SEAL) for fact in facts if fact.certainty in EVIDENCE)


def review_identity(decision: IdentityDecision, review: ReviewDecision) -> IdentityDecision:
    """The decision after a person has looked at an ambiguous or mismatched document.

    Raises:
        ValueError: The document needs no review: it is verified, or a person has decided already.
    """
    if decision.status not in {IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH}:
        raise ValueError("only an ambiguous or a mismatched document is open for review")
    approved = review is ReviewDecision.APPROVED
    status = IdentityStatus.REVIEW_APPROVED if approved else IdentityStatus.REVIEW_REJECTED
    return IdentityDecision(decision.patient_id, status, decision.comparisons, decision.reason, IDENTITY_SEAL)
