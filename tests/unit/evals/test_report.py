from __future__ import annotations

from arbiter_fhir.evals.report import Block, as_html, as_markdown, report_blocks
from arbiter_fhir.evals.scorecard import judge_case, score_run
from tests.unit.evals.golden_evidence import case, evidence


def test_what_was_not_measured_is_said_and_never_zero() -> None:
    card = score_run([judge_case(evidence(case(identifiers=())))], seconds=1.5)
    awaited = {"guideline_retrieval": "no corpus"}
    blocks = report_blocks(card, verdict="gate_failed", problems=["scanned F1 was not measured"], awaited=awaited)
    text = as_markdown(blocks)
    assert "| no_phi_in_logs | not measured | 0 | 0 | 1 |  |" in text
    assert "| guideline_retrieval | not measured | 0 | 0 | 0 | no corpus |" in text
    assert "- scanned F1 was not measured" in text
    assert '<td class="not">not measured</td>' in as_html(blocks)


def test_findings_of_failed_cases_are_listed() -> None:
    failed = judge_case(evidence(spoil=lambda d: d["facts"][0]["value"].update(unit="mmol/L")))
    blocks = report_blocks(score_run([failed], seconds=1.0), verdict="cases_failed", problems=[])
    text = as_markdown(blocks)
    assert "wrong and verified: facts[0] is verified with a wrong unit" in text
    assert "factually_consistent: facts[0]" in text
    assert '<td class="FAIL">FAIL</td>' in as_html(blocks)


def test_what_documents_say_is_no_markup() -> None:
    page = as_html((Block("<b>", ("<i>",), ("<u>",), (("<s>",),), ("<p>",)),))
    assert not any(tag in page for tag in ("<b>", "<i>", "<u>", "<s>"))
    assert "&lt;s&gt;" in page
