"""Classes of medicines: what "a statin" or "blood thinner" in a question stands for.

*Source*: ``data/drug_classes.tsv``, which names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.data_table import read_domain_table

__all__ = ["DrugClass", "class_display", "class_members", "drug_classes", "is_in_class"]


@dataclass(frozen=True, slots=True)
class DrugClass:
    """One class.

    Attributes:
        key: Such as ``class:statins``.
        display: Our own wording.
        names: Names in questions, lower case.
        members: Ingredients, as the medicines table writes them, in lower case.
    """

    key: str
    display: str
    names: tuple[str, ...]
    members: frozenset[str]


@cache
def drug_classes() -> Mapping[str, DrugClass]:
    """All classes by key."""
    return MappingProxyType(
        {
            row["class"]: DrugClass(
                row["class"],
                row["display"],
                tuple(row["names"].split("|")),
                frozenset(member.casefold() for member in row["members"].split("|")),
            )
            for row in read_domain_table("drug_classes.tsv")
        }
    )


def class_members(key: str) -> frozenset[str]:
    """The ingredients that a class key stands for, lower case; empty for any other key."""
    known = drug_classes().get(key)
    return known.members if known is not None else frozenset()


def is_in_class(ingredient: str, key: str) -> bool:
    """Whether a medicine belongs to a class: itself, or one of its parts where it is a combination (`` / ``)."""
    members = class_members(key)
    folded = ingredient.casefold()
    return folded in members or any(part.strip() in members for part in folded.split(" / "))


def class_display(key: str) -> str:
    """Our own wording for a class key; the key itself for any other."""
    known = drug_classes().get(key)
    return known.display if known is not None else key
