"""Vectors as they are stored."""

import numpy as np
import pytest

from arbiter_fhir.errors import ProviderError
from arbiter_fhir.providers.vectors import unit_vector


def test_a_vector_is_brought_to_unit_length() -> None:
    stored = np.frombuffer(unit_vector([3.0, 4.0] + [0.0] * 382), "<f4")
    assert stored[:2] == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize("numbers", [[1.0] * 383, [0.0] * 384, [np.inf] * 384, [[1.0] * 384], [], None, "text"])
def test_anything_else_is_refused(numbers: object) -> None:
    with pytest.raises(ProviderError):
        unit_vector(numbers)  # type: ignore[arg-type]
