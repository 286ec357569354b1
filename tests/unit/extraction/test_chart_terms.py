"""The curated vocabularies on titles as charts hold them."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction import CuratedTerms

TERMS = CuratedTerms()


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Glucophage XR 500 mg", {"metformin"}),
        ("METFORMIN HCL 1000 MG TABLET", {"metformin"}),
        ("lisinopril 10mg daily", {"lisinopril"}),
        ("Bandages", set()),
    ],
)
def test_medicines_by_brand_and_generic_name(title: str, named: set[str]) -> None:
    assert TERMS.ingredients(title) == named


def test_an_allergen_by_its_class_and_abbreviation() -> None:
    assert TERMS.allergen("PCN") == TERMS.allergen("Penicillin allergy") == TERMS.allergen("penicillins") != ""
    assert TERMS.allergen("Penicillin and latex") == ""
    assert TERMS.allergen("Something else") == ""
    assert TERMS.allergen("PCN", whole=True) == TERMS.allergen("Penicillin", whole=True) != ""
    assert TERMS.allergen("Penicillin allergy", whole=True) == ""


@pytest.mark.parametrize(("title", "code"), [("HTN", "I10"), ("Essential hypertension", "I10"), ("HTN, see note", "")])
def test_a_problem_by_its_whole_title(title: str, code: str) -> None:
    assert TERMS.problem_code(title) == code
