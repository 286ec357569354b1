from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import SusceptibilityInterpretation as Category
from arbiter_fhir.extraction.laboratory.microbiology import category_of, concentration_of, longest_drug, organism_span


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("S", Category.SUSCEPTIBLE),
        ("Resistant", Category.RESISTANT),
        ("SDD", Category.SUSCEPTIBLE_DOSE_DEPENDENT),
        ("(I)", Category.INTERMEDIATE),
        ("H", None),
        ("Sodium", None),
    ],
)
def test_categories(text: str, category: Category | None) -> None:
    assert category_of(text) is category


@pytest.mark.parametrize("text", ["<=0.25", ">=32", "4", "<=2/38", "\u226416", "> 4"])
def test_concentrations(text: str) -> None:
    assert concentration_of(text) == text


@pytest.mark.parametrize("text", ["S", "4.0-5.6", "", "H"])
def test_what_is_no_concentration(text: str) -> None:
    assert concentration_of(text) == ""


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("Ampicillin >=32 R", 1),
        ("Ampicillin/Sulbactam 8 S", 1),
        ("Trimethoprim / Sulfamethoxazole <=20 S", 3),
        ("Piperacillin-tazobactam S", 1),
        ("Penicillin G 0.12 S", 2),
        ("Glucose 105 S", 0),
        ("", 0),
    ],
)
def test_a_drug_is_taken_whole(words: str, count: int) -> None:
    assert longest_drug(words.split()) == count


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("Organism 1: Escherichia coli", (2, 4)),
        ("E. coli >100,000 CFU/mL", (0, 2)),
        ("Enterobacter cloacae complex", (0, 3)),
        ("Candida", (0, 1)),
        ("growth of staphylococcus aureus", (2, 4)),
        ("Vitamin E. is low", None),
        ("C. was seen", None),
        ("No growth", None),
    ],
)
def test_an_organism_is_found_by_its_genus(words: str, span: tuple[int, int] | None) -> None:
    assert organism_span(words.split()) == span
