"""What the remarks of a report say of its results."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from tests.unit.extraction.laboratory.test_report import HEADER, extract

TITLES = "Test              Result   Flag   Units    Range"
SODIUM = "Sodium            139             mmol/L   136-145"
POTASSIUM = "Potassium         4.4             mmol/L   3.5-5.1"
WEAKENED = "weakened_by_remark"


@pytest.mark.parametrize(
    "remark", ["ESTIMATED", "hemolyzed", "QNS", "Specimen clotted", "Unsatisfactory", "Interpret with caution"]
)
def test_a_remark_under_a_result_is_on_that_result(remark: str) -> None:
    first, second = extract(HEADER, "", TITLES, SODIUM, POTASSIUM, f"  {remark}").facts
    assert first.certainty is Certainty.VERIFIED
    assert (second.certainty, WEAKENED in second.reasons) == (Certainty.NEEDS_REVIEW, True)
    assert second.lab is not None
    assert second.lab.comment == remark


@pytest.mark.parametrize(
    "remark",
    [
        "Comment: Specimen hemolyzed; results may be affected.",
        "Specimen integrity: lipemic",
        "Specimen: grossly hemolyzed",
        "Quantity not sufficient",
    ],
)
def test_a_remark_beside_no_result_is_on_all_of_them(remark: str) -> None:
    for lines in (
        [HEADER, remark, "", TITLES, SODIUM, POTASSIUM],
        [HEADER, "", TITLES, SODIUM, POTASSIUM, "", "", remark],
    ):
        facts = extract(*lines).facts
        assert [fact.certainty for fact in facts] == [Certainty.NEEDS_REVIEW] * 2
        assert all(WEAKENED in fact.reasons for fact in facts)


@pytest.mark.parametrize("remark", ["No hemolysis", "Hemolyzed specimens may cause elevated potassium.", "Fasting"])
def test_other_remarks_leave_results_alone(remark: str) -> None:
    facts = extract(HEADER, "", TITLES, SODIUM, POTASSIUM, f"  {remark}").facts
    assert [fact.certainty for fact in facts] == [Certainty.VERIFIED] * 2


def test_a_remark_in_the_cell_of_the_range_counts() -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{SODIUM} QNS").facts
    assert (fact.certainty, WEAKENED in fact.reasons) == (Certainty.NEEDS_REVIEW, True)


def test_a_remark_that_names_a_result_is_on_that_result_wherever_it_stands() -> None:
    remark = "  NOTE: The above sodium result belongs to a different patient; please disregard."
    sodium, _ = extract(HEADER, "", TITLES, SODIUM, POTASSIUM, remark).facts
    assert "contradicted_in_document" in sodium.reasons
    remark = "  Sodium: specimen hemolyzed"
    sodium, _ = extract(HEADER, "", TITLES, SODIUM, POTASSIUM, remark).facts
    assert WEAKENED in sodium.reasons
