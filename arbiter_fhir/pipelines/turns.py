"""The question before: found for the one that follows it, and the new one kept for the next."""

from __future__ import annotations

from contextlib import suppress

from arbiter_fhir.domain.question import RoutedQuestion
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import StoreError
from arbiter_fhir.ports.turns import QueryTurns

__all__ = ["Conversation"]


class Conversation:
    """What one caller asks about one patient, question after question.

    Args:
        turns: Where questions are kept; ``None``: every question stands for itself.
        patient_id: Whose record is asked.
        caller: Who asks.
    """

    def __init__(self, turns: QueryTurns | None, *, patient_id: PatientId, caller: str) -> None:
        self._turns = turns
        self._patient_id = patient_id
        self._caller = caller

    def before(self, follows: str | None) -> RoutedQuestion | None:
        """The question that this one may lean on.

        Args:
            follows: The request id of its answer, as the caller gives it; ``None`` for a first question.

        Raises:
            StoreError: The database refused or failed.
        """
        if self._turns is None or not follows:
            return None
        return self._turns.find(follows, patient_id=self._patient_id, caller=self._caller)

    def keep(self, request_id: str, question: RoutedQuestion) -> None:
        """Keep a question; one that cannot be kept is answered all the same, and nothing can lean on it."""
        if self._turns is not None:
            with suppress(StoreError):
                self._turns.remember(request_id, patient_id=self._patient_id, caller=self._caller, question=question)
