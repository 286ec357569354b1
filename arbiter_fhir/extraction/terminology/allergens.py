"""What people are allergic to, and how it shows.

*Source*: ``data/allergens.tsv``, ``data/reactions.tsv`` and the medicines of ``data/drugs.tsv``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.lexicon import Lexicon

__all__ = ["Allergen", "Reaction", "allergens", "is_drug_code_of_another", "reactions"]


@dataclass(frozen=True, slots=True)
class Allergen:
    """A substance or class.

    Attributes:
        name: Normalised.
        kind: ``drug``, ``drug_class``, ``contrast``, ``biologic``, ``contact``, ``topical``, ``food``, ``environment``
            or ``insect``.
        rxcui: RxNorm concept; ``None`` where no code is safe.
    """

    name: str
    kind: str
    rxcui: str | None


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction.

    Attributes:
        name: Normalised.
        grave: One that nobody should overlook.
    """

    name: str
    grave: bool


@cache
def allergens() -> Lexicon[Allergen]:
    """All names of allergens: classes, foods and the like first, then every medicine."""
    names: list[tuple[str, Allergen]] = []
    for row in read_table("allergens.tsv"):
        allergen = Allergen(row["allergen"], row["kind"], row["rxcui"] or None)
        names.append((row["allergen"], allergen))
        names.extend((name, allergen) for name in row["names"].split("|") if name)
    for row in read_table("drugs.tsv"):
        medicine = Allergen(row["ingredient"], "drug", row["rxcui"] or None)
        names.append((row["ingredient"], medicine))
        names.extend((name, medicine) for name in row["names"].split("|") if name)
    return Lexicon(names)


@cache
def _drugs_of_codes() -> dict[str, str]:
    return {row["rxcui"]: row["ingredient"] for row in read_table("drugs.tsv") if row["rxcui"]}


def is_drug_code_of_another(printed: str | None, allergen: Allergen) -> bool:
    """Whether a printed RxNorm code is the table's code of another medicine; a class and its members may differ."""
    if allergen.kind != "drug" or not printed:
        return False
    return _drugs_of_codes().get(printed, allergen.name) != allergen.name


@cache
def reactions() -> Lexicon[Reaction]:
    """All names of reactions."""
    names: list[tuple[str, Reaction]] = []
    for row in read_table("reactions.tsv"):
        reaction = Reaction(row["reaction"], row["grave"] == "yes")
        names.append((row["reaction"], reaction))
        names.extend((name, reaction) for name in row["names"].split("|") if name)
    return Lexicon(names)
