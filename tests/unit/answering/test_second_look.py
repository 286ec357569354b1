"""Names of the vocabularies stand back; every other word is looked at, together first and alone where it matters."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.second_look import SecondLook


def test_known_drugs_and_allergens_stand_back(build: Any, records: Any) -> None:
    look = SecondLook(build.bundle(records.medication("Metformin"), records.allergy("Penicillin")), lambda text: False)
    assert look.shown("Metformin of Quinn; allergy to penicillin") == "the test of Quinn; allergy to the test"


def test_a_name_beside_a_known_one_stays(build: Any) -> None:
    items = build.item("Prothrombin Time", "12", "sec"), build.item("Zonulin of Quinn", number=1)
    look = SecondLook(build.bundle(*items), lambda text: False)
    assert look.shown("Prothrombin Time and Zonulin of Quinn") == "the test and Zonulin of Quinn"


def test_our_own_word_for_a_source_has_no_figure(build: Any) -> None:
    look = SecondLook(build.bundle(), lambda text: False)
    assert look.shown("Address: “[ADDRESS_1]” (HL7 message).") == "Address: “[ADDRESS_1]” (message)."


def test_one_look_is_enough_where_nothing_is_found(build: Any) -> None:
    seen: list[str] = []
    look = SecondLook(build.bundle(), lambda text: bool(seen.append(text)))
    assert look.leaking({"a": "one\ntwo", "b": "three"}) == []
    assert look.leaking({}) == []
    assert seen == ["one two\nthree"]


def test_what_is_found_is_found_in_its_own_text(build: Any) -> None:
    look = SecondLook(build.bundle(), lambda text: "Quinn" in text)
    assert look.leaking({"a": "one", "b": "of Quinn", "c": "two"}) == ["b"]


def test_lines_that_only_look_like_a_name_together_are_none(build: Any) -> None:
    look = SecondLook(build.bundle(), lambda text: "\n" in text)
    assert look.leaking({"a": "one", "b": "two"}) == []
