"""Classes of medicines against the medicines table."""

from __future__ import annotations

from arbiter_fhir.domain.drug_class import class_display, class_members, drug_classes, is_in_class
from arbiter_fhir.extraction.tables import read_table


def test_every_member_is_an_ingredient_of_the_medicines_table() -> None:
    known = {part.strip().casefold() for row in read_table("drugs.tsv") for part in row["ingredient"].split(" / ")}
    for each in drug_classes().values():
        assert each.members <= known, each.key


def test_no_name_means_two_classes() -> None:
    names = [name for each in drug_classes().values() for name in each.names]
    assert len(names) == len(set(names))


def test_combinations_belong_to_the_classes_of_their_parts() -> None:
    assert is_in_class("hydrochlorothiazide / lisinopril", "class:ace_inhibitors")
    assert is_in_class("hydrochlorothiazide / lisinopril", "class:thiazides")
    assert not is_in_class("hydrochlorothiazide / lisinopril", "class:arbs")
    assert is_in_class("Atorvastatin", "class:statins")


def test_unknown_keys() -> None:
    assert class_members("metformin") == frozenset()
    assert class_display("metformin") == "metformin"
    assert class_display("class:anticoagulants") == "anticoagulants"
