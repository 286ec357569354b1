from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.units import (
    clean_unit,
    is_unit_like,
    longest_unit,
    normalise_unit,
    respell_unit,
    ucum_of,
    unit_of_range,
)


@pytest.mark.parametrize(
    ("printed", "code"),
    [
        ("mg/dL", "mg/dL"),
        ("MG/DL", "mg/dL"),
        ("x10E3/uL", "10*3/uL"),
        ("10^3/µL", "10*3/uL"),
        ("K/uL", "10*3/uL"),
        ("mL/min/1.73m2", "mL/min/{1.73_m2}"),
        ("mL/min/1.73 m²", "mL/min/{1.73_m2}"),
        ("uIU/mL", "u[IU]/mL"),
        ("% of total Hgb", "%"),
        ("/hpf", "/[HPF]"),
        ("mEq/L", "meq/L"),
    ],
)
def test_a_printed_unit_has_one_code(printed: str, code: str) -> None:
    assert ucum_of(printed) == code


@pytest.mark.parametrize("printed", ["", "S/CO", "furlongs", "12", "4.0-5.6", "H"])
def test_an_unknown_unit_has_no_code(printed: str) -> None:
    assert ucum_of(printed) is None


@pytest.mark.parametrize("printed", ["mg/dL", "%", "/hpf", "ng/mg", "seconds", "fL", "ulU/mL", "mg/dL."])
def test_units_look_like_units(printed: str) -> None:
    assert is_unit_like(printed)


@pytest.mark.parametrize("printed", ["105", "70-99", "H", "Glucose", "1:80", "", "Negative", "3/4"])
def test_other_words_do_not(printed: str) -> None:
    assert not is_unit_like(printed)


def test_the_longest_unit_is_taken() -> None:
    assert longest_unit(["%", "of", "total", "Hgb", "01"]) == 4
    assert longest_unit(["mL/min/1.73", "m2", "01"]) == 2
    assert longest_unit(["mg/dL", "70"]) == 1
    assert longest_unit(["70", "mg/dL"]) == 0


@pytest.mark.parametrize(
    ("read", "spelled"),
    [("Yo", "%"), ("ulU/mL", "uIU/mL"), ("1U/L", "IU/L"), ("lU/mL", "IU/mL"), ("mlU/L", "mIU/L")],
)
def test_letters_that_print_alike_are_spelled_as_the_table_does(read: str, spelled: str) -> None:
    assert respell_unit(read) == spelled


@pytest.mark.parametrize("known", ["mg/dL", "IU/L", "%", "nonsense", "mg/d"])
def test_nothing_else_is_respelled(known: str) -> None:
    assert respell_unit(known) is None


def test_marks_around_a_unit_are_cut() -> None:
    text = "= mg/dL."
    start, end = clean_unit(text)
    assert text[start:end] == "mg/dL"
    assert normalise_unit("µg / dL") == "ug/dl"


@pytest.mark.parametrize(
    ("printed", "ucum"),
    [
        ("8.5 - 10.5 mmol/L", "mmol/L"),
        ("70-99 mg/dL", "mg/dL"),
        ("<5.7 %", "%"),
        ("(3.5-5.1)", None),
        ("M: 0.7-1.3; F: 0.6-1.1", None),
        ("0-14 years", None),
    ],
)
def test_the_unit_that_a_range_names(printed: str, ucum: str | None) -> None:
    assert unit_of_range(printed) == ucum
