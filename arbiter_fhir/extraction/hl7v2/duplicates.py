"""Results of one file about the same measurement: a repeated one is kept once, conflicting ones are reviewed.

A correction or withdrawal of an earlier result contradicts nobody: which of them holds follows from their status. Where
a correction waits for a person, what it corrects waits with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arbiter_fhir.domain.fact import Certainty, LabResult, ResultStatus
from arbiter_fhir.extraction.hl7v2.drafts import Draft
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason

__all__ = ["repeated_results"]


def repeated_results(drafts: Sequence[Draft]) -> set[int]:
    """Indexes of results that say again what an earlier one says; contradicting ones get their reason.

    Only final numbers are compared: lines of text share their name without contradicting each other.
    """
    by_subject: dict[tuple[str, ...], list[int]] = {}
    for index, each in enumerate(drafts):
        value = each.value
        if Reason.NAME_QUALIFIED in each.reasons or Reason.SPEAKS_OF_ANOTHER in each.reasons:
            # Not the patient's own measurement, or none: it neither repeats nor contradicts one.
            continue
        if each.subject and isinstance(value, LabResult) and value.numeric is not None and _is_plain(value):
            by_subject.setdefault(each.subject, []).append(index)
    repeated: set[int] = set()
    for indexes in by_subject.values():
        values = {_said(drafts[index]) for index in indexes}
        if len(values) == 1:
            repeated.update(indexes[1:])
            continue
        for index in indexes:
            drafts[index].reasons.append(Reason.CONFLICTING_DUPLICATE)
    for index in _corrected_in_doubt(drafts, by_subject):
        drafts[index].reasons.append(Reason.CONTRADICTED_IN_DOCUMENT)
    return repeated


def _corrected_in_doubt(drafts: Sequence[Draft], plain: Mapping[tuple[str, ...], Sequence[int]]) -> Iterator[int]:
    """Indexes of plain results that a later result corrects which a person has yet to look at."""
    for at, each in enumerate(drafts):
        value = each.value
        if not isinstance(value, LabResult) or value.result_status is not ResultStatus.CORRECTED:
            continue
        if any(WEIGHTS[reason].ceiling is Certainty.NEEDS_REVIEW for reason in each.reasons):
            yield from (index for index in plain.get(each.subject, ()) if index < at)


def _is_plain(value: LabResult) -> bool:
    return value.result_status in {ResultStatus.FINAL, None}


def _said(each: Draft) -> tuple[object, ...]:
    value = each.value
    return (value.numeric, value.comparator) if isinstance(value, LabResult) else ()
