from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.rubrics.bounding_box_present import judge_bounding_boxes
from arbiter_fhir.evals.rubrics.factually_consistent import judge_consistency
from tests.unit.evals.golden_evidence import Plain, box_of, case, evidence


def moved(**change: float) -> Callable[[Plain], object]:
    return lambda d: d["facts"][0]["citation"]["bounding_box"].update(change)


def test_a_box_as_tall_as_the_line_or_as_the_letters_passes() -> None:
    assert judge_bounding_boxes(evidence()).verdict is Verdict.PASSED
    ink = box_of(case().facts[0], ink=True)
    assert judge_bounding_boxes(evidence(spoil=moved(**ink))).verdict is Verdict.PASSED


@pytest.mark.parametrize("change", [{"y": 0.303}, {"x": 0.16}, {"width": 0.5}, {"height": 0.04}])
def test_a_box_beside_its_words_fails(change: dict[str, float]) -> None:
    assert judge_bounding_boxes(evidence(spoil=moved(**change))).verdict is Verdict.FAILED


def test_a_quote_of_name_and_value_is_measured_by_their_words() -> None:
    def spoil(document: Plain) -> None:
        citation = document["facts"][0]["citation"]
        citation["quote_or_value"] = "Glucose 142"
        citation["bounding_box"]["width"] = 0.25

    assert judge_bounding_boxes(evidence(spoil=spoil)).verdict is Verdict.PASSED

    def overclaim(document: Plain) -> None:
        spoil(document)
        document["facts"][0]["citation"]["quote_or_value"] = "Glucose 142 mg/dL"

    assert judge_bounding_boxes(evidence(spoil=overclaim)).verdict is Verdict.FAILED


def test_a_box_around_the_row_below_fails() -> None:
    def spoil(document: Plain) -> None:
        kept, dropped = document["facts"]
        kept["citation"]["bounding_box"] = dropped["citation"]["bounding_box"]
        document["facts"] = [kept]

    # The fact now meets the row that its box lies on: the box is right there, and the consistency rubric sees the rest.
    result = judge_consistency(evidence(spoil=spoil))
    assert result.verdict is Verdict.FAILED


def test_a_verified_fact_on_another_page_or_on_no_row_fails() -> None:
    other_page = evidence(spoil=lambda d: d["facts"][0]["citation"].update(page=3))
    assert judge_bounding_boxes(other_page).verdict is Verdict.FAILED
    assert judge_bounding_boxes(evidence(spoil=moved(y=0.9))).verdict is Verdict.FAILED


def test_only_verified_facts_are_measured() -> None:
    def spoil(document: Plain) -> None:
        for fact in document["facts"]:
            fact.update(certainty="needs_review", reasons=["low_confidence"])

    assert judge_bounding_boxes(evidence(spoil=spoil)).verdict is Verdict.NOT_MEASURED


def test_a_coarse_fax_may_be_a_line_off() -> None:
    fax = case(route=Route.FAX)
    shifted = moved(y=0.302)
    assert judge_bounding_boxes(evidence(fax, spoil=shifted)).verdict is Verdict.PASSED
    assert judge_bounding_boxes(evidence(spoil=shifted)).verdict is Verdict.FAILED
    assert judge_bounding_boxes(evidence(fax, spoil=moved(y=0.306))).verdict is Verdict.FAILED
