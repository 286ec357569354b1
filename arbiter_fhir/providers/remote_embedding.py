"""Sentence embeddings of an OpenAI-compatible endpoint: Ollama, vLLM, or a cloud service.

Used of the API (OpenAI reference, embeddings): ``input`` as a list, ``dimensions`` for models that can be shortened;
an endpoint that refuses that field is asked without it from then on. Its vectors must have 384 numbers either way.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.ports.clock import Clock
from arbiter_fhir.ports.models import EMBEDDING_DIMENSION
from arbiter_fhir.providers.endpoint import ModelEndpoint
from arbiter_fhir.providers.exchange import ExchangeAccess, JsonExchange, refused, unusable
from arbiter_fhir.providers.vectors import unit_vector
from arbiter_fhir.transport import RetryPolicy

__all__ = ["RemoteEmbedder"]

#: Texts of one request: some endpoints take no more.
BATCH: Final = 64
#: A number is written with up to 22 characters: 64 vectors of 384 are some half a megabyte.
REPLY_BYTES: Final = 4 * 1024 * 1024
#: Statuses with which endpoints refuse a field that they do not know.
_FIELD_REFUSED: Final = frozenset({400, 415, 422})


class RemoteEmbedder:
    """`ports.models.Embedder` over HTTP; safe to share between threads.

    Args:
        endpoint: Base address.
        model: Name of the model, as the endpoint calls it.
        access: Key, deadline, certificates.
        clock: For `Retry-After` dates.
        policy: Retries inside one call.
        wait: Sleeps; replaced in tests that must not take their time.
        chance: Gives a number in 0-1 for the jitter.
    """

    def __init__(
        self,
        endpoint: ModelEndpoint,
        model: str,
        *,
        access: ExchangeAccess,
        clock: Clock,
        policy: RetryPolicy | None = None,
        wait: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._endpoint = endpoint
        self._model = model
        self._exchange = JsonExchange(
            access, reply_bytes=REPLY_BYTES, clock=clock, policy=policy, wait=wait, chance=chance
        )
        self._takes_dimensions = True

    @property
    def model_id(self) -> str:
        """What the endpoint calls the model: an endpoint does not tell the hash of its weights."""
        return f"endpoint:{self._model}"[:120]

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        """One unit vector per text as 384 little-endian float32 (1,536 bytes), in the order given.

        Raises:
            ProviderError: E_PROVIDER_TRANSPORT (retryable): no answer in time; E_PROVIDER_OUTPUT: refused, not of the
                API's shape, or vectors that cannot be stored.
        """
        vectors: list[bytes] = []
        for start in range(0, len(texts), BATCH):
            vectors += self._embed_batch([text.value for text in texts[start : start + BATCH]])
        return vectors

    def _embed_batch(self, texts: Sequence[str]) -> list[bytes]:
        response = self._exchange.post(self._endpoint.embeddings_url, self._body(texts))
        if response.status_code in _FIELD_REFUSED and self._takes_dimensions:
            self._takes_dimensions = False
            response = self._exchange.post(self._endpoint.embeddings_url, self._body(texts))
        if response.status_code != 200:
            raise refused(response.status_code)
        return _vectors(response.content, expected=len(texts))

    def _body(self, texts: Sequence[str]) -> bytes:
        fields: dict[str, object] = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        if self._takes_dimensions:
            fields["dimensions"] = EMBEDDING_DIMENSION
        return json.dumps(fields).encode("ascii")


def _vectors(content: bytes, *, expected: int) -> list[bytes]:
    """The vectors in the order of their texts, whatever the order of the answer."""
    try:
        rows = {row["index"]: row["embedding"] for row in json.loads(content)["data"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise unusable("is not of the API's shape") from None
    if set(rows) != set(range(expected)):
        raise unusable("does not have one vector for each text")
    return [unit_vector(rows[index]) for index in range(expected)]
