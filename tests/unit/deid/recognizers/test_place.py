"""Places and facilities."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.place import PlaceRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vm at Gentle Touch Dental: does", ["Gentle Touch Dental"]),
        ("RN, Blue Water Rheumatology\nRE", ["Blue Water Rheumatology"]),
        ("scope from Mid Thumb GI? He", ["Mid Thumb GI"]),
        ("lives in Maple Heights with", ["Maple Heights"]),
        ("was born in Guadalajara", ["Guadalajara"]),
        ("moved from Cedar Rapids", ["Cedar Rapids"]),
        ("works at Blue Lantern Brewery.", ["Blue Lantern Brewery"]),
        ("seen at Mercy General Hospital", ["Mercy General Hospital"]),
        ("Quillstone Logistics Bela Reyes", ["Quillstone Logistics"]),
        ("cc: Bela Haile; Haile Family Practice", ["Haile Family Practice"]),
        ("Tallgrass Pathology Laboratory", ["Tallgrass Pathology Laboratory"]),
    ],
)
def test_places_are_found(text: str, expected: list[str]) -> None:
    assert found(PlaceRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "referred to Pediatric Cardiology",
        "Labs, Outpatient Surgery",
        "Family Medicine",
        "Clinical Laboratory",
        "transferred to ICU",
        "the emergency department",
        "Reference Range Units Lab",
        "Internal Medicine Clinic",
        "lives in Mexico",
    ],
)
def test_departments_and_plain_words_are_kept(text: str) -> None:
    assert found(PlaceRecognizer(), text) == []
