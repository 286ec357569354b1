"""`index-guidelines`: index, and say what was done."""

from __future__ import annotations

from dataclasses import asdict

from rich.text import Text

from arbiter_fhir.bootstrap.guidelines import build_index_guidelines
from arbiter_fhir.cli.output import Output
from arbiter_fhir.pipelines.index_guidelines import IndexOutcome
from arbiter_fhir.settings import Settings

__all__ = ["index_corpus"]


def index_corpus(settings: Settings, output: Output) -> None:
    """Bring the index to the corpus and the model, and show the outcome.

    Raises:
        ConfigurationError: The corpus cannot be used; the index stays as it is.
        StoreError: The database refused or failed.
    """
    outcome = build_index_guidelines(settings).run()
    output.show(lambda: asdict(outcome), lambda console: console.print(Text(_sentence(outcome))))


def _sentence(outcome: IndexOutcome) -> str:
    searched = f"Guidelines {outcome.corpus_version}: {outcome.chunks} chunks are searched with {outcome.model_id}."
    if not outcome.changed:
        return f"{searched} Nothing had to be done."
    return f"{searched} {outcome.embedded} vectors were made, {outcome.removed} rows of before removed."
