"""What passes the identity gate: facts on pages whose patient is verified, or approved by a person."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.deid import DeidentifiedDocument, PhiMap
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity, IdentityDecision, IdentityStatus, ReviewDecision
from arbiter_fhir.domain.seal import IDENTITY_SEAL

__all__ = ["activate", "own_phi", "review_identity"]

#: Certainties that may become evidence; `NEEDS_REVIEW` stays visible for a person and is never active (seed).
EVIDENCE = frozenset({Certainty.VERIFIED, Certainty.DOCUMENT_FACT})


def activate(facts: Sequence[CitedFact], identity: DocumentIdentity) -> tuple[ActiveFact, ...]:
    """The facts that may become evidence: none of a part whose gate is closed, and never one that needs review.

    Raises:
        KeyError: A fact stands on a page that no part holds.
    """
    return tuple(
        ActiveFact(fact, identity.patient_id, IDENTITY_SEAL)
        for fact in facts
        if fact.certainty in EVIDENCE and identity.of_fact(fact).status.opens_the_gate
    )


def own_phi(clean: DeidentifiedDocument, identity: DocumentIdentity) -> PhiMap:
    """The placeholder map without what stands on another patient's pages only: it has no business in this chart."""
    others: set[str] = set()
    own: set[str] = set()
    for span in clean.spans:
        mismatch = identity.of_page(span.page).status is IdentityStatus.MISMATCH
        (others if mismatch else own).add(span.placeholder.label)
    return PhiMap({label: forms for label, forms in clean.phi.values.items() if label in own or label not in others})


def review_identity(decision: IdentityDecision, review: ReviewDecision) -> IdentityDecision:
    """The decision after a person has looked at a document.

    Raises:
        ValueError: There is nothing to approve: the document is verified, was not looked at, or a person has decided.
    """
    approved = review is ReviewDecision.APPROVED
    open_to = {IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH} | (set() if approved else {IdentityStatus.VERIFIED})
    if decision.status not in open_to:
        raise ValueError("only an ambiguous or a mismatched document is open for review")
    status = IdentityStatus.REVIEW_APPROVED if approved else IdentityStatus.REVIEW_REJECTED
    return IdentityDecision(decision.patient_id, status, decision.comparisons, decision.reason, IDENTITY_SEAL)
