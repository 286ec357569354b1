"""A model endpoint over real HTTP: what is sent, what is believed, and every way in which it can fail."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.seal import DEID_SEAL, REDACTION_SEAL
from arbiter_fhir.errors import ConfigurationError, ErrorCode, ProviderError
from arbiter_fhir.ports.models import ModelRequest
from arbiter_fhir.providers import ModelAccess, ModelEndpoint, OpenAICompatibleModel
from devstack.models import Behaviour, ModelServer, completion, reply, slow, status

REQUEST = ModelRequest(
    instructions="Read the page.",
    document=DeidentifiedText("1| Glucose 105", DEID_SEAL),
    schema_name="page_facts",
    schema={"type": "object", "properties": {}, "required": [], "additionalProperties": False},
)
GOOD = completion('{"facts": []}')


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer([reply(GOOD)]) as listening:
        yield listening


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def ask(server: ModelServer, waits: list[float]) -> Callable[..., OpenAICompatibleModel]:
    def build(*behaviours: Behaviour, key: str = "", seconds: float = 5.0) -> OpenAICompatibleModel:
        server.behaviours = list(behaviours) or [reply(GOOD)]
        access = ModelAccess(ModelEndpoint(server.base_url), "small-model", key=key, seconds=seconds)
        return OpenAICompatibleModel(access, clock=StandingClock(), wait=waits.append, chance=lambda: 0.5)

    return build


Ask = Callable[..., OpenAICompatibleModel]


def test_instructions_and_document_are_sent_apart_and_the_shape_is_demanded(ask: Ask, server: ModelServer) -> None:
    answer = ask(key="k-1").complete(REQUEST)
    (received,) = server.received
    assert received.instructions == "Read the page."
    assert received.document == "1| Glucose 105"
    assert received.body["response_format"]["json_schema"]["strict"] is True
    assert received.body["temperature"] == 0
    assert received.headers["authorization"] == "Bearer k-1"
    assert (answer.text, answer.input_tokens, answer.output_tokens) == ('{"facts": []}', 321, 45)


def test_without_a_key_none_is_sent(ask: Ask, server: ModelServer) -> None:
    ask().complete(REQUEST)
    assert "authorization" not in server.received[0].headers


def test_a_picture_travels_inside_the_request(ask: Ask, server: ModelServer) -> None:
    picture = RedactedPicture(1, b"\x89PNG...", REDACTION_SEAL)
    request = ModelRequest("Read.", REQUEST.document, "page_facts", REQUEST.schema, (picture,))
    ask().complete(request)
    (url,) = server.received[0].pictures
    assert url.startswith("data:image/png;base64,")


def test_an_endpoint_without_schema_mode_is_asked_for_plain_json_from_then_on(ask: Ask, server: ModelServer) -> None:
    model = ask(status(400), reply(GOOD))
    model.complete(REQUEST)
    model.complete(REQUEST)
    formats = [received.body["response_format"]["type"] for received in server.received]
    assert formats == ["json_schema", "json_object", "json_object"]
    assert '"additionalProperties": false' in server.received[1].instructions


def test_passing_failures_are_waited_out(ask: Ask, server: ModelServer, waits: list[float]) -> None:
    ask(status(429, Retry_After="7"), status(503), reply(GOOD)).complete(REQUEST)
    assert len(server.received) == 3
    assert waits[0] == 7


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        (status(500), ErrorCode.PROVIDER_TRANSPORT),
        (status(429, Retry_After="3600"), ErrorCode.PROVIDER_TRANSPORT),
        (status(401), ErrorCode.PROVIDER_OUTPUT),
        (status(307, Location="http://127.0.0.1:9/v1/chat/completions"), ErrorCode.PROVIDER_OUTPUT),
        (reply("not json"), ErrorCode.PROVIDER_OUTPUT),
        (reply([1]), ErrorCode.PROVIDER_OUTPUT),
        (reply({"choices": []}), ErrorCode.PROVIDER_OUTPUT),
        (reply("[" * 100_000), ErrorCode.PROVIDER_OUTPUT),
        (reply(completion(None, refusal="I can't help with that")), ErrorCode.PROVIDER_OUTPUT),
        (reply(completion("  ")), ErrorCode.PROVIDER_OUTPUT),
        (reply(completion('{"facts": [', finish="length")), ErrorCode.PROVIDER_OUTPUT),
        (reply(completion("x" * 2_000_000)), ErrorCode.PROVIDER_OUTPUT),
    ],
)
def test_every_bad_answer_has_a_code_and_repeats_nothing(ask: Ask, behaviour: Behaviour, code: ErrorCode) -> None:
    with pytest.raises(ProviderError) as failed:
        ask(behaviour).complete(REQUEST)
    assert failed.value.code is code
    assert "help" not in failed.value.message
    assert "Glucose" not in str(failed.value)


def test_a_redirect_is_never_followed(ask: Ask, server: ModelServer) -> None:
    with pytest.raises(ProviderError):
        ask(status(308, Location=f"{server.base_url}/elsewhere")).complete(REQUEST)
    assert {received.path for received in server.received} == {"/v1/chat/completions"}


def test_an_answer_that_drips_ends_at_the_deadline(ask: Ask) -> None:
    started = time.monotonic()
    with pytest.raises(ProviderError) as failed:
        ask(slow(GOOD, seconds=30), seconds=0.5).complete(REQUEST)
    assert failed.value.code is ErrorCode.PROVIDER_TRANSPORT
    assert failed.value.retryable
    assert time.monotonic() - started < 10


def test_an_endpoint_that_does_not_listen_is_named_as_such(waits: list[float]) -> None:
    access = ModelAccess(ModelEndpoint("http://127.0.0.1:9/v1"), "m", seconds=1.0)
    with pytest.raises(ProviderError) as failed:
        OpenAICompatibleModel(access, clock=StandingClock(), wait=waits.append).complete(REQUEST)
    assert failed.value.code is ErrorCode.PROVIDER_TRANSPORT


def test_counts_that_are_no_counts_are_unknown(ask: Ask) -> None:
    answer = ask(reply({**GOOD, "usage": {"prompt_tokens": "many", "completion_tokens": True}})).complete(REQUEST)
    assert (answer.input_tokens, answer.output_tokens) == (None, None)


def test_a_file_that_holds_no_certificate_is_a_mistake_in_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "ca.pem"
    path.write_text("no certificate")
    with pytest.raises(ConfigurationError):
        OpenAICompatibleModel(
            ModelAccess(ModelEndpoint("https://llm.example/v1"), "m", ca_file=path), clock=StandingClock()
        )


def test_the_body_is_plain_json(ask: Ask, server: ModelServer) -> None:
    ask().complete(REQUEST)
    assert json.loads(json.dumps(server.received[0].body))["model"] == "small-model"
