"""Wiring of the rooms that need no database and no EHR: bytes to pages to clean text to facts."""

from __future__ import annotations

from functools import cache

from arbiter_fhir.deid import DateOrder, PresidioDeidentifier
from arbiter_fhir.documents import SandboxedReader, draw_overlay
from arbiter_fhir.extraction import DocumentFactExtractor
from arbiter_fhir.pipelines.preview import PreviewPipeline
from arbiter_fhir.settings import Settings

__all__ = ["build_deidentifier", "build_extractor", "build_preview", "build_reader", "draw_overlay"]


def build_reader() -> SandboxedReader:
    """The reader of bytes, in a child process with limits."""
    return SandboxedReader()


@cache
def build_deidentifier(date_order: str) -> PresidioDeidentifier:
    """The de-identification engine; built once a process, since loading the model takes about a second.

    Raises:
        DeidentificationError: The model is missing: fail closed.
    """
    return PresidioDeidentifier(date_order=DateOrder(date_order))


def build_extractor() -> DocumentFactExtractor:
    """The deterministic extractor."""
    return DocumentFactExtractor()


def build_preview(settings: Settings) -> PreviewPipeline:
    """The line without database and EHR, for `extract` and `deidentify`."""
    return PreviewPipeline(
        reader=build_reader(), deidentifier=build_deidentifier(settings.date_order), extractor=build_extractor()
    )
