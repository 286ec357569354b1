"""Names by their capital alone, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.capitals import (
    in_brackets,
    lone_capital,
    particled,
    plain_surname,
    quoted,
    reversed_pair,
    roomed,
    welcomed,
)

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (plain_surname, "Kirkpatrick Podiatry", "Kirkpatrick", 1),
        (plain_surname, "Fitzsimmons removed the drain", "Fitzsimmons", 1),
        (plain_surname, "Hodgkin lymphoma", "Hodgkin", 0),
        (plain_surname, "Ozempic denied", "Ozempic", 0),
        (plain_surname, "Okonjo Foundation grant", "Okonjo", 0),
        (lone_capital, "the handoff from Legend to us was late", "Legend", 1),
        (lone_capital, "signed out Savage to me at night", "Savage", 1),
        (lone_capital, "seen when Outlaw arrived", "Outlaw", 1),
        (lone_capital, "ambulates with Walker and belt", "Walker", 0),
        (lone_capital, "consistent with Graves or toxic nodule", "Graves", 0),
        (lone_capital, "speaks English at home", "English", 0),
        (lone_capital, "Plan: Ice and Elevation, back in Orthopedics", "Elevation", 0),
        (particled, "now van Dyke's INR was 5", "van", 2),
        (particled, "pend it for de la Cruz", "de", 3),
        (particled, "the von Willebrand factor", "von", 0),
        (particled, "de Quervain tenosynovitis", "de", 0),
        (in_brackets, "the niece (Poppy) agreed", "Poppy", 1),
        (in_brackets, "IV team (Rich) placed a line", "Rich", 1),
        (in_brackets, "appendectomy 1999 (Washington). No more", "Washington", 1),
        (in_brackets, "colonoscopy 2019 (Normal). No more", "Normal", 0),
        (in_brackets, "vaccine 2021 (Moderna). No more", "Moderna", 0),
        (in_brackets, "the team (Cardiology) placed", "Cardiology", 0),
        (in_brackets, "the drug (Ozempic) helped", "Ozempic", 0),
        (in_brackets, "hurt in the fall (Tuesday) again", "Tuesday", 0),
        (welcomed, "Welcome back, Reed.", "Reed", 1),
        (welcomed, "This is Dawn, his wife", "Dawn", 1),
        (welcomed, "This is Critical, call", "Critical", 0),
        (welcomed, "Happy birthday Ace!", "Ace", 1),
        (welcomed, "Pain in the back, Tylenol.", "Tylenol", 0),
        (quoted, 'goes by "JD". Full', "JD", 1),
        (quoted, 'with spouse "Peaches".', "Peaches", 1),
        (quoted, 'marked "left" in ink', "left", 0),
        (quoted, 'labeled "Breast" in ink', "Breast", 0),
        (roomed, "Rm 413 Rush: NPO", "Rush", 1),
        (roomed, "Bed 5W-22 Noble: afebrile", "Noble", 1),
        (roomed, "Rm 413 Crohn: K 3.1 repleted", "Crohn", 1),
        (roomed, "Room 4 Telemetry: full", "Telemetry", 0),
        (reversed_pair, "Reviewed by High, Buck.", "High", 0),
        (reversed_pair, "Reviewed by Knight, Buck.", "Knight", 2),
        (reversed_pair, "From: Nasser, Candy\nTo", "Nasser", 2),
        (reversed_pair, "Complicated by Sepsis, Anuria.", "Sepsis", 0),
    ],
)
def test_a_name_stands_there_or_none(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
