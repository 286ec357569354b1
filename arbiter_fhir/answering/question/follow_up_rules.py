"""What a question that leans on the one before does with it: a step back, a pick, a flag, another time, a trend."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.answering.question.case import MEASURED
from arbiter_fhir.answering.question.details import asked_bound, asked_count, asked_detail, asked_pick, asked_steps
from arbiter_fhir.answering.question.follow_up_words import opened, says
from arbiter_fhir.answering.question.mentions import Kind
from arbiter_fhir.answering.question.patterns import mark_of
from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.answering.question.selections import asked_flag
from arbiter_fhir.domain.question import (
    AskedDetail,
    AskedFlag,
    DateAnchor,
    DateWindow,
    Intent,
    Pick,
    RoutedQuestion,
    Topic,
)

__all__ = ["RULES", "Leaning", "of_results"]

_POINTS: Final = re.compile(r"\b(?:it|that|this|those|these|they|them|ones?)\b", re.IGNORECASE)
_FLAGGED_ONES: Final = re.compile(r"^(?:only |just |and )*(?:the )?\w+(?: of range)? ones\W*$", re.IGNORECASE)
_LOOKED_UP: Final = frozenset({Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT})
#: Details that can be asked of whatever was found before.
_OF_ANYTHING: Final = frozenset(
    {AskedDetail.SOURCE, AskedDetail.DATE, AskedDetail.REACTION, AskedDetail.DOSE, AskedDetail.REFERENCE_RANGE}
)


def of_results(question: RoutedQuestion) -> bool:
    """Whether a question is of tests or vital signs by name."""
    return bool(question.analytes) or any(name.startswith("vital:") for name in question.subjects)


@dataclass(frozen=True, slots=True)
class Leaning:
    """A question that leans: what it has so far, the one before, and what it says."""

    base: RoutedQuestion
    previous: RoutedQuestion
    read: ReadQuestion

    @property
    def text(self) -> str:
        """As it is read."""
        return self.read.asked.text

    @property
    def detail(self) -> AskedDetail | None:
        """What of the things before it asks for."""
        return asked_detail(self.read.asked.marks)


def _steps(case: Leaning) -> RoutedQuestion | None:
    steps = asked_steps(case.text)
    if not steps:
        return None
    when = case.base.when if case.base.when is not None and case.base.when.around is not None else None
    back = case.previous.steps_back + steps
    return replace(
        case.base, intent=Intent.FACTUAL_LOOKUP, latest_only=True, steps_back=back, when=when, detail=None, pick=None
    )


def _cleared(question: RoutedQuestion, intent: Intent) -> RoutedQuestion:
    """Without what was said about which values, for another kind of question."""
    return replace(
        question,
        intent=intent,
        latest_only=False,
        steps_back=0,
        pick=None,
        newest_count=0,
        bound=None,
        flagged=None,
        detail=None,
    )


def _picked(case: Leaning) -> RoutedQuestion | None:
    pick = asked_pick(case.text, case.base.analytes)
    if pick is None or not of_results(case.base):
        return None
    return replace(_cleared(case.base, Intent.FACTUAL_LOOKUP), pick=pick)


def _some(case: Leaning) -> RoutedQuestion | None:
    count = asked_count(case.text)
    bound = None if count or case.read.time.spans else asked_bound(case.text)
    if not count and bound is None:
        return None
    return replace(_cleared(case.base, Intent.LIST), newest_count=count, bound=bound)


def _orderer(case: Leaning) -> RoutedQuestion | None:
    if "ordered_by" not in case.read.acts:
        return None
    # Of what waits for a result it is said who ordered it.
    return case.base if case.base.intent is Intent.MISSING else replace(case.base, intent=Intent.ORDERED_BY)


def _guideline(case: Leaning) -> RoutedQuestion | None:
    if "guideline" not in case.read.acts:
        return None
    return replace(_cleared(case.base, Intent.GUIDELINE), topics=(), when=None)


def _detailed(case: Leaning) -> RoutedQuestion | None:
    if case.detail in _OF_ANYTHING:
        return replace(case.base, detail=case.detail)
    if case.detail is AskedDetail.INDICATION and Topic.MEDICATIONS in case.base.topics:
        return replace(case.base, intent=Intent.FACTUAL_LOOKUP, detail=case.detail)
    return None


def _counted(case: Leaning) -> RoutedQuestion | None:
    if case.detail is not AskedDetail.COUNT:
        return None
    return replace(_cleared(case.base, Intent.LIST), detail=AskedDetail.COUNT)


def _meaning(case: Leaning) -> RoutedQuestion | None:
    why = says("why", opened(case.text))
    if why and Topic.MEDICATIONS in case.base.topics:
        return replace(case.base, intent=Intent.FACTUAL_LOOKUP, detail=AskedDetail.INDICATION)
    if not (why or case.read.acts.any_of("meaning", "attention")):
        return None
    return _cleared(case.base, Intent.INTERPRETATION)


def _developed(case: Leaning) -> RoutedQuestion | None:
    if "trend" not in case.read.acts or not of_results(case.base):
        return None
    return _cleared(case.base, Intent.TREND)


def _flagged(case: Leaning) -> RoutedQuestion | None:
    if case.detail is not AskedDetail.FLAG or not of_results(case.base):
        return None
    latest = case.base.when is None and case.base.pick is None
    return replace(case.base, intent=Intent.FACTUAL_LOOKUP, detail=AskedDetail.FLAG, latest_only=latest)


def _judged(case: Leaning) -> RoutedQuestion | None:
    """Results by their flags: "when was it last normal", "any abnormal"."""
    pointed = _POINTS.sub(mark_of(Kind.LAB.value), case.text)
    found = asked_flag(pointed) if of_results(case.base) else None
    if found is None and of_results(case.base) and _FLAGGED_ONES.match(case.text):
        found = asked_flag(f"last {pointed}".replace(" the ", " "))
        found = (found[0], "all") if found is not None else None
    if found is not None:
        flag, which = found
        return replace(
            _cleared(case.base, Intent.FACTUAL_LOOKUP),
            flagged=flag,
            latest_only=which == "newest",
            pick=Pick.OLDEST if which == "oldest" else None,
            detail=AskedDetail.COUNT if which == "count" else None,
        )
    if "abnormal" not in case.read.acts or not case.read.acts.any_of("each", "several"):
        return None
    if of_results(case.base):
        return replace(_cleared(case.base, Intent.FACTUAL_LOOKUP), flagged=AskedFlag.ABNORMAL)
    return _cleared(case.base, Intent.ABNORMAL_LIST) if set(case.base.topics) & MEASURED else None


def _compared(case: Leaning) -> RoutedQuestion | None:
    """Two times side by side: from the earlier one on, all that was measured."""
    if not says("compared", opened(case.text)) or not of_results(case.base):
        return None
    when = case.read.time.window or case.previous.when
    start = (when.start or when.around) if when is not None else None
    return replace(_cleared(case.base, Intent.TREND), when=DateWindow(start=start) if start is not None else None)


def _others(case: Leaning) -> RoutedQuestion | None:
    """What else there is of a list, without what was asked after before."""
    base = case.base
    if not says("others", opened(case.text)) or of_results(base) or not base.subjects or not base.topics:
        return None
    excluded = tuple(dict.fromkeys((*base.excluded, *base.subjects)))
    return replace(_cleared(base, Intent.LIST), subjects=(), excluded=excluded)


def _changed(case: Leaning) -> RoutedQuestion | None:
    if "changes" not in case.read.acts or of_results(case.base):
        return None
    return _cleared(case.base, Intent.CHANGES)


def _missing(case: Leaning) -> RoutedQuestion | None:
    return _cleared(case.base, Intent.MISSING) if "missing" in case.read.acts else None


def _at_another_time(case: Leaning) -> RoutedQuestion | None:
    when = case.read.time.window
    if when is None or not of_results(case.base) or case.base.intent not in _LOOKED_UP:
        return None
    return _cleared(case.base, Intent.VALUE_AT if _is_closed(when) else Intent.LIST)


def _is_closed(when: DateWindow) -> bool:
    if when.anchor is not None:
        return when.anchor is DateAnchor.AT_LAST_VISIT
    return when.around is not None or (when.start is not None and when.end is not None)


def _all(case: Leaning) -> RoutedQuestion | None:
    if not says("more", case.text):
        return None
    return replace(_cleared(case.base, Intent.LIST), when=case.read.time.window)


#: Tried in this order.
RULES: Final[tuple[Callable[[Leaning], RoutedQuestion | None], ...]] = (
    *(
        _judged,
        _steps,
        _picked,
        _some,
        _orderer,
        _guideline,
        _compared,
        _others,
        _detailed,
        _counted,
        _meaning,
        _developed,
    ),
    *(_flagged, _changed),
    *(_missing, _at_another_time, _all),
)
