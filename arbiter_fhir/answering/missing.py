"""The section that says what is missing: not found, not read, not shown, not comparable.

Its sentences follow from the evidence bundle alone, so the validator can work them out again and accept no other.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.answering.composing.choice import moments
from arbiter_fhir.answering.limits import LISTED, PASSAGES, REVIEWED, TABLE_ROWS, abnormal, unjudged
from arbiter_fhir.answering.series import by_test, results_of, series_of
from arbiter_fhir.answering.unread import unread_sentences
from arbiter_fhir.answering.wording.care import is_pending
from arbiter_fhir.answering.wording.dates import DATE_LABEL, DateLabels, filled
from arbiter_fhir.answering.wording.results import name_of
from arbiter_fhir.answering.wording.vocabulary import TOPICS, own
from arbiter_fhir.domain.analyte import display_name, group_spellings, known_analytes
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage, WordRole
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.unit_conversion import convert

__all__ = ["missing_sentences", "missing_texts"]

Sentences = Iterator[DeidentifiedText]

_compose = DeidentifiedText.compose


def missing_sentences(bundle: EvidenceBundle, dates: DateLabels) -> tuple[DeidentifiedText, ...]:
    """What was asked for and not found, what was not read, and what this answer leaves out."""
    return (
        *_not_found(bundle, dates),
        *_not_before(bundle),
        *_trend_gaps(bundle),
        *_not_converted(bundle),
        *_left_out(bundle),
        *_orders(bundle),
        *_guidance(bundle),
        *_window(bundle.question, dates),
        *unread_sentences(bundle.scope, shown_in_review=min(len(bundle.review), REVIEWED)),
    )


def missing_texts(bundle: EvidenceBundle) -> tuple[str, ...]:
    """The same sentences with their dates in place."""
    dates = DateLabels.clear_of([bundle.question.text.value])
    return tuple(filled(sentence.value, dates.labels) for sentence in missing_sentences(bundle, dates))


def _span_words(question: RoutedQuestion, dates: DateLabels) -> DeidentifiedText:
    """`` since [DATE_1]``: the span of time asked about; empty for none."""
    when = question.when
    match (when.start, when.end) if when is not None else (None, None):
        case (None, None):
            return own("")
        case (start, None) if start is not None:
            return _compose(" since {}", dates.day(start))
        case (None, end) if end is not None:
            return _compose(" up to {}", dates.day(end))
        case (start, end) if start is not None and end is not None:
            return _compose(" from {} to {}", dates.day(start), dates.day(end))
    return own("")


def _not_found(bundle: EvidenceBundle, dates: DateLabels) -> Sentences:
    span = _span_words(bundle.question, dates)
    for key in bundle.not_found:
        if key in set(Topic):
            _, several = TOPICS[Topic(key)]
            yield _compose(
                "No {}{} were found in the chart or in the documents that were read; that does not mean that there are"
                " none.",
                own(several),
                span,
            )
        elif key in known_analytes() or key in group_spellings() or key in bundle.question.analytes or ":" in key:
            yield _compose(
                "No result for {}{} was found in the chart or in the documents that were read.",
                own(display_name(key)),
                span,
            )
        else:
            yield _compose(
                "Nothing about {}{} was found in the chart or in the documents that were read.", own(key), span
            )


def _not_before(bundle: EvidenceBundle) -> Sentences:
    steps = bundle.question.steps_back
    if not steps:
        return
    for results in by_test(results_of(bundle.findings)):
        times = len(moments(results))
        if times <= steps:
            yield (
                _compose("There is only one dated result for {}.", name_of(results[0]))
                if times == 1
                else _compose("There are only {} dated results for {}.", times, name_of(results[0]))
            )


def _number(count: int, one: str, several: str, *pieces: DeidentifiedText) -> DeidentifiedText:
    return _compose(one, *pieces) if count == 1 else _compose(several, count, *pieces)


def _trend_gaps(bundle: EvidenceBundle) -> Sentences:
    if bundle.question.intent is not Intent.TREND:
        return
    for results in by_test(results_of(bundle.findings)):
        series, name = series_of(results, bundle.question.unit), name_of(results[0])
        if not series.tells:
            yield _compose("There are not two comparable results on two days for {}, so no trend is told.", name)
            continue
        limits = len(series.rows) - len(series.points)
        for count, one, several in (
            (series.undated, "has no full date", "have no full date"),
            (series.wordy, "is no number", "are no numbers"),
            (series.other_unit, "has a unit that cannot be converted", "have units that cannot be converted"),
            (limits, "is only known to lie below or above a limit", "are only known to lie below or above a limit"),
        ):
            if count:
                yield _number(
                    count,
                    "One result for {} " + one + " and is no part of the trend.",
                    "{} results for {} " + several + " and are no part of the trend.",
                    name,
                )
        if len(series.rows) > TABLE_ROWS:
            yield _compose("The table shows the newest {} of {} results for {}.", TABLE_ROWS, len(series.rows), name)


def _not_converted(bundle: EvidenceBundle) -> Sentences:
    """Tests that cannot be told in the unit asked for."""
    unit = bundle.question.unit
    for results in by_test(results_of(bundle.findings)) if unit else []:
        item = results[0]
        units = {item.result.unit.casefold(), (item.result.ucum or "").casefold()}
        if unit.casefold() not in units and convert(item.subject, item.result, unit) is None:
            yield _compose("The newest result for {} cannot be converted into the unit asked for.", name_of(item))


def _left_out(bundle: EvidenceBundle) -> Sentences:
    question, findings = bundle.question, bundle.findings
    results = results_of(findings)
    whole = question.intent is Intent.LIST and not question.latest_only
    if question.intent in {Intent.CHANGES, Intent.DOCUMENT}:
        whole = True
    listed = abnormal(results) if question.intent is Intent.ABNORMAL_LIST else results
    if (whole or question.intent is Intent.ABNORMAL_LIST) and len(listed) > LISTED:
        yield _compose("{} of {} results are listed; name a test to see all of its results.", LISTED, len(listed))
    entries = [item for item in findings if item.lab is None and not isinstance(item.value, Passage)]
    if len(entries) > LISTED:
        yield _compose("{} of {} entries are listed.", LISTED, len(entries))
    passages = len(findings) - len(results) - len(entries)
    if passages > PASSAGES:
        yield _compose("{} of {} passages of documents are quoted.", PASSAGES, passages)
    if len(bundle.review) > REVIEWED:
        yield _compose("{} of {} unconfirmed findings are listed.", REVIEWED, len(bundle.review))
    open_ = len(unjudged(results))
    judged = question.intent is Intent.ABNORMAL_LIST or (
        question.intent is Intent.INTERPRETATION and not question.analytes
    )
    if judged and open_:
        yield _compose("{} of {} results have no flag and no range to judge them by.", open_, len(results))


def _orders(bundle: EvidenceBundle) -> Sentences:
    orders = [item for item in bundle.findings if isinstance(item.value, ChartOrder)]
    if bundle.question.intent is Intent.ORDERED_BY and not any(_names_a_person(item) for item in orders):
        yield _compose("The chart does not say who ordered it.")
    if bundle.question.intent is Intent.MISSING and not any(is_pending(item) for item in orders):
        yield _compose("No order that waits for a result was found in the chart.")


def _names_a_person(item: EvidenceItem) -> bool:
    return any(role is WordRole.PERSON for role, _ in item.words.details)


def _guidance(bundle: EvidenceBundle) -> Sentences:
    if bundle.guidelines_searched and not bundle.guidelines:
        yield _compose("No passage of the guideline collection answers this question.")
    if bundle.question.intent is Intent.INTERPRETATION:
        yield _compose("What this means for the patient is for a clinician to judge.")


def _window(question: RoutedQuestion, dates: DateLabels) -> Sentences:
    span = _span_words(question, dates)
    if span.value:
        yield _compose("Only what is dated{} was looked at.", span)
    if question.when is None and question.document is None and DATE_LABEL.search(question.text.value):
        yield _compose("The date in the question was not used to select results.")
