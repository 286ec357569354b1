"""Words of no list, and given names that are words, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.strangers import of_no_list, word_at_name_place

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (of_no_list, "Sutkya to bring her list", "Sutkya", 1),
        (of_no_list, "Handoff: Zizhyal to nights", "Zizhyal", 1),
        (of_no_list, "Nyamkoa (charge RN) notified", "Nyamkoa", 1),
        (of_no_list, "Ride home: Grorkhos", "Grorkhos", 1),
        (of_no_list, "Zyvaxa 150 mg weekly", "Zyvaxa", 0),
        (of_no_list, "Kelarimab was given", "Kelarimab", 0),
        (of_no_list, "Stramutitis: resolved", "Stramutitis", 0),
        (of_no_list, "Glucose was high", "Glucose", 0),
        (of_no_list, "Braxon Panel sent", "Braxon", 0),
        (word_at_name_place, "Ride home: Grace\nThen", "Grace", 1),
        (word_at_name_place, "Dawn to bring medication list", "Dawn", 1),
        (word_at_name_place, "Follow-up: Temple, 04/02/2025", "Temple", 1),
        (word_at_name_place, "Able to bring it", "Able", 0),
        (word_at_name_place, "Onset: Sudden, 04/02/2025", "Sudden", 0),
        (word_at_name_place, "Grace period over", "Grace", 0),
        (word_at_name_place, "Metformin to continue", "Metformin", 0),
    ],
)
def test_rule_takes_the_name_and_leaves_the_near_miss(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
