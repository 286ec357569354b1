"""Rubrics over facts that are not rows of results: each fault turns the right one red."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, Verdict
from arbiter_fhir.evals.rubrics import RUBRICS
from tests.unit.evals.stated_facts import (
    ITEMS,
    METFORMIN,
    fact,
    form_case,
    form_evidence,
    perfect_facts,
    words_at,
)

PLACED = METFORMIN.model_copy(update={"page": 1, "words": words_at(0.3, "Metformin", "500", "mg")})


def judge(rubric: str, evidence: CaseEvidence) -> RubricResult:
    return RUBRICS[rubric](evidence)


@pytest.mark.parametrize(
    "rubric", ["schema_valid", "citation_present", "factually_consistent", "document_fact_expectations"]
)
def test_a_perfect_run_passes(rubric: str) -> None:
    assert judge(rubric, form_evidence(*perfect_facts())).findings == ()


def without_the_allergy() -> CaseEvidence:
    return form_evidence(*(each for each in perfect_facts() if each["fact_type"] != "allergy"))


def negation_dropped() -> CaseEvidence:
    return form_evidence(*perfect_facts()[:3], fact("chest pain", assertion="present"), *perfect_facts()[4:])


def doubted_where_it_is_sure() -> CaseEvidence:
    return form_evidence(fact("Metformin", certainty="needs_review"), *perfect_facts()[1:])


def tenfold_dose() -> CaseEvidence:
    return form_evidence(fact("Metformin", strength="5000 mg"), *perfect_facts()[1:])


def family_line_as_problem() -> CaseEvidence:
    cancer = fact("Asthma", name="breast cancer")
    cancer["citation"]["quote_or_value"] = "Mother breast cancer"
    return form_evidence(*perfect_facts(), cancer)


def quote_without_the_name() -> CaseEvidence:
    broken = fact("Metformin")
    broken["citation"]["quote_or_value"] = "500 mg"
    return form_evidence(broken, *perfect_facts()[1:])


def wrong_cell() -> CaseEvidence:
    placed = METFORMIN.model_copy(update={"place": "Meds!A4"})
    return form_evidence(*perfect_facts(), of=form_case(items=(placed, *ITEMS[1:])))


@pytest.mark.parametrize(
    ("spoiled", "rubric"),
    [
        (without_the_allergy, "document_fact_expectations"),
        (negation_dropped, "document_fact_expectations"),
        (negation_dropped, "factually_consistent"),
        (doubted_where_it_is_sure, "document_fact_expectations"),
        (tenfold_dose, "factually_consistent"),
        (family_line_as_problem, "factually_consistent"),
        (quote_without_the_name, "citation_present"),
        (wrong_cell, "citation_present"),
    ],
)
def test_a_fault_turns_its_rubric_red(spoiled: Callable[[], CaseEvidence], rubric: str) -> None:
    assert judge(rubric, spoiled()).verdict is Verdict.FAILED


@pytest.mark.parametrize(("y", "verdict"), [(0.3, Verdict.PASSED), (0.32, Verdict.FAILED)])
def test_a_verified_item_lies_on_its_words(y: float, verdict: Verdict) -> None:
    found = fact("Metformin", certainty="verified", box=(0.1, y, 0.29, 0.02))
    evidence = form_evidence(found, of=form_case(items=(PLACED,)))
    assert judge("bounding_box_present", evidence).verdict is verdict


def test_what_a_bad_fax_swallowed_is_left_to_recall() -> None:
    evidence = form_evidence(of=form_case(items=(METFORMIN,), route=Route.FAX))
    assert judge("document_fact_expectations", evidence).verdict is Verdict.PASSED
