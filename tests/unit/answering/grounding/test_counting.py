"""Counts are counted again."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.grounding.counting import wrong_count
from arbiter_fhir.answering.grounding.index import EvidenceIndex


@pytest.mark.parametrize(
    "text, word",
    [
        ("There are 2 earlier readings of blood pressure.", ""),
        ("There are 3 earlier readings of blood pressure.", "wrong_count"),
        ("There is one earlier reading of blood pressure.", "wrong_count"),
    ],
)
def test_readings_are_pairs(build: Any, records: Any, text: str, word: str) -> None:
    newest = records.pressure()
    earlier = [*records.pressure("140", "90", "2025-03-04", 8), *records.pressure("150", "95", "2024-03-04", 9)]
    bundle = build.bundle(*newest, *earlier)
    assert wrong_count(text, earlier, EvidenceIndex.of(bundle), {}) == word


def test_the_newest_reading_is_no_earlier_one(build: Any, records: Any) -> None:
    newest, older = records.pressure(), records.pressure("140", "90", "2025-03-04", 8)
    bundle = build.bundle(*newest, *older)
    assert (
        wrong_count("There is one earlier reading of blood pressure.", newest, EvidenceIndex.of(bundle), {})
        == "not_earlier"
    )


def test_a_sentence_that_counts_nothing_is_left_to_others(build: Any) -> None:
    item = build.item()
    assert wrong_count("Hemoglobin A1c was 8.1 %.", [item], EvidenceIndex.of(build.bundle(item)), {}) is None
