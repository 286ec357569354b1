"""What a person types for a field is read as the page is read, or refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import AbnormalFlag, Comparator, FactType, FactValue, LabResult
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    Problem,
    ProblemStatus,
    Statement,
    Susceptibility,
    SusceptibilityInterpretation,
)
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.extraction import FieldCorrections

GLUCOSE = LabResult(
    test_name="Glucose",
    value="850",
    unit="mg/dL",
    reference_range="70 - 99",
    abnormal_flag=AbnormalFlag.HIGH,
    flag_derived=True,
    numeric=Decimal(850),
    ucum="mg/dL",
    loinc="2345-7",
)
PRINTED = LabResult("Glucose", "850", "mg/dL", "70 - 99", flag_printed="H", abnormal_flag=AbnormalFlag.HIGH)
METFORMIN = Medication("Metfornin", strength="500 mg", status=MedicationStatus.UNKNOWN)


def corrected(paper: FactValue, kind: FactType = FactType.LAB_RESULT, /, **fields: str) -> FactValue:
    return FieldCorrections().corrected(kind, paper, fields)


def lab(**fields: str) -> LabResult:
    value = corrected(GLUCOSE, **fields)
    assert isinstance(value, LabResult)
    return value


def test_number_and_flag_follow_from_the_value() -> None:
    value = lab(value=" 85 ")
    assert (value.value, value.numeric, value.abnormal_flag, value.flag_derived) == (
        "85", Decimal(85), AbnormalFlag.NORMAL, True,
    )  # fmt: skip
    below = lab(value="<40")
    assert (below.numeric, below.comparator, below.abnormal_flag) == (Decimal(40), Comparator.LESS, AbnormalFlag.LOW)
    words = lab(value="Positive")
    assert (words.numeric, words.abnormal_flag) == (None, None)


@pytest.mark.parametrize(
    ("given", "flag", "derived"),
    [
        ({"value": "85"}, AbnormalFlag.NORMAL, True),
        ({"value": "60"}, AbnormalFlag.LOW, True),
        ({"value": "Positive"}, None, False),
        ({"reference_range": "700 - 990"}, AbnormalFlag.NORMAL, True),
        ({"reference_range": ""}, None, False),
        ({"value": "85", "reference_range": "negative"}, None, False),
    ],
)
def test_a_printed_flag_does_not_outlive_what_it_was_printed_for(
    given: dict[str, str], flag: AbnormalFlag | None, derived: bool
) -> None:
    value = corrected(PRINTED, **given)
    assert isinstance(value, LabResult)
    assert (value.abnormal_flag, value.flag_derived, value.flag_printed) == (flag, derived, "")


def test_a_printed_flag_stays_where_value_and_range_stay() -> None:
    for given in ({"specimen": "Serum"}, {"value": "850"}, {"collection_date": "2026-04-10"}):
        value = corrected(PRINTED, **given)
        assert isinstance(value, LabResult)
        assert (value.abnormal_flag, value.flag_derived, value.flag_printed) == (AbnormalFlag.HIGH, False, "H")


def test_a_given_flag_holds_and_is_neither_printed_nor_derived() -> None:
    for paper in (GLUCOSE, PRINTED):
        for given, flag in (("low", AbnormalFlag.LOW), ("high", AbnormalFlag.HIGH), ("none", None)):
            value = corrected(paper, value="85", abnormal_flag=given)
            assert isinstance(value, LabResult)
            assert (value.abnormal_flag, value.flag_derived, value.flag_printed) == (flag, False, "")


@pytest.mark.parametrize("mark", ["\x00", "\x1b[31m", "\x7f", "\u202e", "\u200b", "\ud800", "\ue000"])
def test_characters_that_nobody_sees_are_refused(mark: str) -> None:
    for fields in ({"test_name": f"Glu{mark}cose"}, {"specimen": f"Serum{mark}"}):
        with pytest.raises(ReviewError, match="cannot be printed"):
            corrected(GLUCOSE, **fields)


def test_codes_follow_from_name_and_unit() -> None:
    value = lab(unit="mmol/L")
    assert (value.unit, value.ucum) == ("mmol/L", "mmol/L")
    assert value.loinc != "2345-7"
    assert lab(test_name="Potassium", unit="mmol/L", value="4.1", specimen="Serum").loinc == "2823-3"
    assert lab(test_name="Made up thing").loinc is None


@pytest.mark.parametrize(
    ("text", "iso"),
    [("2026", "2026"), ("2026-04", "2026-04"), ("2026-04-10", "2026-04-10"), ("2026-04-10 08:30", "2026-04-10T08:30")],
)
def test_dates_keep_their_precision_and_lose_their_doubt(text: str, iso: str) -> None:
    when = lab(collection_date=text).collection_date
    assert when is not None
    assert (when.iso, when.ambiguous) == (iso, False)
    assert lab(collection_date="").collection_date is None


@pytest.mark.parametrize(
    "fields",
    [
        {"value": ""},
        {"value": "a lot"},
        {"value": "TNP"},
        {"value": "8O"},
        {"unit": ""},
        {"unit": "per bucket"},
        {"reference_range": "whatever"},
        {"collection_date": "04/10/2026"},
        {"collection_date": "2026-13-01"},
        {"collection_date": "0026-04-10"},
        {"collection_date": "1026-04-10"},
        {"collection_date": "26"},
        {"collection_date": "2026-04-10T08:30:00+05:00"},
        {"collection_date": "2026-04-10T08:30Z"},
        {"abnormal_flag": "H"},
        {"test_name": " "},
        {"numeric": "85"},
        {"loinc": "2345-7"},
        {"nothing": "x"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_value_of_its_field_is_refused_and_not_repeated(fields: dict[str, str]) -> None:
    with pytest.raises(ReviewError) as refused:
        corrected(GLUCOSE, **fields)
    assert refused.value.code is ErrorCode.REVIEW_INVALID
    assert all(len(text) < 3 or text not in refused.value.message for text in fields.values())


def test_a_result_that_takes_no_unit_needs_none() -> None:
    ratio = LabResult("INR", "23", "", "0.9 - 1.1")
    value = corrected(ratio, value="2.3")
    assert isinstance(value, LabResult)
    assert value.numeric == Decimal("2.3")


def test_a_vital_sign_is_no_laboratory_test() -> None:
    pulse = LabResult("Pulse", "720", "/min", loinc="8867-4")
    value = corrected(pulse, FactType.VITAL_SIGN, value="72")
    assert isinstance(value, LabResult)
    assert (value.numeric, value.loinc) == (Decimal(72), "8867-4")


def test_the_ingredient_follows_from_the_name() -> None:
    value = corrected(METFORMIN, FactType.MEDICATION, name="Metformin", status="active", started="2025-01")
    assert isinstance(value, Medication)
    assert (value.ingredient, bool(value.rxnorm)) == ("metformin", True)
    assert value.status is MedicationStatus.ACTIVE
    unknown = corrected(METFORMIN, FactType.MEDICATION, name="Bluestuff")
    assert isinstance(unknown, Medication)
    assert (unknown.ingredient, unknown.rxnorm) == ("", None)
    with pytest.raises(ReviewError, match="takes one of"):
        corrected(METFORMIN, FactType.MEDICATION, status="sometimes")


def test_allergen_condition_and_category_follow() -> None:
    allergy = corrected(Allergy("Penicilin"), FactType.ALLERGY, substance="Penicillin", reaction="hives")
    assert isinstance(allergy, Allergy)
    assert (bool(allergy.allergen), allergy.reaction, allergy.none_known) == (True, "hives", None)
    problem = corrected(Problem("hypertensoin"), FactType.PROBLEM, name="hypertension", status="active")
    assert isinstance(problem, Problem)
    assert (problem.icd10, problem.status) == ("I10", ProblemStatus.ACTIVE)
    culture = corrected(
        Susceptibility("E. coli", "Ampicillin", None), FactType.SUSCEPTIBILITY, value="<=0.25", interpretation="s"
    )
    assert isinstance(culture, Susceptibility)
    assert culture.interpretation is SusceptibilityInterpretation.SUSCEPTIBLE
    with pytest.raises(ReviewError):
        corrected(culture, FactType.SUSCEPTIBILITY, value="low")


def test_words_of_histories_and_statements() -> None:
    history = corrected(
        FamilyHistory("mother", "diabetes"), FactType.FAMILY_HISTORY, relation="father", age_at_onset="52"
    )
    assert isinstance(history, FamilyHistory)
    assert (history.relation, history.age_at_onset) == ("father", "52")
    with pytest.raises(ReviewError):
        corrected(history, FactType.FAMILY_HISTORY, age_at_onset="fifties")
    statement = corrected(Statement("smoking", "10 a day"), FactType.SOCIAL_HISTORY, assertion="absent", text="none")
    assert isinstance(statement, Statement)
    assert statement.assertion is Assertion.ABSENT


@pytest.mark.parametrize(
    "value", [GLUCOSE, METFORMIN, Allergy("x"), Problem("x"), FamilyHistory("a", "b"), Statement("t", "x")]
)
def test_every_field_that_may_be_edited_is_one_of_the_value(value: FactValue) -> None:
    editable = FieldCorrections().editable(value)
    assert editable
    assert all(hasattr(value, name) for name in editable)
