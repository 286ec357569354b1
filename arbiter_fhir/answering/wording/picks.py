"""One value out of several, how many lie beyond a bound, and how many were judged so, in words."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from arbiter_fhir.answering.limits import is_flagged
from arbiter_fhir.answering.series import Point, Series
from arbiter_fhir.answering.wording.dates import DateLabels, of_day
from arbiter_fhir.answering.wording.results import name_of
from arbiter_fhir.answering.wording.trends import shown
from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.question import AskedFlag, Pick, ValueBound

__all__ = ["JUDGED", "bound_sentence", "flag_sentence", "pick_sentence", "picked_point"]

_BEYOND: Final = MappingProxyType({">": "above ", ">=": "at or above ", "<": "below ", "<=": "at or below ", "=": ""})


JUDGED: Final = MappingProxyType(
    {
        AskedFlag.ABNORMAL: "flagged or out of range",
        AskedFlag.NORMAL: "normal or within range",
        AskedFlag.HIGH: "high or above range",
        AskedFlag.LOW: "low or below range",
        AskedFlag.CRITICAL: "critical",
    }
)


def _when(point: Point, dates: DateLabels) -> DeidentifiedText:
    return dates.label(point.item.observed or of_day(point.day))


def picked_point(series: Series, pick: Pick) -> Point | None:
    """The value that is picked; ``None`` for the mean, which is none of them.

    Args:
        series: At least one exact value.
        pick: Which.
    """
    match pick:
        case Pick.HIGHEST:
            return series.highest
        case Pick.LOWEST:
            return series.lowest
        case Pick.OLDEST:
            return series.points[0]
        case Pick.MEAN:
            return None


def pick_sentence(series: Series, pick: Pick, dates: DateLabels) -> DeidentifiedText:
    """``The highest of the 4 results for LDL was 148 mg/dL on [DATE_1].``, or their mean.

    Args:
        series: At least one exact value.
        pick: Which.
        dates: Labels of this draft.
    """
    count, name = len(series.points), name_of(series.points[-1].item)
    first, last = series.points[0], series.points[-1]
    if pick is Pick.MEAN:
        unit = DeidentifiedText.compose(" {}", series.unit) if series.unit.value else series.unit
        return DeidentifiedText.compose(
            "The mean of the {} results for {} from {} to {} is {}{} (worked out here).",
            count,
            name,
            _when(first, dates),
            _when(last, dates),
            series.mean,
            unit,
        )
    point = picked_point(series, pick) or first
    template = "The {} of the {} results for {} was {} on {}."
    return DeidentifiedText.compose(template, own(pick.value), count, name, shown(point), _when(point, dates))


def bound_sentence(series: Series, bound: ValueBound) -> DeidentifiedText:
    """``2 of the 5 results for Hemoglobin A1c are above 9 %.``."""
    count, name = len(series.points), name_of(series.points[-1].item)
    beyond = sum(bound.holds(point.number) for point in series.points)
    limit = DeidentifiedText.compose("{}{}", own(_BEYOND[bound.comparator]), bound.value)
    if series.unit.value:
        limit = DeidentifiedText.compose("{} {}", limit, series.unit)
    if count == 1:
        template = "The one result for {} that can be compared is {}." if beyond else (
            "The one result for {} that can be compared is not {}."
        )  # fmt: skip
        return DeidentifiedText.compose(template, name, limit)
    if beyond == 0:
        return DeidentifiedText.compose("None of the {} results for {} is {}.", count, name, limit)
    template = "{} of the {} results for {} is {}." if beyond == 1 else "{} of the {} results for {} are {}."
    return DeidentifiedText.compose(template, beyond, count, name, limit)


def flag_sentence(judged: Sequence[EvidenceItem], flag: AskedFlag) -> DeidentifiedText:
    """``2 of the 5 results for Potassium that can be judged are high or above range.``.

    Args:
        judged: All results of one test that have a flag or a range, at least one.
        flag: Which of them.
    """
    count, name, word = len(judged), name_of(judged[0]), own(JUDGED[flag])
    found = sum(is_flagged(item, flag) for item in judged)
    if count == 1:
        template = "The one result for {} that can be judged is {}." if found else (
            "The one result for {} that can be judged is not {}."
        )  # fmt: skip
        return DeidentifiedText.compose(template, name, word)
    if found == 0:
        return DeidentifiedText.compose("None of the {} results for {} that can be judged is {}.", count, name, word)
    template = (
        "{} of the {} results for {} that can be judged is {}."
        if found == 1
        else "{} of the {} results for {} that can be judged are {}."
    )
    return DeidentifiedText.compose(template, found, count, name, word)
