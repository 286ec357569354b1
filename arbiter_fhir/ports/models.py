"""Models. Each has a local implementation; none is required to be remote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import LiteralString, Protocol

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.usage import ModelUse

__all__ = ["EMBEDDING_DIMENSION", "Embedder", "ModelReply", "ModelRequest", "Reranker", "StructuredModel"]

#: Dimension of every vector column (MiniLM-L6 and bge-small, seed).
EMBEDDING_DIMENSION = 384


class Embedder(Protocol):
    """De-identified text to unit vectors."""

    @property
    def model_id(self) -> str:
        """Name and weight hash, stored beside each vector; vectors of different ids are never compared."""
        ...

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        """One vector per text: `EMBEDDING_DIMENSION` little-endian float32, L2-normalised, 1,536 bytes.

        Raises:
            ProviderError: The model is missing or its hash differs.
        """
        ...


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a language model is asked: our own words, clean text as data, and the shape of the answer.

    Attributes:
        instructions: Our own literal; text of a document cannot get in here.
        document: De-identified text, sent as data beside the instructions.
        schema_name: Name of the answer's shape.
        schema: JSON schema (draft 2020-12) of the answer, closed: every field required, none beside them.
        pictures: Redacted pages, for a model that can see.
        most_output_tokens: Cap on the answer.
    """

    instructions: LiteralString
    document: DeidentifiedText
    schema_name: str
    schema: Mapping[str, object] = field(repr=False)
    pictures: tuple[RedactedPicture, ...] = ()
    most_output_tokens: int = 4096


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a language model answered: text to be distrusted until parsed and grounded.

    Attributes:
        text: The answer as sent, at most `most_output_tokens` long by the model's own count.
        model_id: What the endpoint calls itself.
        input_tokens: As counted by the endpoint; ``None`` where it does not count.
        output_tokens: The same.
        latency_ms: Whole exchange, milliseconds.
        cost: US dollars by the configured price; ``None`` where it cannot be known.
    """

    text: str = field(repr=False)
    model_id: str
    input_tokens: int | None
    output_tokens: int | None
    latency_ms: int
    cost: Decimal | None = None

    @property
    def use(self) -> ModelUse:
        """What the call took, without what it said."""
        return ModelUse(self.model_id, self.input_tokens, self.output_tokens, self.latency_ms, self.cost)


class StructuredModel(Protocol):
    """A language model that answers in a given JSON shape. It proposes; our code disposes."""

    @property
    def sees_pictures(self) -> bool:
        """Whether redacted pictures may be sent along."""
        ...

    def complete(self, request: ModelRequest) -> ModelReply:
        """Ask once, retries on passing failures included.

        Raises:
            ProviderError: E_PROVIDER_TRANSPORT: no answer in time; E_PROVIDER_OUTPUT: an answer that cannot be used.
        """
        ...


class Reranker(Protocol):
    """A remote model that judges how well passages answer a question. Questions are clean, passages are published."""

    @property
    def model_id(self) -> str:
        """What the endpoint calls it."""
        ...

    def rerank(self, question: DeidentifiedText, passages: Sequence[DeidentifiedText]) -> list[float]:
        """One score per passage, 0-1, in the order given; larger is better.

        Raises:
            ProviderError: E_PROVIDER_TRANSPORT: no answer in time; E_PROVIDER_OUTPUT: an answer that cannot be used.
        """
        ...
