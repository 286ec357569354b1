"""Names of the vocabularies stand back; every other word is looked at."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.second_look import to_look_at


def test_known_drugs_and_allergens_stand_back(build: Any, records: Any) -> None:
    bundle = build.bundle(records.medication("Metformin"), records.allergy("Penicillin"))
    assert to_look_at("Metformin of Quinn; allergy to penicillin", bundle) == "the test of Quinn; allergy to the test"


def test_a_name_beside_a_known_one_stays(build: Any) -> None:
    bundle = build.bundle(build.item("Prothrombin Time", "12", "sec"), build.item("Zonulin of Quinn", number=1))
    assert to_look_at("Prothrombin Time and Zonulin of Quinn", bundle) == "the test and Zonulin of Quinn"
