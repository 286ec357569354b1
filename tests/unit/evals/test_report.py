from __future__ import annotations

import json

from arbiter_fhir.evals.report import as_json, as_markdown
from arbiter_fhir.evals.scorecard import judge_case, score_run
from tests.unit.evals.golden_evidence import case, evidence


def test_what_was_not_measured_is_said_and_never_zero() -> None:
    card = score_run([judge_case(evidence(case(identifiers=())))], seconds=1.5)
    report = as_json(card, verdict="gate_failed", problems=["scanned F1 was not measured"])
    assert report["rubrics"]["no_phi_in_logs"]["rate"] is None  # type: ignore[index]
    assert report["routes"]["scanned"]["joint_f1"] is None  # type: ignore[index]
    text = as_markdown(card, verdict="gate_failed", problems=["scanned F1 was not measured"])
    assert "| no_phi_in_logs | not measured | 0 | 0 | 1 |" in text
    assert "- scanned F1 was not measured" in text


def test_findings_of_failed_cases_are_listed() -> None:
    failed = judge_case(evidence(spoil=lambda d: d["facts"][0]["value"].update(unit="mmol/L")))
    card = score_run([failed], seconds=1.0)
    text = as_markdown(card, verdict="cases_failed", problems=[])
    assert "wrong and verified: facts[0] is verified with a wrong unit" in text
    assert "factually_consistent: facts[0]" in text
    assert json.loads(json.dumps(as_json(card, verdict="x", problems=[])))["details"][0]["id"] == "two-rows"
