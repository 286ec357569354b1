"""Codes keep their system; LOINC codes are believed only where they can be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.analyte import is_loinc
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.hl7v2.codes import (
    LOINC,
    SNOMED,
    analytes_of_loinc,
    code_in,
    codings_of,
    loinc_given,
    wording_of,
)
from tests.unit.extraction.hl7v2.messages import obx, only_segment


def test_both_triplets_are_kept_in_order() -> None:
    found = codings_of(only_segment(obx(f3="2345-7^Glucose SerPl^LN^GLU^Glucose^L")), 3)
    assert found == (Coding(LOINC, "2345-7", "Glucose SerPl"), Coding("L", "GLU", "Glucose"))


def test_a_local_code_under_loincs_name_stays_local() -> None:
    assert codings_of(only_segment(obx(f3="GLU^Glucose^LN")), 3) == (Coding("LN", "GLU", "Glucose"),)


@pytest.mark.parametrize("word", ["SCT", "SNOMED-CT", "sct"])
def test_systems_by_their_usual_words(word: str) -> None:
    assert codings_of(only_segment(obx(f3=f"73211009^Diabetes^{word}")), 3)[0].system == SNOMED


@pytest.mark.parametrize("code", ["2345-7", "4548-4", "718-7", "94500-6", "24323-8", "1920-8"])
def test_codes_that_exist_pass(code: str) -> None:
    assert is_loinc(code)


@given(st.sampled_from(["2345-7", "4548-4", "718-7", "94500-6", "24323-8"]), st.data())
def test_one_wrong_digit_is_noticed(code: str, data: st.DataObject) -> None:
    place = data.draw(st.sampled_from([index for index, letter in enumerate(code) if letter.isdigit()]))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != code[place]]))
    assert not is_loinc(code[:place] + digit + code[place + 1 :])


@pytest.mark.parametrize("text", ["GLU", "2345", "2345-77", "12345678-1", ""])
def test_what_has_not_the_shape(text: str) -> None:
    assert not is_loinc(text)


def test_two_loinc_codes_are_none() -> None:
    one, two = Coding(LOINC, "2345-7"), Coding(LOINC, "4548-4")
    assert loinc_given((one, Coding("L", "GLU"))) == "2345-7"
    assert loinc_given((one, two)) is None
    assert code_in((one, two), LOINC) is None


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("1^One^L", "One"),
        ("1^^L^^^^^^said so", "said so"),
        ("1^^L^2^Two^L", "Two"),
        ("1", "1"),
    ],
)
def test_the_words_of_a_code(field: str, words: str) -> None:
    leaf = wording_of(only_segment(obx(f3=field)), 3)
    assert leaf is not None
    assert leaf.text == words


def test_the_curated_table_says_what_a_code_measures() -> None:
    assert [analyte.key for analyte in analytes_of_loinc("2345-7")] == [analytes_of_loinc("2345-7")[0].key]
    assert analytes_of_loinc("2345-7")[0].display.casefold().startswith("glucose")
    assert analytes_of_loinc("77998-3") == ()
