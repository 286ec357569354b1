"""The section that says what is missing: not found, not read, not shown, not comparable.

Its sentences follow from the evidence bundle alone, so the validator can work them out again and accept no other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final, LiteralString

from arbiter_fhir.answering.as_read import reading_sentences
from arbiter_fhir.answering.composing.choice import (
    EVENTS,
    asked_for,
    chosen_entries,
    entries_of,
    picked_results,
    results_to_judge,
    standing_entries,
    unflagged_vitals,
)
from arbiter_fhir.answering.contradiction import contradict
from arbiter_fhir.answering.counts import topic_of
from arbiter_fhir.answering.gaps import gap_sentences, unsaid_sentences
from arbiter_fhir.answering.limits import LISTED, REVIEWED, abnormal, passages_shown, unjudged
from arbiter_fhir.answering.narrowing import not_fitting_sentences
from arbiter_fhir.answering.not_found import looked_in, not_found_sentences
from arbiter_fhir.answering.series import results_of
from arbiter_fhir.answering.unread import unread_sentences
from arbiter_fhir.answering.wording.care import is_pending
from arbiter_fhir.answering.wording.dates import DateLabels, filled
from arbiter_fhir.answering.wording.results import is_pressure
from arbiter_fhir.answering.wording.vocabulary import TOPICS, own, thing_words
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage, WordRole
from arbiter_fhir.domain.question import Intent, Topic

__all__ = ["NO_PASSAGE", "missing_sentences", "missing_texts"]

NO_PASSAGE = "No passage of the guideline collection answers this question."

Sentences = Iterator[DeidentifiedText]

_compose = DeidentifiedText.compose

#: The route of a question that sets the sources side by side (`question.intents`).
COMPARES_SOURCES: Final = "compares_sources"
_PERSON: Final = re.compile(r"\[PERSON_\d+\]")
#: What somebody did with what a question asks about.
_DONE: Final = {
    Topic.MEDICATIONS: "prescribed it",
    Topic.REFERRALS: "made the referral",
    Topic.IMMUNIZATIONS: "gave it",
}
#: Intents that show of visits and the like only those that were asked for.
_LOOKED_UP = frozenset({Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT, Intent.GUIDELINE})


def missing_sentences(bundle: EvidenceBundle, dates: DateLabels) -> tuple[DeidentifiedText, ...]:
    """What was asked for and not found, what was not read, and what this answer leaves out."""
    return (
        *not_found_sentences(bundle, dates),
        *_nothing_left(bundle),
        *gap_sentences(bundle, dates),
        *unsaid_sentences(bundle),
        *_left_out(bundle),
        *_events_left_out(bundle),
        *not_fitting_sentences(bundle),
        *_agreement(bundle),
        *_orders(bundle),
        *_guidance(bundle),
        *reading_sentences(bundle, dates),
        *unread_sentences(bundle.scope, shown_in_review=min(len(bundle.review), REVIEWED)),
    )


def missing_texts(bundle: EvidenceBundle) -> tuple[str, ...]:
    """The same sentences with their dates in place."""
    dates = DateLabels.clear_of([bundle.question.text.value])
    return tuple(filled(sentence.value, dates.labels) for sentence in missing_sentences(bundle, dates))


def _nothing_left(bundle: EvidenceBundle) -> Sentences:
    """Parts of which nothing is of the source that is asked for."""
    question = bundle.question
    if question.intent not in _LOOKED_UP or question.source is None:
        return
    told = {topic_of(item) for item in asked_for(bundle.findings, question)}
    named = [own(thing_words(key)) for key in (*question.analytes, *question.subjects)]
    for topic in dict.fromkeys(topic_of(item) for item in bundle.findings):
        if topic in told or (question.topics and topic not in question.topics):
            continue
        yield (
            _compose("Nothing about {} was found {}.", DeidentifiedText.join(" or ", named), looked_in(question))
            if named
            else _compose("No {} were found {}.", own(TOPICS[topic][1]), looked_in(question))
        )


def _left_out(bundle: EvidenceBundle) -> Sentences:
    question, findings = bundle.question, asked_for(bundle.findings, bundle.question)
    results = results_of(findings)
    if question.intent is Intent.ABNORMAL_LIST:
        results = results_to_judge(results, question)
    whole = question.intent is Intent.LIST and not question.latest_only
    if question.intent in {Intent.CHANGES, Intent.DOCUMENT}:
        whole = True
    overall = question.intent is Intent.INTERPRETATION and not (question.analytes or question.subjects)
    listed = abnormal(results) if question.intent is Intent.ABNORMAL_LIST else picked_results(results, question)
    if (whole or question.intent is Intent.ABNORMAL_LIST) and len(listed) > LISTED:
        hint = "a span of time" if question.analytes or question.subjects else "a test"
        yield _compose("{} of {} results are listed; name {} to see others.", LISTED, len(listed), own(hint))
    yield from _entries_left_out(bundle, overall=overall)
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


def _entries_left_out(bundle: EvidenceBundle, *, overall: bool) -> Sentences:
    """Entries that the answer does not list: too many, or, where all of a patient is looked at, over or quiet."""
    entries = standing_entries(bundle) if overall else chosen_entries(bundle.findings, bundle.question)
    if len(entries) > LISTED:
        yield _compose("{} of {} entries are listed.", LISTED, len(entries))
    ended = len(entries_of(bundle.findings)) - len(entries) if overall else 0
    quiet = sum(not is_pressure(item) for item in unflagged_vitals(bundle)) if overall else 0
    if quiet:
        yield _number(quiet, "One vital sign without a flag is", "{} vital signs without a flag are")
    if ended:
        yield _number(ended, "One entry that ended or was denied is", "{} entries that ended or were denied are")


def _number(count: int, one: LiteralString, several: LiteralString) -> DeidentifiedText:
    return _compose(one + " not listed.") if count == 1 else _compose(several + " not listed.", count)


def _events_left_out(bundle: EvidenceBundle) -> Sentences:
    """Visits, orders and the like of which only some were asked for."""
    if bundle.question.intent not in _LOOKED_UP:
        return
    question = bundle.question
    every = Counter(item.topic for item in entries_of(bundle.findings))
    shown = Counter(item.topic for item in chosen_entries(bundle.findings, question))
    narrowed = question.state is not None or question.source is not None or question.flagged is not None
    for topic, number in every.items():
        if topic in EVENTS and number < question.newest_count:
            template = "Only {} {} was found." if number == 1 else "Only {} {} were found."
            yield _compose(template, number, own(TOPICS[topic][number > 1]))
        if shown[topic] < number and (shown[topic] or not narrowed) and not question.by and not question.response:
            template = "{} of {} {} is shown." if shown[topic] == 1 else "{} of {} {} are shown."
            yield _compose(template, shown[topic], number, own(TOPICS[topic][1]))


def _orders(bundle: EvidenceBundle) -> Sentences:
    question = bundle.question
    if question.intent is Intent.ORDERED_BY and not any(_names_a_person(item) for item in bundle.findings):
        said = next((word for topic, word in _DONE.items() if topic in question.topics), "ordered it")
        quoted = any(isinstance(item.value, Passage) for item in bundle.findings)
        where = own("The chart does not say" if quoted else "Nothing that was read says")
        yield _compose("{} who {}.", where, own(said))
    elif question.intent is Intent.ORDERED_BY:
        yield from _unsigned(bundle)
    if question.intent is Intent.MISSING and not any(is_pending(item) for item in bundle.findings):
        asked = [own(thing_words(key)) for key in (*question.analytes, *question.subjects)]
        about = _compose(" for {}", DeidentifiedText.join(" or ", asked)) if asked else own("")
        yield _compose("No order{} that waits for a result was found in the chart.", about)


def _unsigned(bundle: EvidenceBundle) -> Sentences:
    """Of several drugs those of which nothing says who prescribed them."""
    drugs = [item for item in bundle.findings if item.topic is Topic.MEDICATIONS]
    open_ = sum(not _names_a_person(item) for item in drugs)
    if open_:
        yield _compose("Of {} of the {} medications nothing that was read says who prescribed it.", open_, len(drugs))


def _agreement(bundle: EvidenceBundle) -> Sentences:
    """That sources were compared, and nothing was found to contradict."""
    if bundle.question.reason != COMPARES_SOURCES or bundle.conflicts or not bundle.findings:
        return
    results = results_of(bundle.findings)
    if not any(contradict(one, other) for one, other in combinations(results, 2)):
        yield own("No contradiction between the sources that were read was found in what is listed here.")


def _names_a_person(item: EvidenceItem) -> bool:
    """Whether it says who: of a prescription or an order in its own field, of a referral in its words."""
    said = any(role is WordRole.PERSON for role, _ in item.words.details)
    return said or (item.topic in {Topic.REFERRALS, Topic.ORDERS} and bool(_PERSON.search(item.words.name.value)))


def _guidance(bundle: EvidenceBundle) -> Sentences:
    if bundle.guidelines_searched and not bundle.guidelines:
        yield own(NO_PASSAGE)
    if bundle.question.intent is Intent.INTERPRETATION:
        yield _compose("What this means for the patient is for a clinician to judge.")
