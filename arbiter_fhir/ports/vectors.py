"""Vectors of a model that is no longer the configured one, and how they are replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.tenant import PatientId

__all__ = ["NewVectors", "StaleTexts", "VectorUpkeep"]


@dataclass(frozen=True, slots=True)
class StaleTexts:
    """Texts of one patient whose active vectors are of another model: ``(id, text)`` of facts and of chunks."""

    facts: tuple[tuple[int, DeidentifiedText], ...] = ()
    chunks: tuple[tuple[int, DeidentifiedText], ...] = ()

    @property
    def count(self) -> int:
        """How many texts there are."""
        return len(self.facts) + len(self.chunks)


@dataclass(frozen=True, slots=True)
class NewVectors:
    """Their vectors of the configured model: ``(id, vector)`` of facts and of chunks."""

    facts: tuple[tuple[int, bytes], ...]
    chunks: tuple[tuple[int, bytes], ...]


class VectorUpkeep(Protocol):
    """Finds and replaces vectors of other models, a patient at a time; needs no lock on what is read meanwhile."""

    def stale_patients(self, model_id: str, *, limit: int) -> Sequence[PatientId]:
        """Patients with active vectors of another model."""
        ...

    def stale_texts(self, patient_id: PatientId, model_id: str) -> StaleTexts:
        """What has to be embedded again for one patient."""
        ...

    def replace(self, patient_id: PatientId, vectors: NewVectors, *, model_id: str) -> None:
        """Put the new vectors in the old ones' place, all in one transaction.

        What was withdrawn meanwhile stays as it is.
        """
        ...
