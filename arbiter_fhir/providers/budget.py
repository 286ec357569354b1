"""A model that stops being asked when the day's budget is spent, or when models are switched off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.ports.models import ModelReply, ModelRequest, StructuredModel
from arbiter_fhir.ports.usage import Spent

__all__ = ["BudgetedModel", "DailyBudget"]


@dataclass(frozen=True, slots=True)
class DailyBudget:
    """The most that models may take in one day of the site; ``None`` for no bound.

    Attributes:
        cost: US dollars; calls without a known cost count as nothing here, so set `tokens` as well for them.
        tokens: Sent and answered together.
    """

    cost: Decimal | None = None
    tokens: int | None = None

    def is_spent(self, spent: Spent) -> bool:
        """Whether nothing is left."""
        over_cost = self.cost is not None and spent.cost >= self.cost
        return over_cost or (self.tokens is not None and spent.tokens >= self.tokens)


class BudgetedModel:
    """Meets `StructuredModel`: asks another one while the day's budget lasts.

    The budget is looked up before each call, so that several processes share it; calls that run at the same moment can
    go over it by what they take themselves.
    """

    def __init__(self, model: StructuredModel, *, budget: DailyBudget, spent_today: Callable[[], Spent]) -> None:
        self._model = model
        self._budget = budget
        self._spent_today = spent_today

    @property
    def sees_pictures(self) -> bool:
        """As the model."""
        return self._model.sees_pictures

    def complete(self, request: ModelRequest) -> ModelReply:
        """Ask, where something is left.

        Raises:
            ProviderError: E_PROVIDER_BUDGET: the day's budget is spent; or what the model raises.
        """
        if self._budget.is_spent(self._spent_today()):
            raise ProviderError(
                ErrorCode.PROVIDER_BUDGET, "Today's budget for models is spent; everything else goes on without them."
            )
        return self._model.complete(request)
