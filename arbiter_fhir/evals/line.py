"""The line under judgement, wired as the product wires it."""

from __future__ import annotations

from arbiter_fhir.bootstrap.reading import build_preview
from arbiter_fhir.evals.runner import DocumentLine
from arbiter_fhir.settings import Settings

__all__ = ["build_line"]


def build_line() -> DocumentLine:
    """The real line: child process, recognition, de-identification, extraction. Found by name in each process."""
    return build_preview(Settings())
