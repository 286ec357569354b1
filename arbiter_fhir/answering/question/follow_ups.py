"""Questions that lean on the one before: "and the one before that?", "what about potassium?", "was that high?".

What is new in the question replaces its counterpart in the one before; everything else is taken from there.

*Source*: ``data/follow_ups.tsv``, ``data/filler.txt``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from arbiter_fhir.answering.question.asked_things import AskedThings, asks_what_is_taken, treated_with
from arbiter_fhir.answering.question.clinicians import limited_to_clinicians
from arbiter_fhir.answering.question.decision import is_measured
from arbiter_fhir.answering.question.details import (
    asked_steps,
    asked_unit,
)
from arbiter_fhir.answering.question.follow_up_rules import RULES, Leaning, of_results
from arbiter_fhir.answering.question.follow_up_words import matches, opened, says
from arbiter_fhir.answering.question.mentions import Kind
from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.answering.question.selections import asked_source, asked_state
from arbiter_fhir.answering.question.tables import read_question_words
from arbiter_fhir.answering.question.unmet import unmet_parts, words_in_clean
from arbiter_fhir.domain.question import (
    AskedDetail,
    DateAnchor,
    DateWindow,
    Intent,
    RoutedQuestion,
    Topic,
    Unmet,
    UnmetKind,
)

__all__ = ["at_the_time_before", "lean_on", "leans"]

#: An elliptic question is short.
_MAX_ELLIPTIC_WORDS: Final = 7
_MARKS: Final = re.compile("\u02d0[a-z]+\u02d0")
_REFUSED: Final = frozenset({Intent.UNSAFE, Intent.OUT_OF_SCOPE, Intent.OTHER_PATIENT})
#: A thing is asked after in a document that is named: "is that in the intake form too".
_IS_IT: Final = re.compile(r"^(?:is|are|was|were|does|do|did)\b", re.IGNORECASE)
#: Details that are asked of the next subject as well.
_KEPT_DETAILS: Final = frozenset({AskedDetail.DATE, AskedDetail.DOSE, AskedDetail.PRESENCE, AskedDetail.FLAG})


def leans(read: ReadQuestion, things: AskedThings) -> bool:
    """Whether a question is not whole without one before it.

    Args:
        read: The question.
        things: What it names.
    """
    text = opened(read.asked.text)
    if says("for_what", text):
        return True
    named = things.anything and not (things.weak and (says("elliptic", text) or says("points", text)))
    if named or read.document is not None:
        also = says("also", text) or says("only", text)
        return _points_into_a_part(read, things) or (also and not _own_words(read))
    if read.asked.has(Kind.RELATION) or "care_team" in read.acts:
        return False
    if asked_steps(text) or says("also", text) or (says("points", text) and not says("not_pointing", text)):
        return True
    if read.time.spans and not _own_words(read):
        return True
    return says("elliptic", text) and len(text.split()) <= _MAX_ELLIPTIC_WORDS


def _points_into_a_part(read: ReadQuestion, things: AskedThings) -> bool:
    """Only a part of the record is named, and the thing in it is pointed at: "is it on her problem list?"."""
    if read.document is not None:
        if things.anything or not _IS_IT.search(read.asked.text):
            return False
    elif things.analytes or things.subjects or things.weak:
        return False
    return says("part", read.asked.text) and not says("not_pointing", read.asked.text)


def _own_words(read: ReadQuestion) -> bool:
    """Whether something stands beside the names, the time and what only joins."""
    bare = _MARKS.sub(" ", read.asked.marks)
    for each in read.asked.of(Kind.TOPIC):
        bare = bare.replace(read.asked.text[each.start : each.end], " ")
    filler = read_question_words("filler.txt")
    return any(word not in filler for word in re.findall(r"[a-z']+", opened(bare.strip()).casefold()))


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
        base = replace(base, intent=Intent.FACTUAL_LOOKUP, latest_only=of_results(base))
    taken = _asks_what_is_taken(base, read, things)
    if read.document is not None and not things.anything:
        base = replace(base, document=read.document)
    elif taken or (things.anything and _points_into_a_part(read, things)):
        base = _within_part(base, read, things)
    elif things.anything and not things.weak:
        base = _with_things(base, previous, things)
    state = asked_state(read.asked.text, base.topics, base.subjects) or base.state
    base = replace(base, state=state, source=asked_source(read.asked.text) or base.source)
    case = Leaning(base, previous, read)
    made = next((made for rule in RULES if (made := rule(case)) is not None), None)
    if made is None and not (things.anything or read.time.spans or base.unmet) and _says_more(base, previous, read):
        # Nothing of it changed what is looked up: that is said, and not what was asked before told as its answer.
        base = replace(base, unmet=(Unmet(UnmetKind.THING, read.clean),))
    return limited_to_clinicians(made or base, read)


def _says_more(base: RoutedQuestion, previous: RoutedQuestion, read: ReadQuestion) -> bool:
    """Whether a question has words of its own and all of them were passed over."""
    kept = (base.state, base.source, base.unit, base.document, base.topics, base.subjects)
    before = (previous.state, previous.source, "", previous.document, previous.topics, previous.subjects)
    return kept == before and _own_words(read) and not says("again", read.asked.text)


def _asks_what_is_taken(base: RoutedQuestion, read: ReadQuestion, things: AskedThings) -> bool:
    """Whether it asks for drugs by what they are taken for: named here, or pointed at."""
    if says("for_what", opened(read.asked.text)):
        return base.topics == (Topic.MEDICATIONS,)
    return things.topics in {(), (Topic.MEDICATIONS,)} and asks_what_is_taken(read.asked.text)


def _within_part(base: RoutedQuestion, read: ReadQuestion, things: AskedThings) -> RoutedQuestion:
    """The same thing in another part of the record."""
    subjects, topics, unmet = base.subjects, things.topics, base.unmet
    if _asks_what_is_taken(base, read, things):
        reasons = (*things.subjects, *things.analytes) or (*base.subjects, *base.analytes)
        subjects, topics = treated_with(reasons), (Topic.MEDICATIONS,)
        if not subjects:
            unmet = (*unmet, Unmet(UnmetKind.THING, read.clean))
    return replace(
        base,
        topics=topics,
        subjects=subjects,
        analytes=() if topics == (Topic.MEDICATIONS,) else base.analytes,
        when=read.time.window,
        unmet=unmet,
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
    if measured and intent in {Intent.LIST, Intent.FACTUAL_LOOKUP} and not of_results(base):
        intent, latest = Intent.FACTUAL_LOOKUP, True
    if intent is Intent.ORDERED_BY and measured != of_results(base):
        intent, latest = (Intent.FACTUAL_LOOKUP if measured or things.subjects else Intent.LIST), measured
    if not measured and intent in {Intent.TREND, Intent.VALUE_AT, Intent.ABNORMAL_LIST, Intent.FACTUAL_LOOKUP}:
        intent, latest = (Intent.FACTUAL_LOOKUP if things.subjects else Intent.LIST), False
    if intent is Intent.INTERPRETATION:
        intent, latest = (Intent.FACTUAL_LOOKUP if measured or things.subjects else Intent.LIST), measured
    kept = previous.detail if previous.detail in _KEPT_DETAILS and measured == of_results(base) else None
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


def at_the_time_before(routed: RoutedQuestion, previous: RoutedQuestion | None, read: ReadQuestion) -> RoutedQuestion:
    """The decision with the time that it points at: that of the question before, or of the visit that was told.

    Args:
        routed: The decision.
        previous: The question before; ``None``: nothing says which time is meant, and the answer says so.
        read: The question.
    """
    pointed = next(matches("then", read.asked.text), None)
    if pointed is None or read.time.window is not None or routed.intent in _REFUSED:
        return routed
    if previous is not None and previous.when is not None:
        return replace(routed, when=previous.when)
    if (
        previous is not None
        and Topic.ENCOUNTERS in previous.topics
        and previous.latest_only
        and not previous.steps_back
    ):
        return replace(routed, when=DateWindow(anchor=DateAnchor.AT_LAST_VISIT))
    return replace(routed, unmet=(*routed.unmet, Unmet(UnmetKind.TIME, words_in_clean(read.clean, pointed))))


def _told_last_visit(question: RoutedQuestion) -> bool:
    return Topic.ENCOUNTERS in question.topics and question.latest_only and not question.steps_back
