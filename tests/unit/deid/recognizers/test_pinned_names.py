"""Names that clinical words hide, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.pinned_names import acting_eponym, called_eponym, hidden_in_capitals

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (acting_eponym, "let me know when Crohn arrives", "Crohn", 1),
        (acting_eponym, "asked whether Foley called back", "Foley", 1),
        (acting_eponym, "seen when Crohn flares", "Crohn", 0),
        (acting_eponym, "the Foley was removed", "Foley", 0),
        (called_eponym, "PCP Colles; cardiologist aware", "Colles", 1),
        (called_eponym, "Notified RN Nadibo at 0812", "Nadibo", 1),
        (called_eponym, "RN Foley catheter care done", "Foley", 0),
        (called_eponym, "PCP Cardiology referral", "Cardiology", 0),
        (hidden_in_capitals, "MOTHER AMA REPORTS FEVER", "AMA", 1),
        (hidden_in_capitals, "SPOKE WITH ANA ABOUT THE RESULT", "ANA", 1),
        (hidden_in_capitals, "TYLENOL GIVEN BY ANA AT NOON", "ANA", 1),
        (hidden_in_capitals, "SPOKE WITH JUNE", "JUNE", 1),
        (hidden_in_capitals, "MOTHER TY REPORTS FEVER", "TY", 1),
        (hidden_in_capitals, "PATIENT LEFT AMA AT NOON", "AMA", 0),
        (hidden_in_capitals, "LUPUS SCREEN BY ANA TITER", "ANA", 0),
        (hidden_in_capitals, "GIVEN BY IV AT NOON", "IV", 0),
        (hidden_in_capitals, "SEEN BY PCP ON MONDAY", "PCP", 0),
        (hidden_in_capitals, "SPOKE WITH AMA ABOUT THE RESULT", "AMA", 1),
        (hidden_in_capitals, "SPOKE WITH ICU ABOUT THE BED", "ICU", 0),
        (hidden_in_capitals, "SPOKE WITH PCP ABOUT THE RESULT", "PCP", 0),
        (hidden_in_capitals, "MOTHER HTN AND DM", "HTN", 0),
        (hidden_in_capitals, "MOTHER ALSO REPORTS FEVER", "ALSO", 0),
        (hidden_in_capitals, "MOTHER JUST CALLED", "JUST", 0),
        (hidden_in_capitals, "MOTHER WILL CALL", "WILL", 0),
        (hidden_in_capitals, "MOTHER PEPPER REPORTS FEVER", "PEPPER", 1),
        (hidden_in_capitals, "DAUGHTER SUMMER CALLED", "SUMMER", 1),
    ],
)
def test_the_words_around_decide(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    tokens, lexicon = reading.tokens, reading.lexicon
    at = next(index for index, token in enumerate(tokens) if token.text == word)
    assert rule(tokens, at, lexicon) - at == length
