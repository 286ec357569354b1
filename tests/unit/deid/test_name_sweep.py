"""The sweep for names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.name_sweep import NameSweep
from arbiter_fhir.deid.people import people_of_chart
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient


def swept(text: str, patient: ChartPatient) -> list[tuple[str, str]]:
    lexicon = load_lexicon()
    people = people_of_chart(patient, [ChartClinician("April", "May"), ChartClinician("Ifeoma", "Nwosu")], lexicon)
    found = NameSweep(people, lexicon).find(Reading(text))
    return [(text[each.start : each.end], each.recognizer.partition(":")[2]) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GRAVES, ROSE A", [("GRAVES, ROSE A", "patient")]),
        ("R. Graves", [("R. Graves", "patient")]),
        ("Mrs. R Graves-Kowalczyk", [("R Graves-Kowalczyk", "patient")]),
        ("Kowal-\nczyk", [("Kowal-\nczyk", "patient")]),
        ("Kowa1czyk", [("Kowa1czyk", "patient")]),
        ("kowalczik", [("kowalczik", "patient")]),
        ("Kowa6czyk", [("Kowa6czyk", "patient")]),
        ("Graves, Page 2", [("Graves", "patient")]),
        ("rosegraves", [("rosegraves", "patient")]),
        ("K O W A L C Z Y K", [("K O W A L C Z Y K", "patient")]),
        ("Tomasz Graves", [("Tomasz Graves", "relative:0")]),
        ("Helga 0duya", [("Helga 0duya", "relative:1")]),
        ("Dr. May signed", [("May", "clinician:0")]),
        ("April May", [("April May", "clinician:0")]),
        ("seen by Nwosu", [("Nwosu", "clinician:1")]),
        ("ROSE'S CHART", [("ROSE'S", "patient")]),
        ("spoke with Rose today", [("Rose", "patient")]),
        ("Rose denies pain. Graves will return", [("Rose", "patient"), ("Graves", "patient")]),
        ("Ms. Graves. Rosie came", [("Graves", "patient"), ("Rosie", "patient")]),
    ],
)
def test_a_name_is_found_in_every_form(text: str, expected: list[tuple[str, str]], patient: ChartPatient) -> None:
    assert swept(text, patient) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Graves disease",
        "rose bengal",
        "she may in May",
        "the rose garden",
        "ROSE",
        "april showers",
        "in graves",
        "Graves' ophthalmopathy",
        "nwosu",
        "Ifeoma",
    ],
)
def test_words_and_lone_given_names_of_staff_stay(text: str, patient: ChartPatient) -> None:
    assert swept(text, patient) == []


@pytest.mark.parametrize(("family", "text"), [("Ng", "Fluzone given. Name alert: NG"), ("Li", "Name alert: LI, check")])
def test_a_name_alert_calls_what_is_also_an_abbreviation(family: str, text: str, patient: ChartPatient) -> None:
    assert swept(text, replace(patient, family=family)) == [(family.upper(), "patient")]


def test_nobody_to_look_for_finds_nothing() -> None:
    assert list(NameSweep([], load_lexicon()).find(Reading("Rose Graves"))) == []
