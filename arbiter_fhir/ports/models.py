"""Models. Each has a local implementation; none is required to be remote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["EMBEDDING_DIMENSION", "Embedder"]

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
