"""A model's sentence is put together from clean pieces, or not at all."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.drafting import mint_wording
from arbiter_fhir.answering.drafting.minting import keeps_every_word
from tests.unit.answering.drafting.composed import clean

SOURCES = [
    clean("Hemoglobin A1c was 8.1 % (high; reference 4.0 - 5.6) on [DATE_1]."),
    clean("[PERSON_2] ordered Glucose, Fasting: 142 mg/dL."),
]


@pytest.mark.parametrize(
    "text",
    [
        SOURCES[0].value,
        "On [DATE_1], Hemoglobin A1c was 8.1 % (high; reference 4.0 - 5.6).",
        "Glucose, Fasting: 142 mg/dL; ordered by [PERSON_2].",
        "The results were 8.1 % and 142 mg/dL.",
    ],
)
def test_words_of_the_statements_and_connecting_words_make_a_sentence(text: str) -> None:
    minted = mint_wording(text, SOURCES)
    assert minted.text is not None
    assert minted.text.value == text
    assert minted.foreign == ""


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Hemoglobin A1c was 8.2 %.", "8.2"),
        ("Hemoglobin A1c was not 8.1 %.", "not"),
        ("Ruth has Hemoglobin A1c 8.1 %.", "Ruth has"),
        ("Hemoglobin A1c was 8.1 % on [DATE_3].", "[DATE_3]."),
        ("Glucose, Fasting: 142 mmol/L", "mmol/L"),
        ("hemoglobin A1c was 8.1 %", "hemoglobin"),
        ("Hemoglobin A1c was 8.1 % [7].", "[7]."),
        ("![x](https://evil.example)", "![x](https://evil.example)"),
        ("Hemoglobin A1c was 8.1 %!", "%!"),
        ("A1c\u200b was 8.1", "A1c\u200b"),
    ],
)
def test_a_word_of_its_own_is_named_and_makes_none(text: str, foreign: str) -> None:
    minted = mint_wording(text, SOURCES)
    assert minted.text is None
    assert minted.foreign == foreign


def test_braces_of_a_text_are_text() -> None:
    minted = mint_wording("was {} and {0}", [clean("was {} and {0}")])
    assert minted.text is not None
    assert minted.text.value == "was {} and {0}"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("On [DATE_1] the Hemoglobin A1c was 8.1 %; high; reference 4.0 - 5.6.", True),
        ("Hemoglobin A1c was 8.1 % (reference 4.0 - 5.6) on [DATE_1].", False),
        ("Hemoglobin A1c was 8.1 % (high; reference 4.0 - 5.6).", False),
    ],
)
def test_a_flag_or_a_date_cannot_be_dropped(text: str, kept: bool) -> None:
    assert keeps_every_word(clean(text), SOURCES[:1]) is kept
