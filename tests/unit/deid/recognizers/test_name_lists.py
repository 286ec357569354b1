"""Family names first, names alone on a line, pairs of words, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_lists import (
    alone_on_line,
    before_verb,
    family_first,
    half_known,
    pair_acting,
    with_middle,
)

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (family_first, "Church, Shouthgran T", "Church", 3),
        (family_first, "VAN DEN BERG, DRANEINE C 448-2187", "VAN", 5),
        (family_first, "WOODS, TY W", "WOODS", 3),
        (family_first, 'labeled "Paget, Jade R" and', "Paget", 3),
        (family_first, "Iron, Vitamin D", "Iron", 0),
        (family_first, "Influenza, Type A", "Influenza", 0),
        (family_first, "Hepatitis, Group B", "Hepatitis", 0),
        (alone_on_line, "Brown, Fishsou", "Brown", 2),
        (alone_on_line, "Toulkou, ,Destiny", "Toulkou", 2),
        (alone_on_line, "Fish, Hazel\nSeen today", "Fish", 2),
        (alone_on_line, "Warm, Dry", "Warm", 0),
        (alone_on_line, "Clear, Yellow", "Clear", 0),
        (before_verb, "MIRSTARK Jade seen in triage", "MIRSTARK", 2),
        (before_verb, "CBC Normal seen today", "CBC", 0),
        (before_verb, "ED Martha seen", "ED", 0),
        (with_middle, "name June C. Bird and", "June", 3),
        (with_middle, "Violet M. Addison, cough", "Violet", 3),
        (with_middle, "Vitamin B. Take daily", "Vitamin", 0),
        (half_known, "Pepper Bumyurei grew up", "Pepper", 2),
        (half_known, "Olive Hurt | Coordinator", "Olive", 2),
        (half_known, "814 3186 Short Melody 04/02/1950", "Short", 2),
        (half_known, "Olive Oil Capsules", "Olive", 0),
        (half_known, "Short Melody played", "Short", 0),
        (pair_acting, "Staindlut and June were given", "Staindlut", 1),
        (pair_acting, "Neither Autumn nor Esi could", "Autumn", 1),
        (pair_acting, "Heart and Lungs are normal", "Heart", 0),
        (pair_acting, "Sodium and Potassium were low", "Sodium", 0),
    ],
)
def test_rule_takes_the_name_and_leaves_the_near_miss(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
