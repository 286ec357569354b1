"""A language model may put the composer's findings into better words. It sees nothing else, and adds nothing.

The composer's sentences are what a model is shown, each with a number; its own sentences name the numbers that they
rest on. What needs a person and what is missing stays in the composer's words, whatever the model says. The result is
a draft like any other: it is validated, or never seen.
"""

from arbiter_fhir.answering.drafting.merge import merge_proposals
from arbiter_fhir.answering.drafting.minting import Minted, mint_wording
from arbiter_fhir.answering.drafting.prompt import DraftingRequest, ask_for_draft
from arbiter_fhir.answering.drafting.proposal import ProposedClaim, parse_proposals
from arbiter_fhir.answering.drafting.tokens import estimate_tokens

__all__ = [
    "DraftingRequest",
    "Minted",
    "ProposedClaim",
    "ask_for_draft",
    "estimate_tokens",
    "merge_proposals",
    "mint_wording",
    "parse_proposals",
]
