"""Units, ranges and values that do not belong together."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.analyte_table import AnalyteMagnitude, analyte_magnitudes, analyte_rows
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.extraction.laboratory.analytes import SpecimenClass, find_analyte
from arbiter_fhir.extraction.laboratory.magnitudes import is_unusual_range, magnitude_doubts
from arbiter_fhir.extraction.laboratory.ranges import parse_range
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.laboratory.test_report import HEADER, extract

TITLES = "Test                          Result     Flag   Units             Range"
RANGE, VALUE = Reason.UNIT_CONTRADICTS_RANGE, Reason.UNIT_CONTRADICTS_VALUE

#: Name, value, unit, range: one of them was copied from the other system of units.
EXCHANGED = [
    ("Glucose", "5.5", "mmol/L", "70-99", RANGE),
    ("Glucose, Fasting", "95", "mg/dL", "3.9-5.5", RANGE),
    ("Glucose", "90", "mmol/L", "3.9-5.5", VALUE),
    ("Hemoglobin", "135", "g/L", "12-16", RANGE),
    ("Hemoglobin", "13.5", "g/dL", "120-160", RANGE),
    ("Hemoglobin", "13.5", "g/L", "120-160", VALUE),
    ("Hemoglobin", "8.6", "g/dL", "7.4-9.9", RANGE),
    ("Creatinine", "88", "umol/L", "0.6-1.2", RANGE),
    ("Creatinine", "0.9", "mg/dL", "53-106", RANGE),
    ("Creatinine", "0.9", "umol/L", "53-106", VALUE),
    ("Hemoglobin A1c", "55", "mmol/mol", "4.0-5.6", RANGE),
    ("Hemoglobin A1c", "5.4", "%", "20-42", RANGE),
    ("Hemoglobin A1c", "7.2", "mmol/mol", "<42", VALUE),
    ("Calcium", "2.4", "mg/dL", "2.1-2.6", RANGE),
    ("Calcium", "2.4", "mg/dL", "8.5-10.5", VALUE),
    ("Magnesium", "0.8", "mg/dL", "0.7-1.0", RANGE),
    ("Free T4", "15", "ng/dL", "12-22", RANGE),
    ("Free T4", "15", "ng/dL", "", VALUE),
    ("Vitamin D, 25-Hydroxy", "75", "ng/mL", "75-250", RANGE),
    ("Vit D", "32", "ng/mL", "75-250", RANGE),
    ("Vitamin D3, 25-OH", "32", "ng/mL", "50-125", RANGE),
    ("Prolactin", "12", "ng/mL", "70-400", RANGE),
    ("BNP", "90", "pg/mL", "0-29", RANGE),
    ("Hematocrit", "0.41", "%", "0.36-0.46", RANGE),
    ("WBC", "6.1", "10*3/uL", "4000-11000", RANGE),
    ("Valproic Acid", "80", "ug/mL", "346-693", RANGE),
    ("Vitamin D, 25-Hydroxy", "32", "nmol/L", "30-100", RANGE),
    ("Glucose", "5.6", "mg/dL", "", VALUE),
    ("Neutrophils", "62", "10*3/uL", "40-74", RANGE),
    ("Neutrophils (Absolute)", "4.1", "10*3/uL", "1800-7700", RANGE),
    ("LDL Cholesterol", "2.4", "mmol/L", "<100", RANGE),
    ("Bilirubin, Total", "12", "mg/dL", "3-21", RANGE),
    ("Potassium", "4.1", "mmol/L", "135-145", None),
    ("TSH", "2.1", "uIU/mL", "1600-4500", RANGE),
]


@pytest.mark.parametrize(("name", "value", "unit", "reference", "reason"), EXCHANGED)
def test_what_belongs_to_another_unit_waits_for_a_person(
    name: str, value: str, unit: str, reference: str, reason: Reason | None
) -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{name:<30}{value:<18}{unit:<18}{reference}").facts
    assert fact.lab is not None
    assert (reason or RANGE).value in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW
    assert (fact.lab.abnormal_flag, fact.lab.flag_derived) == (None, False)


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("INR", "25", ""),
        ("Hemoglobin A1c", "7.2", "mmol/mol"),
        ("Calcium", "2.4", "mg/dL"),
        ("Glucose, Fasting", "5.6", "mg/dL"),
    ],
)
def test_no_value_goes_so_far(name: str, value: str, unit: str) -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{name:<30}{value:<18}{unit}").facts
    assert Reason.IMPLAUSIBLE_VALUE.value in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW


def test_a_printed_flag_is_kept_where_the_range_is_in_doubt() -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{'Creatinine':<30}{'88':<11}{'H':<7}{'umol/L':<18}0.6-1.2").facts
    assert fact.lab is not None
    assert (fact.lab.abnormal_flag, fact.lab.flag_derived) == (AbnormalFlag.HIGH, False)
    assert Reason.FLAG_CONTRADICTS_RANGE.value not in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW


def rounded(number: Decimal) -> str:
    """To three digits, as reports print."""
    return f"{Decimal(f'{number:.3g}'):f}"


def usual(magnitude: AnalyteMagnitude) -> tuple[str, str]:
    """A value in the middle and the range."""
    high = rounded(magnitude.high)
    reference = f"{rounded(magnitude.low)}-{high}" if magnitude.low > 0 else f"<{high}"
    return rounded((max(magnitude.low, Decimal(0)) + magnitude.high) / 2), reference


def printed_name(analyte: str) -> str:
    return next(row.names[0] for row in analyte_rows() if row.analyte == analyte and row.names)


def is_measured_in(analyte: str, unit: str) -> bool:
    rows = [row for row in analyte_rows() if row.analyte == analyte]
    return any(unit in code.units for row in rows for code in row.codes)


@pytest.mark.parametrize(
    ("magnitude", "unit"),
    [(each, unit) for each in analyte_magnitudes() for unit in sorted(each.units)],
    ids=lambda each: each if isinstance(each, str) else f"{each.analyte} {each.high:.3g}",
)
def test_ordinary_results_are_left_alone_in_every_unit(magnitude: AnalyteMagnitude, unit: str) -> None:
    value, reference = usual(magnitude)
    name = printed_name(magnitude.analyte)
    analyte = find_analyte(name)
    assert analyte is not None
    assert analyte.key == magnitude.analyte
    limits = parse_range(reference)
    assert limits is not None
    assert not magnitude_doubts(analyte, unit=unit, specimen=None, value=Decimal(value), limits=limits)
    if is_measured_in(magnitude.analyte, unit):
        (fact,) = extract(HEADER, "", TITLES, f"{name:<30}{value:<18}{unit:<18}{reference}").facts
        assert fact.certainty is Certainty.VERIFIED, fact.reasons
        assert fact.lab is not None
        assert (fact.lab.ucum, fact.lab.abnormal_flag) == (unit or None, AbnormalFlag.NORMAL)


@pytest.mark.parametrize(
    ("magnitude", "other"),
    [
        (each, other)
        for each in analyte_magnitudes()
        for other in analyte_magnitudes()
        if each.analyte == other.analyte and each.units.isdisjoint(other.units)
    ],
    ids=lambda each: f"{each.analyte} {min(each.units)}",
)
def test_the_usual_range_of_each_unit_is_foreign_to_every_other(
    magnitude: AnalyteMagnitude, other: AnalyteMagnitude
) -> None:
    analyte = find_analyte(printed_name(magnitude.analyte))
    _, reference = usual(magnitude)
    doubts = magnitude_doubts(
        analyte, unit=min(other.units), specimen=SpecimenClass.BLOOD, value=None, limits=parse_range(reference)
    )
    assert doubts == (RANGE,)


@pytest.mark.parametrize(
    ("name", "value", "unit", "reference"),
    [
        ("Glucose", "612", "mg/dL", "70-99"),
        ("Glucose", "34", "mmol/L", "3.9-5.5"),
        ("Bilirubin, Total", "14.2", "mg/dL", "0.2-1.2"),
        ("Magnesium", "0.8", "mg/dL", "1.7-2.4"),
        ("Magnesium", "1.9", "mg/dL", "1.3-2.1"),
        ("Hemoglobin", "5.1", "g/dL", "12.0-16.0"),
        ("Creatinine", "9.8", "mg/dL", "0.57-1.00"),
        ("Creatinine", "0.4", "mg/dL", "0.3-0.7"),
        ("Hemoglobin A1c", "14.1", "%", "<5.7"),
        ("Vitamin D, 25-Hydroxy", "9", "ng/mL", "20-50"),
        ("Vitamin D, 25-Hydroxy", "61", "nmol/L", "50-125"),
        ("Testosterone", "31", "ng/dL", "8-48"),
        ("Testosterone", "412", "ng/dL", "264-916"),
        ("Triglycerides", "2140", "mg/dL", "<150"),
        ("Platelets", "8", "10*3/uL", "150-450"),
        ("C-Reactive Protein", "214", "mg/L", "<5.0"),
        ("INR", "9.4", "", "0.9-1.1"),
    ],
)
def test_far_values_and_uncommon_ranges_are_no_contradiction(name: str, value: str, unit: str, reference: str) -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{name:<30}{value:<18}{unit:<18}{reference}").facts
    assert fact.certainty is Certainty.VERIFIED, fact.reasons


def test_another_specimen_and_an_unknown_test_are_left_alone() -> None:
    glucose = find_analyte("Glucose")
    odd = parse_range("3.9-5.5")
    assert not magnitude_doubts(glucose, unit="mg/dL", specimen=SpecimenClass.OTHER, value=None, limits=odd)
    assert not magnitude_doubts(None, unit="mg/dL", specimen=None, value=None, limits=odd)


@pytest.mark.parametrize(
    ("name", "value", "unit", "reference", "reason"),
    [
        # No unit of the test has these ranges, and none is near them.
        ("Troponin I", "0.04", "ng/mL", "0-14", RANGE),
        ("Troponin T", "0.008", "ng/mL", "0-14", RANGE),
        ("NT-proBNP", "120", "pg/mL", "0-14", RANGE),
        ("Creatinine", "0.9", "mg/dL", "135-145", RANGE),
        # The range names a unit of its own.
        ("Calcium", "9.1", "mg/dL", "8.5-10.5 mmol/L", RANGE),
        ("Foozyme", "9.1", "U/L", "8.5-10.5 mg/dL", RANGE),
        # A share under a count's name.
        ("Neutrophils Abs", "62", "%", "1.8-7.7", Reason.UNIT_CONTRADICTS_NAME),
        ("Monocytes %", "0.5", "K/uL", "0.1-1.0", Reason.UNIT_CONTRADICTS_NAME),
    ],
)
def test_what_no_unit_explains_gets_no_flag(name: str, value: str, unit: str, reference: str, reason: Reason) -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{name:<30}{value:<18}{unit:<18}{reference}").facts
    assert reason.value in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW
    assert fact.lab is not None
    assert fact.lab.abnormal_flag is None


def test_a_number_without_a_unit_gets_no_code_of_a_strip() -> None:
    glucose, ph = extract(
        HEADER, "", TITLES, f"{'Glucose':<30}{'5.6':<36}3.9-5.6", f"{'INR':<30}{'1.1':<36}0.9-1.1"
    ).facts
    assert glucose.lab is not None
    assert (glucose.lab.loinc, glucose.certainty) == (None, Certainty.DOCUMENT_FACT)
    assert Reason.UNIT_MISSING.value in glucose.reasons
    assert ph.lab is not None
    assert (ph.lab.loinc, ph.certainty) == ("6301-6", Certainty.VERIFIED)


@pytest.mark.parametrize(
    ("name", "unit", "reference", "unusual"),
    [
        ("INR", "", "0.9-1.1", False),
        ("INR", "", "0.9-1.4", True),
        ("Glucose", "mg/dL", "70-99", False),
        ("Glucose", "mg/dL", "70-999", True),
        ("Glucose", "g/L", "70-999", False),
        ("Rare thing", "mg/dL", "70-999", False),
    ],
)
def test_ranges_that_no_laboratory_prints(name: str, unit: str, reference: str, unusual: bool) -> None:
    limits = parse_range(reference)
    assert limits is not None
    assert is_unusual_range(find_analyte(name), unit=unit, specimen=None, limits=limits) is unusual
    assert is_unusual_range(find_analyte(name), unit=unit, specimen=SpecimenClass.URINE, limits=limits) is False
