"""Kinds of value against the tests that have them."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.value_kinds import is_unlike_test


@pytest.mark.parametrize(
    ("name", "value", "bounded", "unlike"),
    [
        ("Sodium", "1:128", False, True),
        ("Sodium", "2+", True, True),
        ("Sodium", "140", True, False),
        ("ANA titer", "1:320", False, False),
        ("Urine Protein", "2+", False, False),
        ("Some Antibody", "1:64", False, False),
    ],
)
def test_kinds(name: str, value: str, bounded: bool, unlike: bool) -> None:
    assert is_unlike_test(value, find_analyte(name), bounded=bounded) is unlike
