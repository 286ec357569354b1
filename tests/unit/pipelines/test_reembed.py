"""A changed embedding model: one patient at a time, one model at a time, and no hurry when there is nothing to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.pipelines.reembed import LOOK_AGAIN_SECONDS, ReembedPipeline
from arbiter_fhir.ports.vectors import NewVectors, StaleTexts


def text(words: str) -> DeidentifiedText:
    return DeidentifiedText(words, DEID_SEAL)


@dataclass
class OldVectors:
    """Patients with texts whose vectors are of another model."""

    waiting: dict[int, StaleTexts]
    replaced: list[tuple[int, NewVectors, str]] = field(default_factory=list)
    looks: int = 0

    def stale_patients(self, model_id: str, *, limit: int) -> Sequence[PatientId]:
        self.looks += 1
        return [PatientId(patient) for patient in self.waiting][:limit]

    def stale_texts(self, patient_id: PatientId, model_id: str) -> StaleTexts:
        return self.waiting.get(patient_id, StaleTexts())

    def replace(self, patient_id: PatientId, vectors: NewVectors, *, model_id: str) -> None:
        self.replaced.append((patient_id, vectors, model_id))
        del self.waiting[patient_id]


@dataclass
class Lengths:
    """Embeds a text as its length; may be away."""

    away: bool = False
    model_id: str = "new@1"

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        if self.away:
            raise ProviderError(ErrorCode.PROVIDER_TRANSPORT, "away", retryable=True)
        return [str(len(each)).encode() for each in texts]


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


TWO = {3: StaleTexts(facts=((8, text("abc")),), chunks=((9, text("abcde")),)), 4: StaleTexts(facts=((10, text("x")),))}


def test_each_patients_vectors_change_at_once(clock: list[float]) -> None:
    old = OldVectors(dict(TWO))
    pipeline = ReembedPipeline(upkeep=old, embedder=Lengths(), monotonic=lambda: clock[0])
    assert [pipeline.step() for _ in range(3)] == [True, True, False]
    assert old.replaced[0] == (3, NewVectors(((8, b"3"),), ((9, b"5"),)), "new@1")
    assert [patient for patient, _, _ in old.replaced] == [3, 4]


def test_nothing_to_do_is_looked_for_seldom(clock: list[float]) -> None:
    old = OldVectors({})
    pipeline = ReembedPipeline(upkeep=old, embedder=Lengths(), monotonic=lambda: clock[0])
    assert [pipeline.step() for _ in range(5)] == [False] * 5
    assert old.looks == 1
    clock[0] = LOOK_AGAIN_SECONDS
    pipeline.step()
    assert old.looks == 2


def test_a_model_that_is_away_loses_nobody(clock: list[float]) -> None:
    old, embedder = OldVectors(dict(TWO)), Lengths(away=True)
    pipeline = ReembedPipeline(upkeep=old, embedder=embedder, monotonic=lambda: clock[0])
    with pytest.raises(ProviderError):
        pipeline.step()
    assert not old.replaced
    embedder.away = False
    assert pipeline.step()
    assert old.replaced[0][0] == 3


def test_a_patient_can_be_renewed_before_its_turn(clock: list[float]) -> None:
    old = OldVectors(dict(TWO))
    pipeline = ReembedPipeline(upkeep=old, embedder=Lengths(), monotonic=lambda: clock[0])
    assert pipeline.renew(PatientId(4)) == 1
    assert pipeline.renew(PatientId(4)) == 0
