"""How many findings of each kind there are, in one sentence that can be counted again."""

from __future__ import annotations

from arbiter_fhir.answering.as_read import span_words
from arbiter_fhir.answering.composing.choice import asked_for
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.vocabulary import PASSAGES, TOPICS, own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage
from arbiter_fhir.domain.question import AskedState, Intent, Topic

__all__ = ["counted", "overview_sentence", "topic_of"]


def counted(bundle: EvidenceBundle) -> list[EvidenceItem]:
    """The findings that are counted: of what is new without the other sides of contradictions, which are old."""
    new_alone = bundle.question.intent is Intent.CHANGES
    return [item for item in asked_for(bundle.findings, bundle.question) if not (new_alone and item.beside)]


def topic_of(item: EvidenceItem) -> Topic:
    """The part of the record that an item is counted under."""
    return Topic.DOCUMENTS if isinstance(item.value, Passage) else item.topic


def overview_sentence(bundle: EvidenceBundle, dates: DateLabels) -> DeidentifiedText:
    """``New or changed since [DATE_1]: 3 laboratory results, 1 medication.``."""
    numbers = dict.fromkeys(Topic, 0)
    passages = 0
    for item in counted(bundle):
        if isinstance(item.value, Passage):
            passages += 1
        else:
            numbers[item.topic] += 1
    parts = [
        DeidentifiedText.compose("{} {}", number, own(TOPICS[topic][number > 1]))
        for topic, number in numbers.items()
        if number
    ]
    if passages:
        parts.append(DeidentifiedText.compose("{} {}", passages, own(PASSAGES[passages > 1])))
    said = DeidentifiedText.join(", ", parts)
    span = span_words(bundle.question, dates)
    new = span.value and bundle.question.intent is Intent.CHANGES
    begun = bundle.question.state is AskedState.BEGUN
    head = own("Begun" if begun else "New or changed" if new else "Found")
    return DeidentifiedText.compose("{}{}: {}.", head, span, said)
