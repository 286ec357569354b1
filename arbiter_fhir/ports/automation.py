"""What automation needs from our own store: a site's bars, and the facts that they are tried on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.review import AutomationRule, ReviewWord
from arbiter_fhir.domain.tenant import FactId

__all__ = ["AutomationStore", "WeighedFact"]


@dataclass(frozen=True, slots=True)
class WeighedFact:
    """A fact that was sure enough for the chart, so that a bar alone says whether it is written.

    Attributes:
        fact_id: ``None`` of a decision, which outlives the reading that it was made about.
        says: The patient and the clinical content: what says the same is written once.
        decided: What a person decided about it; ``None`` where nobody did.
        corrected: Whether the approval put something right.
    """

    fact_id: FactId | None
    confidence: float
    says: str
    decided: ReviewWord | None = None
    corrected: bool = False


class AutomationStore(Protocol):
    """The site's bars, and the facts that they are tried on."""

    def rules(self) -> Sequence[AutomationRule]:
        """Active bars, by type of document and kind of fact."""
        ...

    def replace(self, rules: Sequence[AutomationRule], *, by: str) -> None:
        """Make these the site's bars; what is not among them has none."""
        ...

    def weighed(self, doc_type: DocType, fact_type: str, *, days: int) -> Sequence[WeighedFact]:
        """The facts of the last days that were sure enough for the chart, and the decisions about such facts."""
        ...
