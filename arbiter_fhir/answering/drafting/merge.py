"""A model's claims in the place of the composer's, complete, each resting on what it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter_fhir.answering.drafting.prompt import REWORDED, DraftingRequest
from arbiter_fhir.answering.drafting.proposal import ProposedClaim
from arbiter_fhir.domain.answer import Claim, Draft
from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["merge_proposals"]


def merge_proposals(
    base: Draft, asked: DraftingRequest, proposals: Sequence[tuple[ProposedClaim, DeidentifiedText]]
) -> tuple[Draft | None, str]:
    """The composer's draft with the model's sentences, or ``None`` and a stable word for what is wrong with them.

    Args:
        base: The composer's draft.
        asked: What the model was asked, for the meaning of its numbers.
        proposals: The model's claims, each with its text after de-identification.
    """
    claims: list[Claim] = []
    said: set[int] = set()
    for proposal, text in proposals:
        if not proposal.rests_on:
            return None, "claim_without_statement"
        if any(not 1 <= number <= len(asked.statements) for number in proposal.rests_on):
            return None, "statement_unknown"
        rested = [base.claims[asked.statements[number - 1]] for number in proposal.rests_on]
        if any(claim.section is not proposal.section for claim in rested):
            return None, "sections_mixed"
        numbers = dict.fromkeys(citation for claim in rested for citation in claim.citations)
        claims.append(Claim(proposal.section, text, tuple(numbers)))
        said |= {asked.statements[number - 1] for number in proposal.rests_on}
    if said != set(asked.statements):
        return None, "statement_left_out"
    kept = [claim for index, claim in enumerate(base.claims) if index not in said]
    return replace(base, claims=tuple(_in_sections(claims, kept))), ""


def _in_sections(reworded: Sequence[Claim], kept: Sequence[Claim]) -> list[Claim]:
    """The model's findings first, then what did not fit, each section together in the order of the composer."""
    worded = [claim for section in REWORDED for claim in (*reworded, *kept) if claim.section is section]
    return [*worded, *(claim for claim in kept if claim.section not in REWORDED)]
