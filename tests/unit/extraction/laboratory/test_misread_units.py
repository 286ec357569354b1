"""Units with a misread letter."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.misread_units import nearest_unit

GLUCOSE = frozenset({"mg/dL", "mmol/L"})


@pytest.mark.parametrize("printed", ["mg/db", "mg/dt", "mg/d", "mg/dab", "ma/dl", "m@/dl"])
def test_a_letter_is_put_right_where_the_analyte_has_one_such_unit(printed: str) -> None:
    assert nearest_unit(printed, GLUCOSE) == "mg/dl"


def test_two_letters_of_a_long_unit() -> None:
    assert nearest_unit("mmovl", GLUCOSE) == "mmol/l"
    assert nearest_unit("muminv1.73m2", frozenset({"mL/min/{1.73_m2}"})) is None
    assert nearest_unit("mbl/min/1.73m2", frozenset({"mL/min/{1.73_m2}"})) == "ml/min/1.73m2"


@pytest.mark.parametrize("printed", ["w/l", "g/l", "", "mg", "bananas"])
def test_short_units_and_other_words_are_left_alone(printed: str) -> None:
    assert nearest_unit(printed, frozenset({"U/L", "[IU]/L"})) is None


def test_two_units_of_the_analyte_that_are_equally_near_are_left_alone() -> None:
    assert nearest_unit("rg/dl", frozenset({"ng/dL", "ug/dL"})) is None


def test_a_unit_in_which_the_analyte_is_not_measured_is_no_answer() -> None:
    assert nearest_unit("mg/db", frozenset({"mmol/L"})) is None
