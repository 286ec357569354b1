from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.rules.shapes import shape_of
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("105", {"number", "value"}),
        ("(70-99)", {"number", "range"}),
        ("mg/dL", {"unit", "known_unit", "letters"}),
        ("H", {"flag", "letters"}),
        ("Negative", {"value", "range", "letters"}),
        ("8.l", {"misread", "letters"}),
        ("<", {"comparator", "value"}),
        ("\u2013", {"dash"}),
        ("Glucose", {"letters"}),
        ("04/10/2026", {"date", "letters"}),
    ],
)
def test_a_word_shows_what_it_could_be(word: str, expected: set[str]) -> None:
    view = view_page(write_lines(f"Sodium {word}").pages[0])
    shape = shape_of(view.lines[0].fragments[1])
    assert {name for name in shape.__dataclass_fields__ if getattr(shape, name)} == expected
