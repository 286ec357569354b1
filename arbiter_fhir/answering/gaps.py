"""Results that an answer could not compare, convert or go back to, counted test by test."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.answering.composing.choice import moments
from arbiter_fhir.answering.limits import TABLE_ROWS
from arbiter_fhir.answering.series import by_test, results_of, series_of
from arbiter_fhir.answering.wording.results import flag_words, name_of
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.question import AskedDetail, Intent
from arbiter_fhir.domain.unit_conversion import convert

__all__ = ["gap_sentences"]

Sentences = Iterator[DeidentifiedText]

_compose = DeidentifiedText.compose


def gap_sentences(bundle: EvidenceBundle) -> Sentences:
    """What stands between the results of a bundle and what was asked of them."""
    for results in by_test(results_of(bundle.findings)):
        yield from _too_few(results, bundle)
        yield from _no_trend(results, bundle)
        yield from _not_compared(results, bundle)
        yield from _not_converted(results, bundle)
        yield from _unjudged(results, bundle)


def _too_few(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    """Fewer results than steps back, or than the newest so many."""
    question = bundle.question
    wanted = question.steps_back + 1 if question.steps_back else question.newest_count
    times, name = len(moments(results)), name_of(results[0])
    if times >= wanted or wanted < 2:
        return
    yield (
        _compose("There is only one dated result for {}.", name)
        if times == 1
        else _compose("There are only {} dated results for {}.", times, name)
    )


def _no_trend(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    if bundle.question.intent is not Intent.TREND:
        return
    series, name = series_of(results, bundle.question.unit), name_of(results[0])
    if not series.tells:
        yield _compose("There are not two comparable results on two days for {}, so no trend is told.", name)
        return
    limits = len(series.rows) - len(series.points)
    for count, one, several in (
        (series.undated, "has no full date", "have no full date"),
        (series.wordy, "is no number", "are no numbers"),
        (series.other_unit, "has a unit that cannot be converted", "have units that cannot be converted"),
        (limits, "is only known to lie below or above a limit", "are only known to lie below or above a limit"),
    ):
        if count == 1:
            yield _compose("One result for {} " + one + " and is no part of the trend.", name)
        elif count:
            yield _compose("{} results for {} " + several + " and are no part of the trend.", count, name)
    if len(series.rows) > TABLE_ROWS:
        yield _compose("The table shows the newest {} of {} results for {}.", TABLE_ROWS, len(series.rows), name)


def _not_compared(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    """Results that are no exact numbers with a date and a unit like the others', where values were compared."""
    if bundle.question.pick is None and bundle.question.bound is None:
        return
    left = len(results) - len(series_of(results, bundle.question.unit).points)
    if left == 1:
        yield _compose("One result for {} could not be compared with the others.", name_of(results[0]))
    elif left:
        yield _compose("{} results for {} could not be compared.", left, name_of(results[0]))


def _not_converted(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    """Tests that cannot be told in the unit asked for."""
    unit, newest = bundle.question.unit, results[0]
    units = {newest.result.unit.casefold(), (newest.result.ucum or "").casefold()}
    if unit and unit.casefold() not in units and convert(newest.subject, newest.result, unit) is None:
        yield _compose("The newest result for {} cannot be converted into the unit asked for.", name_of(newest))


def _unjudged(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    """A flag or a range was asked for, and the newest result has none."""
    newest, detail = results[0], bundle.question.detail
    if newest.words.reference_range.value:
        return
    if detail is AskedDetail.REFERENCE_RANGE:
        yield _compose("No reference range stands beside the newest result for {}.", name_of(newest))
    elif detail is AskedDetail.FLAG and not flag_words(newest.result):
        yield _compose("The newest result for {} has no flag and no range to judge it by.", name_of(newest))
