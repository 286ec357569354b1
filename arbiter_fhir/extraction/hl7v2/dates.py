"""When a specimen was taken and when a result was reported.

*Source*: HL7 v2.5.1. OBX-14 is the time that matters for the observation itself and wins where it is sent (7.4.2.14);
then SPM-17, the specimen's collection (7.4.3.17); then OBR-7, which holds for the whole request (7.4.1.7). A specimen
is collected before it is received (OBR-14, SPM-18): an OBX-14 after that day times an analysis and is passed over.
The report is OBR-22 (7.4.1.22), else the analysis, OBX-19 (7.4.2.19). Clocks are the sender's local time, as written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Timing", "date_in", "doubts_of_span", "timing_of"]


_MONTHS: Final = 12

#: Length of a date to the day in ISO 8601.
_DAY: Final = len("2026-04-10")


@dataclass(frozen=True, slots=True)
class Timing:
    """An observation's dates.

    Attributes:
        collected: When the specimen was taken, or the observation made.
        reported: When the result was reported.
        reasons: Doubts about them.
    """

    collected: ClinicalDate | None
    reported: ClinicalDate | None
    reasons: tuple[Reason, ...]


def date_in(leaf: Leaf | None, dates: Mapping[str, ClinicalDate]) -> ClinicalDate | None:
    """The date that a leaf's placeholder stands for; ``None`` where there is none that was read safely."""
    return dates.get(leaf.text.strip()) if leaf is not None else None


def doubts_of_span(
    collected: ClinicalDate | None, *, born: ClinicalDate | None, sent: ClinicalDate | None
) -> list[Reason]:
    """Doubts about a date outside the time from the patient's birth to the message; compared by what was printed.

    Args:
        collected: When the specimen was taken.
        born: PID-7.
        sent: MSH-7.
    """
    reasons: list[Reason] = []
    if _is_later(born, collected):
        reasons.append(Reason.COLLECTION_BEFORE_BIRTH)
    if _is_later(collected, sent):
        reasons.append(Reason.COLLECTION_AFTER_MESSAGE)
    return reasons


def _is_later(date: ClinicalDate | None, other: ClinicalDate | None) -> bool:
    """Whether a date surely lies later than another, as far as both are printed, to the day."""
    if date is None or other is None or date.ambiguous or other.ambiguous:
        return False
    first, second = date.iso[:_DAY], other.iso[:_DAY]
    shorter = min(len(first), len(second))
    return first[:shorter] > second[:shorter]


def timing_of(
    observation: SegmentView,
    request: SegmentView | None,
    specimens: Sequence[SegmentView],
    dates: Mapping[str, ClinicalDate],
) -> Timing:
    """The dates that hold for an observation.

    Args:
        observation: OBX.
        request: Its OBR, if any.
        specimens: Its SPMs.
        dates: Of the document, by placeholder.
    """
    own = observation.leaf(14)
    taken = _only_specimen_time(specimens)
    ordered = request.leaf(7) if request else None
    received = date_in(request.leaf(14) if request else None, dates) or _received(specimens, dates)
    reported = date_in(request.leaf(22) if request else None, dates) or date_in(observation.leaf(19), dates)
    reasons: list[Reason] = []
    if own is not None and (taken or ordered) is not None and _is_after(date_in(own, dates), received):
        own = None
        reasons.append(Reason.COLLECTION_DATE_INHERITED)
    chosen = own or taken or ordered
    collected = date_in(chosen, dates)
    if chosen is None:
        reasons.append(Reason.COLLECTION_DATE_MISSING)
        reasons += [Reason.RECEIVED_DATE_ONLY] if received else []
    elif collected is None:
        reasons.append(Reason.COLLECTION_DATE_UNREADABLE)
    elif collected.ambiguous or (not chosen.is_date and _could_be_swapped(collected)):
        reasons.append(Reason.COLLECTION_DATE_AMBIGUOUS)
    elif not collected.is_full_day:
        reasons.append(Reason.COLLECTION_DATE_INCOMPLETE)
    elif _is_after(collected, reported):
        reasons.append(Reason.COLLECTION_AFTER_REPORT)
    return Timing(collected, reported, tuple(reasons))


def _could_be_swapped(date: ClinicalDate) -> bool:
    """Whether the day could be a month.

    A sender who writes ``02/03/2026`` where a time stamp belongs keeps to no order that is known here, least of all to
    that of this site.
    """
    return date.precision in {DatePrecision.DAY, DatePrecision.MINUTE} and date.day.month != date.day.day <= _MONTHS


def _is_after(date: ClinicalDate | None, other: ClinicalDate | None) -> bool:
    """Whether a date surely lies on a later day than another."""
    if date is None or other is None or not (date.is_full_day and other.is_full_day):
        return False
    return date.day > other.day


def _only_specimen_time(specimens: Sequence[SegmentView]) -> Leaf | None:
    """SPM-17 (start of collection), where the specimens of a request name one time."""
    times = [leaf for specimen in specimens if (leaf := specimen.leaf(17)) is not None]
    return times[0] if len({leaf.text for leaf in times}) == 1 else None


def _received(specimens: Sequence[SegmentView], dates: Mapping[str, ClinicalDate]) -> ClinicalDate | None:
    return next((date for specimen in specimens if (date := date_in(specimen.leaf(18), dates))), None)
