from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.vital_signs import find_vital_signs
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def read(line: str, section: str = "Vitals:") -> list[tuple[str, str, str | None]]:
    document = write_lines(section, line)
    values = [each.value for each in find_vital_signs(read_passages(document), dates=document.dates)]
    return [(v.loinc or "", v.value, v.ucum) for v in values if isinstance(v, LabResult)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("BP 142/88", [("8480-6", "142", "mm[Hg]"), ("8462-4", "88", "mm[Hg]")]),
        ("Blood Pressure: 120 / 80 mmHg", [("8480-6", "120", "mm[Hg]"), ("8462-4", "80", "mm[Hg]")]),
        ("BP today 152/94", [("8480-6", "152", "mm[Hg]"), ("8462-4", "94", "mm[Hg]")]),
        ("My BP runs 150/90", [("8480-6", "150", "mm[Hg]"), ("8462-4", "90", "mm[Hg]")]),
        ("BP is 152 over 94", [("8480-6", "152", "mm[Hg]"), ("8462-4", "94", "mm[Hg]")]),
        ("BP in clinic today was 152/94", [("8480-6", "152", "mm[Hg]"), ("8462-4", "94", "mm[Hg]")]),
        ("Weight today: 82.5 kg", [("29463-7", "82.5", "kg")]),
        ("HR 78 bpm", [("8867-4", "78", "/min")]),
        ("Pulse: 64", [("8867-4", "64", "/min")]),
        ("RR 16", [("9279-1", "16", "/min")]),
        ("Temp 98.6 F", [("8310-5", "98.6", "[degF]")]),
        ("Temp 37.2", [("8310-5", "37.2", "Cel")]),
        ("SpO2 97%", [("59408-5", "97", "%")]),
        ("Wt 82.5 kg", [("29463-7", "82.5", "kg")]),
        ("Weight 182 lbs", [("29463-7", "182", "[lb_av]")]),
        ("Height 170 cm", [("8302-2", "170", "cm")]),
        ("BMI 29.4", [("39156-5", "29.4", "kg/m2")]),
        ("P 72", [("8867-4", "72", "/min")]),
    ],
)
def test_signs(line: str, wanted: list[tuple[str, str, str | None]]) -> None:
    assert read(line) == wanted


def test_goals_and_other_sections_are_no_signs() -> None:
    assert read("Goal BP 130/80") == []
    assert read("BP 130/80", "Medications:") == []
    assert read("P 72", "HPI:") == []


@pytest.mark.parametrize(
    ("line", "reason"), [("SpO2 970%", None), ("HR 780", Reason.IMPLAUSIBLE_VALUE), ("Weight 82", Reason.UNIT_MISSING)]
)
def test_doubts(line: str, reason: Reason | None) -> None:
    found = find_vital_signs(read_passages(write_lines("Vitals:", line)))
    assert [reason in each.reasons or reason is None for each in found] == [True]


def test_a_date_beside_them_is_when_they_were_taken() -> None:
    document = write_lines("Vitals:", "01/02/2024 BP 120/80")
    found = find_vital_signs(read_passages(document), dates=document.dates)
    value = found[0].value
    assert isinstance(value, LabResult)
    assert value.collection_date is not None
    assert value.collection_date.iso == "2024-01-02"


def test_each_number_of_a_blood_pressure_says_which_it_is() -> None:
    document = write_lines("Vitals:", "BP 142/88")
    assert [each.text.value for each in find_vital_signs(read_passages(document))] == [
        "Vital sign: systolic blood pressure 142 (BP 142/88)",
        "Vital sign: diastolic blood pressure 88 (BP 142/88)",
    ]
