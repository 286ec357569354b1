"""Where a question narrows a part of the record by a state, a clinician or a response, and nothing there fits.

That is an answer, and it rests on all that was looked at: said among the findings with every entry cited. Its sentences
follow from the bundle alone, so the validator works them out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.answering.composing.choice import (
    LISTS,
    NAMING,
    asked_for,
    began,
    entries_of,
    newest_of_each,
    of_that_day,
)
from arbiter_fhir.answering.limits import is_flagged, unjudged
from arbiter_fhir.answering.series import results_of
from arbiter_fhir.answering.wording.picks import JUDGED
from arbiter_fhir.answering.wording.vocabulary import INTERPRETATIONS, TOPICS, own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, WordRole
from arbiter_fhir.domain.question import AskedFlag, AskedState, Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.statement import Susceptibility

__all__ = ["none_fits", "not_fitting_sentences"]

_compose = DeidentifiedText.compose
#: Intents of a question that looks entries up.
_LOOKED_UP: Final = frozenset({Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT})
_STATES: Final = {
    AskedState.CURRENT: "current",
    AskedState.ENDED: "stopped, resolved or past",
    AskedState.REFUSED: "refused or not given",
    AskedState.CANCELLED: "cancelled",
}


def none_fits(bundle: EvidenceBundle) -> Iterator[tuple[DeidentifiedText, tuple[EvidenceItem, ...]]]:
    """``None of the 2 medications is recorded as current.``, with the entries that it is about, for each such part.

    Args:
        bundle: The evidence.
    """
    question = bundle.question
    if question.intent not in _LOOKED_UP or question.source is not None:
        return
    yield from _no_result_fits(bundle)
    said = _said_of_none(question)
    if said is None:
        return
    every = [item for item in entries_of(bundle.findings) if not item.beside and _is_narrowed(item, question)]
    kept = {item.topic for item in asked_for(every, question)}
    for topic in Topic:
        items = tuple(item for item in every if item.topic is topic)
        if not items or topic in kept or (question.topics and topic not in question.topics):
            continue
        names = ("drug that was tested", "drugs that were tested") if topic is Topic.CULTURES else TOPICS[topic]
        yield (
            _compose("The one {} {}.", own(names[0]), own(said[1]))
            if len(items) == 1
            else _compose("None of the {} {} {}.", len(items), own(names[1]), own(said[0])),
            items,
        )


def _no_result_fits(bundle: EvidenceBundle) -> Iterator[tuple[DeidentifiedText, tuple[EvidenceItem, ...]]]:
    """That no result at all has the flag, with the newest of each test."""
    question, results = bundle.question, results_of(bundle.findings)
    flag = question.flagged
    if flag is None or not _of_no_test(question) or not results or any(is_flagged(item, flag) for item in results):
        return
    yield (
        _compose("None of the {} results that were read is {}.", len(results), own(JUDGED[flag])),
        tuple(newest_of_each(results)),
    )


def _of_no_test(question: RoutedQuestion) -> bool:
    """Whether results are asked for by their flag alone."""
    return question.intent is Intent.LIST and not (question.analytes or question.subjects)


def _said_of_none(question: RoutedQuestion) -> tuple[str, str] | None:
    """What is said of none of several, and of one."""
    if question.by:
        return "names the clinician that the question names", "does not name the clinician that the question names"
    if question.response is not None:
        word = question.response.value
        return f"is reported as {word}", f"is not reported as {word}"
    if question.state is not None and question.state in _STATES:
        state = _STATES[question.state]
        return f"is recorded as {state}", f"is not recorded as {state}"
    return None


def _is_narrowed(item: EvidenceItem, question: RoutedQuestion) -> bool:
    if question.by:
        return item.topic in NAMING
    return question.response is None or isinstance(item.value, Susceptibility)


def not_fitting_sentences(bundle: EvidenceBundle) -> Iterator[DeidentifiedText]:
    """What is left out for a response or a clinician, counted: an intermediate drug, an entry that names nobody."""
    question = bundle.question
    if question.intent not in {*_LOOKED_UP, Intent.CHANGES}:
        return
    if question.response is not None:
        yield from _other_responses(bundle.findings, question)
    if question.flagged is not None and _of_no_test(question):
        yield from _other_results(bundle.findings, question.flagged)
    results = results_of(asked_for(bundle.findings, question))
    if of_day := of_that_day(results, question):
        others = {item.subject for item in results} - {item.subject for item in of_day}
        if others:
            yield _compose("Results of other days are left out; tests with none of that day: {}.", len(others))
    if question.state is AskedState.BEGUN:
        undated = sum(item.topic in LISTS and began(item) is None for item in bundle.findings if not item.beside)
        if undated:
            yield _compose("Entries of which nothing says when they began are left out: {}.", undated)
    if question.by:
        yield from _other_clinicians(bundle.findings)


def _other_results(findings: Sequence[EvidenceItem], flag: AskedFlag) -> Iterator[DeidentifiedText]:
    """Of all results those with the flag: of no test in particular, so that no test is counted by itself."""
    results = results_of(findings)
    fitting = sum(is_flagged(item, flag) for item in results)
    if results:
        open_ = len(unjudged(results))
        if fitting:
            template = "{} of {} results are {}; the others are left out."
            yield _compose(template, fitting, len(results), own(JUDGED[flag]))
        if open_:
            yield _compose("{} of {} results have no flag and no range to judge them by.", open_, len(results))


def _other_responses(findings: Sequence[EvidenceItem], question: RoutedQuestion) -> Iterator[DeidentifiedText]:
    shown = {id(item) for item in asked_for(findings, question)}
    counts: dict[str, int] = {}
    for item in findings:
        if isinstance(item.value, Susceptibility) and item.value.interpretation and id(item) not in shown:
            word = INTERPRETATIONS[item.value.interpretation]
            counts[word] = counts.get(word, 0) + 1
    if counts:
        parts = [_compose("{} {}", number, own(word)) for word, number in sorted(counts.items())]
        yield _compose("Of the drugs that were tested, these are left out: {}.", DeidentifiedText.join(", ", parts))


def _other_clinicians(findings: Sequence[EvidenceItem]) -> Iterator[DeidentifiedText]:
    for topic in Topic:
        items = [item for item in findings if item.topic is topic and topic in NAMING and not item.beside]
        unnamed = sum(not any(role is WordRole.PERSON for role, _ in item.words.details) for item in items)
        hers = sum(item.by_asked for item in items)
        if not items or hers == len(items):
            continue
        yield _compose(
            "{} found: {}; with the clinician that the question names: {}; with no clinician named: {}.",
            *(own(TOPICS[topic][1].capitalize()), len(items), hers, unnamed),
        )
