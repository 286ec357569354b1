"""Who opens a sentence by what only persons do, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.sentence_subjects import at_place, doer, short_name, to_act

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (doer, "Chance phoned for update", "Chance", 1),
        (doer, "Drain output 20 mL. Ridge phoned twice", "Ridge", 1),
        (doer, "Storm premedicated. Next change", "Storm", 1),
        (doer, "Yesterday Heaven saw us", "Heaven", 1),
        (doer, "Hi Bela, Dean denies pain", "Dean", 1),
        (doer, "Bright removed the drain, output 20 mL", "Bright", 1),
        (doer, "Long flushed the line", "Long", 1),
        (doer, "Bright to scope in AM", "Bright", 0),
        (to_act, "Bright to scope in AM", "Bright", 1),
        (doer, "Unfortunately Pepper missed dialysis twice", "Pepper", 1),
        (doer, "Dose missed twice", "Dose", 0),
        (doer, "Service requested the records", "Service", 0),
        (doer, "Stone passed the same day", "Stone", 0),
        (doer, "Foley drained a liter", "Foley", 0),
        (doer, "Hickman removed the next day", "Hickman", 0),
        (doer, "White removed the same day", "White", 0),
        (doer, "Drain removed the day after", "Drain", 0),
        (doer, "Winter cried. DNR signed", "Winter", 0),
        (doer, "Service requested: Orthopedics", "Service", 0),
        (doer, "Line checked twice", "Line", 0),
        (doer, "Metformin missed twice", "Metformin", 0),
        (doer, "Cardiology called back", "Cardiology", 0),
        (doer, "Rod placed in the femur", "Rod", 0),
        (doer, "Iris intact", "Iris", 0),
        (doer, "Family phoned for update", "Family", 0),
        (doer, "Will return in 6 weeks", "Will", 0),
        (doer, "Stone passed overnight", "Stone", 0),
        (at_place, "Diamond at bedside", "Diamond", 1),
        (at_place, "Ridge en route", "Ridge", 1),
        (at_place, "Rob c/o 8/10 pain", "Rob", 1),
        (at_place, "Hi Bela, Gentry here.", "Gentry", 0),
        (at_place, "Family at bedside", "Family", 0),
        (at_place, "Walker at bedside", "Walker", 1),
        (to_act, "Mills to scope in AM", "Mills", 1),
        (to_act, "Needs transport, Vy to arrange.", "Vy", 1),
        (to_act, "DES placed. Wells will manage it", "Wells", 1),
        (to_act, "Surgery to see her", "Surgery", 0),
        (to_act, "Cough to monitor", "Cough", 0),
        (to_act, "Metformin, Insulin to give", "Insulin", 0),
        (short_name, "for AFib and Ek for CKD", "Ek", 1),
        (short_name, "seen by Vy today", "Vy", 1),
        (short_name, "the Hx of it", "Hx", 0),
        (short_name, "level of Mg 2.1", "Mg", 0),
        (short_name, "given Io-131", "Io-131", 0),
    ],
)
def test_a_name_stands_there_or_none(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
