"""The sentences that answers are made of: our own words around clean pieces, and nothing else.

A date of the patient never stands in a draft: its place is held by a label such as ``[DATE_1]``, and the date itself is
put there only when the answer has passed validation and goes to the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind
from arbiter_fhir.domain.fact import AbnormalFlag, LabResult

__all__ = [
    "DATE_LABEL",
    "DateLabels",
    "flag_words",
    "flagged_by",
    "measured",
    "quote_question",
    "result_sentence",
    "status_word",
]

DATE_LABEL = re.compile(r"\[DATE_(\d+)\]")

#: The form of our citation marks.
_MARK = re.compile(r"\[(\d+)\]")

_SAID = {
    AbnormalFlag.NORMAL: "normal",
    AbnormalFlag.ABNORMAL: "abnormal",
    AbnormalFlag.HIGH: "high",
    AbnormalFlag.LOW: "low",
    AbnormalFlag.CRITICAL_HIGH: "critically high",
    AbnormalFlag.CRITICAL_LOW: "critically low",
}
#: Worked out by us from value and range: said in other words than a flag that somebody set.
_DERIVED = {
    AbnormalFlag.NORMAL: "within the range",
    AbnormalFlag.HIGH: "above the range",
    AbnormalFlag.LOW: "below the range",
}
#: Result statuses that a reader must know about.
_STATUSES = {
    "preliminary": "preliminary",
    "prelim": "preliminary",
    "p": "preliminary",
    "corrected": "corrected",
    "correct": "corrected",
    "c": "corrected",
    "amended": "amended",
}


@dataclass(slots=True)
class DateLabels:
    """Hands out one label per date, clear of every label that stands in the evidence already."""

    first: int = 1
    labels: dict[str, ClinicalDate] = field(default_factory=dict)

    @staticmethod
    def clear_of(texts: Iterable[DeidentifiedText]) -> DateLabels:
        """Labels that none of these texts uses: theirs belong to documents and must not be filled with our dates."""
        used = [int(match[1]) for text in texts for match in DATE_LABEL.finditer(text.value)]
        return DateLabels(max(used, default=0) + 1)

    def label(self, when: ClinicalDate) -> DeidentifiedText:
        """The label of a date, the same for the same date."""
        known = next((label for label, date in self.labels.items() if date == when), None)
        if known is None:
            known = f"[DATE_{self.first + len(self.labels)}]"
            self.labels[known] = when
        match = DATE_LABEL.fullmatch(known)
        return DeidentifiedText.compose("[DATE_{}]", int(match[1]) if match else 0)


def quote_question(question: DeidentifiedText) -> str:
    """The question as it may stand beside an answer: what looks like a citation mark in it is none."""
    return _MARK.sub(r"(\1)", question.value)


def flag_words(lab: LabResult) -> str:
    """How a flag is said: "high" where it was set by somebody, "above the range" where we worked it out."""
    if lab.abnormal_flag is None:
        return ""
    if lab.flag_derived:
        return _DERIVED.get(lab.abnormal_flag, "")
    return _SAID[lab.abnormal_flag]


def flagged_by(item: EvidenceItem) -> str:
    """Who set the flag."""
    place = "in the chart" if item.kind is EvidenceKind.CHART else "on the document"
    return f"not flagged {place}" if item.result.flag_derived else f"flagged {place}"


def status_word(lab: LabResult) -> str:
    """A status that a reader must know about; empty for a final result."""
    return _STATUSES.get(lab.status.strip().casefold(), "")


def measured(item: EvidenceItem) -> DeidentifiedText:
    """Value and unit."""
    words = item.words
    return DeidentifiedText.compose("{} {}", words.value, words.unit) if words.unit.value else words.value


def result_sentence(item: EvidenceItem, dates: DateLabels, *, name_flagger: bool = False) -> DeidentifiedText:
    """One result as a sentence, such as ``Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on [DATE_1]``.

    Args:
        item: The result.
        dates: Labels of this draft.
        name_flagger: Say who flagged the result.
    """
    lab, words = item.result, item.words
    notes = []
    if flag := flag_words(lab):
        note = DeidentifiedText.compose(flag)
        by = DeidentifiedText.compose(flagged_by(item))
        notes.append(DeidentifiedText.compose("{}, {}", note, by) if name_flagger else note)
    if words.reference_range.value:
        notes.append(DeidentifiedText.compose("reference {}", words.reference_range))
    if status := status_word(lab):
        notes.append(DeidentifiedText.compose("{} result", DeidentifiedText.compose(status)))
    said = DeidentifiedText.compose("{} was {}", words.name, measured(item))
    if notes:
        said = DeidentifiedText.compose("{} ({})", said, DeidentifiedText.join("; ", notes))
    if item.observed is None:
        return DeidentifiedText.compose("{}; its date is not known.", said)
    template = "{} on {} (day and month may be swapped)." if item.observed.ambiguous else "{} on {}."
    return DeidentifiedText.compose(template, said, dates.label(item.observed))
