"""What a drug, an allergy or a problem is about, and what a question asks for by name."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.ports.terminology import TermKind
from arbiter_fhir.retrieval.subjects import (
    allergen_names,
    asks_for,
    class_of_allergen,
    is_none_known,
    medicine_names,
    other_names,
    problem_names,
)


@pytest.mark.parametrize(
    "one, other",
    [
        ("Glucophage 500 mg", "METFORMIN"),
        ("Norvasc", "amlodipine 10 mg tablet"),
        ("Zestoretic", "lisinopril / hydrochlorothiazide"),
        ("Zorvithal 10 mg", "zorvithal 20 mg"),
    ],
)
def test_two_titles_of_one_medicine(build: Any, one: str, other: str) -> None:
    assert medicine_names(one, "", build.terms).subject == medicine_names(other, "", build.terms).subject


def test_a_combination_is_asked_for_by_each_of_its_parts(build: Any) -> None:
    names = medicine_names("Zestoretic", "", build.terms)
    assert asks_for("lisinopril", names.all, build.terms)
    assert asks_for("class:ace_inhibitors", names.all, build.terms)
    assert not asks_for("class:statins", names.all, build.terms)
    assert names.subject != medicine_names("lisinopril", "", build.terms).subject


@pytest.mark.parametrize("title", ["PCN", "penicillin", "Penicillins"])
def test_an_allergen_by_any_of_its_names(build: Any, title: str) -> None:
    assert allergen_names(title, "", build.terms).subject == "penicillins"


@pytest.mark.parametrize(
    "title, codes, subject",
    [
        ("HTN", [], "icd10:I10"),
        ("Essential (primary) hypertension", ["i10"], "icd10:I10"),
        ("High pressure, Zorvitha's", ["I10", "I11.9"], "high pressure zorvitha s"),
        ("Diabetes", [], "diabetes mellitus"),
        ("Zorvitha syndrome", [], "zorvitha syndrome"),
    ],
)
def test_a_problem_by_code_or_name(build: Any, title: str, codes: list[str], subject: str) -> None:
    assert problem_names(title, codes, build.terms).subject == subject


@pytest.mark.parametrize(
    "asked, title, codes, meant",
    [
        ("diabetes mellitus", "Type 2 diabetes mellitus", ["E11.9"], True),
        ("type 2 diabetes mellitus", "T2DM with neuropathy", ["E11.42"], True),
        ("type 2 diabetes mellitus", "Type 1 diabetes mellitus", ["E10.9"], False),
        ("hypertension", "Essential hypertension", ["I10"], True),
        ("hypertension", "Pulmonary hypertension", ["I27.20"], False),
        ("asthma", "Essential hypertension", ["I10"], False),
        ("zorvitha syndrome", "Chronic Zorvitha syndrome", [], True),
    ],
)
def test_a_condition_that_is_asked_for(build: Any, asked: str, title: str, codes: list[str], meant: bool) -> None:
    assert asks_for(asked, problem_names(title, codes, build.terms).all, build.terms) is meant


def test_vaccines_by_brand(build: Any) -> None:
    assert other_names("Boostrix", {TermKind.VACCINE}, build.terms).subject == "tdap"


@pytest.mark.parametrize(
    "allergen, group",
    [
        ("penicillins", "class:penicillins"),
        ("NSAIDs", "class:nsaids"),
        ("statins", "class:statins"),
        ("thiazides", "class:thiazides"),
        ("sulfonamide antibiotics", "class:sulfonamide_antibiotics"),
        ("latex", ""),
    ],
)
def test_an_allergen_that_names_a_class(allergen: str, group: str) -> None:
    assert class_of_allergen(allergen) == group


def test_an_allergy_to_a_class_is_one_to_the_wider_class(build: Any) -> None:
    names = allergen_names("Penicillin", "", build.terms).all
    assert asks_for("class:antibiotics", names, build.terms)
    assert not asks_for("class:nsaids", names, build.terms)


@pytest.mark.parametrize(
    "title, none",
    [
        ("NKDA", True),
        ("NKA", True),
        ("No Known Allergies", True),
        ("No known drug allergies", True),
        ("None", True),
        ("denies allergies", True),
        ("Penicillin", False),
        ("No eggs", False),
        ("nkl", False),
    ],
)
def test_titles_that_say_that_there_are_none(title: str, none: bool) -> None:
    assert is_none_known(title) is none


def test_the_parts_of_a_combination_stand_in_any_order(build: Any) -> None:
    combination = "sulfamethoxazole / trimethoprim"
    assert asks_for(combination, frozenset({"trimethoprim+sulfamethoxazole"}), build.terms)
    assert not asks_for(combination, frozenset({"trimethoprim"}), build.terms)
