"""What rooms need from the curated vocabularies: which concept a title names, and which concepts a text mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

__all__ = ["ClinicalTerms", "QuestionWords", "TermKind", "TermMention", "TermMentions"]


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


class TermKind(StrEnum):
    """Which vocabulary a name stands in."""

    MEDICINE = "medicine"
    DRUG_CLASS = "drug_class"  # as an allergen: penicillins, contrast
    ALLERGEN = "allergen"  # foods, contact, environment; medicines are `MEDICINE`
    CONDITION = "condition"
    SYMPTOM = "symptom"
    VACCINE = "vaccine"
    PROCEDURE = "procedure"
    RELATION = "relation"


@dataclass(frozen=True, slots=True)
class TermMention:
    """A name of a vocabulary found in a text.

    Attributes:
        name: Normalised, as the table writes it.
        start: Offset in the text, inclusive.
        end: Offset in the text, exclusive.
    """

    kind: TermKind
    name: str
    start: int
    end: int


class TermMentions(Protocol):
    """Concepts in running text, by exact names only."""

    def mentions(self, text: str) -> Sequence[TermMention]:
        """All names of all vocabularies, from left to right; one stretch may be a name of several vocabularies.

        Abbreviations that are words as well count only in capitals.
        """
        ...

    def words(self) -> frozenset[str]:
        """Every word of five letters and more that is a name by itself, in lower case, to measure typing errors by."""
        ...


class QuestionWords(Protocol):
    """The words that questions are made of, for whoever has to tell a name from a word."""

    def knows(self, word: str) -> bool:
        """Whether a word in small letters is one of them, so that its capital makes no name of it."""
        ...

    def resembles(self, word: str) -> bool:
        """Whether a word in small letters is no such word and may be a slip of the pen of one."""
        ...

    def named_in(self, text: str) -> Sequence[tuple[int, int]]:
        """Where a text names something of the record: a test, a drug, a condition, a list. Offsets, end exclusive."""
        ...
