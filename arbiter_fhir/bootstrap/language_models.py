"""Wiring of language models: none by default; where one is configured, within the day's budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from zoneinfo import ZoneInfo

from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.domain.usage import ModelPrice
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.ports.models import StructuredModel
from arbiter_fhir.ports.usage import UsageReader
from arbiter_fhir.providers import BudgetedModel, DailyBudget, ModelAccess, ModelEndpoint, OpenAICompatibleModel
from arbiter_fhir.settings import Settings

__all__ = ["LanguageModels", "build_language_models", "build_model"]


@dataclass(frozen=True, slots=True)
class LanguageModels:
    """The models of a site.

    Attributes:
        reading: For pages that rules leave unread; ``None`` for none.
        wording: For answers, the one to ask first first; empty for none.
    """

    reading: StructuredModel | None = None
    wording: tuple[StructuredModel, ...] = ()


def build_language_models(
    settings: Settings, *, usage: UsageReader, today: Callable[[], date], zone: ZoneInfo
) -> LanguageModels:
    """What the settings allow; nothing at all where models are off or none is named.

    Raises:
        ConfigurationError: Incomplete or unsafe.
    """
    if settings.models == "off" or not settings.model_base_url:
        return LanguageModels()
    budget = DailyBudget(settings.model_daily_cost, settings.model_daily_tokens)

    def bounded(model: StructuredModel) -> StructuredModel:
        def since() -> datetime:
            return datetime.combine(today(), time(), zone).astimezone(UTC)

        unbounded = budget.cost is None and budget.tokens is None
        return model if unbounded else BudgetedModel(model, budget=budget, spent_today=lambda: usage.spent(since()))

    first = bounded(build_model(settings))
    if not settings.model_rewords:
        return LanguageModels(first)
    return LanguageModels(first, (first, bounded(_large(settings))) if settings.model_large_name else (first,))


def build_model(settings: Settings) -> OpenAICompatibleModel:
    """The configured model by itself, without a budget.

    Raises:
        ConfigurationError: Incomplete or unsafe.
    """
    if not settings.model_name:
        raise ConfigurationError("Set ARBITER_MODEL_NAME, or leave ARBITER_MODEL_BASE_URL empty.")
    price = _price(settings.model_input_price, settings.model_output_price)
    return _at_endpoint(settings, name=settings.model_name, price=price)


def _large(settings: Settings) -> OpenAICompatibleModel:
    price = _price(settings.model_large_input_price, settings.model_large_output_price)
    return _at_endpoint(settings, name=settings.model_large_name, price=price)


def _at_endpoint(settings: Settings, *, name: str, price: ModelPrice | None) -> OpenAICompatibleModel:
    access = ModelAccess(
        endpoint=ModelEndpoint(settings.model_base_url, plain_http_allowed=settings.model_plain_http),
        model=name,
        key=read_secret(settings.model_key_file, "model_key_file") if settings.model_key_file else "",
        seconds=settings.model_seconds,
        sees_pictures=settings.model_sees_pictures,
        ca_file=settings.model_ca_file,
        price=price,
    )
    return OpenAICompatibleModel(access, clock=UtcClock())


def _price(per_million_in: Decimal | None, per_million_out: Decimal | None) -> ModelPrice | None:
    """The price where both halves are set: half a price would show half the cost."""
    if per_million_in is None or per_million_out is None:
        return None
    return ModelPrice(per_million_in, per_million_out)
