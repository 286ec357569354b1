"""Questions that lean on the one before: "and the one before that?", "what about potassium?", "was that high?".

What is new in the question replaces its counterpart in the one before; everything else is taken from there.

*Source*: ``data/follow_ups.tsv``, ``data/filler.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.answering.question.asked_things import AskedThings, asks_what_is_taken, treated_with
from arbiter_fhir.answering.question.clinicians import limited_to_clinicians
from arbiter_fhir.answering.question.decision import is_measured
from arbiter_fhir.answering.question.details import (
    asked_bound,
    asked_count,
    asked_detail,
    asked_pick,
    asked_steps,
    asked_unit,
)
from arbiter_fhir.answering.question.mentions import Kind
from arbiter_fhir.answering.question.patterns import rules
from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.answering.question.selections import asked_source, asked_state
from arbiter_fhir.answering.question.tables import read_question_words
from arbiter_fhir.answering.question.unmet import unmet_parts
from arbiter_fhir.domain.question import AskedDetail, DateAnchor, DateWindow, Intent, RoutedQuestion, Topic

__all__ = ["lean_on", "leans"]

_TABLE: Final = "follow_ups.tsv"
#: An elliptic question is short.
_MAX_ELLIPTIC_WORDS: Final = 7
_MARKS: Final = re.compile("\u02d0[a-z]+\u02d0")
_REFUSED: Final = frozenset({Intent.UNSAFE, Intent.OUT_OF_SCOPE, Intent.OTHER_PATIENT})
_LOOKED_UP: Final = frozenset({Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT})
#: Details that can be asked of whatever was found before.
_OF_ANYTHING: Final = frozenset(
    {AskedDetail.SOURCE, AskedDetail.DATE, AskedDetail.REACTION, AskedDetail.DOSE, AskedDetail.REFERENCE_RANGE}
)


#: Details that are asked of the next subject as well.
_KEPT_DETAILS: Final = frozenset({AskedDetail.DATE, AskedDetail.DOSE, AskedDetail.PRESENCE, AskedDetail.FLAG})


def _says(kind: str, text: str) -> bool:
    return any(rule.pattern.search(text) for rule in rules(_TABLE) if rule.kind == kind)


def leans(read: ReadQuestion, things: AskedThings) -> bool:
    """Whether a question is not whole without one before it.

    Args:
        read: The question.
        things: What it names.
    """
    text = _opened(read.asked.text)
    named = things.anything and not (things.weak and (_says("elliptic", text) or _says("points", text)))
    if named or read.document is not None:
        return _points_into_a_part(read, things) or (_says("also", text) and not _own_words(read))
    if read.asked.has(Kind.RELATION) or "care_team" in read.acts:
        return False
    if asked_steps(text) or _says("also", text) or (_says("points", text) and not _says("not_pointing", text)):
        return True
    if read.time.spans and not _own_words(read):
        return True
    return _says("elliptic", text) and len(text.split()) <= _MAX_ELLIPTIC_WORDS


def _points_into_a_part(read: ReadQuestion, things: AskedThings) -> bool:
    """Only a part of the record is named, and the thing in it is pointed at: "is it on her problem list?"."""
    if things.analytes or things.subjects or things.weak or read.document is not None:
        return False
    return _says("part", read.asked.text) and not _says("not_pointing", read.asked.text)


def _opened(text: str) -> str:
    """The question without a polite beginning; "and" and "what about" stay."""
    opening = next(rule.pattern for rule in rules(_TABLE) if rule.kind == "opening")
    while match := opening.match(text):
        text = text[match.end() :]
    return text


def _own_words(read: ReadQuestion) -> bool:
    """Whether something stands beside the names, the time and what only joins."""
    bare = _MARKS.sub(" ", read.asked.marks)
    for each in read.asked.of(Kind.TOPIC):
        bare = bare.replace(read.asked.text[each.start : each.end], " ")
    filler = read_question_words("filler.txt")
    return any(word not in filler for word in re.findall(r"[a-z']+", _opened(bare.strip()).casefold()))


def lean_on(previous: RoutedQuestion, read: ReadQuestion, things: AskedThings) -> RoutedQuestion:
    """The question with what it takes from the one before.

    Args:
        previous: The question before, of the same patient and caller.
        read: This question.
        things: What it names itself.
    """
    base = replace(
        previous,
        text=read.clean,
        reason="leans_on_the_question_before",
        follows=True,
        leans_on=previous.search_text,
        detail=None,
        read_as=read.read_as,
        unmet=unmet_parts(read),
        instructions_ignored=read.ignored,
        unit=asked_unit(read.asked.text),
        excluded=things.excluded or previous.excluded,
        by=(),
        when=read.time.window or previous.when,
    )
    if base.intent in _REFUSED:
        base = replace(base, intent=Intent.FACTUAL_LOOKUP, latest_only=_of_results(base))
    taken = things.topics == (Topic.MEDICATIONS,) and asks_what_is_taken(read.asked.text)
    if taken or (things.anything and _points_into_a_part(read, things)):
        base = _within_part(base, read, things)
    elif things.anything and not things.weak:
        base = _with_things(base, previous, things)
    state = asked_state(read.asked.text, base.topics, base.subjects) or base.state
    base = replace(base, state=state, source=asked_source(read.asked.text) or base.source)
    case = _Leaning(base, previous, read)
    made = next((made for rule in _RULES if (made := rule(case)) is not None), base)
    return limited_to_clinicians(made, read)


def _of_results(question: RoutedQuestion) -> bool:
    return bool(question.analytes) or any(name.startswith("vital:") for name in question.subjects)


def _within_part(base: RoutedQuestion, read: ReadQuestion, things: AskedThings) -> RoutedQuestion:
    """The same thing in another part of the record."""
    subjects = base.subjects
    if things.topics == (Topic.MEDICATIONS,) and asks_what_is_taken(read.asked.text):
        subjects = treated_with((*base.subjects, *base.analytes))
    return replace(
        base,
        topics=things.topics,
        subjects=subjects,
        intent=Intent.FACTUAL_LOOKUP,
        steps_back=0,
        latest_only=False,
        pick=None,
        newest_count=0,
    )


def _with_things(base: RoutedQuestion, previous: RoutedQuestion, things: AskedThings) -> RoutedQuestion:
    """Another subject in the place of the old one."""
    intent, latest = base.intent, base.latest_only
    measured = is_measured(things)
    if measured and intent in {Intent.LIST, Intent.FACTUAL_LOOKUP} and not _of_results(base):
        intent, latest = Intent.FACTUAL_LOOKUP, True
    if not measured and intent in {Intent.TREND, Intent.VALUE_AT, Intent.ABNORMAL_LIST, Intent.FACTUAL_LOOKUP}:
        intent, latest = (Intent.FACTUAL_LOOKUP if things.subjects else Intent.LIST), False
    if intent is Intent.INTERPRETATION:
        intent, latest = (Intent.FACTUAL_LOOKUP if measured or things.subjects else Intent.LIST), measured
    kept = previous.detail if previous.detail in _KEPT_DETAILS and measured == _of_results(base) else None
    return replace(
        base,
        intent=intent,
        latest_only=latest,
        analytes=things.analytes,
        topics=things.topics,
        subjects=things.subjects,
        relations=things.relations,
        excluded=things.excluded,
        flagged=None,
        state=None,
        detail=kept,
        document=base.document if intent is Intent.DOCUMENT else None,
        steps_back=0,
        bound=None,
    )


@dataclass(frozen=True, slots=True)
class _Leaning:
    """A question that leans: what it has so far, the one before, and what it says."""

    base: RoutedQuestion
    previous: RoutedQuestion
    read: ReadQuestion

    @property
    def text(self) -> str:
        return self.read.asked.text

    @property
    def detail(self) -> AskedDetail | None:
        return asked_detail(self.read.asked.marks)


def _steps(case: _Leaning) -> RoutedQuestion | None:
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


def _picked(case: _Leaning) -> RoutedQuestion | None:
    pick = asked_pick(case.text)
    if pick is None or not _of_results(case.base):
        return None
    return replace(_cleared(case.base, Intent.FACTUAL_LOOKUP), pick=pick)


def _some(case: _Leaning) -> RoutedQuestion | None:
    count = asked_count(case.text)
    bound = None if count or case.read.time.spans else asked_bound(case.text)
    if not count and bound is None:
        return None
    return replace(_cleared(case.base, Intent.LIST), newest_count=count, bound=bound)


def _orderer(case: _Leaning) -> RoutedQuestion | None:
    return replace(case.base, intent=Intent.ORDERED_BY) if "ordered_by" in case.read.acts else None


def _guideline(case: _Leaning) -> RoutedQuestion | None:
    if "guideline" not in case.read.acts:
        return None
    return replace(_cleared(case.base, Intent.GUIDELINE), topics=(), when=None)


def _detailed(case: _Leaning) -> RoutedQuestion | None:
    if case.detail in _OF_ANYTHING:
        return replace(case.base, detail=case.detail)
    if case.detail is AskedDetail.INDICATION and Topic.MEDICATIONS in case.base.topics:
        return replace(case.base, intent=Intent.FACTUAL_LOOKUP, detail=case.detail)
    return None


def _meaning(case: _Leaning) -> RoutedQuestion | None:
    why = _says("why", _opened(case.text))
    if why and Topic.MEDICATIONS in case.base.topics:
        return replace(case.base, intent=Intent.FACTUAL_LOOKUP, detail=AskedDetail.INDICATION)
    if not (why or case.read.acts.any_of("meaning", "attention")):
        return None
    return _cleared(case.base, Intent.INTERPRETATION)


def _developed(case: _Leaning) -> RoutedQuestion | None:
    if "trend" not in case.read.acts or not _of_results(case.base):
        return None
    return _cleared(case.base, Intent.TREND)


def _flagged(case: _Leaning) -> RoutedQuestion | None:
    if case.detail is not AskedDetail.FLAG or not _of_results(case.base):
        return None
    latest = case.base.when is None and case.base.pick is None
    return replace(case.base, intent=Intent.FACTUAL_LOOKUP, detail=AskedDetail.FLAG, latest_only=latest)


def _changed(case: _Leaning) -> RoutedQuestion | None:
    if "changes" not in case.read.acts or _of_results(case.base):
        return None
    return _cleared(case.base, Intent.CHANGES)


def _missing(case: _Leaning) -> RoutedQuestion | None:
    return _cleared(case.base, Intent.MISSING) if "missing" in case.read.acts else None


def _at_another_time(case: _Leaning) -> RoutedQuestion | None:
    when = case.read.time.window
    if when is None or not _of_results(case.base) or case.base.intent not in _LOOKED_UP:
        return None
    return _cleared(case.base, Intent.VALUE_AT if _is_closed(when) else Intent.LIST)


def _is_closed(when: DateWindow) -> bool:
    if when.anchor is not None:
        return when.anchor is DateAnchor.AT_LAST_VISIT
    return when.around is not None or (when.start is not None and when.end is not None)


def _all(case: _Leaning) -> RoutedQuestion | None:
    if not _says("more", case.text):
        return None
    return replace(_cleared(case.base, Intent.LIST), when=case.read.time.window)


#: Tried in this order.
_RULES: Final[tuple[Callable[[_Leaning], RoutedQuestion | None], ...]] = (
    *(_steps, _picked, _some, _orderer, _guideline, _detailed, _meaning, _developed, _flagged, _changed),
    *(_missing, _at_another_time, _all),
)
