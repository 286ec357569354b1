"""Questions that were asked, for those that lean on them."""

from __future__ import annotations

from typing import Protocol

from arbiter_fhir.domain.question import RoutedQuestion
from arbiter_fhir.domain.tenant import PatientId

__all__ = ["QueryTurns"]


class QueryTurns(Protocol):
    """Keeps what a question was decided to ask for, in clean text, for a day."""

    def remember(self, request_id: str, *, patient_id: PatientId, caller: str, question: RoutedQuestion) -> None:
        """Keep a question.

        Args:
            request_id: Of the answer; another question may name it.
            patient_id: Whose record was asked.
            caller: Who asked.
            question: The supervisor's decision.
        """
        ...

    def find(self, request_id: str, *, patient_id: PatientId, caller: str) -> RoutedQuestion | None:
        """The question of a request; ``None`` where it is too old, of another patient or of another caller."""
        ...
