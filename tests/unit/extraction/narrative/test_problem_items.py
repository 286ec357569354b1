from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import ProblemStatus
from arbiter_fhir.extraction.narrative.problem_items import icd10_in, items_of, status_in


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Hypertension (I10)", "I10"),
        ("ICD-10: E11.9", "E11.9"),
        ("E11.9", "E11.9"),
        ("I10", "I10"),
        ("Essential hypertension I10", "I10"),
        ("low vitamin B12", None),
        ("vitamin B12 deficiency", None),
        ("stage T2 N0", None),
        ("E11.9 and E78.5", None),
        ("E11.9, E78.5", None),
        ("COVID-19 U07.1", "U07.1"),
        ("room B12", None),
    ],
)
def test_codes(text: str, code: str | None) -> None:
    assert icd10_in(text) == code


def test_status_words() -> None:
    assert status_in("resolved in May") is ProblemStatus.RESOLVED
    assert status_in("well-controlled") is ProblemStatus.ACTIVE
    assert status_in("noted") is None


def test_items_end_where_more_is_said_of_them() -> None:
    text = "Hypertension - stable, COPD diagnosed 2015, gout"
    assert [text[item.start : item.end] for item in items_of(text)] == ["Hypertension", "COPD", "gout"]
    assert [item.condition.name if item.condition else "" for item in items_of("Rare thing syndrome")] == [""]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("hypertension, type 2 diabetes (diet controlled), gout", ["hypertension", "type 2 diabetes", "gout"]),
        ("gout, chronic kidney disease stage 3", ["gout", "chronic kidney disease stage 3"]),
        ("COPD, stable angina, severe asthma", ["COPD", "stable angina", "severe asthma"]),
        ("GERD, left knee osteoarthritis", ["GERD", "left knee osteoarthritis"]),
        ("Diabetes mellitus, type 2", ["Diabetes mellitus, type 2"]),
        ("Diabetes, type 2 with neuropathy", ["Diabetes, type 2 with neuropathy"]),
        ("Asthma, moderate persistent", ["Asthma, moderate persistent"]),
        ("depression, recurrent, in remission", ["depression, recurrent, in remission"]),
    ],
)
def test_a_comma_parts_two_conditions_and_not_one_from_its_details(text: str, names: list[str]) -> None:
    assert [text[item.start : item.end] for item in items_of(text)] == names


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        # The first letter of I25.10 and I10 was read as a digit.
        ("Coronary artery disease (125.10)", "Coronary artery disease", "Coronary artery disease"),
        ("CAD 125.10", "CAD", "CAD"),
        ("Hypertension 110", "Hypertension", "Hypertension"),
        # Codes of the ninth revision and codes of which more was misread stay in view, and out of the name.
        ("CAD 414.01", "CAD", "CAD 414.01"),
        ("Hyperlipidemia E78.S", "Hyperlipidemia", "Hyperlipidemia E78.S"),
        ("GERD - K21.9", "GERD", "GERD - K21.9"),
    ],
)
def test_a_misread_code_is_no_part_of_a_name(text: str, name: str, shown: str) -> None:
    (item,) = items_of(text)
    assert text[item.start : item.end] == name
    assert text[item.first : item.said_to] == shown


@pytest.mark.parametrize(("text", "code"), [("(E78.S)", None), ("F32.A", "F32.A"), ("S72.001A", "S72.001A")])
def test_letters_stand_in_codes_where_codes_have_them(text: str, code: str | None) -> None:
    assert icd10_in(text) == code


def test_a_result_is_no_problem() -> None:
    assert [item.condition for item in items_of("Creatinine 1.8, potassium 5.4 mmol/L")] == []
    assert len(list(items_of("Hepatic cyst 3"))) == 1
