"""How many findings of each kind there are, in one sentence that can be counted again."""

from __future__ import annotations

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.vocabulary import TOPICS, own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage
from arbiter_fhir.domain.question import Intent, Topic

__all__ = ["counted", "overview_sentence", "topic_of"]


def counted(bundle: EvidenceBundle) -> list[EvidenceItem]:
    """The findings that are counted: of what is new without the other sides of contradictions, which are old."""
    new_alone = bundle.question.intent is Intent.CHANGES
    return [item for item in bundle.findings if not (new_alone and item.beside)]


def topic_of(item: EvidenceItem) -> Topic:
    """The part of the record that an item is counted under."""
    return Topic.DOCUMENTS if isinstance(item.value, Passage) else item.topic


def overview_sentence(bundle: EvidenceBundle, dates: DateLabels) -> DeidentifiedText:
    """``New or changed since [DATE_1]: 3 laboratory results, 1 medication.``."""
    numbers = dict.fromkeys(Topic, 0)
    for item in counted(bundle):
        numbers[topic_of(item)] += 1
    parts = [
        DeidentifiedText.compose("{} {}", number, own(TOPICS[topic][number > 1]))
        for topic, number in numbers.items()
        if number
    ]
    said = DeidentifiedText.join(", ", parts)
    start = bundle.question.when.start if bundle.question.when is not None else None
    if start is not None and bundle.question.intent is Intent.CHANGES:
        return DeidentifiedText.compose("New or changed since {}: {}.", dates.day(start), said)
    if start is not None:
        return DeidentifiedText.compose("On or after {} there are: {}.", dates.day(start), said)
    return DeidentifiedText.compose("Found: {}.", said)
