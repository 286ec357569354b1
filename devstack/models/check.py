"""Whether an endpoint gives what is needed of a language model: the shape, the counts, the time; and streaming."""

from __future__ import annotations

import json
import ssl
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.ports.models import ModelReply, ModelRequest
from arbiter_fhir.providers import ModelAccess, ModelEndpoint, OpenAICompatibleModel

__all__ = ["EndpointFinding", "check_endpoint"]

_ROUNDS: Final = 3
_SCHEMA: Final = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "rests_on": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["text", "rests_on"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["claims"],
    "additionalProperties": False,
}
_STREAM_BYTES: Final = 200_000


@dataclass(frozen=True, slots=True)
class EndpointFinding:
    """One thing that was looked at.

    Attributes:
        needed: Without it the endpoint cannot be used.
    """

    what: str
    ok: bool
    how: str
    needed: bool = True


def check_endpoint(
    endpoint: ModelEndpoint, model: str, *, key: str = "", seconds: float = 60.0, ca_file: Path | None = None
) -> tuple[EndpointFinding, ...]:
    """Ask an endpoint with words of our own.

    Raises:
        ProviderError: It does not answer at all.
        ConfigurationError: The certificates cannot be read.
    """
    access = ModelAccess(endpoint, model, key=key, seconds=seconds, ca_file=ca_file)
    asked = OpenAICompatibleModel(access, clock=UtcClock())
    replies = [asked.complete(_request()) for _ in range(_ROUNDS)]
    right = sum(_has_shape(reply.text) for reply in replies)
    counted = [reply for reply in replies if reply.input_tokens is not None and reply.output_tokens is not None]
    return (
        EndpointFinding("answers in the JSON schema", right == _ROUNDS, f"{right} of {_ROUNDS} answers"),
        EndpointFinding("counts tokens", len(counted) == _ROUNDS, _counts(counted), needed=False),
        _look("streams", lambda: _streams(access)),
        EndpointFinding("answers in time", ok=True, how=f"median {_median(replies)} ms of {_ROUNDS} answers"),
    )


def _request() -> ModelRequest:
    return ModelRequest(
        instructions="Repeat each statement as one claim that rests on its number.",
        document=DeidentifiedText.compose(
            "statements:\n1. Glucose was {} mg/dL.\n2. Sodium was {} mmol/L.",
            105,
            139,
        ),
        schema_name="answer_claims",
        schema=_SCHEMA,
        most_output_tokens=400,
    )


def _has_shape(text: str) -> bool:
    try:
        claims = json.loads(text)["claims"]
        numbers = sorted(number for claim in claims for number in claim["rests_on"])
        return numbers == [1, 2] and all(set(claim) == {"text", "rests_on"} for claim in claims)
    except (ValueError, KeyError, TypeError):
        return False


def _counts(counted: list[ModelReply]) -> str:
    if not counted:
        return "no; costs and the daily budget cannot be known"
    return f"{counted[0].input_tokens} sent, {counted[0].output_tokens} answered"


def _median(replies: list[ModelReply]) -> int:
    return round(statistics.median(reply.latency_ms for reply in replies))


def _look(what: str, look: Callable[[], str]) -> EndpointFinding:
    try:
        return EndpointFinding(what, ok=True, how=look(), needed=False)
    except (httpx.HTTPError, ValueError) as error:
        return EndpointFinding(what, ok=False, how=f"no ({type(error).__name__}); not used", needed=False)


def _streams(access: ModelAccess) -> str:
    """How many pieces a streamed answer came in.

    Raises:
        ValueError: It was no stream.
    """
    verify = ssl.create_default_context(cafile=str(access.ca_file)) if access.ca_file else True
    headers = {"Authorization": f"Bearer {access.key}"} if access.key else {}
    body = {
        "model": access.model,
        "stream": True,
        "max_tokens": 40,
        "messages": [{"role": "user", "content": "Count from one to ten."}],
    }
    pieces = size = 0
    with httpx.stream(
        "POST",
        access.endpoint.chat_url,
        json=body,
        headers=headers,
        timeout=access.seconds,
        verify=verify,
        trust_env=False,
    ) as response:
        for line in response.iter_lines():
            size += len(line)
            pieces += line.startswith("data:") and "[DONE]" not in line
            if size > _STREAM_BYTES:
                break
    if response.status_code != httpx.codes.OK or not pieces:
        raise ValueError("no stream")
    return f"{pieces} pieces"
