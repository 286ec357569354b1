"""Which test a name means: spellings, LOINC codes, specimens, shares and counts."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.analyte import (
    display_name,
    group_members,
    group_spellings,
    identify_analyte,
    is_loinc,
    is_spelling_of,
    known_analytes,
    name_words,
    same_analyte,
)
from arbiter_fhir.domain.analyte_table import analyte_rows


@pytest.mark.parametrize(
    "name, key",
    [
        ("Hemoglobin A1c", "hba1c"),
        ("HbA1c", "hba1c"),
        ("GLYCOHEMOGLOBIN (A1C)", "hba1c"),
        ("Hemoglobin Alc", "hba1c"),
        ("Haemoglobin", "hemoglobin"),
        ("Cholesterol, Total", "cholesterol_total"),
        ("LDL Chol Calc (NIH)", "cholesterol_ldl"),
        ("Cholesterol, HDL", "cholesterol_hdl"),
        ("Cholesterol/HDL", "cholesterol_hdl_ratio"),
        ("Bilirubin, Direct", "bilirubin_direct"),
        ("Direct Bilirubin", "bilirubin_direct"),
        ("Bilirubin, Total, Serum", "bilirubin_total"),
        ("T4, Free (Direct)", "t4_free"),
        ("Protein, Total", "protein_total"),
        ("Protein", None),
        ("Protein S Activity", None),
        ("K+", "potassium"),
        ("Calcium, Ionised", "calcium_ionized"),
        ("eGFR Non-Afr. American", None),
        ("Serum Glucose", "glucose"),
        ("Glucose, Fasting", "glucose_fasting"),
        ("LDL Cholesterol, Direct", "cholesterol_ldl_direct"),
        ("LDL Direct", "cholesterol_ldl_direct"),
    ],
)
def test_a_printed_name_is_known_or_it_is_not(name: str, key: str | None) -> None:
    assert identify_analyte(name).key == key


@pytest.mark.parametrize(
    "name, context, key",
    [
        ("Glucose", "URINALYSIS", "urine_glucose"),
        ("Protein", "Urine", "urine_protein"),
        ("Nitrite", "urinalysis, complete", "urine_nitrite"),
        ("WBC", "UA", "urine_white_cells"),
        ("WBC", "CBC", "white_cells"),
        ("Uric Acid", "urine, 24 h", None),
        ("Sodium", "urine", "urine_sodium"),
        ("Lipase", "urine", None),
    ],
)
def test_urine_is_another_test_than_blood(name: str, context: str, key: str | None) -> None:
    assert identify_analyte(name, context=context).key == key


@pytest.mark.parametrize(
    "unit, key",
    [
        ("%", "neutrophils_percent"),
        ("x10E3/uL", "neutrophils_absolute"),
        ("cells/uL", "neutrophils_absolute"),
        ("", None),
    ],
)
def test_shares_and_counts_are_told_apart_by_the_unit(unit: str, key: str | None) -> None:
    assert identify_analyte("Neutrophils", unit=unit).key == key


def test_every_code_of_the_vocabulary_is_a_loinc_code_of_one_test() -> None:
    codes = [code for known in known_analytes().values() for code in known.loincs]
    assert all(is_loinc(code) for code in codes)
    assert len(codes) == len(set(codes))


def test_every_spelling_means_one_test_unless_the_unit_decides() -> None:
    seen: dict[tuple[str, ...], set[str]] = {}
    for known in known_analytes().values():
        for words in known.spellings:
            seen.setdefault(words, set()).add(known.by_unit or known.key)
    assert not {words: marks for words, marks in seen.items() if len(marks) > 1 and marks != {"percent", "count"}}


def test_groups_hold_known_tests() -> None:
    for key in group_spellings():
        assert len(group_members(key)) > 1
        assert set(group_members(key)) <= set(known_analytes())
    assert group_members("hba1c") == ("hba1c",)


@pytest.mark.parametrize(
    "code, valid",
    [("4548-4", True), ("4548-5", False), ("LOCAL1", False), ("", False), ("718-7", True), ("12345678-1", False)],
)
def test_loinc_codes_have_a_check_digit(code: str, valid: bool) -> None:
    assert is_loinc(code) is valid


def test_a_code_outweighs_a_name() -> None:
    assert identify_analyte("Glucose", loinc="5792-7").key == "urine_glucose"
    assert identify_analyte("Something", loinc="4548-4").key == "hba1c"
    assert identify_analyte("Something", loinc="LOCAL1").loinc is None


def test_the_same_name_under_an_unknown_code_is_another_test() -> None:
    blood = identify_analyte("Magnesium", loinc="19123-9")
    urine = identify_analyte("Magnesium", loinc="19124-7")
    assert urine.key == "magnesium"
    assert not same_analyte(blood, urine)
    assert blood.stable != urine.stable
    assert same_analyte(urine, identify_analyte("MG", loinc="19124-7"))
    assert same_analyte(blood, identify_analyte("Magnesium"))


def test_the_stable_name_is_the_best_that_is_known() -> None:
    assert identify_analyte("HbA1c").stable == "hba1c"
    assert identify_analyte("HbA1c", loinc="17856-6").stable == "hba1c"
    assert identify_analyte("Magnesium", loinc="19124-7").stable == "loinc:19124-7"
    assert identify_analyte("Zonulin", loinc="19124-7").stable == "loinc:19124-7"
    assert identify_analyte("Zonulin, Serum").stable == "name:zonulin"


def test_two_methods_of_one_test_are_one_test() -> None:
    assert same_analyte(identify_analyte("A1c", loinc="4548-4"), identify_analyte("A1c", loinc="17856-6"))
    assert not same_analyte(identify_analyte("A1c", loinc="4548-4"), identify_analyte("A1c", loinc="718-7"))


def test_a_name_meets_itself_whatever_else_is_known() -> None:
    bare, share = identify_analyte("Neutrophils"), identify_analyte("Neutrophils", unit="%")
    for one, other in ((bare, share), (share, bare)):
        assert same_analyte(one, other)
        assert not same_analyte(one, identify_analyte("Zonulin"))
        assert not same_analyte(identify_analyte("Zonulin"), other)


def test_a_finer_code_meets_the_plain_name() -> None:
    plain, coded = identify_analyte("eGFR"), identify_analyte("eGFR", loinc="98979-8")
    assert plain.key != coded.key
    assert same_analyte(plain, coded)
    assert same_analyte(coded, plain)
    assert not same_analyte(coded, identify_analyte("eGFR", loinc="33914-3"))
    assert not same_analyte(identify_analyte("Glucose"), identify_analyte("Glucose, Fasting"))


def test_a_name_shared_by_share_and_count_decides_nothing() -> None:
    share = identify_analyte("Neutrophils", loinc="770-8", unit="%")
    count = identify_analyte("Neutrophils", unit="K/uL")
    assert not same_analyte(share, count)
    assert not same_analyte(identify_analyte("Neutrophils", unit="%"), count)


def test_a_urine_code_makes_the_name_a_urine_name() -> None:
    assert not same_analyte(identify_analyte("Glucose", loinc="5792-7"), identify_analyte("Glucose"))
    assert same_analyte(identify_analyte("Glucose", loinc="5792-7"), identify_analyte("Glucose", context="Urinalysis"))


def test_unknown_tests_are_the_same_by_their_words() -> None:
    one, other = identify_analyte("Zonulin, Serum"), identify_analyte("ZONULIN")
    assert one.key is None
    assert same_analyte(one, other)
    assert not same_analyte(one, identify_analyte("Zonulin, Stool"))
    assert not same_analyte(identify_analyte(""), identify_analyte(""))


def test_a_name_of_noise_words_keeps_them() -> None:
    assert name_words("Test Result") == ("result", "test")
    assert name_words("") == ()


@pytest.mark.parametrize(
    "name, key, whole",
    [
        ("Prothrombin Time", "prothrombin_time", True),
        ("pH", "urine_ph", True),
        ("Glucose, Serum", "glucose", True),
        ("Glucose Quinn", "glucose", False),
        ("Glucose \u674e\u660e", "glucose", False),
        ("Quinn", "glucose", False),
        ("Zonulin", "name:zonulin", False),
    ],
)
def test_a_name_of_known_words_holds_nothing_else(name: str, key: str, whole: bool) -> None:
    assert is_spelling_of(name, key) is whole


def test_names_for_people() -> None:
    assert display_name("hba1c") == "hemoglobin A1c"
    assert display_name("group:lipids") == "lipids"
    assert display_name("name:zonulin") == "zonulin"
    assert display_name("zonulin") == "zonulin"


@pytest.mark.parametrize(
    "name, unitless", [("INR", True), ("A/G Ratio", True), ("Apo B/A1 ratio", True), ("Sodium", False)]
)
def test_some_tests_need_no_unit(name: str, unitless: bool) -> None:
    assert identify_analyte(name).unitless is unitless


def test_the_names_of_reports_and_their_codes_mean_the_same_test() -> None:
    contradictions = []
    names = {row.analyte: row.names for row in analyte_rows() if row.names}
    for row in analyte_rows():
        for code in row.codes:
            if not (row.analyte and code.loinc and code.units):
                continue
            context = "urine" if code.specimen == "urine" else ""
            unit = min(code.units)
            by_name = {identify_analyte(name, unit=unit, context=context).key for name in names[row.analyte]} - {None}
            if by_name and row.test not in by_name:
                contradictions.append((row.analyte, code.loinc, row.test))
    assert not contradictions
