"""How a test went: first to last, direction, extremes, and the rows behind them."""

from __future__ import annotations

from arbiter_fhir.answering.composing.choice import results_of_trend
from arbiter_fhir.answering.composing.findings import write_entries, write_results
from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.limits import LISTED, TABLE_ROWS
from arbiter_fhir.answering.series import by_test, results_of, series_of
from arbiter_fhir.answering.wording.trends import extremes_sentence, trend_sentence
from arbiter_fhir.domain.evidence import EvidenceItem

__all__ = ["write_trends"]

#: From so many values on the highest and the lowest are said apart from the first and the last.
EXTREMES_FROM = 3


def write_trends(writer: Writer) -> list[EvidenceItem]:
    """The trend of each test; results that no trend can be told from stand as sentences."""
    findings, question = writer.bundle.findings, writer.bundle.question
    shown: list[EvidenceItem] = []
    for every in by_test(results_of(findings)):
        results = results_of_trend(every, question)
        series = series_of(results, question.unit)
        if not series.tells:
            shown += write_results(results[:LISTED], writer)
            continue
        items = [point.item for point in series.points]
        writer.count(trend_sentence(series, writer.dates), *items)
        if len(items) >= EXTREMES_FROM:
            writer.count(extremes_sentence(series, writer.dates), *items)
        writer.tabulate(series, TABLE_ROWS)
        in_table = {id(point.item) for point in series.rows}
        shown += [point.item for point in series.rows]
        shown += write_results([item for item in results if id(item) not in in_table][:LISTED], writer)
    return [*shown, *write_entries(findings, writer)]
