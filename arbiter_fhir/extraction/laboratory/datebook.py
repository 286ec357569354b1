"""Chooses the collection and report dates of each row from the labelled dates of the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.extraction.certainty import VALUE_OCR_CONFIDENCE
from arbiter_fhir.extraction.laboratory.candidate import RowCandidate
from arbiter_fhir.extraction.laboratory.dates import DateRole, LabelledDate
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["DateBook", "RowDates"]


@dataclass(frozen=True, slots=True)
class RowDates:
    """A row's dates and the doubts about them."""

    collected: ClinicalDate | None
    reported: ClinicalDate | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class DateBook:
    """All labelled dates of a document with their values by placeholder label."""

    found: Sequence[LabelledDate]
    values: Mapping[str, ClinicalDate]

    def _labels(self, role: DateRole) -> list[str]:
        return list(dict.fromkeys(date.label for date in self.found if date.role is role))

    @property
    def reported(self) -> ClinicalDate | None:
        """The latest report date; ``None`` where none is printed and readable."""
        dates = [self.values[label] for label in self._labels(DateRole.REPORTED) if label in self.values]
        return max(dates, key=lambda date: date.as_datetime(), default=None)

    @property
    def sole_collected(self) -> ClinicalDate | None:
        """The document's one collection date; ``None`` where it has none, several, or an unreadable one."""
        labels = self._labels(DateRole.COLLECTED)
        return self.values.get(labels[0]) if len(labels) == 1 else None

    def of(self, row: RowCandidate) -> RowDates:
        """The dates that hold for a row.

        The row's or column's own date wins, then the date in force where the row stands, then the document's only
        collection date wherever it is printed. A birth, print or receipt date never becomes a collection date.
        """
        reported = self.reported
        if row.date_unreadable:
            return RowDates(None, reported, (Reason.COLLECTION_DATE_UNREADABLE,))
        labels = self._labels(DateRole.COLLECTED)
        label = row.dated or (labels[0] if len(labels) == 1 else "")
        if not label:
            reasons = [Reason.COLLECTION_DATE_MISSING]
            if self._labels(DateRole.RECEIVED):
                reasons.append(Reason.RECEIVED_DATE_ONLY)
            return RowDates(None, reported, tuple(reasons))
        collected = self.values.get(label)
        if collected is None:
            return RowDates(None, reported, (Reason.COLLECTION_DATE_UNREADABLE,))
        reasons = self._doubts(label, collected, reported)
        distinct = {self.values[other].as_datetime() for other in labels if other in self.values}
        if row.inherited and (row.scoped or len(distinct) > 1):
            reasons.append(Reason.COLLECTION_DATE_INHERITED)
        return RowDates(collected, reported, tuple(reasons))

    def _doubts(self, label: str, collected: ClinicalDate, reported: ClinicalDate | None) -> list[Reason]:
        reasons: list[Reason] = []
        if collected.ambiguous:
            reasons.append(Reason.COLLECTION_DATE_AMBIGUOUS)
        elif not collected.is_full_day:
            reasons.append(Reason.COLLECTION_DATE_INCOMPLETE)
        if reported is not None and not reported.ambiguous and collected.day > reported.day:
            reasons.append(Reason.COLLECTION_AFTER_REPORT)
        read = [d.fragment.word.confidence for d in self.found if d.label == label]
        best = max((confidence for confidence in read if confidence is not None), default=None)
        if best is not None and best < VALUE_OCR_CONFIDENCE:
            reasons.append(Reason.COLLECTION_DATE_READ_DOUBTFUL)
        return reasons
