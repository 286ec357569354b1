"""How the question was read where that is not plain: its span of time, slips of the pen, what was not applied."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.answering.wording.dates import DATE_LABEL, DateLabels
from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import RoutedQuestion

__all__ = ["reading_sentences", "span_words"]

_compose = DeidentifiedText.compose


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


def reading_sentences(question: RoutedQuestion, dates: DateLabels) -> Iterator[DeidentifiedText]:
    """What a reader has to know of how the question was taken."""
    span = span_words(question, dates)
    if span.value:
        yield _compose("Only what is dated{} was looked at.", span)
    if question.when is not None and question.when.anchor is not None:
        yield _compose("No visit is on file, so the answer is not limited to a time before or after one.")
    if question.when is None and question.document is None and DATE_LABEL.search(question.text.value):
        yield _compose("The date in the question was not used to select results.")
    for read in question.read_as:
        yield _compose("“{}” in the question was read as {}.", read.written, own(read.meant))
    for unmet in question.unmet:
        yield _compose("“{}” in the question was not applied: the answer is not limited to it.", unmet.words)
    if question.instructions_ignored:
        yield _compose("Instructions in the question were not followed; they were read as words.")
