"""Who closes, heads or is called on in a message by one word, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.sign_offs import called_on, degreed, for_somebody, lone_line, signed_dash

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (signed_dash, "Is that normal? - Poppy", "Poppy", 1),
        (signed_dash, "- Poppy, MA", "Poppy", 1),
        (signed_dash, "still sore? - Poppy Assessment: stable", "Poppy", 1),
        (signed_dash, "still sore? - Ai @Rod please pend", "Ai", 1),
        (signed_dash, "~Wren", "Wren", 1),
        (signed_dash, "Assessment - Pain", "Pain", 0),
        (signed_dash, "Meds:\n- Lasix", "Lasix", 0),
        (signed_dash, "Severity - Rose", "Rose", 0),
        (called_on, "@Clover pls pend it", "Clover", 1),
        (called_on, "see +Storm for visibility", "Storm", 1),
        (called_on, "+Murphy sign", "Murphy", 0),
        (called_on, "seen @Bedside", "Bedside", 0),
        (called_on, "ANA +Speckled", "Speckled", 0),
        (lone_line, "Chest pain, normal EKG.\nAurelie", "Aurelie", 0),
        (lone_line, "Chest pain, normal EKG.\nPoppy", "Poppy", 1),
        (lone_line, "Thx\nClover", "Clover", 1),
        (lone_line, "Poppy,\nCan you call her", "Poppy", 1),
        (lone_line, "Allergies\nGinger", "Ginger", 0),
        (lone_line, "Plan.\nCardiology", "Cardiology", 0),
        (for_somebody, "Birdie for D'Aubigny", "Birdie", 3),
        (for_somebody, "Labs for Tuesday", "Labs", 0),
        (for_somebody, "Heparin for Clots", "Heparin", 0),
        (degreed, "Large MD / Bridges RN", "Large", 1),
        (degreed, "Large MD / Bridges RN", "Bridges", 1),
        (degreed, "Notified MD", "Notified", 0),
        (degreed, "Chest PA\nnormal", "Chest", 0),
    ],
)
def test_a_name_stands_there_or_none(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
