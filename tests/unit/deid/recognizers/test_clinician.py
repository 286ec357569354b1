"""Clinicians."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.clinician import ClinicianRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Bishop ordered", ["Bishop"]),
        ("Dr. Ignatius Brzezinski", ["Ignatius Brzezinski"]),
        ("Xiu Ying Chen, MD", ["Xiu Ying Chen"]),
        ("T. Kowalczyk, PA-C", ["T. Kowalczyk"]),
        ("Margaret A. O'Sullivan, M.D.", ["Margaret A. O'Sullivan"]),
        ("Nurse Okafor", ["Okafor"]),
        ("Grace Okafor RN", ["Grace Okafor"]),
        ("Prof. van der Berg", ["van der Berg"]),
        ("dr. kowalczyk called", ["kowalczyk"]),
        ("Drs. Patel", ["Patel"]),
        ("Critical value called to Esperanza Clear, RN", ["Esperanza Clear"]),
        ("Dr. ildiko Szymanski", ["ildiko Szymanski"]),
        ("Or. ildiko Szymanski", ["ildiko Szymanski"]),
    ],
)
def test_clinicians_are_found(text: str, expected: list[str]) -> None:
    assert found(ClinicianRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Ordering MD",
        "Lupus, MS",
        "Soft, NT, ND",
        "Culture Grew MSSA, PA",
        "seen by MD",
        "the doctor said",
        "12 Maple Dr. Apt 4",
        "PT 12.1 sec",
        "MS stable",
        "A, DO not resuscitate",
        "nurse will call",
        "DO NOT USE",
        "Or call the office",
        "one OR. Then",
        "Surgeon Dr.\nOBR 1",
    ],
)
def test_degrees_and_words_alone_are_kept(text: str) -> None:
    assert found(ClinicianRecognizer(), text) == []
