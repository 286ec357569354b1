"""Organisms as laboratories print and clinicians type them."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.data_table import read_domain_table
from arbiter_fhir.domain.organism import named_organisms, organism_words, organisms_in


@pytest.mark.parametrize(
    "text, named",
    [
        ("E. coli", {"escherichia coli"}),
        ("e coli?", {"escherichia coli"}),
        ("Escherichia coli >100,000 CFU/mL", {"escherichia coli"}),
        ("any MRSA", {"methicillin resistant staphylococcus aureus"}),
        ("Methicillin-resistant Staph. aureus", {"methicillin resistant staphylococcus aureus"}),
        ("Staphylococcus aureus", {"staphylococcus aureus"}),
        ("Klebsiella pneumoniae; Proteus mirabilis", {"klebsiella", "proteus mirabilis"}),
        ("group A strep", {"streptococcus pyogenes"}),
        ("C. diff toxin", {"clostridioides difficile"}),
        ("pros and cons of cre levels", set()),
        ("", set()),
    ],
)
def test_names(text: str, named: set[str]) -> None:
    assert named_organisms(text) == named


def test_a_resistant_organism_is_the_wider_one_as_well_and_not_the_other_way_round() -> None:
    assert organisms_in("MRSA") >= {"staphylococcus aureus", "staphylococcus"}
    assert "methicillin resistant staphylococcus aureus" not in organisms_in("staph aureus")


def test_wider_organisms_are_organisms_of_the_table() -> None:
    rows = read_domain_table("organisms.tsv")
    assert {row["within"] for row in rows if row["within"]} <= {row["organism"] for row in rows}


def test_words_that_name_an_organism_by_themselves() -> None:
    assert {"klebsiella", "pseudomonas"} <= organism_words()
    assert not {"group", "resistant", "negative", "mrsa"} & organism_words()
