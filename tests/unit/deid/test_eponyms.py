"""Family names as clinical terms."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.reading import Reading


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Graves disease", "Graves", True),
        ("Graves' disease", "Graves", True),
        ("Foley catheter", "Foley", True),
        ("Epstein-Barr virus", "Epstein-Barr", True),
        ("von Willebrand factor", "Willebrand", True),
        ("Bishop score 6", "Bishop", True),
        ("Rose bengal", "Rose", True),
        ("White blood cells", "White", True),
        ("positive Murphy", "Murphy", True),
        ("Graves came in", "Graves", False),
        ("Love Cushing syndrome", "Love", False),
        ("Love Cushing syndrome", "Cushing", True),
        ("Charcot Foot", "Charcot", True),
        ("Rich Foot", "Rich", False),
        ("Rose, her score was 5", "Rose", False),
        ("Murphy called", "Murphy", False),
        ("Agnieszka Kocher incision", "Agnieszka", False),
        ("Dramgrat Voss Kocher incision", "Dramgrat", False),
    ],
)
def test_neighbours_make_the_term(text: str, word: str, *, expected: bool) -> None:
    tokens = Reading(text).tokens
    at = next(index for index, token in enumerate(tokens) if token.text.rstrip("'") == word)
    assert is_clinical_term(tokens, at) is expected
