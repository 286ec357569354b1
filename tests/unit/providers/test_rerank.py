"""A rerank endpoint over real HTTP: what is sent, what is believed, and how it can fail."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.providers import RERANK_REPLY_BYTES, ExchangeAccess, JsonExchange, ModelEndpoint, RemoteReranker
from arbiter_fhir.transport import RetryPolicy
from devstack.models import ModelServer, Received, reply, status

SECONDS = 1.0


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC)


def scored(*pairs: tuple[object, object]) -> Callable[..., None]:
    return reply({"results": [{"index": index, "relevance_score": score} for index, score in pairs], "id": "r-1"})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer([scored((1, 0.9), (0, 0.2))]) as listening:
        yield listening


@pytest.fixture
def reranker(server: ModelServer) -> RemoteReranker:
    exchange = JsonExchange(
        ExchangeAccess(key="k-1", seconds=SECONDS),
        reply_bytes=RERANK_REPLY_BYTES,
        clock=StandingClock(),
        policy=RetryPolicy(pauses=()),
    )
    return RemoteReranker(ModelEndpoint(server.base_url), "rerank-v3.5", exchange=exchange)


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def ask(reranker: RemoteReranker) -> list[float]:
    return reranker.rerank(clean("A1c goal"), [clean("about lipids"), clean("A1C goal below 7%")])


def test_scores_come_back_in_the_order_of_the_passages(reranker: RemoteReranker, server: ModelServer) -> None:
    assert ask(reranker) == [0.2, 0.9]
    received = server.received[0]
    assert received.path.endswith("/rerank")
    assert received.headers["authorization"] == "Bearer k-1"
    assert received.body == {
        "model": "rerank-v3.5",
        "query": "A1c goal",
        "documents": ["about lipids", "A1C goal below 7%"],
        "top_n": 2,
    }
    assert reranker.model_id == "rerank-v3.5"


def test_without_passages_nobody_is_asked(reranker: RemoteReranker, server: ModelServer) -> None:
    assert reranker.rerank(clean("A1c goal"), []) == []
    assert server.received == []


@pytest.mark.parametrize(
    "behaviour",
    [
        scored((0, 0.5)),
        scored((0, 0.5), (0, 0.6)),
        scored((0, 0.5), (1, 0.6), (2, 0.7)),
        scored((0, 0.5), (2, 0.6)),
        scored((0, 0.5), (-1, 0.6)),
        scored((0, 0.5), ("1", 0.6)),
        scored((0, 0.5), (True, 0.6)),
        scored((0, 0.5), (1, 1.2)),
        scored((0, 0.5), (1, -0.1)),
        scored((0, 0.5), (1, "high")),
        scored((0, 0.5), (1, None)),
        reply(json.dumps({"results": [{"index": 0, "relevance_score": float("nan")}, {"index": 1}]})),
        reply({"results": None}),
        reply({"results": {"index": 0}}),
        reply({}),
        reply([]),
        reply("no json"),
        reply("[" * 100_000),
        reply(b"x" * (RERANK_REPLY_BYTES + 1)),
        status(400),
        status(401),
        status(404),
    ],
)
def test_an_answer_that_is_none_is_not_used(
    reranker: RemoteReranker, server: ModelServer, behaviour: Callable[..., None]
) -> None:
    server.behaviours = [behaviour]
    with pytest.raises(ProviderError) as caught:
        ask(reranker)
    assert caught.value.code is ErrorCode.PROVIDER_OUTPUT
    assert "A1c" not in caught.value.message


@pytest.mark.parametrize("code", [429, 500, 503])
def test_an_endpoint_in_trouble_is_worth_another_try_later(
    reranker: RemoteReranker, server: ModelServer, code: int
) -> None:
    server.behaviours = [status(code)]
    with pytest.raises(ProviderError) as caught:
        ask(reranker)
    assert (caught.value.code, caught.value.retryable) == (ErrorCode.PROVIDER_TRANSPORT, True)


def slow(handler: BaseHTTPRequestHandler, received: Received) -> None:
    """Two seconds late."""
    time.sleep(2 * SECONDS)
    scored((1, 0.9), (0, 0.2))(handler, received)


def drip(handler: BaseHTTPRequestHandler, _: Received) -> None:
    """A byte every tenth of a second, for ten seconds."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    for _each in range(100):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


@pytest.mark.parametrize("behaviour", [slow, drip])
def test_a_question_does_not_wait_beyond_the_deadline(
    reranker: RemoteReranker, server: ModelServer, behaviour: Callable[..., None]
) -> None:
    server.behaviours = [behaviour]
    started = time.monotonic()
    with pytest.raises(ProviderError) as caught:
        ask(reranker)
    assert caught.value.code is ErrorCode.PROVIDER_TRANSPORT
    assert time.monotonic() - started < SECONDS + 0.8
