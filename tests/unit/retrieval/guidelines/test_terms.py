"""Words of questions and passages in one form."""

from __future__ import annotations

import re
from types import MappingProxyType

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.ports.guidelines import TermStatistics
from arbiter_fhir.retrieval import index_chunk, terms_version
from arbiter_fhir.retrieval.guidelines.terms import LEAST_LETTERS, is_general, question_terms, terms_of

HOLDING = {"hba1c": 2, "frequency": 4, "diabetesmellitus": 5, "kidney": 1, "infection": 3}
CORPUS = TermStatistics(10, MappingProxyType(HOLDING))


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


@pytest.mark.parametrize(
    "name",
    ["A1c", "HbA1c", "hgb A1C", "glycohemoglobin", "glycated haemoglobin", "Hemoglobin A1c", "glycosylated hemoglobin"],
)
def test_every_name_of_a_thing_becomes_one_term(name: str) -> None:
    assert terms_of(name) == ("hba1c",)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("BP", ("bloodpressure",)),
        ("K+", ("potassium",)),
        ("flu shot", ("influenza", "vaccine")),
        ("flu", ("influenza",)),
        ("CKD", ("kidneydisease", "kidney")),
        ("kidney function", ("kidney",)),
        ("mammogram", ("mammography", "breastcancer")),
        ("iron deficiency anemia", ("irondeficiency", "iron", "anemia")),
        ("screened, screening, screens", ("screen",) * 3),
        ("vaccinated", ("vaccine",)),
        ("INR recheck interval", ("inr", "frequency")),
        ("TSH monitoring interval", ("tsh", "thyroid", "frequency")),
        ("cadence of A1c", ("frequency", "hba1c")),
        ("recheck the A1c", ("recheck", "hba1c")),
        ("age 45", ("age", "num45")),
        ("what does the guideline recommend for this", ()),
        ("[PERSON_1] on [DATE_2]", ()),
        ("", ()),
    ],
)
def test_terms(text: str, terms: tuple[str, ...]) -> None:
    assert terms_of(text) == terms


def test_terms_are_what_a_full_text_index_keeps() -> None:
    text = "The A1C of a CKD patient at 7% vs. K+ 5.5 mmol/L; é, ß, 中文 and LDL-C (mg/dL) — 'quoted' + - * \" ~ < > @"
    assert all(re.fullmatch(r"[a-z0-9]+", term) and len(term) >= LEAST_LETTERS for term in terms_of(text))


@pytest.mark.parametrize("typed", ["hemglobin a1c", "hemoglobni A1c", "hemoglobiin A1C", "hemaglobin a1c"])
def test_a_letter_amiss_in_the_name_of_a_concept_is_forgiven(typed: str) -> None:
    assert question_terms(clean(typed), CORPUS).terms == ("hba1c",)


@pytest.mark.parametrize("word", ["injection", "gout", "sepsis", "psoriasis", "hypercalcemia", "hyponatremia"])
def test_another_word_is_never_taken_for_a_mistyped_one(word: str) -> None:
    asked = question_terms(clean(f"{word} in diabetes"), CORPUS)
    assert "diabetesmellitus" in asked.terms
    assert not {"infection", "hyperkalemia", "potassium", "sodium"} & set(asked.terms)


def test_a_topic_that_no_passage_has_is_told_from_general_words() -> None:
    asked = question_terms(clean("how often is gout checked in diabetes at 55"), CORPUS)
    assert asked.unknown == {"gout"}
    assert is_general("num55")
    assert is_general("check")
    assert not is_general("gout")


def test_a_repeated_word_counts_once_in_a_question() -> None:
    assert question_terms(clean("A1c, hba1c and glycohemoglobin"), CORPUS).terms == ("hba1c",)


def test_a_chunk_is_indexed_by_heading_and_text() -> None:
    chunk = GuidelineChunk(
        *("s.a1c", "v1", "Standards of Care", "ADA", 2025, "https://ada.example", "Glycemic goals", "A", "diabetes"),
        clean("An A1C goal below 7%."),
        quoted=False,
    )
    indexed = index_chunk(chunk)
    assert indexed.heading_terms[-1] == "diabetesmellitus"
    assert indexed.body_terms == ("hba1c", "target", "below", "num7")


def test_the_version_of_the_rules_is_short_and_stable() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", terms_version())
    assert terms_version() == terms_version()
