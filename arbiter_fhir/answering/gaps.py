"""Results that an answer could not compare, convert or go back to, counted test by test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from types import MappingProxyType
from typing import Final

from arbiter_fhir.answering.as_read import span_words
from arbiter_fhir.answering.composing.choice import asked_for, chosen_entries, moments, results_of_trend
from arbiter_fhir.answering.limits import TABLE_ROWS, judged_results
from arbiter_fhir.answering.series import by_test, results_of, series_of
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.results import flag_words, name_of
from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, WordRole
from arbiter_fhir.domain.question import AskedDetail, Intent, Topic
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.domain.unit_conversion import convert

__all__ = ["gap_sentences", "unsaid_sentences"]

Sentences = Iterator[DeidentifiedText]

_compose = DeidentifiedText.compose
_STRENGTH: Final = re.compile(r"\d\s*(?:mg|mcg|ug|g|ml|units?|iu|meq|%)(?![a-z])", re.IGNORECASE)
#: Of what a detail is asked, which words say it, and how it is called.
_UNSAID: Final = MappingProxyType(
    {
        AskedDetail.INDICATION: (Topic.MEDICATIONS, {WordRole.INDICATION}, "what it is taken for"),
        # Nothing that is read holds why a drug was ended.
        AskedDetail.STOP_REASON: (Topic.MEDICATIONS, frozenset[WordRole](), "why it was stopped"),
        AskedDetail.REACTION: (Topic.ALLERGIES, {WordRole.REACTION}, "what the reaction was"),
        AskedDetail.DOSE: (Topic.MEDICATIONS, {WordRole.STRENGTH, WordRole.DOSE}, "a dose"),
    }
)


def gap_sentences(bundle: EvidenceBundle, dates: DateLabels) -> Sentences:
    """What stands between the results of a bundle and what was asked of them."""
    span = span_words(bundle.question, dates)
    for results in by_test(results_of(asked_for(bundle.findings, bundle.question))):
        yield from _too_few(results, bundle, span)
        yield from _no_trend(results, bundle)
        yield from _not_compared(results, bundle)
        yield from _not_converted(results, bundle)
        yield from _unjudged(results, bundle, span)
        yield from _without_flag(results, bundle)


def unsaid_sentences(bundle: EvidenceBundle) -> Sentences:
    """What was asked of entries that they do not say: a reason, a reaction, a dose."""
    detail = bundle.question.detail
    if detail is None or detail not in _UNSAID:
        return
    topic, roles, what = _UNSAID[detail]
    entries = [each for each in chosen_entries(bundle.findings, bundle.question) if _can_say(each, topic)]
    silent = sum(not _says(each, roles) for each in entries)
    if silent and len(entries) == 1:
        yield _compose("The entry that is shown does not say {}.", own(what))
    elif silent == len(entries) and silent:
        yield _compose("None of the {} entries that are shown says {}.", silent, own(what))
    elif silent:
        yield _compose("{} of the {} entries that are shown do not say {}.", silent, len(entries), own(what))


def _says(item: EvidenceItem, roles: Set[WordRole]) -> bool:
    """Whether an entry has one of some details; a strength may stand in the name as well."""
    named = WordRole.STRENGTH in roles and _STRENGTH.search(item.words.name.value) is not None
    return named or any(role in roles for role, _ in item.words.details)


def _can_say(item: EvidenceItem, topic: Topic) -> bool:
    """Whether an entry is one of which the detail can be asked: that none are known has no reaction."""
    return item.topic is topic and not (isinstance(item.value, Allergy) and item.value.none_known is not None)


def _too_few(results: list[EvidenceItem], bundle: EvidenceBundle, span: DeidentifiedText) -> Sentences:
    """Fewer results than steps back, or than the newest so many."""
    question = bundle.question
    wanted = question.steps_back + 1 if question.steps_back else question.newest_count
    times, name = len(moments(results)), name_of(results[0])
    if times >= wanted or wanted < 2 or question.flagged is not None:
        return
    yield (
        _compose("There is only one dated result for {}{}.", name, span)
        if times == 1
        else _compose("There are only {} dated results for {}{}.", times, name, span)
    )


def _no_trend(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    if bundle.question.intent is not Intent.TREND:
        return
    results = results_of_trend(results, bundle.question) or results
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
    question = bundle.question
    if question.flagged is not None or (question.pick is None and question.bound is None):
        return
    left = len(results) - len(series_of(results, bundle.question.unit).points)
    if left == 1:
        yield _compose("One result for {} could not be compared with the others.", name_of(results[0]))
    elif left:
        yield _compose("{} results for {} could not be compared.", left, name_of(results[0]))


def _not_converted(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    """Results that cannot be told in the unit asked for."""
    unit = bundle.question.unit
    left = [item for item in results if unit and not _is_in(item, unit) and not _converts(item, unit)]
    if len(left) == len(results) and left:
        yield _compose("No result for {} can be converted into the unit asked for.", name_of(results[0]))
    elif left:
        template = "{} of the {} results for {} cannot be converted into the unit asked for."
        yield _compose(template, len(left), len(results), name_of(results[0]))


def _is_in(item: EvidenceItem, unit: str) -> bool:
    return unit.casefold() in {item.result.unit.casefold(), (item.result.ucum or "").casefold()}


def _converts(item: EvidenceItem, unit: str) -> bool:
    return convert(item.subject, item.result, unit) is not None


def _unjudged(results: list[EvidenceItem], bundle: EvidenceBundle, span: DeidentifiedText) -> Sentences:
    """A flag or a range was asked for, and the newest result has none."""
    newest, detail = results[0], bundle.question.detail
    if newest.words.reference_range.value:
        return
    if detail is AskedDetail.REFERENCE_RANGE:
        yield _compose("No reference range stands beside the newest result for {}{}.", name_of(newest), span)
    elif detail is AskedDetail.FLAG and not flag_words(newest.result):
        yield _compose("The newest result for {}{} has no flag and no range to judge it by.", name_of(newest), span)


def _without_flag(results: list[EvidenceItem], bundle: EvidenceBundle) -> Sentences:
    """Results by their flags were asked for, and some have none."""
    if bundle.question.flagged is None:
        return
    open_ = len(results) - len(judged_results(results))
    if open_ == len(results) == 1:
        yield _compose("The one result for {} has no flag and no range to judge it by.", name_of(results[0]))
    elif open_:
        template = "{} of the {} results for {} have no flag and no range to judge them by."
        yield _compose(template, open_, len(results), name_of(results[0]))
