from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.evidence import Verdict, gather_evidence
from arbiter_fhir.evals.rubrics.no_phi_in_logs import judge_privacy
from tests.unit.evals.golden_evidence import Plain, case, evidence, observed


def test_a_perfect_document_passes_with_its_structured_date() -> None:
    result = judge_privacy(evidence())
    assert (result.verdict, result.measured) == (Verdict.PASSED, 3)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d["pages"][0].update(text="Patient: HALVORSEN, D"),
        lambda d: d["facts"][0]["value"].update(comment="seen by halvorsen"),
        lambda d: d["facts"][0]["citation"].update(quote_or_value="Glucose 142 (Halvorsen)"),
        lambda d: d["facts"][0].update(fact_text="MRN 4471902"),
        lambda d: d["rejected"][0].update(quote="mrn: 4471902"),
        lambda d: d["warnings"].append({"code": "W_HIDDEN", "page": 1, "message": "Halvorsen"}),
        lambda d: d["pages"][0].update(text="collected 2026-04-10"),
    ],
)
def test_an_identifier_anywhere_fails(spoil: Callable[[Plain], object]) -> None:
    assert judge_privacy(evidence(spoil=spoil)).verdict is Verdict.FAILED


def test_logs_and_messages_are_scanned() -> None:
    assert judge_privacy(evidence(logs="Traceback ... 'MRN-4471902'")).verdict is Verdict.FAILED
    assert judge_privacy(evidence(error_message="could not read halvorsen.pdf")).verdict is Verdict.FAILED


def test_a_misread_name_counts_on_a_scan_only() -> None:
    def spoil(document: Plain) -> None:
        document["pages"][0]["text"] = "Ha1vorscn"

    assert judge_privacy(evidence(spoil=spoil)).verdict is Verdict.PASSED
    assert judge_privacy(evidence(case(route=Route.SCANNED), spoil)).verdict is Verdict.FAILED


def test_findings_do_not_repeat_the_identifier() -> None:
    result = judge_privacy(evidence(logs="Halvorsen 4471902 MRN-4471902"))
    assert result.findings
    assert not any("Halvorsen" in finding or "4471902" in finding for finding in result.findings)


def test_where_nothing_came_out_only_a_leak_counts() -> None:
    nothing = gather_evidence(case(), observed(case(), None, error_code="E_CRASH"))
    assert judge_privacy(nothing).verdict is Verdict.NOT_MEASURED
    leaking = gather_evidence(case(), observed(case(), None, error_code="E_CRASH", logs="Halvorsen"))
    assert judge_privacy(leaking).verdict is Verdict.FAILED


def test_without_known_identifiers_nothing_is_measured() -> None:
    assert judge_privacy(evidence(case(identifiers=()))).verdict is Verdict.NOT_MEASURED
