"""What waits for a person, marked as such and with the reasons why."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.sentences import item_sentence
from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem

__all__ = ["reason_words", "review_sentence"]


def reason_words(reasons: Sequence[str]) -> str:
    """Stable words of our own rules as a reader sees them: never text of the document."""
    return ", ".join(reason.replace("_", " ") for reason in reasons)


def review_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Not confirmed: Hemoglobin A1c was 9.9 % on [DATE_1]. Reason: value unreadable.``."""
    text = DeidentifiedText.compose("Not confirmed: {}", item_sentence(item, dates))
    if item.review_reasons:
        return DeidentifiedText.compose("{} Reason: {}.", text, own(reason_words(item.review_reasons)))
    return text
