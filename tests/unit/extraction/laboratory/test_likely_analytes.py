"""What a test is likely to be."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.likely_analytes import likely_analyte


@pytest.mark.parametrize(
    ("printed", "key"),
    [
        ("Vitamin D", "vitamin_d"),
        ("Vit D", "vitamin_d"),
        ("Vitamin D3 25-hydroxy", "vitamin_d"),
        ("25-hydroxy vitamin D2 + D3", "vitamin_d"),
        ("Glucose, 2 h after 75 g", "glucose"),
        ("Free testosterone, calculated", "testosterone_free"),
        ("Potassium", "potassium"),
    ],
)
def test_a_name_that_the_table_does_not_hold_is_likely_that_of_its_words(printed: str, key: str) -> None:
    found = likely_analyte(printed)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize("printed", ["", "Vitamin K", "Lyme antibody", "Ca 72-4", "P-ANCA"])
def test_nothing_is_likely_by_a_letter_or_two(printed: str) -> None:
    assert likely_analyte(printed) is None
