from __future__ import annotations

from decimal import Decimal
from importlib import resources

from arbiter_fhir.domain.analyte_table import AnalyteCode, analyte_groups, analyte_magnitudes, analyte_rows


def test_the_table_carries_its_licence() -> None:
    text = resources.files("arbiter_fhir.domain").joinpath("data", "analytes.tsv").read_text(encoding="utf-8")
    assert "loinc.org/license" in text


def test_every_test_is_shown_once_and_its_first_row_says_how() -> None:
    shown: set[str] = set()
    for row in analyte_rows():
        assert bool(row.display) == (row.test not in shown), row.test
        shown.add(row.test)
        assert row.marks <= {"unitless", "percent", "count"}
        assert row.kind in ({"numeric", "qualitative", "titer", "either"} if row.analyte else {""})
    assert len(shown) >= 200


def test_codes_are_read_with_units_and_limits() -> None:
    row = next(row for row in analyte_rows() if row.test == "phosphate")
    assert AnalyteCode("blood", "14879-1", frozenset({"mmol/L"}), Decimal("0.03"), Decimal(10)) in row.codes
    ratio = next(row for row in analyte_rows() if row.test == "inr")
    assert "" in ratio.codes[0].units


def test_groups_are_of_known_tests() -> None:
    tests = {row.test for row in analyte_rows()}
    for group in analyte_groups():
        assert group.key.startswith("group:")
        assert set(group.members) <= tests
        assert group.spellings


def test_magnitudes_are_of_known_tests_and_in_order() -> None:
    analytes = {row.analyte for row in analyte_rows()}
    for each in analyte_magnitudes():
        assert each.analyte in analytes
        assert each.lows[0] <= each.low < each.high <= each.highs[1], each
        assert each.seen[0] < each.high < each.seen[1], each


def test_magnitudes_are_converted_with_their_bands() -> None:
    found = {unit: each for each in analyte_magnitudes() if each.analyte == "hba1c" for unit in each.units}
    assert set(found) == {"%", "mmol/mol"}
    # The IFCC equation: 5.7 % are 39 mmol/mol.
    assert round(found["mmol/mol"].high) == 39
    assert found["%"].highs == (Decimal("5.7") / Decimal("1.4"), Decimal("7.98"))
