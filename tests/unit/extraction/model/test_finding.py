from __future__ import annotations

import pytest

from arbiter_fhir.extraction.model.finding import find_words
from tests.unit.extraction.clean_pages import write_lines

PAGE = write_lines("Glucose 118.1 mg/dL", "Sodium 140 mmol/L Sodium 140").pages[0]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Glucose 118.1", [["Glucose", "118.1"]]),
        ("glucose  118.1\nmg/dL", [["Glucose", "118.1", "mg/dL"]]),
        ("mg/dL Sodium", [["mg/dL", "Sodium"]]),
        ("Sodium 140", [["Sodium", "140"], ["Sodium", "140"]]),
        ("8.1", []),
        ("118", []),
        ("Glucose 118.2", []),
        ("", []),
        ("  ", []),
    ],
)
def test_only_whole_words_of_the_page_are_found(text: str, places: list[list[str]]) -> None:
    assert [[word.text for word in place] for place in find_words(text, PAGE.words)] == places
