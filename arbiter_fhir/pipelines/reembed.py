"""A changed embedding model: vectors are made anew a patient at a time, while nobody waits for it.

Each patient's vectors change their model in one transaction, and a search names the model it looks for: vectors of two
models never meet. Until a patient's turn has come, questions about this patient are asked with the old model where it
can still be loaded, and by words alone where it cannot.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.ports.vectors import NewVectors, VectorUpkeep
from arbiter_fhir.telemetry import log_event

__all__ = ["ReembedPipeline"]

#: Patients looked up at once.
PATIENTS: Final = 20
#: After nothing was found: a process of the old settings may have written meanwhile.
LOOK_AGAIN_SECONDS: Final = 600.0


class ReembedPipeline:
    """Brings vectors to the configured model.

    Args:
        upkeep: Where stale vectors are found and replaced.
        embedder: The configured model.
        monotonic: Seconds; replaced in tests.
    """

    def __init__(
        self, *, upkeep: VectorUpkeep, embedder: Embedder, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._upkeep = upkeep
        self._embedder = embedder
        self._monotonic = monotonic
        self._waiting: list[PatientId] = []
        self._quiet_until = float("-inf")

    def step(self) -> bool:
        """Renew one patient's vectors; tells whether there was one.

        Raises:
            ProviderError: The model is away; the patient keeps the old vectors.
            StoreError: The database is away.
        """
        if not self._waiting:
            self._waiting = self._find()
        if not self._waiting:
            return False
        renewed = self.renew(self._waiting[0])
        self._waiting.pop(0)
        log_event("vectors.renewed", model=self._embedder.model_id, facts_extracted_count=renewed)
        return True

    def renew(self, patient_id: PatientId) -> int:
        """Renew this patient's vectors now; gives how many.

        Raises:
            ProviderError: The model is away; nothing changed.
            StoreError: The database is away.
        """
        model_id = self._embedder.model_id
        stale = self._upkeep.stale_texts(patient_id, model_id)
        if stale.count:
            facts, chunks = self._embedded(stale.facts), self._embedded(stale.chunks)
            self._upkeep.replace(patient_id, NewVectors(facts, chunks), model_id=model_id)
        return stale.count

    def _embedded(self, texts: tuple[tuple[int, DeidentifiedText], ...]) -> tuple[tuple[int, bytes], ...]:
        vectors = self._embedder.embed([text for _, text in texts]) if texts else []
        return tuple((row_id, vector) for (row_id, _), vector in zip(texts, vectors, strict=True))

    def _find(self) -> list[PatientId]:
        now = self._monotonic()
        if now < self._quiet_until:
            return []
        found = list(self._upkeep.stale_patients(self._embedder.model_id, limit=PATIENTS))
        if not found:
            self._quiet_until = now + LOOK_AGAIN_SECONDS
        return found
