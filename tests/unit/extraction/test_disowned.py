"""Remarks that take a result back."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.disowned import disowns_report, disowns_result


@pytest.mark.parametrize(
    "remark",
    [
        "Specimen mislabeled; result may belong to another patient.",
        "Wrong patient. Do not use.",
        "EDTA contamination suspected, please redraw.",
        "Possible IV fluid contamination",
        "Reported in error",
        "Result of donor [PERSON_1]",
        "Potassium may be falsely elevated",
        "Specimen was compromised in transport",
        "wrong tube",
        "actually 5.4",
        "Actual value was 5.4",
        "typo, should read 5.4",
    ],
)
def test_a_result_is_taken_back(remark: str) -> None:
    assert disowns_result(remark)


@pytest.mark.parametrize(
    "remark",
    [
        "Slight hemolysis present",
        "Previously reported as 98 mg/dL",
        "No evidence of contamination; specimen not mislabeled",
        "Fasting specimen",
        "Critical value called to [PERSON_1]",
        "",
    ],
)
def test_other_remarks_take_nothing_back(remark: str) -> None:
    assert not disowns_result(remark)


@pytest.mark.parametrize(
    ("remark", "disowned"),
    [
        ("Biologic false positive suspected", True),
        ("Possible false negative", True),
        ("Results belong to another patient", True),
        ("No false positives known", False),
    ],
)
def test_doubted_outcomes_and_others_results_are_taken_back(remark: str, disowned: bool) -> None:
    assert disowns_result(remark) is disowned


@pytest.mark.parametrize(
    ("remark", "disowned"),
    [
        ("Specimen mislabeled", True),
        ("Results belong to the wrong patient", True),
        ("Please disregard this report", True),
        ("Samples were switched", True),
        ("Received in error? Please disregard and destroy.", False),
        ("Results may be falsely elevated by biotin", False),
        ("Ranges come from a different patient population", False),
    ],
)
def test_only_plain_words_take_a_whole_report_back(remark: str, disowned: bool) -> None:
    assert disowns_report(remark) is disowned
