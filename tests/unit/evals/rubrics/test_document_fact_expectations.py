from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.evidence import Verdict, gather_evidence
from arbiter_fhir.evals.rubrics.document_fact_expectations import judge_fact_expectations
from tests.unit.evals.golden_evidence import Plain, case, evidence, fact_for, observed, row


def test_a_perfect_document_passes() -> None:
    assert judge_fact_expectations(evidence()).verdict is Verdict.PASSED


def claim_the_unresulted(document: Plain) -> None:
    document["facts"].append(fact_for(row("Homocysteine", "Pending", 0.5), 2, "golden:two-rows"))


def claim_the_forbidden(document: Plain) -> None:
    document["facts"].append(fact_for(row("Glucose", "131", 0.6), 2, "golden:two-rows"))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d["facts"].pop(),
        lambda d: d["facts"][0].update(certainty="document_fact", reasons=["low_confidence"]),
        lambda d: d["rejected"].clear(),
        lambda d: d["pages"].append({"page": 2, "route": "native", "text": ""}),
        claim_the_unresulted,
        claim_the_forbidden,
    ],
)
def test_what_is_missing_or_too_much_fails(spoil: Callable[[Plain], object]) -> None:
    assert judge_fact_expectations(evidence(spoil=spoil)).verdict is Verdict.FAILED


def test_a_held_back_fact_must_give_the_reason_that_was_expected() -> None:
    held = case(facts=(row("Glucose", "142", 0.3, certainty=(Certainty.NEEDS_REVIEW,), reasons=("flag_unclear",)),))
    assert judge_fact_expectations(evidence(held)).verdict is Verdict.PASSED
    other = evidence(held, lambda d: d["facts"][0].update(reasons=["unit_missing"]))
    assert judge_fact_expectations(other).verdict is Verdict.FAILED


def test_a_missing_warning_fails() -> None:
    warned = case(warnings=("W_INJECT",))
    assert judge_fact_expectations(evidence(warned)).verdict is Verdict.PASSED
    assert judge_fact_expectations(evidence(warned, lambda d: d["warnings"].clear())).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("code", "verdict"),
    [("E_ENCRYPTED", Verdict.PASSED), ("E_CRASH", Verdict.FAILED), ("", Verdict.FAILED)],
)
def test_a_file_that_cannot_be_read_ends_in_its_own_code(code: str, verdict: Verdict) -> None:
    unreadable = case(facts=(), forbidden=(), unresulted=(), pages=0, error=ErrorCode.ENCRYPTED)
    result = judge_fact_expectations(gather_evidence(unreadable, observed(unreadable, None, error_code=code)))
    assert result.verdict is verdict


@pytest.mark.parametrize(("route", "verdict"), [(Route.SCANNED, Verdict.PASSED), (Route.TYPED, Verdict.FAILED)])
def test_a_row_of_a_scan_that_could_not_be_read_may_be_a_visible_reject(route: Route, verdict: Verdict) -> None:
    def spoil(document: Plain) -> None:
        document["facts"].pop()
        document["rejected"].append({"page": 1, "reason": "value_unreadable", "quote": "Hemoglobin Alc B.l %"})

    assert judge_fact_expectations(evidence(case(route=route), spoil)).verdict is verdict
