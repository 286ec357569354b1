"""What can be somebody's code, and what is a method, a department, a degree or a word."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.staff_codes import is_staff_code


@pytest.mark.parametrize("value", ["QXL", "RTM", "rvoss3", "nsatou", "88213", "KLM44", "a.b.voss"])
def test_initials_names_of_users_and_numbers_are_codes(value: str) -> None:
    assert is_staff_code(value, load_lexicon(), by_people=True)


@pytest.mark.parametrize("value", ["PCR", "ELISA", "RN", "LAB", "nursing", "hand", "7", "GENERALLY", "Voss"])
def test_methods_departments_degrees_and_words_are_none(value: str) -> None:
    assert not is_staff_code(value, load_lexicon(), by_people=True)


def test_an_abbreviation_is_a_code_where_only_people_can_stand() -> None:
    assert is_staff_code("AST", load_lexicon(), by_people=True)
    assert not is_staff_code("AST", load_lexicon(), by_people=False)
