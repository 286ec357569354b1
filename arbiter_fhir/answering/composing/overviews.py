"""Answers over many findings: what is abnormal, what deserves attention, what is new, what a document says."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.answering.composing.findings import write_aged, write_entries, write_latest, write_results
from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.counts import counted, overview_sentence
from arbiter_fhir.answering.limits import LISTED, abnormal, critical_first
from arbiter_fhir.answering.series import by_test, results_of
from arbiter_fhir.answering.wording.care import is_pending
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem

__all__ = ["write_abnormal", "write_attention", "write_missing", "write_orders", "write_overview"]

#: Tests whose newest results stand behind "none is abnormal".
NONE_CITES = 20


def write_abnormal(items: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem]:
    """What is flagged or out of range, and of how many."""
    found = abnormal(items)
    if not items:
        return []
    if not found:
        newest = [results[0] for results in by_test(items)][:NONE_CITES]
        text = (
            DeidentifiedText.compose("The one result read is not flagged and not out of its range.")
            if len(items) == 1
            else DeidentifiedText.compose("None of the {} results read is flagged or out of its range.", len(items))
        )
        writer.find(text, *newest)
        return []
    if len(items) > 1:
        text = DeidentifiedText.compose(
            "{} of the {} results read are flagged or out of their range.", len(found), len(items)
        )
        writer.find(text, *found)
    return write_results(critical_first(found), writer, flagger=True)


def write_attention(writer: Writer) -> list[EvidenceItem]:
    """The facts that a person may want to look at: results asked about, or else the flagged ones; then the entries."""
    findings = writer.bundle.findings
    results = results_of(findings)
    shown = (write_latest if writer.bundle.question.analytes else write_abnormal)(results, writer)
    return [*shown, *write_entries(findings, writer)]


def write_overview(writer: Writer) -> list[EvidenceItem]:
    """How much there is of each kind, then each entry: for what is new, and for what a document says."""
    findings = writer.bundle.findings
    if len(findings) > 1:
        writer.find(overview_sentence(writer.bundle, writer.dates), *counted(writer.bundle)[:LISTED])
    results = write_results(results_of(findings), writer)
    return [*results, *write_entries(findings, writer)]


def write_orders(writer: Writer) -> list[EvidenceItem]:
    """Who ordered: the orders, after the newest result that they are about."""
    findings = writer.bundle.findings
    shown = write_results([results[0] for results in by_test(results_of(findings))], writer)
    return [*shown, *write_entries([item for item in findings if item.lab is None], writer)]


def write_missing(writer: Writer) -> list[EvidenceItem]:
    """What is still awaited, and how old the newest result of each test is."""
    findings = writer.bundle.findings
    others = [item for item in findings if not isinstance(item.value, ChartOrder) or is_pending(item)]
    return [*write_aged(results_of(findings), writer), *write_entries(others, writer)]
