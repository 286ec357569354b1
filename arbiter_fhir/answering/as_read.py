"""How the question was read where that is not plain: its span of time, slips of the pen, what was not applied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, LiteralString

from arbiter_fhir.answering.composing.choice import LISTS
from arbiter_fhir.answering.question.asked_things import without_narrower
from arbiter_fhir.answering.wording.dates import DATE_LABEL, DateLabels
from arbiter_fhir.answering.wording.vocabulary import own, thing_words
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.question import AskedSource, AskedState, Intent, RoutedQuestion

__all__ = ["reading_sentences", "span_words"]

_compose = DeidentifiedText.compose

_SAID_BY: Final = {
    AskedSource.CHART: "the chart says",
    AskedSource.DOCUMENTS: "documents that were read say",
    AskedSource.NOT_CHART: "documents that were read say and the chart does not",
}


def span_words(question: RoutedQuestion, dates: DateLabels) -> DeidentifiedText:
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


def reading_sentences(bundle: EvidenceBundle, dates: DateLabels) -> Iterator[DeidentifiedText]:
    """What a reader has to know of how the question was taken."""
    question = bundle.question
    yield from _time(question, dates)
    if question.when is not None and question.when.anchor is not None:
        closed = ChartPart.ENCOUNTERS in bundle.scope.closed_parts
        yield _compose(
            "{}, so the answer is not limited to a time before or after one.",
            own("Visits may not be read at this site" if closed else "No visit is on file"),
        )
    if question.when is None and question.document is None and DATE_LABEL.search(question.text.value):
        yield _compose("The date in the question was not used to select results.")
    if question.source is not None:
        yield _compose("Only what {} is told.", own(_SAID_BY[question.source]))
    if question.excluded:
        names = [own(thing_words(each)) for each in without_narrower(question.excluded)]
        yield _compose("Left out, as the question asks: {}.", DeidentifiedText.join(", ", names))
    for read in question.read_as:
        yield _compose("“{}” in the question was read as {}.", read.written, own(read.meant))
    for unmet in question.unmet:
        yield _compose("“{}” in the question was not applied: the answer is not limited to it.", unmet.words)
    if question.instructions_ignored:
        yield _compose("Instructions in the question were not followed; they were read as words.")


def _time(question: RoutedQuestion, dates: DateLabels) -> Iterator[DeidentifiedText]:
    """To which time an answer is limited."""
    span, when = span_words(question, dates), question.when
    if not span.value and question.intent is Intent.CHANGES and when is not None and when.around is not None:
        span = _compose(" since {}", dates.day(when.around))
    if span.value:
        yield _compose(_limited(question), span)
    elif question.intent is Intent.CHANGES and when is None and question.state is None:
        yield _compose("No time was named, so everything on file is told, not only what is new.")


def _limited(question: RoutedQuestion) -> LiteralString:
    """To what a span of time limits an answer."""
    if question.intent is Intent.DOCUMENT:
        return "Documents filed{} or soon after were looked at, and what others say of that time."
    if question.state is AskedState.BEGUN:
        return "Only what is recorded to have begun{} is told."
    if question.intent is Intent.CHANGES:
        return "What began, ended, was recorded or came in{} counts as new or changed."
    if question.intent is Intent.MISSING:
        return "What is missing{} was looked for; what there was before is told beside it."
    if set(question.topics) & LISTS:
        return "Only what is dated{}, or held at some time of it, was looked at."
    return "Only what is dated{} was looked at."
