"""Rows of results told from sentences."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.lab_rows import has_unit_after, is_lab_row
from arbiter_fhir.deid.lexicon import load_lexicon


@pytest.mark.parametrize(
    "line",
    [
        "Hemoglobin A1c 8.1 % 4.0-5.6 H",
        "Glucose 101 mg/dL 70-99",
        "WBC 14.2 H 10*3/uL 4.0 - 11.0",
        "Vitamin B12 450 pg/mL 200-1100",
        "PSA, Total <0.1 ng/mL 0.0 - 4.0",
        "pH 8.0 5.0 - 8.0",
        "Vitamin B12 pg/mL 232-1245 1,310",
    ],
)
def test_a_row_is_a_row(line: str) -> None:
    assert is_lab_row(line, load_lexicon())


@pytest.mark.parametrize(
    "line",
    [
        "Mr. Park takes 40 mg daily",
        "at 1234 Maple Grove Rd today",
        "Rivers seen again; Rose tolerated metformin 500 mg twice daily",
        "Rose denies pain, weight 70 kg",
        "Patient: Okafor 5512998",
        "4.0 - 5.6",
        "metformin 500 mg, call Okafor 555-0142",
        "Complete Blood Count",
        "Glucose 101 mg/dL, called to Okafor",
    ],
)
def test_a_sentence_is_none(line: str) -> None:
    assert not is_lab_row(line, load_lexicon())


@pytest.mark.parametrize(
    ("text", "expected"),
    [("12500 copies/mL", True), ("40 mg", True), ("14 days", True), ("448192 Smith", False), ("555 Main", False)],
)
def test_a_unit_follows_its_number(text: str, *, expected: bool) -> None:
    assert has_unit_after(text, len(text.split(maxsplit=1)[0])) is expected


def test_a_number_of_an_account_is_no_range() -> None:
    lexicon = load_lexicon()
    assert not is_lab_row("Vu, 03/04/1950 6037-76226", lexicon)
    assert not is_lab_row("Invoice 2000-55301 for Pepper is open.", lexicon)
    assert is_lab_row("WBC 7200 4500-11000", lexicon)
