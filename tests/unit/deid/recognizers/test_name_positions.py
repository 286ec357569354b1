"""Rules for names by position or shape, one by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_positions import (
    amid_prose,
    caller,
    closing,
    initials,
    name_shape,
    object_of,
    opening,
    role_holder,
    stranger,
    subject,
)
from tests.unit.deid.written_pages import write_document

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (role_holder, "Surgeon was Rich Foot at", "Rich", 2),
        (object_of, "Consulted Precious Crohn (nephrology)", "Precious", 2),
        (object_of, "Consulted Psychiatry (inpatient)", "Psychiatry", 0),
        (object_of, "Pls let June know that", "June", 1),
        (closing, "Thank you, Winter POA is", "Winter", 1),
        (closing, "Thank you, Physical Therapy", "Physical", 0),
        (opening, "dated 5/10/2024 Butcher - please see", "Butcher", 1),
        (opening, "Family Practice Brooks and I agreed", "Brooks", 1),
        (amid_prose, "in 2019 (Butcher).", "Butcher", 1),
        (amid_prose, "in 2019 (Laparoscopic).", "Laparoscopic", 0),
        (amid_prose, "in 2019 (Benign).", "Benign", 0),
        (amid_prose, "church with Pepper Choi in", "Pepper", 2),
        (amid_prose, "further, Chase Butcher in my", "Chase", 2),
        (role_holder, "Physical therapist Winter recommends rest", "Winter", 1),
        (role_holder, "Surgeon was Meiling Bone at", "Meiling", 2),
        (role_holder, "Nurse Practitioner Notes", "Practitioner", 0),
        (role_holder, "Physician Orders", "Orders", 0),
        (object_of, "Scheduled Young with the nurse", "Young", 1),
        (object_of, "Chart reviewed with Parsons.", "Parsons", 1),
        (object_of, "Appt w/ Strong moved", "Strong", 1),
        (object_of, "transcribed 5/3/2024 by Temple.", "Temple", 1),
        (object_of, "Reviewed with Radiology.", "Radiology", 0),
        (object_of, "Hello\nSnow,", "Snow", 1),
        (object_of, "Advised Tylenol for pain", "Tylenol", 0),
        (stranger, "arranged via Chiechund for", "Chiechund", 1),
        (stranger, "given via Foley catheter", "Foley", 0),
        (stranger, "on behalf of Bela Reyes by Pepper\nCosigned", "Pepper", 1),
        (stranger, "measured by Doppler.", "Doppler", 0),
        (stranger, "seen by Cardiology.", "Cardiology", 0),
        (name_shape, "with D'Angelo for", "D'Angelo", 1),
        (name_shape, "for Adeyemi-Brooks today", "Adeyemi-Brooks", 1),
        (name_shape, "call to Van den Berg at", "Van", 3),
        (name_shape, "Guillain-Barre syndrome", "Guillain-Barre", 0),
        (name_shape, "Follow-Up visit", "Follow-Up", 0),
        (initials, "signed N. K. Foot", "N", 3),
        (initials, "due to E. Coli", "E", 0),
        (closing, "Warm regards, Nalgrait Foot", "Nalgrait", 2),
        (closing, "Thank you, Small", "Small", 1),
        (caller, "Mason from lab called: K 6.1", "Mason", 1),
        (caller, "Someone from lab called", "Someone", 0),
        (caller, "Pepper at Kessler Foods faxed", "Pepper", 1),
        (caller, "Bela from the lab left a message", "Bela", 1),
        (caller, "Osteoarthritis of left knee", "Osteoarthritis", 0),
        (caller, "Weakness in left arm", "Weakness", 0),
        (caller, "Pain at rest, left calf", "Pain", 0),
        (caller, "Numbness from the fall reported", "Numbness", 0),
        (opening, "Bird and I agreed on it", "Bird", 1),
        (opening, "Pepper, who is young", "Pepper", 1),
        (opening, "Ibuprofen, which he takes", "Ibuprofen", 0),
        (subject, "88% when Summer checked.", "Summer", 1),
        (subject, "It was Prudence who noticed", "Prudence", 1),
        (object_of, "Discussed at tumor board by April Stone.", "April", 2),
        (amid_prose, "removed in 2019 (Parkinson).", "Parkinson", 1),
        (subject, "after Lasix was given", "Lasix", 0),
        (amid_prose, "removed in 2019 (Lockridge).", "Lockridge", 1),
        (amid_prose, "she asked Ripeilka again", "Ripeilka", 1),
        (amid_prose, "takes Zyrtec nightly", "Zyrtec", 0),
        (amid_prose, "except on Mondays and", "Mondays", 0),
        (amid_prose, "wears a Holter monitor", "Holter", 0),
    ],
)
def test_a_rule_gives_the_length_of_a_name(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("location\nKloshkaiya and | agreed on a lower dose.", "Kloshkaiya"),
        ("Interpreter badge 4471, name Autumn.", "Autumn"),
        ("Principal interpreter T. S.\nLamb; assistant none", "Lamb"),
        ("Room air sat 88% when Pepper checked.", "Pepper"),
        ("Will and Bela Reyes were given written instructions.", "Will"),
        ("Canceled 04/03, no\nshow 09/21.", "09/21"),
        ("Per Best, hold apixaban 48 h before.", "Best"),
        ("Copies to: Bela Reyes; Toke Yazzie\nReference: none", "Yazzie"),
        ("To: Bela Reyes <b@mail.example>; Sheklouk Rock Please cc me.", "Rock"),
    ],
)
def test_who_orders_and_who_is_next_in_a_list_is_somebody(
    deidentifier: PresidioDeidentifier, text: str, left: str
) -> None:
    clean = deidentifier.deidentify(write_document(text), patient=None, clinicians=())
    assert left not in clean.pages[0].text.value


@pytest.mark.parametrize("text", ["Per Protocol, hold heparin.", "Per Guidelines, continue aspirin.", "Via Foley."])
def test_rules_and_devices_are_nobody(deidentifier: PresidioDeidentifier, text: str) -> None:
    clean = deidentifier.deidentify(write_document(text), patient=None, clinicians=())
    assert clean.pages[0].text.value == text
