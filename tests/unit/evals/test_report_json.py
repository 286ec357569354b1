from __future__ import annotations

import json

from arbiter_fhir.evals.report_json import as_json
from arbiter_fhir.evals.scorecard import judge_case, score_run
from tests.unit.evals.answers.talks import RIGHT, reply
from tests.unit.evals.answers.test_scores import judged
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


def test_questions_stand_there_as_typed_with_what_is_wrong() -> None:
    card = score_run([], [], [judged(a1c=reply(RIGHT.replace("7.1", "7.2")))], seconds=1.0)
    report = json.loads(json.dumps(as_json(card, verdict="gate_failed", problems=[])))
    assert report["questions"] == 3
    assert report["answers"]["accuracy"] == 0.0
    assert report["answers"]["unsupported_statements"] == 1
    wrong = next(each for each in report["question_details"] if each["question"] == "a1c")
    assert (wrong["text"], wrong["kind"], wrong["rubrics"]["answer_claims"]) == (
        "latest A1c?",
        "latest_value",
        "failed",
    )
    assert wrong["findings"]["unsupported_claims"]
    assert report["interview_details"][0]["rubrics"] == {"no_phi_in_logs": "passed"}
