from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.analyte_table import analyte_rows
from arbiter_fhir.extraction.laboratory.analytes import (
    SpecimenClass,
    analytes_of_loinc,
    find_analyte,
    fold_name,
    limits_of,
    loinc_of,
    nearest_name,
    only_specimen,
    respell_name,
    specimen_class,
    units_of,
)


@pytest.mark.parametrize(
    ("printed", "key"),
    [
        ("Hemoglobin A1c", "hba1c"),
        ("HEMOGLOBIN Alc", "hba1c"),
        ("HbA1c", "hba1c"),
        ("Glucose, Fasting", "glucose_fasting"),
        ("LDL Chol Calc (NIH)", "ldl_calculated"),
        ("AST (SGOT)", "ast"),
        ("Vitamin D, 25-Hydroxy", "vitamin_d"),
        ("Neutrophils (Absolute)", "neutrophils_abs"),
        ("Glucose, Serum", "glucose"),
        ("C-Reactive Protein", "crp"),
        ("Carcinoembryonic Antigen (CEA), Serum", "cea"),
    ],
)
def test_names_are_found_however_they_are_printed(printed: str, key: str) -> None:
    analyte = find_analyte(printed)
    assert analyte is not None
    assert analyte.key == key


@pytest.mark.parametrize("printed", ["", "Patient", "Lipid Panel", "Hemoglobin A2", "LDL Particle Number", "Goal"])
def test_unknown_names_are_not_guessed(printed: str) -> None:
    assert find_analyte(printed) is None


@pytest.mark.parametrize(
    ("printed", "unit", "specimen", "code"),
    [
        ("Hemoglobin A1c", "%", None, "4548-4"),
        ("Glucose", "mg/dL", SpecimenClass.BLOOD, "2345-7"),
        ("Glucose", "mmol/L", SpecimenClass.BLOOD, "14749-6"),
        ("Glucose", "", SpecimenClass.URINE, "25428-4"),
        ("Glucose", "mg/dL", None, None),
        ("Protein", "", None, "20454-5"),
        ("WBC", "10*3/uL", None, "6690-2"),
        ("WBC", "/[HPF]", None, "5821-4"),
        ("Glucose", "g/L", SpecimenClass.BLOOD, None),
        ("eGFR", "mL/min/{1.73_m2}", SpecimenClass.BLOOD, None),
    ],
)
def test_a_code_is_given_only_where_one_is_left(
    printed: str, unit: str, specimen: SpecimenClass | None, code: str | None
) -> None:
    analyte = find_analyte(printed)
    assert analyte is not None
    assert loinc_of(analyte, unit=unit, specimen=specimen) == code


def test_limits_are_of_the_unit() -> None:
    a1c = find_analyte("A1c")
    assert a1c is not None
    limits = limits_of(a1c, unit="%", specimen=None)
    assert limits is not None
    assert limits.low <= Decimal("8.1") <= limits.high
    assert not limits.low <= Decimal(81) <= limits.high
    assert limits_of(a1c, unit="mg/dL", specimen=None) is None
    assert units_of(a1c) == {"%", "mmol/mol"}
    assert only_specimen(a1c) is SpecimenClass.BLOOD


@pytest.mark.parametrize(
    ("read", "spelled"),
    [("Hemoglobin Alc", "Hemoglobin A1c"), ("HbAIc", "HbA1c"), ("lron", "Iron"), ("lgA", "IgA"), ("lNR", "INR")],
)
def test_known_names_are_respelled_where_letters_print_alike(read: str, spelled: str) -> None:
    assert respell_name(read) == spelled


@pytest.mark.parametrize("read", ["Iron", "lipase", "Frobnicase", "Hemoglobin A1c", "lalala"])
def test_other_names_stay_as_they_were_read(read: str) -> None:
    assert respell_name(read) is None


def test_a_misread_name_is_known_by_its_nearest() -> None:
    assert nearest_name("Chioride") == "chloride"
    assert nearest_name("LOL Cholesterol") is not None
    assert nearest_name("Frobnicase") is None


def test_the_first_telling_text_names_the_specimen() -> None:
    assert specimen_class("", "Glucose", "Urinalysis") is SpecimenClass.URINE
    assert specimen_class("Serum", "Urine Glucose") is SpecimenClass.BLOOD
    assert specimen_class("CSF", "Glucose") is SpecimenClass.OTHER
    assert specimen_class("", "Glucose", "") is None
    assert fold_name("Chol/HDL  Ratio.") == "chol hdl ratio"


def check_digit(number: str) -> int:
    """LOINC's own check digit (mod 10, alternate doubling as one number)."""
    digits = [int(char) for char in reversed(number)]
    odd = int("".join(str(digit) for digit in reversed(digits[0::2]))) * 2
    even = "".join(str(digit) for digit in reversed(digits[1::2]))
    return -sum(int(char) for char in f"{even}{odd}") % 10


@pytest.mark.parametrize("code", sorted({code.loinc for row in analyte_rows() for code in row.codes if code.loinc}))
def test_every_code_passes_its_check_digit(code: str) -> None:
    number, digit = code.split("-")
    assert check_digit(number) == int(digit)


def test_every_code_is_of_a_known_specimen_with_sane_limits() -> None:
    for row in analyte_rows():
        for code in row.codes:
            assert code.specimen in {"blood", "urine", "any"}
            assert (code.specimen == "any") == (not code.units)
            assert code.low is None or code.high is None or code.low < code.high


def test_every_analyte_has_names_and_the_common_ones_are_there() -> None:
    named = {row.analyte for row in analyte_rows() if row.names}
    assert {row.analyte for row in analyte_rows() if row.analyte} == named
    assert len(named) >= 200


def test_a_code_leads_back_to_its_analyte() -> None:
    assert [analyte.key for analyte in analytes_of_loinc("14879-1")] == ["phosphorus"]
    assert analytes_of_loinc("0-0") == ()


def test_no_name_means_two_analytes() -> None:
    names = [name for row in analyte_rows() for name in row.names]
    assert len(names) == len(set(names))
    assert all(fold_name(name) == name for name in names)
