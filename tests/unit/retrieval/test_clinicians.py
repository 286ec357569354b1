"""Which name of the chart is a clinician whom a question names."""

from __future__ import annotations

import pytest

from arbiter_fhir.retrieval.clinicians import is_one_of


@pytest.mark.parametrize(
    "printed, asked, same",
    [
        ("Ada Quinn", "Quinn", True),
        ("Ada Quinn", "dr. quinn", True),
        ("Quinn, Ada, MD", "Dr Ada Quinn", True),
        ("Ada Quinn", "A. Quinn", True),
        ("Ada Quinn", "Quinn's", True),
        ("Ada Corbridge-Mbeki", "Corbridge-Mbeki", True),
        ("Ada Quinn", "Bea Quinn", False),
        ("Ada Quinn", "B. Quinn", False),
        ("Ada Quinn", "Quinnell", False),
        ("Ada Quinn", "A.", False),
        ("Ada Quinn", "Dr.", False),
        ("", "Quinn", False),
    ],
)
def test_all_that_is_typed_stands_in_the_name(printed: str, asked: str, same: bool) -> None:
    assert is_one_of(printed, [asked]) is same


def test_any_of_several_is_meant() -> None:
    assert is_one_of("Ada Quinn", ["Marlow", "Quinn"])
    assert not is_one_of("Ada Quinn", [])
