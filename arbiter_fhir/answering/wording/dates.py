"""Dates in drafts: labels that hold their places, and spans of time in words.

A date of the patient never stands in a draft: its place is held by a label such as ``[DATE_1]``, and the date itself is
put there only when the answer has passed validation and goes to the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["DATE_LABEL", "DateLabels", "days_between", "filled", "label_free", "of_day", "span"]

DATE_LABEL = re.compile(r"\[DATE_(\d+)\]")

#: Up to this many days a span is told in days, up to this many months in months.
TOLD_IN_DAYS = 90
TOLD_IN_MONTHS = 24


@dataclass(slots=True)
class DateLabels:
    """Hands out one label per date, clear of every label that stands in the evidence already."""

    first: int = 1
    labels: dict[str, ClinicalDate] = field(default_factory=dict)

    @staticmethod
    def clear_of(texts: Iterable[DeidentifiedText | str]) -> DateLabels:
        """Labels that none of these texts uses: theirs belong to documents and must not be filled with our dates."""
        used = [int(match[1]) for text in texts for match in DATE_LABEL.finditer(str(text))]
        return DateLabels(max(used, default=0) + 1)

    def label(self, when: ClinicalDate) -> DeidentifiedText:
        """The label of a date, the same for the same date."""
        known = next((label for label, date in self.labels.items() if date == when), None)
        if known is None:
            known = f"[DATE_{self.first + len(self.labels)}]"
            self.labels[known] = when
        match = DATE_LABEL.fullmatch(known)
        return DeidentifiedText.compose("[DATE_{}]", int(match[1]) if match else 0)

    def day(self, day: date) -> DeidentifiedText:
        """The label of a day."""
        return self.label(of_day(day))


def of_day(day: date) -> ClinicalDate:
    """A whole day as a clinical date."""
    return ClinicalDate(day, None, DatePrecision.DAY)


def filled(text: str, dates: Mapping[str, ClinicalDate]) -> str:
    """A text with our own labels replaced by their dates; a label of a document stays as it is."""

    def fill(label: str) -> str:
        when = dates.get(label)
        return when.iso.replace("T", " ") if when is not None else label

    return DATE_LABEL.sub(lambda match: fill(match.group()), text)


def label_free(text: str, dates: Mapping[str, ClinicalDate]) -> str:
    """A text without our own labels; a label that is not ours belongs to what a document says, and stays."""
    return DATE_LABEL.sub(lambda match: " " if match.group() in dates else match.group(), text)


def days_between(one: date, other: date) -> int:
    """Days from the one to the other, never negative."""
    return abs((other - one).days)


def span(one: date, other: date) -> DeidentifiedText:
    """How long it is from one day to another: in days, in whole months, in years and months."""
    start, end = min(one, other), max(one, other)
    days = (end - start).days
    if days <= TOLD_IN_DAYS:
        return DeidentifiedText.compose("1 day") if days == 1 else DeidentifiedText.compose("{} days", days)
    months = (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day)
    if months < TOLD_IN_MONTHS:
        return DeidentifiedText.compose("{} months", months)
    years, rest = divmod(months, 12)
    if rest == 0:
        return DeidentifiedText.compose("{} years", years)
    template = "{} years and {} month" if rest == 1 else "{} years and {} months"
    return DeidentifiedText.compose(template, years, rest)
