"""Words of microbiology: organisms, drugs of susceptibility tables, and categories.

*Source of the categories*: HL7 table 0078 and CLSI M100 (S, I, R, SDD, NS).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from arbiter_fhir.domain.statement import SusceptibilityInterpretation
from arbiter_fhir.extraction.tables import read_table

__all__ = ["category_of", "concentration_of", "longest_drug", "organism_span"]

_CATEGORIES: Final = {
    "s": SusceptibilityInterpretation.SUSCEPTIBLE,
    "susceptible": SusceptibilityInterpretation.SUSCEPTIBLE,
    "sensitive": SusceptibilityInterpretation.SUSCEPTIBLE,
    "sens": SusceptibilityInterpretation.SUSCEPTIBLE,
    "i": SusceptibilityInterpretation.INTERMEDIATE,
    "intermediate": SusceptibilityInterpretation.INTERMEDIATE,
    "r": SusceptibilityInterpretation.RESISTANT,
    "resistant": SusceptibilityInterpretation.RESISTANT,
    "sdd": SusceptibilityInterpretation.SUSCEPTIBLE_DOSE_DEPENDENT,
    "ns": SusceptibilityInterpretation.NONSUSCEPTIBLE,
    "nonsusceptible": SusceptibilityInterpretation.NONSUSCEPTIBLE,
}
#: Words of the longest drug name in the table.
_MOST_WORDS: Final = 4
#: ``<=0.25``, ``>=32``, ``4``, ``<=2/38`` for combinations.
_CONCENTRATION: Final = re.compile(r"^[<>]?=?\s?\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?)?$|^[\u2264\u2265]\d+(?:\.\d+)?$")
_SPECIES: Final = re.compile(r"^(?:[a-z]{4,}|spp?\.?)[,.;:]?$")
_RANK: Final = re.compile(r"^(?:spp?\.?|species|group|complex)[,.;:]?$")
_AMOUNT: Final = re.compile(
    r"^(?:light|moderate|heavy|scant|scanty|rare|many|growth|isolated|present|detected|seen|recovered|colonies|"
    r"contamination|contaminant|identification|previously|formerly|resistant|susceptible|positive|negative|also|with|"
    r"from|only|screen|culture|antigen|toxin|antibody|organism|isolate|after|than|will|were|have|been|pending)\b",
    re.IGNORECASE,
)
_ABBREVIATED: Final = re.compile(r"^([A-Z])\.?$")


def category_of(text: str) -> SusceptibilityInterpretation | None:
    """The category that a word says; ``None`` where it says none."""
    return _CATEGORIES.get(text.casefold().strip("()*.,"))


def concentration_of(text: str) -> str:
    """A minimal inhibitory concentration as printed; empty where the text is none."""
    return text if _CONCENTRATION.match(text) else ""


@cache
def _drugs() -> frozenset[str]:
    rows = [row for row in read_table("antimicrobials.tsv") if row["kind"] == "drug"]
    return frozenset(_folded(name) for row in rows for name in (row["name"], *row["also"].split("|")) if name)


@cache
def _genera() -> frozenset[str]:
    return frozenset(row["name"] for row in read_table("antimicrobials.tsv") if row["kind"] == "genus")


@cache
def _initials() -> frozenset[str]:
    return frozenset(row["also"].upper() for row in read_table("antimicrobials.tsv") if row["kind"] == "genus")


def _folded(name: str) -> str:
    return re.sub(r"\s*([/-])\s*", r"\1", " ".join(name.casefold().split())).strip(":.,*")


def longest_drug(words: list[str]) -> int:
    """How many of the leading ``words`` name one drug of the table; 0 where they begin with none."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        if _folded(" ".join(words[:count])) in _drugs():
            return count
    return 0


def organism_span(words: list[str]) -> tuple[int, int] | None:
    """Where an organism's name stands in ``words`` (start inclusive, end exclusive); ``None`` where none does.

    ``Escherichia coli``, ``E. coli``, ``Enterobacter cloacae complex``, ``Staphylococcus aureus``, ``Candida``.
    """
    for index, word in enumerate(words):
        genus = word.casefold().strip(",.;:()") in _genera()
        short = _ABBREVIATED.match(word)
        initial = short is not None and short[1] in _initials() and word.endswith(".")
        end = _species_end(words, index + 1)
        if genus and (word[:1].isupper() or end > index + 1):
            return index, end
        if initial and end > index + 1 and len(words[index + 1]) >= 4:
            return index, end
    return None


def _species_end(words: list[str], start: int) -> int:
    """Where a species' name ends that may begin at ``start``: one word, and its rank behind it."""
    end = start
    if end < len(words) and words[end - 1][-1] not in ",;:" and _SPECIES.match(words[end]):
        end += 0 if _AMOUNT.match(words[end]) else 1
    if end < len(words) and words[end - 1][-1] not in ",;:" and _RANK.match(words[end]):
        end += 1
    return end
