"""Rules for unlabelled names, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_rules import (
    kin_after,
    kin_name,
    last_comma_first,
    listed_name,
    met,
    of_age,
    speaker,
)

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (kin_name, "her mother Helga came", "Helga", 1),
        (kin_name, "Mother: Diabetes", "Diabetes", 0),
        (kin_name, "Father  Heart disease", "Heart", 0),
        (kin_name, "sister Gout", "Gout", 0),
        (kin_after, "Father Stroke, sister Gout", "Stroke", 0),
        (met, "badge 4471, name Violet.", "Violet", 1),
        (kin_name, "and grandson August.", "August", 1),
        (kin_name, "seen with her mother Friday for", "Friday", 0),
        (kin_name, "saw her mother April 10 and", "April", 0),
        (kin_name, "his sister Mrs. Day", "Mrs", 0),
        (kin_name, "her sister-in-law, Precious Mokoena", "Precious", 2),
        (last_comma_first, "Graves, Martha A", "Graves", 3),
        (last_comma_first, "family of Ringer, Elsbeth", "Ringer", 2),
        (last_comma_first, "Cholesterol, Total", "Cholesterol", 0),
        (last_comma_first, "Salem, Oregon", "Salem", 0),
        (last_comma_first, "Friday, April 10, 2026", "Friday", 0),
        (last_comma_first, "SMITH, JOHN A (M)", "SMITH", 3),
        (listed_name, "Wei Zhang was", "Wei", 2),
        (listed_name, "Ezekiel Stone with", "Ezekiel", 2),
        (listed_name, "April 10, 2026", "April", 0),
        (listed_name, "Austin Hospital", "Austin", 0),
        (listed_name, "Rose bengal", "Rose", 0),
        (speaker, "Mercury Jones works nights", "Mercury", 2),
        (speaker, "Mercury was high", "Mercury", 0),
        (speaker, "Lasix was started", "Lasix", 0),
        (speaker, "Will return soon", "Will", 0),
        (speaker, "Will returns soon", "Will", 1),
        (of_age, "Graves, a 54-year-old woman", "Graves", 1),
        (of_age, "This is a 54 y.o. man", "This", 0),
        (kin_after, "Hope (granddaughter) agrees", "Hope", 1),
        (kin_after, "Juniper (they/them) uses", "Juniper", 1),
        (kin_after, "Glucose (fasting)", "Glucose", 0),
        (met, "drawn by Rosalba today", "Rosalba", 1),
        (met, "treated with Zepbound weekly", "Zepbound", 0),
    ],
)
def test_a_rule_ends_the_name_where_it_ends(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
