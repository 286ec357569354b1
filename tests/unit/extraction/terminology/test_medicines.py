from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.medicines import Medicine, is_plausible_amount, medicines


def medicine(name: str) -> Medicine:
    found = medicines().get(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(
    ("name", "ingredient", "rxcui"),
    [
        ("Glucophage", "metformin", "6809"),
        ("lisinopril", "lisinopril", "29046"),
        ("ASA", "aspirin", "1191"),
        ("HCTZ", "hydrochlorothiazide", "5487"),
        ("Lantus", "insulin glargine", "274783"),
        ("Coumadin", "warfarin", "11289"),
        ("Synthroid", "levothyroxine", "10582"),
        ("Bactrim DS", "sulfamethoxazole / trimethoprim", "10831"),
        ("Zestoretic", "hydrochlorothiazide / lisinopril", None),
        ("fish oil", "fish oil", None),
    ],
)
def test_names_lead_to_ingredients_and_codes(name: str, ingredient: str, rxcui: str | None) -> None:
    assert (medicine(name).ingredient, medicine(name).rxcui) == (ingredient, rxcui)


@pytest.mark.parametrize(
    ("name", "amount", "unit", "wanted"),
    [
        ("metformin", "500", "mg", True),
        ("metformin", "5000", "mg", False),
        ("metformin", "1", "g", True),
        ("lisinopril", "20", "mg", True),
        ("lisinopril", "200", "mg", False),
        ("lisinopril", "0.2", "mg", False),
        ("levothyroxine", "75", "mcg", True),
        ("levothyroxine", "75", "mg", False),
        ("levothyroxine", "0.075", "mg", True),
        ("digoxin", "0.125", "mg", True),
        ("digoxin", "1.25", "mg", False),
        ("insulin glargine", "20", "units", True),
        ("insulin glargine", "2000", "units", False),
        ("metformin", "500", "units", None),
        ("hydrocortisone", "1", "g", None),
    ],
)
def test_a_dose_ten_times_off_is_not_plausible(name: str, amount: str, unit: str, wanted: bool | None) -> None:
    assert is_plausible_amount(medicine(name), Decimal(amount), unit) is wanted


def test_the_table_is_consistent() -> None:
    rows = read_table("drugs.tsv")
    assert len(rows) >= 400
    codes = [row["rxcui"] for row in rows if row["rxcui"]]
    assert len(codes) == len(set(codes))
    assert all(code.isdigit() for code in codes)
    assert len(codes) >= 400
    for row in rows:
        assert bool(row["unit"]) == bool(row["low"]) == bool(row["high"]), row
        if row["unit"]:
            assert Decimal(row["low"]) <= Decimal(row["high"]), row
    names = [name.casefold() for row in rows for name in [row["ingredient"], *filter(None, row["names"].split("|"))]]
    assert len(names) == len(set(names))
