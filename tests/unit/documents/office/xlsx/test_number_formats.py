"""Numbers show as a person sees them in the program."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.xlsx.number_formats import built_in_format, shown_general, shown_number


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (8.1, "8.1"),
        (8.0, "8"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.3333333333"),
        (4.0999999999999996, "4.1"),
        (123456789012.0, "123456789012"),
        (1e20, "1E+20"),
        (0.00001234, "1.234E-05"),
        (-0.5, "-0.5"),
    ],
)
def test_without_a_format(value: float, shown: str) -> None:
    assert shown_general(value) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (8.1, "0.00", "8.10"),
        (8.1, "0.0", "8.1"),
        (8.149, "0.0", "8.1"),
        (2.675, "0.00", "2.68"),
        (0.5, "0", "1"),
        (1012, "#,##0", "1,012"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (0.074, "0.0%", "7.4%"),
        (0.07, "0%", "7%"),
        (12500, "0.00E+00", "1.25E+04"),
        (0.5, "#.##", "0.5"),
        (5, "#.##", "5"),
        (7, "000", "007"),
        (-3, "0;(0)", "(3)"),
        (-3.5, "0.0", "-3.5"),
        (0, '0;-0;"none"', "none"),
        (5.4, '0.0" mg/dL"', "5.4 mg/dL"),
        (5.4, "[Red]0.0", "5.4"),
        (5, "[<10]0.0;0", "5.0"),
        (50, "[<10]0.0;0", "50"),
        (5.5, "[$\u20ac-407] 0.00", "\u20ac 5.50"),
        (12000, "0,", "12"),
        (0.25, "# ?/?", "0.25"),
        (1.0, "@", "1"),
        (8.1, "General", "8.1"),
        (8.1, 'General" mg"', "8.1 mg"),
        (5, ";;;", None),
        (5, '"<"0', "<5"),
        (5, "\\>0", ">5"),
    ],
)
def test_with_a_format(value: float, code: str, shown: str | None) -> None:
    assert shown_number(value, code) == shown


def test_formats_that_are_not_stored() -> None:
    assert built_in_format(2) == "0.00"
    assert built_in_format(14) == "mm-dd-yy"
    assert built_in_format(31) == "yyyy-mm-dd"
    assert built_in_format(163) == "General"


@pytest.mark.parametrize("code", ["", "[", '"', "\\", "0.0.0", "E+", ";;;;;", "[>]0", "0" * 300, "%" * 300])
def test_odd_formats_end_in_something(code: str) -> None:
    shown = shown_number(1.5, code)
    assert shown is None or isinstance(shown, str)
