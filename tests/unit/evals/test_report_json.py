from __future__ import annotations

import json

from arbiter_fhir.evals.report_json import as_json
from arbiter_fhir.evals.scorecard import judge_case, score_run
from tests.unit.evals.golden_evidence import case, evidence


def test_what_was_not_measured_is_null() -> None:
    card = score_run([judge_case(evidence(case(identifiers=())))], seconds=1.5)
    report = json.loads(json.dumps(as_json(card, verdict="gate_failed", problems=["x"], awaited={"schema_valid": "y"})))
    assert report["rubrics"]["no_phi_in_logs"]["rate"] is None
    assert report["rubrics"]["schema_valid"]["awaited"] == "y"
    assert report["routes"]["scanned"]["joint_f1"] is None
    assert report["types"]["intake_form"]["fields"]["f1"] is None
    assert report["details"][0]["id"] == "two-rows"
    assert report["scenario_details"] == []
