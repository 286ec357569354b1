from __future__ import annotations

import pytest

from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.scorecard import RubricRate, judge_case, score_run
from tests.unit.evals.golden_evidence import Plain, evidence


def hold_the_first(document: Plain) -> None:
    document["facts"][0].update(certainty="needs_review", reasons=["low_confidence"], confidence=0.4)


def test_a_perfect_run() -> None:
    card = score_run([judge_case(evidence())], seconds=2.0)
    typed = card.routes[Route.TYPED]
    assert not card.cases[0].failed
    assert (typed.joint_f1, typed.verified_share, typed.rows) == (1.0, 1.0, 2)
    assert typed.box_agreement == pytest.approx((1.0, 1.0))
    assert card.rubrics["citation_present"] == RubricRate(1, 0, 0)
    assert card.wrong_verified_facts == 0


def test_a_route_without_cases_is_not_measured() -> None:
    scanned = score_run([judge_case(evidence())], seconds=2.0).routes[Route.SCANNED]
    assert (scanned.joint_f1, scanned.verified_share, scanned.box_agreement) == (None, None, None)
    assert score_run([judge_case(evidence())], seconds=2.0).rates["f1.scanned"] is None


def test_a_line_that_is_never_sure_shows_in_the_verified_share() -> None:
    typed = score_run([judge_case(evidence(spoil=hold_the_first))], seconds=2.0).routes[Route.TYPED]
    assert typed.verified_share == 0.5


def test_a_wrong_verified_fact_fails_its_case_and_is_counted() -> None:
    judged = judge_case(evidence(spoil=lambda d: d["facts"][0]["value"].update(value="241", numeric="241")))
    card = score_run([judged], seconds=1.0)
    assert judged.failed
    assert card.wrong_verified_facts == 1
    assert card.routes[Route.TYPED].confidence_wrong == pytest.approx(0.97)


def test_findings_do_not_repeat_identifiers() -> None:
    def spoil(document: Plain) -> None:
        document["facts"][0]["value"].update(value="Halvorsen", numeric=None)

    judged = judge_case(evidence(spoil=spoil))
    assert "(withheld: the finding would repeat an identifier)" in judged.results["factually_consistent"].findings
    assert not any("Halvorsen" in finding for result in judged.results.values() for finding in result.findings)
