"""Somebody else with the family name of the chart's patient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.namesakes import namesake_key, with_initials_joined
from arbiter_fhir.deid.people import people_of_chart
from arbiter_fhir.domain.identity import ChartPatient
from tests.unit.deid.written_pages import write_document


@pytest.fixture
def lena(patient: ChartPatient) -> ChartPatient:
    return replace(
        patient, given="Lena", middle="Marie", family="Quintanero", other_given=(), former_family=(), relatives=()
    )


@pytest.mark.parametrize(
    "surface",
    ["Lena Quintanero", "Quintanero, Lena M", "L. Quintanero", "Quintanero", "Mr. Quintanero", "Marie Quintanero",
     "Mariq Quintanero", "Quintanero Jr."],
)  # fmt: skip
def test_the_patients_own_name_is_no_namesake(surface: str, lena: ChartPatient) -> None:
    lexicon = load_lexicon()
    assert namesake_key(surface, people_of_chart(lena, (), lexicon)[0], lexicon) == ""


@pytest.mark.parametrize(
    "surface", ["Mario Quintanero", "Quintanero, Mario", "MARIO QUINTANERO", "Mario Quintanero Jr."]
)
def test_another_given_name_is_another_person(surface: str, lena: ChartPatient) -> None:
    lexicon = load_lexicon()
    person = people_of_chart(lena, (), lexicon)[0]
    assert namesake_key(surface, person, lexicon) == namesake_key("Mario Quintanero", person, lexicon) != ""


def test_an_initial_joins_the_one_namesake_that_it_fits() -> None:
    keys = with_initials_joined(
        ["patient", "namesake:mario:quintanero", "namesake:m:quintanero", "namesake:x:quintanero"]
    )
    assert keys[1] == keys[2]
    assert keys[0] == "patient"
    assert keys[3] == "namesake:x:quintanero"


def test_the_document_keeps_them_apart(deidentifier: PresidioDeidentifier, lena: ChartPatient) -> None:
    text = (
        "Lena Quintanero came with Mario Quintanero (brother). Peter Quintanero, her son, left. Mr. Quintanero stayed."
    )
    clean = deidentifier.deidentify(write_document(text), patient=lena, clinicians=()).pages[0].text.value
    assert clean == ("[PERSON_1] came with [PERSON_2] (brother). [PERSON_3], her son, left. Mr. [PERSON_1] stayed.")
