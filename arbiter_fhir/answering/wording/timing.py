"""How far a result lies from a day: from the day asked about, or from today."""

from __future__ import annotations

from datetime import date

from arbiter_fhir.answering.wording.dates import DateLabels, span
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem

__all__ = ["ASKED_DAY", "ago_words", "distance_words"]

ASKED_DAY = "the day asked about"


def distance_words(item: EvidenceItem, day: date, dates: DateLabels) -> DeidentifiedText:
    """``, 3 days before the day asked about ([DATE_2])``; empty for an undated result."""
    if item.observed is None:
        return DeidentifiedText.compose("")
    found, label = item.observed.day, dates.day(day)
    if found == day:
        return DeidentifiedText.compose(", the day asked about")
    template = ", {} before the day asked about ({})" if found < day else ", {} after the day asked about ({})"
    return DeidentifiedText.compose(template, span(found, day), label)


def ago_words(item: EvidenceItem, today: date) -> DeidentifiedText:
    """``, 14 months ago``; empty for an undated result and for one of today or later."""
    if item.observed is None or item.observed.day >= today:
        return DeidentifiedText.compose("")
    return DeidentifiedText.compose(", {} ago", span(item.observed.day, today))
