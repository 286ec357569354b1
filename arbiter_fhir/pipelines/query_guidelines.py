"""Published guidance beside a patient's evidence, or alone where a guideline is what was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.analyte import group_members
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.question import Intent
from arbiter_fhir.ports.guidelines import GuidelineIndex
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.retrieval import GuidelineModels, search_guidelines, search_guidelines_about

__all__ = ["GuidelineSearch"]

_PRESSURE: Final = "vital:blood_pressure"


@dataclass(frozen=True, slots=True)
class GuidelineSearch:
    """A search over the indexed corpus; it sees the clean question and names of tests, nothing of the patient.

    Attributes:
        index: The active corpus.
        models: What the search computes with.
    """

    index: GuidelineIndex
    models: GuidelineModels

    def is_wanted(self, bundle: EvidenceBundle) -> bool:
        """Whether guidance belongs to the answer."""
        return bundle.question.intent in {Intent.GUIDELINE, Intent.INTERPRETATION}

    def beside(self, bundle: EvidenceBundle) -> EvidenceBundle:
        """The bundle with the passages that belong to it.

        Raises:
            ArbiterError: The index or a model is away.
        """
        if bundle.question.intent is Intent.GUIDELINE:
            found = search_guidelines(bundle.question.search_text, index=self.index, models=self.models)
        else:
            models = replace(self.models, embedder=_Remembering(self.models.embedder))
            found = search_guidelines_about(_keys(bundle), index=self.index, models=models)
        return replace(bundle, guidelines=found, guidelines_searched=True)


#: Vectors of our own topic questions by model and text; the same few questions are asked again for every patient.
_VECTORS: Final[dict[tuple[str, str], bytes]] = {}


class _Remembering:
    """The embedder for questions of our own wording: each is embedded once a process."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def model_id(self) -> str:
        """As the embedder's."""
        return self._embedder.model_id

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        """As `Embedder.embed`."""
        keys = [(self.model_id, text.value) for text in texts]
        fresh = [(key, text) for key, text in zip(keys, texts, strict=True) if key not in _VECTORS]
        if fresh:
            vectors = self._embedder.embed([text for _, text in fresh])
            _VECTORS.update({key: vector for (key, _), vector in zip(fresh, vectors, strict=True)})
        return [_VECTORS[key] for key in keys]


def _keys(bundle: EvidenceBundle) -> Sequence[str]:
    """The tests that an interpretation is about: those asked for, else those that were found worth a look."""
    question = bundle.question
    keys = [member for key in question.analytes for member in group_members(key)]
    keys += [key for key in question.subjects if key.startswith(_PRESSURE)]
    keys = keys or [item.subject for item in bundle.findings if item.lab is not None]
    # The corpus knows a blood pressure by its plain name.
    return list(dict.fromkeys("blood_pressure" if key.startswith(_PRESSURE) else key for key in keys))
