"""Names that an optical reader spelt with digits."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers.misread_names import misread_name


@pytest.mark.parametrize(
    ("word", "found"),
    [
        *(("J0hn", True), ("5mith", True), ("Wi1son", True), ("MCKlNLEY", True), ("Fitzs1mmons", True)),
        *(("Ekstr6m", True), ("Bj6rk", True), ("CD56", False), ("Vit6min", False)),
        *(("Co11ected", False), ("P1atelets", False), ("B12", False), ("T1DM", False), ("HbA1c", False)),
        *(("CD8", False), ("S100B", False), ("COVlD", False), ("H5N1", False), ("Omega3", False)),
    ],
)
def test_only_a_listed_name_was_meant(word: str, found: bool) -> None:
    reading = Reading(f"by {word} today")
    assert (misread_name(reading.tokens, 1, reading.lexicon) == 2) is found
