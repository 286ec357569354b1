from __future__ import annotations

from arbiter_fhir.evals.evidence import Verdict, gather_evidence, judged
from tests.unit.evals.golden_evidence import case, evidence, observed


def test_findings_fail_something_passes_nothing_is_not_measured() -> None:
    assert judged(3, ["wrong"]).verdict is Verdict.FAILED
    assert judged(3, []).verdict is Verdict.PASSED
    assert judged(0, []).verdict is Verdict.NOT_MEASURED


def test_facts_meet_their_rows() -> None:
    gathered = evidence()
    assert [match.observed_index for match in gathered.matching.matches] == [0, 1]
    assert not gathered.is_missing


def test_no_document_is_missing_and_has_no_facts() -> None:
    gathered = gather_evidence(case(), observed(case(), None, error_code="E_CRASH"))
    assert gathered.is_missing
    assert gathered.facts == ()
    assert gathered.problems == ("no document: E_CRASH",)
