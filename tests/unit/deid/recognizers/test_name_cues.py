"""Rules for names beside words that only stand beside somebody, one by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_cues import (
    asked,
    by_initial,
    colleague,
    for_attention,
    given_amid_prose,
    heads_record,
    myself,
    on_behalf,
    signature,
    titled_small,
    writer,
)

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (on_behalf, "came at the request of Autumn.", "Autumn", 1),
        (on_behalf, "in the presence of Pepper Stone and", "Pepper", 2),
        (on_behalf, "sent c/o Maren Holt", "Maren", 2),
        (on_behalf, "in the presence of Cardiology", "Cardiology", 0),
        (on_behalf, "at the end of May", "May", 0),
        (heads_record, "Household member: Ana Vestergaard MRN: 77120", "Ana", 2),
        (heads_record, "Sibling Pepper Stone (DOB 3/4/1990)", "Pepper", 2),
        (heads_record, "Vestergaard, Ana DOB 3/4/1990", "Vestergaard", 2),
        (heads_record, "Confirm Patient MRN 77120", "Confirm", 0),
        (heads_record, "Wrong MRN 77120", "Wrong", 0),
        (heads_record, "Age Sex DOB", "Age", 0),
        (myself, "I, Pepper Vang, have reviewed", "Pepper", 2),
        (myself, "I, however, have reviewed", "however", 0),
        (by_initial, "Reviewed by K. Foreman today", "K", 2),
        (by_initial, "Vitamin K. Foreman agreed", "K", 0),
        (given_amid_prose, "the toast that Hazel made", "Hazel", 1),
        (colleague, "looped in Summer from billing", "Summer", 1),
        (colleague, "moved to Cardiology from lab", "Cardiology", 0),
        (colleague, "seen last May in clinic", "May", 0),
        (asked, "Could Pepper look at this", "Pepper", 1),
        (asked, "Can Radiology look at this", "Radiology", 0),
        (signature, "Amber Winter | Referral Coordinator | 555", "Amber", 2),
        (signature, "Amber Winter\nPractice Manager", "Amber", 2),
        (signature, "Physical Therapy | Care Coordinator", "Physical", 0),
        (signature, "Blood Culture, Nurse", "Blood", 0),
        (for_attention, "ATTN: Pepper / Medical Records", "Pepper", 1),
        (for_attention, "ATTN: Billing / Pepper", "Billing", 0),
        (for_attention, "Attention: Radiology", "Radiology", 0),
        (writer, "On Monday, Pepper Field wrote: hello", "Pepper", 2),
        (writer, "The Committee wrote a letter", "Committee", 0),
        (titled_small, "mrs van houten phoned", "van", 2),
        (titled_small, "his dtr kayleigh called", "kayleigh", 1),
        (titled_small, "his mother denies pain", "denies", 0),
        (titled_small, "the dr will see", "will", 0),
        (by_initial, "Regards, C. Foreman Invoice", "C", 2),
        (by_initial, "assistant K. Ng.", "K", 2),
        (given_amid_prose, "since last May she", "May", 0),
        (given_amid_prose, "treated with Aspirin daily", "Aspirin", 0),
    ],
)
def test_rule_takes_the_name_and_leaves_the_near_miss(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
