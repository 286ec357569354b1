"""Names of the vocabularies in questions."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction import CuratedTerms


@pytest.mark.parametrize(
    "text, names",
    [
        ("is she on metformin or HCTZ", ["medicine metformin", "medicine hydrochlorothiazide"]),
        ("hx of htn and copd", ["condition hypertension", "condition copd"]),
        ("allergic to pcn or peanuts", ["drug_class penicillins", "allergen peanut"]),
        ("did she get Shingrix", ["vaccine zoster recombinant"]),
        ("had her gallbladder removed", ["procedure cholecystectomy"]),
        ("show all of them as a list, add dates, and does it mean more", []),
        ("hx of MS or ms", ["condition multiple sclerosis"]),
        ("does she bruise, any GI bleeds", ["symptom bruising", "condition gastrointestinal bleeding"]),
        ("hypothyroid or hypertensive", ["condition hypothyroidism", "condition hypertension"]),
        ("was PPV23 given", ["vaccine ppsv23"]),
    ],
)
def test_names_are_found_as_clinicians_type_them(text: str, names: list[str]) -> None:
    found = [f"{mention.kind.value} {mention.name}" for mention in CuratedTerms().mentions(text)]
    assert [each for each in found if each in names] == names
    assert names or not found


def test_places_are_offsets_of_the_text() -> None:
    text = "still on Glucophage?"
    mention = CuratedTerms().mentions(text)[0]
    assert (mention.name, text[mention.start : mention.end]) == ("metformin", "Glucophage")


def test_words_for_typing_errors() -> None:
    words = CuratedTerms().words()
    assert {"metformin", "penicillin", "hypertension"} <= words
    assert all(len(word) >= 5 for word in words)


def test_a_further_name_counts_only_outside_of_the_tables_own_names() -> None:
    assert [mention.name for mention in CuratedTerms().mentions("pulmonary hypertension")] == ["pulmonary hypertension"]


def test_an_organism_is_no_word_to_correct() -> None:
    assert "klebsiella" in CuratedTerms().words()
