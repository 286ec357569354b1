"""Places that only somebody can fill, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_slots import (
    about_to_act,
    acted,
    acting_for,
    announced_to,
    child_of,
    counseled,
    entitled,
    owner,
    patient_named,
    signed_mark,
    small_caller,
    with_initial,
)

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (about_to_act, "Joy will drive her home", "Joy", 1),
        (about_to_act, "Stetbond Frost will see her", "Stetbond", 2),
        (about_to_act, "Cardiology will see her", "Cardiology", 0),
        (about_to_act, "Physical Therapy will see", "Physical", 0),
        (about_to_act, "Metformin will need review", "Metformin", 0),
        (about_to_act, "Insurance will cover it", "Insurance", 0),
        (acted, "Woods has tolerated it", "Woods", 1),
        (acted, "Winter has tolerated it", "Winter", 1),
        (acted, "Pepper was discharged home", "Pepper", 1),
        (acted, "Hurt concurs with it", "Hurt", 1),
        (acted, "Foley was removed today", "Foley", 0),
        (acted, "Blood was sent out", "Blood", 0),
        (acted, "Service requested: Orthopedic surgery", "Service", 0),
        (counseled, "SERVICE REQUESTED: ORTHO", "SERVICE", 0),
        (counseled, "FOX WAS COUNSELED ON DIET", "FOX", 1),
        (counseled, "STYATHE DENIES PAIN", "STYATHE", 1),
        (counseled, "MASS WAS FOUND ON CT", "MASS", 0),
        (counseled, "CULTURE WAS SENT", "CULTURE", 0),
        (patient_named, "Patient Wise agreeable to plan", "Wise", 1),
        (patient_named, "Patient Jaijeish in bed", "Jaijeish", 1),
        (patient_named, "Patient Education provided", "Education", 0),
        (patient_named, "Patient Portal message sent", "Portal", 0),
        (owner, "Temple's hemoglobin fell", "Temple's", 1),
        (owner, "Given Dawn's history of falls", "Dawn's", 1),
        (owner, "Graves's chart", "Graves's", 1),
        (owner, "Parkinson's tremor", "Parkinson's", 0),
        (owner, "Today's labs", "Today's", 0),
        (owner, "Crohn's flare", "Crohn's", 0),
        (child_of, "daughter of Will Hurt", "Will", 2),
        (child_of, "mother of Five", "of", 0),
        (entitled, "URGENT: BANKS labs attached", "BANKS", 1),
        (entitled, "FW: Crohn results", "Crohn", 1),
        (entitled, "Morning labs reviewed", "Morning", 0),
        (entitled, "Thyroid labs normal", "Thyroid", 0),
        (announced_to, "NOTICE TO ESI CHURCH: your results", "ESI", 2),
        (announced_to, "NOTICE TO PATIENTS: closed", "PATIENTS", 0),
        (announced_to, "LETTER TO INSURANCE: sent", "INSURANCE", 0),
        (signed_mark, "/s/ Eve Foot", "Eve", 2),
        (signed_mark, "w/s Eve", "Eve", 0),
        (acting_for, "Transcribed by KLM for Pope", "Pope", 1),
        (acting_for, "Invoice 4471-20931 for Good is open", "Good", 1),
        (acting_for, "Treated with aspirin for Chest pain", "Chest", 0),
        (with_initial, "Reference: D. Berry 04/01/1950", "D", 2),
        (with_initial, "Copy: D. Styathe", "D", 2),
        (with_initial, "Culture: E. Coli", "E", 0),
        (with_initial, "Stage: I. Mild", "I", 0),
        (small_caller, "rich arriaga wants refill", "rich", 2),
        (small_caller, "lucia de la fuente dob 3/4", "lucia", 4),
        (small_caller, "wound care needs dressing", "wound", 0),
        (small_caller, "home health called", "home", 0),
    ],
)
def test_rule_takes_the_name_and_leaves_the_near_miss(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
