"""What the de-identification room sees of a sentence when it looks for identifiers a second time."""

from __future__ import annotations

import re

from arbiter_fhir.domain.analyte import is_spelling_of
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.statement import Allergy, Medication

__all__ = ["to_look_at"]


def to_look_at(text: str, bundle: EvidenceBundle) -> str:
    """The sentence with names of known tests, drugs and allergens standing back.

    A language model takes *Prothrombin* at the beginning of a sentence for a person, and an answer would be refused for
    its test's name. A name wholly made of our vocabularies' words is nobody's; any other stays in the text.

    Args:
        text: A sentence of a draft.
        bundle: The evidence.
    """
    names = {name for item in (*bundle.findings, *bundle.review) for name in _plain_names(item)}
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "the test", text, flags=re.IGNORECASE)
    return text


def _plain_names(item: EvidenceItem) -> list[str]:
    """Names of an item that are words of a curated table, and nothing else."""
    match item.value:
        case Medication(ingredient=known) | Allergy(allergen=known) if known:
            return [known]
        case _ if item.lab is not None and is_spelling_of(item.words.name.value, item.subject):
            return [item.words.name.value]
        case _:
            return []
