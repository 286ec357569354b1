from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.certainty import (
    VERIFIED_CONFIDENCE,
    decide_certainty,
)
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason


def test_every_reason_has_a_weight() -> None:
    assert set(WEIGHTS) == set(Reason)
    assert all(0 <= weight.factor <= 1 for weight in WEIGHTS.values())


@pytest.mark.parametrize(
    ("reasons", "confidence", "certainty"),
    [
        ((), 0.99, Certainty.VERIFIED),
        ((Reason.UNIT_IN_TITLE,), 0.97, Certainty.VERIFIED),
        ((Reason.UNIT_MISSING,), 0.99, Certainty.DOCUMENT_FACT),
        ((Reason.UNIT_MISSING, Reason.IMPLAUSIBLE_VALUE), 0.99, Certainty.NEEDS_REVIEW),
        ((), 0.84, Certainty.DOCUMENT_FACT),
    ],
)
def test_the_strictest_reason_decides(reasons: tuple[Reason, ...], confidence: float, certainty: Certainty) -> None:
    decided, kept = decide_certainty(reasons, confidence)
    assert decided is certainty
    assert set(reasons) <= set(kept)
    assert (Reason.LOW_CONFIDENCE in kept) == (not reasons and confidence < VERIFIED_CONFIDENCE)
