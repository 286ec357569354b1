"""One exchange with an outside model: bounded in size and tries, never led elsewhere, no request text in errors."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arbiter_fhir.errors import ConfigurationError, ErrorCode, ProviderError
from arbiter_fhir.providers.exchange import ExchangeAccess, JsonExchange
from devstack.models import ModelServer, reply, status

BODY = b'{"input": "canary Zyxwva"}'


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer([reply({})]) as listening:
        yield listening


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def exchange(waits: list[float]) -> JsonExchange:
    access = ExchangeAccess(seconds=5.0)
    return JsonExchange(access, reply_bytes=1000, clock=StandingClock(), wait=waits.append, chance=lambda: 0.5)


def test_a_passing_failure_is_tried_again_after_the_pause_that_was_asked_for(
    exchange: JsonExchange, server: ModelServer, waits: list[float]
) -> None:
    server.behaviours = [status(429, Retry_After="7"), reply({"ok": True})]
    assert exchange.post(f"{server.base_url}/embeddings", BODY).json() == {"ok": True}
    assert waits == [7.0]


def test_an_endless_failure_ends_as_one_that_time_may_cure(exchange: JsonExchange, server: ModelServer) -> None:
    server.behaviours = [status(503)]
    with pytest.raises(ProviderError) as caught:
        exchange.post(f"{server.base_url}/embeddings", BODY)
    assert caught.value.retryable
    assert 1 < len(server.received) < 10
    assert "canary" not in str(caught.value)


def test_a_redirect_is_not_followed(exchange: JsonExchange, server: ModelServer) -> None:
    server.behaviours = [status(307, Location=f"{server.base_url}/chat/completions")]
    assert exchange.post(f"{server.base_url}/embeddings", BODY).status_code == 307
    assert len(server.received) == 1


def test_a_reply_is_read_up_to_its_bound(exchange: JsonExchange, server: ModelServer) -> None:
    server.behaviours = [reply(b"x" * 1001)]
    with pytest.raises(ProviderError) as caught:
        exchange.post(f"{server.base_url}/embeddings", BODY)
    assert caught.value.code is ErrorCode.PROVIDER_OUTPUT


def test_certificates_that_cannot_be_read_are_named_at_start(tmp_path: Path) -> None:
    broken = tmp_path / "ca.pem"
    broken.write_text("no certificate")
    with pytest.raises(ConfigurationError, match="certificates"):
        JsonExchange(ExchangeAccess(ca_file=broken), reply_bytes=10, clock=StandingClock())
