"""Wiring of the rooms that need no database and no EHR: bytes to pages to clean text to facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arbiter_fhir.bootstrap.language_models import build_model
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.deid import DateOrder, PresidioDeidentifier
from arbiter_fhir.documents import LabelledBox, SandboxedReader
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.promotion import PromotionRules
from arbiter_fhir.extraction import CuratedTerms, ModelAssistedExtractor, RuleExtractor
from arbiter_fhir.pipelines.preview import PreviewPipeline
from arbiter_fhir.pipelines.promote import PromotionSetting
from arbiter_fhir.ports.documents import FactExtractor
from arbiter_fhir.ports.models import StructuredModel
from arbiter_fhir.settings import Settings

__all__ = [
    "build_deidentifier",
    "build_extractor",
    "build_painter",
    "build_preview",
    "build_promotion",
    "build_reader",
    "draw_overlay",
]

#: A clinician waits for a page; reading a document may take longer.
PICTURE_SECONDS = 20.0


def build_reader() -> SandboxedReader:
    """The reader of bytes, in a child process with limits."""
    return SandboxedReader()


def build_painter() -> SandboxedReader:
    """What draws pages for people who wait: a child that takes longer is stopped."""
    return SandboxedReader(seconds=PICTURE_SECONDS)


@cache
def build_deidentifier(date_order: str) -> PresidioDeidentifier:
    """The de-identification engine; built once a process, since loading the model takes about a second.

    Raises:
        DeidentificationError: The model is missing: fail closed.
    """
    return PresidioDeidentifier(UtcClock(), date_order=DateOrder(date_order))


def build_extractor(model: StructuredModel | None = None) -> FactExtractor:
    """Rules; and, where there is one, a model for what they leave unread."""
    rules = RuleExtractor()
    return rules if model is None else ModelAssistedExtractor(rules, model)


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


def _asks_models(settings: Settings) -> bool:
    return settings.models == "on" and bool(settings.model_base_url)


def build_preview(settings: Settings) -> PreviewPipeline:
    """The line without database and EHR, for `extract` and `deidentify`."""
    return PreviewPipeline(
        reader=build_reader(),
        load_deidentifier=lambda: build_deidentifier(settings.date_order),
        extractor=build_extractor(build_model(settings) if _asks_models(settings) else None),
    )
