"""Remarks that take certainty away."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.weakened import is_unfit, weakens_report, weakens_result


@pytest.mark.parametrize(
    "remark",
    [
        "ESTIMATED",
        "hemolyzed",
        "Slight hemolysis present",
        "Specimen grossly haemolysed",
        "QNS",
        "Quantity not sufficient",
        "Specimen clotted",
        "Unsatisfactory specimen",
        "Interpret with caution",
        "Results should be interpreted with caution.",
        "Contaminated",
        "wrong tube",
        "Specimen integrity: lipemic, icteric",
        "Specimen received unrefrigerated; results may be affected",
        "Approximate value",
        "Platelet clumps seen; count may be inaccurate",
        "All specimens hemolyzed",
        "Recollection advised",
        "repeat advised",
        "Repeat testing is recommended",
        "No clots. Sample was lipemic.",
    ],
)
def test_certainty_is_taken_away(remark: str) -> None:
    assert weakens_result(remark)
    assert weakens_report(remark)


@pytest.mark.parametrize(
    "remark",
    [
        "",
        "No hemolysis seen.",
        "Specimen not hemolyzed",
        "Hemolysis: none",
        "Hemolysis index: 0",
        "Hemolyzed specimens may cause falsely elevated potassium.",
        "Hemolysis may raise potassium by 0.5 to 1.5 mmol/L.",
        "Estimated GFR by the CKD-EPI equation",
        "Estimated using CKD-EPI 2021",
        "QNS = quantity not sufficient",
        "Interpret with caution in patients who take biotin",
        "Fasting specimen",
        "Critical value called to [PERSON_1]",
        "Previously reported as 98 mg/dL",
        "Confirmed by repeat analysis",
        "Lipid panel",
    ],
)
def test_other_remarks_take_nothing_away(remark: str) -> None:
    assert not weakens_result(remark)
    assert not weakens_report(remark)


def test_a_long_line_beside_no_result_speaks_of_the_report_only_where_it_names_the_specimen() -> None:
    told = "This assay was recalibrated last month and trends are to be viewed with some caution by all readers"
    assert weakens_result(told)
    assert not weakens_report(told)
    assert weakens_report(f"{told} since the sample was clotted")


def test_an_unfit_specimen_is_told_from_a_value_that_is_estimated() -> None:
    assert is_unfit("whole blood, clotted")
    assert not is_unfit("LDL cholesterol (estimated)")
