"""The section that says what is missing: not found, not read, not shown, not comparable.

Its sentences follow from the evidence bundle alone, so the validator can work them out again and accept no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import LiteralString

from arbiter_fhir.answering.as_read import reading_sentences, span_words
from arbiter_fhir.answering.composing.choice import chosen_entries, entries_of, standing_entries, unflagged_vitals
from arbiter_fhir.answering.gaps import gap_sentences
from arbiter_fhir.answering.limits import LISTED, REVIEWED, abnormal, passages_shown, unjudged
from arbiter_fhir.answering.series import results_of
from arbiter_fhir.answering.unread import unread_sentences
from arbiter_fhir.answering.wording.care import is_pending
from arbiter_fhir.answering.wording.dates import DateLabels, filled
from arbiter_fhir.answering.wording.results import is_pressure
from arbiter_fhir.answering.wording.vocabulary import TOPICS, own, subject_words
from arbiter_fhir.domain.analyte import display_name, group_members, group_spellings, known_analytes
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage, WordRole
from arbiter_fhir.domain.question import Intent, Topic

__all__ = ["NO_PASSAGE", "missing_sentences", "missing_texts"]

NO_PASSAGE = "No passage of the guideline collection answers this question."

Sentences = Iterator[DeidentifiedText]

_compose = DeidentifiedText.compose

#: Intents that show of visits and the like only those that were asked for.
_LOOKED_UP = frozenset({Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT, Intent.GUIDELINE})


def missing_sentences(bundle: EvidenceBundle, dates: DateLabels) -> tuple[DeidentifiedText, ...]:
    """What was asked for and not found, what was not read, and what this answer leaves out."""
    return (
        *_not_found(bundle, dates),
        *gap_sentences(bundle),
        *_left_out(bundle),
        *_events_left_out(bundle),
        *_orders(bundle),
        *_guidance(bundle),
        *reading_sentences(bundle.question, dates),
        *unread_sentences(bundle.scope, shown_in_review=min(len(bundle.review), REVIEWED)),
    )


def missing_texts(bundle: EvidenceBundle) -> tuple[str, ...]:
    """The same sentences with their dates in place."""
    dates = DateLabels.clear_of([bundle.question.text.value])
    return tuple(filled(sentence.value, dates.labels) for sentence in missing_sentences(bundle, dates))


def _not_found(bundle: EvidenceBundle, dates: DateLabels) -> Sentences:
    span = span_words(bundle.question, dates)
    for key in bundle.not_found:
        if key in set(Topic) and bundle.question.subjects:
            asked = DeidentifiedText.join(" or ", [own(subject_words(each)) for each in bundle.question.subjects])
            yield _compose(
                "Nothing about {}{} was found among {} in the chart or in the documents that were read.",
                asked,
                span,
                own(TOPICS[Topic(key)][1]),
            )
        elif key in set(Topic):
            _, several = TOPICS[Topic(key)]
            yield _compose(
                "No {}{} were found in the chart or in the documents that were read; that does not mean that there are"
                " none.",
                own(several),
                span,
            )
        elif key in bundle.question.analytes or key in known_analytes() or key in group_spellings():
            waiting = {item.subject for item in bundle.review} & {key, *group_members(key)}
            yield _compose(
                "No {} for {}{} was found in the chart or in the documents that were read.",
                own("confirmed result" if waiting else "result"),
                own(display_name(key)),
                span,
            )
        else:
            yield _compose(
                "Nothing about {}{} was found in the chart or in the documents that were read.",
                own(subject_words(key)),
                span,
            )


def _left_out(bundle: EvidenceBundle) -> Sentences:
    question, findings = bundle.question, bundle.findings
    results = results_of(findings)
    whole = question.intent is Intent.LIST and not question.latest_only
    if question.intent in {Intent.CHANGES, Intent.DOCUMENT}:
        whole = True
    overall = question.intent is Intent.INTERPRETATION and not (question.analytes or question.subjects)
    listed = abnormal(results) if question.intent is Intent.ABNORMAL_LIST else results
    if (whole or question.intent is Intent.ABNORMAL_LIST) and len(listed) > LISTED:
        yield _compose("{} of {} results are listed; name a test to see all of its results.", LISTED, len(listed))
    entries = standing_entries(bundle) if overall else chosen_entries(findings, question)
    if len(entries) > LISTED:
        yield _compose("{} of {} entries are listed.", LISTED, len(entries))
    ended = len(entries_of(findings)) - len(entries) if overall else 0
    quiet = sum(not is_pressure(item) for item in unflagged_vitals(bundle)) if overall else 0
    if quiet:
        yield _number(quiet, "One vital sign without a flag is", "{} vital signs without a flag are")
    if ended:
        yield _number(ended, "One entry that ended or was denied is", "{} entries that ended or were denied are")
    passages = sum(isinstance(item.value, Passage) for item in findings)
    quoted = passages_shown(bundle)
    if passages and not quoted:
        yield _compose("The text itself is not quoted beside the facts that were read from it.")
    elif passages > quoted:
        yield _compose("{} of {} passages of documents are quoted.", quoted, passages)
    if len(bundle.review) > REVIEWED:
        yield _compose("{} of {} unconfirmed findings are listed.", REVIEWED, len(bundle.review))
    open_ = len(unjudged(results))
    if question.intent is Intent.ABNORMAL_LIST and open_:
        yield _compose("{} of {} results have no flag and no range to judge them by.", open_, len(results))


def _number(count: int, one: LiteralString, several: LiteralString) -> DeidentifiedText:
    return _compose(one + " not listed.") if count == 1 else _compose(several + " not listed.", count)


def _events_left_out(bundle: EvidenceBundle) -> Sentences:
    """Visits, orders and the like of which only some were asked for."""
    if bundle.question.intent not in _LOOKED_UP:
        return
    every = Counter(item.topic for item in entries_of(bundle.findings))
    shown = Counter(item.topic for item in chosen_entries(bundle.findings, bundle.question))
    for topic, number in every.items():
        if shown[topic] < number:
            yield _compose("{} of {} {} are shown.", shown[topic], number, own(TOPICS[topic][1]))


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
        yield own(NO_PASSAGE)
    if bundle.question.intent is Intent.INTERPRETATION:
        yield _compose("What this means for the patient is for a clinician to judge.")
