from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.evals.evidence import Verdict, gather_evidence
from arbiter_fhir.evals.rubrics.factually_consistent import judge_consistency
from tests.unit.evals.golden_evidence import Plain, case, evidence, observed


def test_a_perfect_document_passes() -> None:
    assert judge_consistency(evidence()).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    "change",
    [
        {"value": "124", "numeric": "124"},
        {"unit": "mmol/L"},
        {"reference_range": "70 - 90"},
        {"abnormal_flag": "low"},
        {"abnormal_flag": None, "flag_printed": ""},
        {"collection_date": "2026-04-11"},
        {"collection_date": None},
        {"test_name": "Galactose"},
    ],
)
def test_a_wrong_field_of_a_claimed_fact_fails(change: Plain) -> None:
    spoil: Callable[[Plain], object] = lambda d: d["facts"][0]["value"].update(change)  # noqa: E731
    assert judge_consistency(evidence(spoil=spoil)).verdict is Verdict.FAILED


def test_a_doubt_that_waits_for_a_person_claims_nothing() -> None:
    def spoil(document: Plain) -> None:
        document["facts"][0]["value"].update(value="124", numeric="124")
        document["facts"][0].update(certainty="needs_review", reasons=["value_unreadable"])

    assert judge_consistency(evidence(spoil=spoil)).verdict is Verdict.PASSED


def test_a_claim_that_no_row_bears_out_fails() -> None:
    def spoil(document: Plain) -> None:
        extra = {**document["facts"][0], "citation": {**document["facts"][0]["citation"]}}
        extra["citation"]["bounding_box"] = {"x": 0.1, "y": 0.8, "width": 0.5, "height": 0.02}
        document["facts"].append(extra)

    assert judge_consistency(evidence(spoil=spoil)).verdict is Verdict.FAILED


def test_two_swapped_values_fail_although_both_stand_on_the_page() -> None:
    def spoil(document: Plain) -> None:
        one, other = (fact["value"] for fact in document["facts"])
        one["value"], other["value"] = other["value"], one["value"]
        one["numeric"], other["numeric"] = other["numeric"], one["numeric"]

    result = judge_consistency(evidence(spoil=spoil))
    assert result.verdict is Verdict.FAILED
    assert len(result.findings) == 2


def test_a_misread_letter_of_a_name_and_another_spelling_of_a_unit_pass() -> None:
    def spoil(document: Plain) -> None:
        document["facts"][1]["value"].update(test_name="Hemoglobin Alc")
        document["facts"][0]["value"].update(unit="mg/dl")

    assert judge_consistency(evidence(spoil=spoil)).verdict is Verdict.PASSED


def test_nothing_at_all_fails() -> None:
    assert judge_consistency(gather_evidence(case(), observed(case(), None))).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("change", "reasons", "verdict"),
    [
        ({"collection_date": None}, ["collection_date_missing"], Verdict.PASSED),
        ({"reference_range": "70 99"}, ["range_unclear"], Verdict.PASSED),
        ({"reference_range": "70 99"}, ["low_confidence"], Verdict.FAILED),
        ({"value": "124", "numeric": "124"}, ["value_read_doubtful"], Verdict.FAILED),
    ],
)
def test_a_document_fact_may_leave_fields_open_but_never_its_value(
    change: Plain, reasons: list[str], verdict: Verdict
) -> None:
    def spoil(document: Plain) -> None:
        document["facts"][0]["value"].update(change)
        document["facts"][0].update(certainty="document_fact", reasons=reasons)

    assert judge_consistency(evidence(spoil=spoil)).verdict is verdict
