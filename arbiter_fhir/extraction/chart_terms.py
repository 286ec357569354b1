"""The curated vocabularies for titles that stand in a chart: what a person typed there, by generic or brand name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.term_mentions import term_mentions, term_words
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.lexicon import Lexicon
from arbiter_fhir.extraction.terminology.medicines import medicines
from arbiter_fhir.ports.terminology import TermMention

__all__ = ["CuratedTerms"]


class CuratedTerms:
    """Meets `ports.terminology`. Only exact names count: a guess could hide or double an entry."""

    def ingredients(self, title: str) -> frozenset[str]:
        """Every medicine that the title names; a combination is one name with its parts, as the table writes it."""
        return frozenset(match.entry.ingredient for match in medicines().find(title))

    def allergen(self, title: str, *, whole: bool = False) -> str:
        """The one allergen that the title names; empty for none and for several.

        Args:
            title: As typed.
            whole: ``Fairy dust`` is then no dust.
        """
        if whole:
            known = allergens().get(title)
            return known.name if known is not None else ""
        found = {match.entry.name for match in allergens().find(title)}
        return found.pop() if len(found) == 1 else ""

    def problem_code(self, title: str) -> str:
        """The ICD-10-CM code of the condition that the whole title names; empty where the table gives none."""
        return _codes().get(title) or ""

    def mentions(self, text: str) -> Sequence[TermMention]:
        """All names of all vocabularies in a question, from left to right."""
        return term_mentions(text)

    def words(self) -> frozenset[str]:
        """Every word of five letters and more that is a name by itself, in lower case."""
        return term_words()


@cache
def _codes() -> Lexicon[str]:
    """ICD-10-CM codes by every name of a condition; an empty one where no code is right for the bare name."""
    names: list[tuple[str, str]] = []
    for row in read_table("conditions.tsv"):
        names.append((row["condition"], row["icd10"]))
        names.extend((name, row["icd10"]) for name in row["names"].split("|") if name)
    return Lexicon(names)
