"""What a call of a model costs."""

from decimal import Decimal

import pytest

from arbiter_fhir.domain.usage import ModelPrice

PRICE = ModelPrice(Decimal("0.15"), Decimal("0.60"))


@pytest.mark.parametrize(
    ("sent", "answered", "dollars"),
    [
        (1_000_000, 0, "0.150000"),
        (0, 1_000_000, "0.600000"),
        (1_200, 300, "0.000360"),
        (1, 1, "0.000001"),
        (0, 0, "0.000000"),
    ],
)
def test_cost_is_tokens_times_price_in_exact_decimals(sent: int, answered: int, dollars: str) -> None:
    assert PRICE.cost(input_tokens=sent, output_tokens=answered) == Decimal(dollars)


@pytest.mark.parametrize(("sent", "answered"), [(None, 5), (5, None), (None, None)])
def test_what_was_not_counted_has_no_cost(sent: int | None, answered: int | None) -> None:
    assert PRICE.cost(input_tokens=sent, output_tokens=answered) is None
