"""When two sources contradict each other about one test at one time."""

from __future__ import annotations

from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.lab_comparison import compare_measurements, fact_value, moment_of_date, same_moment

__all__ = ["at_one_time", "contradict"]


def at_one_time(one: EvidenceItem, other: EvidenceItem) -> bool:
    """Whether two results are of one time; results without a full date are of no time but their own."""
    if one is other:
        return True
    left, right = one.observed, other.observed
    if left is None or right is None or not (left.is_full_day and right.is_full_day):
        return False
    return same_moment(moment_of_date(left), moment_of_date(right))


def contradict(one: EvidenceItem, other: EvidenceItem) -> bool:
    """Whether two results of one test at one time say different things."""
    if one is other or one.subject != other.subject or not at_one_time(one, other):
        return False
    return not compare_measurements(
        fact_value(one.result), one.result.unit, fact_value(other.result), other.result.unit
    ).says_the_same
