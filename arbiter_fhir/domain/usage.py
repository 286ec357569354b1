"""What the line spends: time per stage, and tokens and money where a model was asked."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

__all__ = ["ModelPrice", "ModelUse", "StageMeasure"]

_MILLION = Decimal(1_000_000)
#: Money is stored in millionths of a US dollar: one token of the cheapest hosted models costs less than one of them,
#: so each call is rounded once, not each token.
_SMALLEST = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """What an endpoint asks, in US dollars per million tokens, as providers publish it."""

    input_per_million: Decimal
    output_per_million: Decimal

    def cost(self, *, input_tokens: int | None, output_tokens: int | None) -> Decimal | None:
        """US dollars of one call, to six decimals; ``None`` where the endpoint did not count its tokens."""
        if input_tokens is None or output_tokens is None:
            return None
        spent = self.input_per_million * input_tokens + self.output_per_million * output_tokens
        return (spent / _MILLION).quantize(_SMALLEST)


@dataclass(frozen=True, slots=True)
class ModelUse:
    """One call of a model.

    Attributes:
        model_id: What the endpoint calls itself.
        input_tokens: As counted by the endpoint; ``None`` where it does not count.
        output_tokens: The same.
        latency_ms: Whole exchange, milliseconds, retries included.
        cost: US dollars; ``None`` where no price is configured or the endpoint does not count.
    """

    model_id: str
    input_tokens: int | None
    output_tokens: int | None
    latency_ms: int
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True)
class StageMeasure:
    """How long one stage took, or one call of a model inside of it.

    Attributes:
        stage: Stable word such as ``retrieve``.
        latency_ms: Wall milliseconds.
        use: The call, where this is one; its time lies within the stage's own measure.
    """

    stage: str
    latency_ms: int
    use: ModelUse | None = None
