"""Answers over many findings: what is abnormal, what deserves attention, what is new, what a document says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter_fhir.answering.composing.choice import newest_of_each, standing_entries, unflagged_vitals
from arbiter_fhir.answering.composing.findings import write_aged, write_entries, write_picked_out, write_results
from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.counts import counted, overview_sentence
from arbiter_fhir.answering.limits import abnormal, critical_first
from arbiter_fhir.answering.series import by_test, results_of
from arbiter_fhir.answering.wording.care import is_pending
from arbiter_fhir.answering.wording.results import is_pressure
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.question import Intent, RoutedQuestion

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
        writer.count(text, *newest)
        return []
    if len(items) > 1:
        text = DeidentifiedText.compose(
            "{} of the {} results read are flagged or out of their range.", len(found), len(items)
        )
        writer.count(text, *found)
    return write_results(critical_first(found), writer, flagger=True)


def write_attention(writer: Writer) -> list[EvidenceItem]:
    """The facts that a person may want to look at: the results asked about, or else what is flagged and what holds now.

    Nothing is said of how many results there are: the evidence for such a question holds no normal ones.
    """
    bundle = writer.bundle
    results = results_of(bundle.findings)
    if bundle.question.analytes or bundle.question.subjects:
        picked = write_picked_out(results, writer)
        shown = picked if picked is not None else write_aged(results, writer)
        return [*shown, *write_entries(bundle.findings, writer)]
    newest = newest_of_each(results)
    flagged = critical_first(abnormal(newest))
    told = {id(item) for item in flagged}
    pressures = [item for item in unflagged_vitals(bundle) if is_pressure(item) and id(item) not in told]
    shown = write_results(flagged, writer, flagger=True) + write_results(pressures, writer)
    return [*shown, *write_entries(standing_entries(bundle), writer)]


def write_overview(writer: Writer) -> list[EvidenceItem]:
    """What is new, after how much there is of each kind; or what a document says, with its own places alone."""
    bundle = writer.bundle
    alone = bundle.question.intent is Intent.DOCUMENT
    told = [replace(item, also=()) for item in bundle.findings] if alone else counted(bundle)
    if len(told) > 1 and not alone:
        writer.count(overview_sentence(bundle, writer.dates), *told)
    shown = [*write_results(results_of(told), writer), *write_entries(told, writer)]
    cited = {item.citation for item in shown}
    return [item for item in bundle.findings if item.citation in cited]


def write_orders(writer: Writer) -> list[EvidenceItem]:
    """Who ordered: the orders, after the newest result that they are about."""
    findings = writer.bundle.findings
    results = results_of(findings)
    picked = write_picked_out(results, writer) if _picks_one(writer.bundle.question) else None
    shown = picked if picked is not None else write_results([of_test[0] for of_test in by_test(results)], writer)
    return [*shown, *write_entries([item for item in findings if item.lab is None], writer)]


def _picks_one(question: RoutedQuestion) -> bool:
    """Whether it was asked before which result is meant: the last normal one, the highest, the one before."""
    return question.flagged is not None or question.pick is not None or question.steps_back > 0


def write_missing(writer: Writer) -> list[EvidenceItem]:
    """What is still awaited, and how old the newest result of each test is.

    Of a test that is named every order without a result is told: one that was cancelled is awaited no more.
    """
    findings, question = writer.bundle.findings, writer.bundle.question
    named = bool(question.analytes or question.subjects)
    others = [item for item in findings if not _is_done(item, named=named)]
    return [*write_aged(results_of(findings), writer), *write_entries(others, writer)]


def _is_done(item: EvidenceItem, *, named: bool) -> bool:
    """Whether an order is awaited no more, and nobody asked after its test."""
    order = item.value
    return isinstance(order, ChartOrder) and (bool(order.results) if named else not is_pending(item))
