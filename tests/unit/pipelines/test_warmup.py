"""What a process does before its first question."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import date

import pytest

from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.extraction import CuratedTerms
from arbiter_fhir.pipelines.warmup import Rehearsal, Warmth, Warmup

TODAY = date(2026, 11, 30)


class Embedder:
    """Keeps what it was asked for."""

    model_id = "none"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        self.texts += [text.value for text in texts]
        return [b"" for _ in texts]


def test_every_kind_of_question_goes_the_whole_way_without_a_database() -> None:
    embedder = Embedder()
    Rehearsal(build_deidentifier("month_first"), embedder, CuratedTerms(), lambda: TODAY)()
    assert len(embedder.texts) == len(set(embedder.texts)) > 5


def test_it_is_warm_when_all_steps_are_taken_and_not_before() -> None:
    may_go_on, reached = threading.Event(), threading.Event()

    def slow() -> None:
        reached.set()
        may_go_on.wait(60)

    warmup = Warmup([slow])
    assert warmup.warmth is Warmth.COLD
    thread = warmup.start()
    assert reached.wait(60)
    assert warmup.warmth is Warmth.WARMING
    may_go_on.set()
    thread.join(60)
    assert warmup.warmth is Warmth.WARM


def test_what_is_away_is_left_to_the_first_question() -> None:
    taken: list[str] = []

    def away() -> None:
        raise ProviderError(ErrorCode.PROVIDER_MODEL, "The model is away.")

    warmup = Warmup([away, lambda: taken.append("next")])
    warmup.run()
    assert taken == ["next"]
    assert warmup.warmth is Warmth.WARM


def test_a_fault_of_our_own_ends_it_and_keeps_nothing_waiting() -> None:
    def broken() -> None:
        raise KeyError("x")

    warmup = Warmup([broken])
    with pytest.raises(KeyError):
        warmup.run()
    assert warmup.warmth is Warmth.WARM
