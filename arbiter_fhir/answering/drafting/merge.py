"""A model's claims in the place of the composer's, complete, each resting on what it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbiter_fhir.answering.drafting.minting import keeps_every_word, mint_wording
from arbiter_fhir.answering.drafting.prompt import REWORDED, DraftingRequest
from arbiter_fhir.answering.drafting.proposal import ProposedClaim
from arbiter_fhir.domain.answer import Claim, Draft

__all__ = ["Merged", "merge_proposals"]


@dataclass(frozen=True, slots=True)
class Merged:
    """A draft with a model's sentences, or what is wrong with them.

    Attributes:
        draft: ``None`` where something is.
        problem: Stable word; empty where nothing is.
        foreign: Words of the model's own, raw, for one more look at what kind they are; never shown.
    """

    draft: Draft | None
    problem: str = ""
    foreign: str = ""


def merge_proposals(base: Draft, asked: DraftingRequest, proposals: Sequence[ProposedClaim]) -> Merged:
    """The composer's draft with the model's sentences.

    Args:
        base: The composer's draft.
        asked: What the model was asked, for the meaning of its numbers.
        proposals: The model's claims.
    """
    claims: list[Claim] = []
    for proposal in proposals:
        claim = _claim(base, asked, proposal)
        if isinstance(claim, Merged):
            return claim
        claims.append(claim)
    said = {asked.statements[number - 1] for proposal in proposals for number in proposal.rests_on}
    if said != set(asked.statements):
        return Merged(None, "statement_left_out")
    # The findings come first in every draft: what did not fit follows the model's words, then the other sections.
    kept = [claim for index, claim in enumerate(base.claims) if index not in said]
    return Merged(replace(base, claims=(*claims, *kept)))


def _claim(base: Draft, asked: DraftingRequest, proposal: ProposedClaim) -> Claim | Merged:
    """One sentence as a claim with the citations of what it rests on, or what is wrong with it."""
    numbers = proposal.rests_on
    if not numbers or any(not 1 <= number <= len(asked.statements) for number in numbers):
        return Merged(None, "statement_unknown" if numbers else "claim_without_statement")
    rested = [base.claims[asked.statements[number - 1]] for number in numbers]
    sources = [claim.text for claim in rested]
    minted = mint_wording(proposal.text, sources)
    if minted.text is None:
        return Merged(None, "word_of_its_own", minted.foreign)
    if not keeps_every_word(minted.text, sources):
        return Merged(None, "words_left_out")
    cited = dict.fromkeys(citation for claim in rested for citation in claim.citations)
    return Claim(REWORDED, minted.text, tuple(cited))
