"""Vectors as they are stored: unit length, 384 little-endian float32."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.ports.models import EMBEDDING_DIMENSION

__all__ = ["unit_vector"]


def unit_vector(numbers: npt.ArrayLike) -> bytes:
    """The vector brought to unit length: 1,536 bytes.

    Raises:
        ProviderError: It has another length, or holds something that is no finite number, or nothing but zeros.
    """
    try:
        values = np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        raise _unusable() from None
    length = float(np.linalg.norm(values)) if values.shape == (EMBEDDING_DIMENSION,) else 0.0
    if not np.isfinite(length) or length == 0.0:
        raise _unusable()
    vector: bytes = (values / length).astype("<f4").tobytes()
    return vector


def _unusable() -> ProviderError:
    return ProviderError(
        ErrorCode.PROVIDER_OUTPUT, f"The embedding model gave no usable vector of {EMBEDDING_DIMENSION} numbers."
    )
