"""What promotion needs from the curated vocabularies: which concept a title in the chart names."""

from __future__ import annotations

from typing import Protocol

__all__ = ["ClinicalTerms"]


class ClinicalTerms(Protocol):
    """Names to concepts. An empty answer means that the tables do not know the name, never that it is harmless."""

    def ingredients(self, title: str) -> frozenset[str]:
        """What a medication's title names, by generic or brand name: ``metformin`` for ``Glucophage 500 mg``.

        A combination is one name, its ingredients parted by `` / ``.
        """
        ...

    def allergen(self, title: str, *, whole: bool = False) -> str:
        """The normalised allergen that a title names; empty where none.

        Args:
            title: As typed into a chart or a message.
            whole: The title has to be the name of the allergen and nothing else.
        """
        ...

    def problem_code(self, title: str) -> str:
        """The ICD-10-CM code that a problem's title maps to; empty where none or several."""
        ...
