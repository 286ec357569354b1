"""Digits as optical readers give them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.ocr_digits import digits_of, is_mostly_digits, misread_pattern, read_digits


@pytest.mark.parametrize(("text", "read"), [("O4/1O/2026", "04/10/2026"), ("S5B", "558"), ("l23", "123")])
def test_look_alikes_are_read_as_digits(text: str, read: str) -> None:
    assert read_digits(text) == read


@pytest.mark.parametrize(("text", "expected"), [("O4/1O", True), ("SOIL", False), ("", False), ("4B", True)])
def test_half_of_the_signs_must_be_digits(text: str, *, expected: bool) -> None:
    assert is_mostly_digits(text) is expected


@given(st.text(alphabet="0123456789", min_size=4, max_size=12), st.sampled_from(["", "-", " ", "."]))
def test_a_number_is_found_in_any_grouping(number: str, separator: str) -> None:
    assert re.fullmatch(misread_pattern(number), separator.join(number))
    assert not re.fullmatch(misread_pattern(number), number + "7")
    assert digits_of(separator.join(number)) == number
