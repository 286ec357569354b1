"""Wiring of the rooms that need no database and no EHR: bytes to pages to clean text to facts."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.deid import DateOrder, PresidioDeidentifier
from arbiter_fhir.documents import LabelledBox, SandboxedReader
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.promotion import PromotionRules
from arbiter_fhir.domain.usage import ModelPrice
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.extraction import CuratedTerms, ModelAssistedExtractor, RuleExtractor
from arbiter_fhir.pipelines.preview import PreviewPipeline
from arbiter_fhir.pipelines.promote import PromotionSetting
from arbiter_fhir.ports.documents import FactExtractor
from arbiter_fhir.providers import ModelAccess, ModelEndpoint, OpenAICompatibleModel
from arbiter_fhir.settings import Settings

__all__ = [
    "build_deidentifier",
    "build_extractor",
    "build_model",
    "build_preview",
    "build_promotion",
    "build_reader",
    "draw_overlay",
]


def build_reader() -> SandboxedReader:
    """The reader of bytes, in a child process with limits."""
    return SandboxedReader()


@cache
def build_deidentifier(date_order: str) -> PresidioDeidentifier:
    """The de-identification engine; built once a process, since loading the model takes about a second.

    Raises:
        DeidentificationError: The model is missing: fail closed.
    """
    return PresidioDeidentifier(UtcClock(), date_order=DateOrder(date_order))


def build_extractor(settings: Settings) -> FactExtractor:
    """Rules; and, where one is configured, a model for what they leave unread.

    Raises:
        ConfigurationError: The model's settings are incomplete or unsafe.
    """
    rules = RuleExtractor()
    if not settings.model_base_url:
        return rules
    return ModelAssistedExtractor(rules, build_model(settings))


def build_model(settings: Settings) -> OpenAICompatibleModel:
    """The configured language model.

    Raises:
        ConfigurationError: Incomplete or unsafe.
    """
    if not settings.model_name:
        raise ConfigurationError("Set ARBITER_MODEL_NAME, or leave ARBITER_MODEL_BASE_URL empty.")
    endpoint = ModelEndpoint(settings.model_base_url, plain_http_allowed=settings.model_plain_http)
    access = ModelAccess(
        endpoint=endpoint,
        model=settings.model_name,
        key=read_secret(settings.model_key_file, "model_key_file") if settings.model_key_file else "",
        seconds=settings.model_seconds,
        sees_pictures=settings.model_sees_pictures,
        ca_file=settings.model_ca_file,
        price=_price(settings.model_input_price, settings.model_output_price),
    )
    return OpenAICompatibleModel(access, clock=UtcClock())


def _price(per_million_in: Decimal | None, per_million_out: Decimal | None) -> ModelPrice | None:
    """The price where both halves are set: half a price would show half the cost."""
    if per_million_in is None or per_million_out is None:
        return None
    return ModelPrice(per_million_in, per_million_out)


def build_promotion(settings: Settings) -> PromotionSetting:
    """What the site lets into its chart, and the vocabularies that read the chart's own titles."""
    return PromotionSetting(PromotionRules(settings.promote_lists), CuratedTerms())


def draw_overlay(content: bytes, page: int, boxes: Sequence[tuple[BoundingBox, str, str]]) -> bytes:
    """A page as PNG with boxes drawn on it.

    Args:
        content: The document.
        page: 1-based.
        boxes: Box, label and colour (``#rrggbb``) of each.

    Raises:
        DocumentError: The document cannot be read, or has no such page.
    """
    return build_reader().draw_overlay(content, page, [LabelledBox(*each) for each in boxes])


def build_preview(settings: Settings) -> PreviewPipeline:
    """The line without database and EHR, for `extract` and `deidentify`."""
    return PreviewPipeline(
        reader=build_reader(),
        load_deidentifier=lambda: build_deidentifier(settings.date_order),
        extractor=build_extractor(settings),
    )
