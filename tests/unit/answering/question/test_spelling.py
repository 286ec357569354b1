"""Slips are put right only where one word is meant, and never from one known name to another."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.spelling import Speller
from arbiter_fhir.domain.analyte_mentions import whole_names
from arbiter_fhir.extraction.term_mentions import term_words
from tests.unit.answering.question.asking import TERMS, ask

SPELLER = Speller(TERMS.words())


@pytest.mark.parametrize(
    "written, meant",
    [
        ("creatnine", "creatinine"),
        ("potasium", "potassium"),
        ("metfromin", "metformin"),
        ("lisinipril", "lisinopril"),
        ("atorvastatn", "atorvastatin"),
        ("alergies", "allergies"),
        ("hemaglobin", "hemoglobin"),
        ("triglicerides", "triglycerides"),
        ("thyriod", "thyroid"),
        ("colonscopy", "colonoscopy"),
        ("penecillin", "penicillin"),
        ("vacination", "vaccination"),
        ("hypertnsion", "hypertension"),
        ("medcations", "medications"),
    ],
)
def test_slips(written: str, meant: str) -> None:
    assert SPELLER.nearest(written) == meant


@pytest.mark.parametrize(
    "word",
    [
        # Words, and names that are near other names.
        *("there", "patient", "house", "liver", "mouth", "count", "range", "write", "diagnose", "stable", "mediation"),
        *(
            "prednisolone",
            "colposcopy",
            "cycloserine",
            "coumarin",
            "dysphasia",
            "craniectomy",
            "gastrectomy",
            "arteritis",
        ),
        # Too short, or too far.
        *("tsh", "hga1", "xyzzy", "quantum", "zzlexa"),
    ],
)
def test_what_is_left_alone(word: str) -> None:
    assert SPELLER.nearest(word) is None


def test_no_known_name_becomes_another() -> None:
    for word in whole_names() | term_words():
        assert SPELLER.nearest(word) is None, word


def test_what_was_read_is_said() -> None:
    routed = ask("last potasium and creatnine")
    assert [(each.written.value, each.meant) for each in routed.read_as] == [
        ("potasium", "potassium"),
        ("creatnine", "creatinine"),
    ]
    assert not ask("last potassium").read_as


def test_a_corrected_word_in_another_case_is_found_in_the_question() -> None:
    assert [each.written.value for each in ask("Potasium?").read_as] == ["Potasium"]
