"""Which pages are read by their layer."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.routing import LayerEvidence, reads_layer, wants_vision


@pytest.mark.parametrize(
    ("characters", "share", "native"),
    [
        (201, 0.0, True),
        (201, 1.0, True),
        (200, 1.0, False),
        (120, 0.0, True),
        (120, 0.1, True),
        (1, 0.25, True),
        (1, 0.26, False),
        (0, 0.0, False),
        (0, 1.0, False),
    ],
)
def test_a_layer_is_read_when_it_is_long_or_nothing_rivals_it(characters: int, share: float, native: bool) -> None:
    assert reads_layer(LayerEvidence(characters, share)) is native


@pytest.mark.parametrize(
    ("confidence", "words", "wanted"),
    [(75.0, 40, False), (74.9, 40, True), (75.0, 39, True), (95.0, 400, False), (0.0, 0, True)],
)
def test_vision_is_wanted_below_the_seeds_thresholds(confidence: float, words: int, wanted: bool) -> None:
    assert wants_vision(mean_confidence=confidence, words=words) is wanted
