"""What the de-identification room sees of a draft when it looks for identifiers a second time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from arbiter_fhir.answering.wording.vocabulary import SOURCES
from arbiter_fhir.domain.analyte import is_spelling_of
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.statement import Allergy, Medication

__all__ = ["SecondLook"]


class SecondLook:
    """Looks at texts of a draft with names of known tests, drugs and allergens standing back.

    A language model takes *Prothrombin* at the beginning of a sentence for a person, and an answer would be refused for
    its test's name. A name wholly made of our vocabularies' words is nobody's; any other stays in the text. So is the
    figure in our own word for a kind of source, which beside "Address" would be a house's.
    """

    def __init__(self, bundle: EvidenceBundle, leaks: Callable[[str], bool]) -> None:
        self._leaks = leaks
        names = {name for item in (*bundle.findings, *bundle.review) for name in _plain_names(item)}
        listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._names = re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE) if names else None

    def shown(self, text: str) -> str:
        """The text as it is looked at."""
        text = text.replace(SOURCES[SourceType.HL7V2_MESSAGE], "message")
        return self._names.sub("the test", text) if self._names is not None else text

    def leaking(self, texts: Mapping[str, str]) -> list[str]:
        """Which of the texts hold an identifier.

        All are looked at together first, a line each: one look costs a fraction of many. Only where something is found
        each is looked at alone.

        Args:
            texts: What each is called, to the text.
        """
        lines = {name: " ".join(self.shown(text).split()) for name, text in texts.items()}
        if not lines or not self._leaks("\n".join(lines.values())):
            return []
        return [name for name, line in lines.items() if self._leaks(line)]


def _plain_names(item: EvidenceItem) -> list[str]:
    """Names of an item that are words of a curated table, and nothing else."""
    match item.value:
        case Medication(ingredient=known) | Allergy(allergen=known) if known:
            return [known]
        case _ if item.lab is not None and is_spelling_of(item.words.name.value, item.subject):
            return [item.words.name.value]
        case _:
            return []
