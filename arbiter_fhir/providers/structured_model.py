"""Language models behind an OpenAI-compatible endpoint: Ollama, vLLM, or a cloud service.

Used of the API (OpenAI reference, chat completions): messages with text and image parts, ``response_format`` of type
``json_schema`` with ``strict``, ``max_tokens``, ``temperature`` 0, ``usage`` counts. An endpoint that refuses the form
is asked for ``json_object`` from then on, with the schema in the instructions; what comes back is checked by the caller
either way.
"""

from __future__ import annotations

import base64
import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from arbiter_fhir.domain.usage import ModelPrice
from arbiter_fhir.ports.clock import Clock
from arbiter_fhir.ports.models import ModelReply, ModelRequest
from arbiter_fhir.providers.endpoint import ModelEndpoint
from arbiter_fhir.providers.exchange import ExchangeAccess, JsonExchange, refused, unusable
from arbiter_fhir.transport import RetryPolicy

__all__ = ["ModelAccess", "OpenAICompatibleModel"]

#: Longest answer that is read: 4,096 tokens of JSON are some 20 KB; usage and escaping are beside them.
REPLY_BYTES: Final = 1024 * 1024
#: Statuses with which endpoints refuse a ``response_format`` that they do not know.
_FORMAT_REFUSED: Final = frozenset({400, 404, 415, 422, 501})


@dataclass(frozen=True, slots=True)
class ModelAccess:
    """How to reach one model.

    Attributes:
        endpoint: Base address.
        model: Name of the model, as the endpoint calls it.
        key: Sent as a bearer token; empty for none.
        seconds: Longest exchange, connecting included, one try.
        sees_pictures: Whether the model takes images.
        ca_file: Certificates to trust instead of the system's, PEM.
        price: What a call costs; ``None`` where nobody said.
    """

    endpoint: ModelEndpoint
    model: str
    key: str = field(default="", repr=False)
    seconds: float = 60.0
    sees_pictures: bool = False
    ca_file: Path | None = None
    price: ModelPrice | None = None


class OpenAICompatibleModel:
    """Meets `ports.models.StructuredModel`; safe to share between threads.

    Args:
        access: How to reach the model.
        clock: For `Retry-After` dates.
        policy: Retries inside one call.
        wait: Sleeps; replaced in tests that must not take their time.
        chance: Gives a number in 0-1 for the jitter.

    Raises:
        ConfigurationError: The file of certificates cannot be read.
    """

    def __init__(
        self,
        access: ModelAccess,
        *,
        clock: Clock,
        policy: RetryPolicy | None = None,
        wait: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._access = access
        reach = ExchangeAccess(key=access.key, seconds=access.seconds, ca_file=access.ca_file)
        self._exchange = JsonExchange(
            reach, reply_bytes=REPLY_BYTES, clock=clock, policy=policy, wait=wait, chance=chance
        )
        self._takes_schema = True

    @property
    def sees_pictures(self) -> bool:
        """Whether redacted pictures may be sent along."""
        return self._access.sees_pictures

    def complete(self, request: ModelRequest) -> ModelReply:
        """Ask the model, again after passing failures.

        Raises:
            ProviderError: E_PROVIDER_TRANSPORT (retryable): no answer in time; E_PROVIDER_OUTPUT: refused, cut off, too
                long, or not of the API's shape.
        """
        started = time.monotonic()
        response = self._ask(request)
        if response.status_code in _FORMAT_REFUSED and self._takes_schema:
            self._takes_schema = False
            response = self._ask(request)
        if response.status_code != 200:
            raise refused(response.status_code)
        return self._reply(response, started)

    def _ask(self, request: ModelRequest) -> httpx.Response:
        body = _body(request, self._access, takes_schema=self._takes_schema)
        return self._exchange.post(self._access.endpoint.chat_url, body)

    def _reply(self, response: httpx.Response, started: float) -> ModelReply:
        try:
            answer = json.loads(response.content)
            choice = answer["choices"][0]
            text, finish = choice["message"]["content"], choice.get("finish_reason")
            usage = answer.get("usage") or {}
            counts = [_count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")]
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            raise unusable("is not of the API's shape") from None
        if finish == "length":
            raise unusable("was cut off before its end")
        if not isinstance(text, str) or not text.strip():
            raise unusable("is empty or a refusal")
        took = round((time.monotonic() - started) * 1000)
        price = self._access.price
        cost = price.cost(input_tokens=counts[0], output_tokens=counts[1]) if price else None
        return ModelReply(text, self._access.model, counts[0], counts[1], took, cost)


def _body(request: ModelRequest, access: ModelAccess, *, takes_schema: bool) -> bytes:
    shape = json.dumps(request.schema)
    instructions: str = request.instructions
    if takes_schema:
        wanted: dict[str, Any] = {
            "type": "json_schema",
            "json_schema": {"name": request.schema_name, "strict": True, "schema": request.schema},
        }
    else:
        wanted = {"type": "json_object"}
        instructions = f"{instructions}\n\nAnswer with one JSON object of this JSON schema:\n{shape}"
    document: list[Mapping[str, object]] = [{"type": "text", "text": request.document.value}]
    for picture in request.pictures:
        encoded = base64.b64encode(picture.png).decode("ascii")
        document.append({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{encoded}"}})
    fields = {
        "model": access.model,
        "temperature": 0,
        "max_tokens": request.most_output_tokens,
        "response_format": wanted,
        "messages": [
            {"role": "system", "content": instructions},
            {"role": "user", "content": document if request.pictures else request.document.value},
        ],
    }
    return json.dumps(fields).encode("ascii")


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
