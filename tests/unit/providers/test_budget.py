"""The day's budget: looked up before every call, shared by all processes, in money or in tokens."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.ports.models import ModelReply, ModelRequest
from arbiter_fhir.ports.usage import Spent
from arbiter_fhir.providers import BudgetedModel, DailyBudget

REQUEST = ModelRequest("Read.", DeidentifiedText("1| Glucose", DEID_SEAL), "page_facts", {"type": "object"})
DOLLAR = DailyBudget(cost=Decimal("1.00"))


class Answering:
    sees_pictures = True

    def __init__(self) -> None:
        self.calls = 0

    def complete(self, request: ModelRequest) -> ModelReply:
        self.calls += 1
        return ModelReply("{}", "small", 10, 5, 3)


def test_the_budget_is_looked_up_before_each_call() -> None:
    model = Answering()
    spent = iter([Spent(Decimal(0), 0), Spent(Decimal("0.99"), 10), Spent(Decimal("1.00"), 20)])
    budgeted = BudgetedModel(model, budget=DOLLAR, spent_today=lambda: next(spent))
    budgeted.complete(REQUEST)
    budgeted.complete(REQUEST)
    with pytest.raises(ProviderError) as caught:
        budgeted.complete(REQUEST)
    assert caught.value.code is ErrorCode.PROVIDER_BUDGET
    assert not caught.value.retryable
    assert model.calls == 2
    assert budgeted.sees_pictures


@pytest.mark.parametrize(
    ("budget", "spent", "over"),
    [
        (DailyBudget(), Spent(Decimal(10_000), 10**9), False),
        (DOLLAR, Spent(Decimal("0.999999"), 10**9), False),
        (DailyBudget(tokens=100), Spent(Decimal(0), 99), False),
        (DailyBudget(tokens=100), Spent(Decimal(0), 100), True),
        (DailyBudget(cost=Decimal(0)), Spent(Decimal(0), 0), True),
    ],
)
def test_a_bound_that_is_not_set_binds_nothing(budget: DailyBudget, spent: Spent, over: bool) -> None:
    assert budget.is_spent(spent) is over
