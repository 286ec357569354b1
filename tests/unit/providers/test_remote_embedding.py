"""An embedding endpoint over real HTTP: what is sent, what is believed, and how it can fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler

import numpy as np
import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.providers import ExchangeAccess, ModelEndpoint, RemoteEmbedder
from devstack.models import Behaviour, ModelServer, Received, reply, status

GOOD = [3.0, 4.0] + [0.0] * 382


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC)


def vectors(handler: BaseHTTPRequestHandler, received: Received) -> None:
    """One vector for each text, told apart by their last number, in reverse order."""
    texts = received.body["input"]
    rows = [{"index": index, "embedding": [*GOOD[:-1], float(len(text))]} for index, text in enumerate(texts)]
    reply({"object": "list", "data": rows[::-1]})(handler, received)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer([vectors]) as listening:
        yield listening


@pytest.fixture
def embedder(server: ModelServer) -> RemoteEmbedder:
    return RemoteEmbedder(
        ModelEndpoint(server.base_url),
        "all-minilm",
        access=ExchangeAccess(key="k-1", seconds=5.0),
        clock=StandingClock(),
        wait=lambda _: None,
    )


def clean(*texts: str) -> list[DeidentifiedText]:
    return [DeidentifiedText(text, DEID_SEAL) for text in texts]


def test_vectors_come_back_in_the_order_of_the_texts_at_unit_length(embedder: RemoteEmbedder) -> None:
    first, second = (np.frombuffer(vector, "<f4") for vector in embedder.embed(clean("a", "bbbb")))
    assert np.linalg.norm(first) == pytest.approx(1.0, abs=1e-6)
    assert (first[-1] / first[0], second[-1] / second[0]) == (pytest.approx(1 / 3), pytest.approx(4 / 3))


def test_many_texts_go_in_several_requests(embedder: RemoteEmbedder, server: ModelServer) -> None:
    assert len(embedder.embed(clean(*["x"] * 130))) == 130
    assert [len(received.body["input"]) for received in server.received] == [64, 64, 2]
    assert server.received[0].headers["authorization"] == "Bearer k-1"


def test_an_endpoint_that_knows_no_dimensions_is_asked_without_them(
    embedder: RemoteEmbedder, server: ModelServer
) -> None:
    server.behaviours = [status(400), vectors]
    embedder.embed(clean("a"))
    embedder.embed(clean("b"))
    assert ["dimensions" in received.body for received in server.received] == [True, False, False]


def answered(embedding: object, *, index: object = 0) -> Behaviour:
    return reply(json.dumps({"data": [{"index": index, "embedding": embedding}]}))


@pytest.mark.parametrize(
    "behaviour",
    [
        answered(GOOD[:-1]),
        answered([0.0] * 384),
        answered([float("nan")] * 384),
        answered(["x"] * 384),
        answered("vector"),
        answered(None),
        answered(GOOD, index=1),
        answered(GOOD, index="0"),
        reply({"data": []}),
        reply({"data": None}),
        reply("no json"),
        reply("[" * 100_000),
        reply(b"x" * (5 * 1024 * 1024)),
        status(401),
        status(404),
    ],
)
def test_what_is_no_vector_is_never_stored(
    embedder: RemoteEmbedder, server: ModelServer, behaviour: Callable[..., None]
) -> None:
    server.behaviours = [behaviour]
    with pytest.raises(ProviderError) as caught:
        embedder.embed(clean("Glucose"))
    assert caught.value.code is ErrorCode.PROVIDER_OUTPUT
    assert "Glucose" not in caught.value.message


def test_an_endpoint_that_is_away_is_worth_another_try_later(embedder: RemoteEmbedder, server: ModelServer) -> None:
    server.behaviours = [status(503)]
    with pytest.raises(ProviderError) as caught:
        embedder.embed(clean("a"))
    assert caught.value.retryable


def test_the_model_is_named_by_what_the_endpoint_calls_it(embedder: RemoteEmbedder) -> None:
    assert embedder.model_id == "endpoint:all-minilm"
