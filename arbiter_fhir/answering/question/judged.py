"""Results asked for by how they were judged: the abnormal, the normal, the last high one, when it first was low."""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.answering.question.case import LAST_THING, MEASURED, Case
from arbiter_fhir.answering.question.decision import Decision
from arbiter_fhir.answering.question.selections import asked_flag, asks_for_normal
from arbiter_fhir.domain.question import AskedDetail, AskedFlag, Intent, Pick, Topic

__all__ = ["abnormal", "judged", "normal"]

_WAYS: Final = re.compile(r"\b(high|elevated|low|critical|panic)\b")


def _one_flag(text: str) -> AskedFlag | None:
    """The one way out of range that is asked for: "any high labs", not "highs and lows"."""
    words = {"highs" if word.startswith(("high", "elev")) else word for word in _WAYS.findall(text.casefold())}
    if len(words) != 1:
        return None
    word = words.pop()
    return AskedFlag.HIGH if word == "highs" else AskedFlag.LOW if word == "low" else AskedFlag.CRITICAL


def judged(case: Case) -> Decision | None:
    """Results by how they were flagged: the last abnormal one, when it first was high, how often."""
    found = asked_flag(case.marks) if case.measured else None
    if found is None:
        return None
    flag, which = found
    return Decision(
        Intent.FACTUAL_LOOKUP,
        "results_by_their_flags",
        latest_only=which == "newest",
        pick=Pick.OLDEST if which == "oldest" else None,
        detail=AskedDetail.COUNT if which == "count" else None,
        flagged=flag,
    )


def normal(case: Case) -> Decision | None:
    """The results that are not abnormal, of no test in particular."""
    if case.measured or not case.topics <= {Topic.LABS} or not asks_for_normal(case.read.asked.text):
        return None
    latest = bool(LAST_THING.search(case.marks))
    topics = (Topic.LABS,)
    return Decision(Intent.LIST, "normal_results", topics=topics, latest_only=latest, flagged=AskedFlag.NORMAL)


def abnormal(case: Case) -> Decision | None:
    """What is abnormal: of everything, or several results of a test."""
    if "abnormal" not in case.read.acts or (case.topics and not case.topics & MEASURED):
        return None
    if case.measured and not case.acts("each", "several"):
        return None
    if not case.measured and case.topics <= {Topic.LABS} and (flag := _one_flag(case.read.asked.text)) is not None:
        latest = bool(LAST_THING.search(case.marks))
        return Decision(Intent.LIST, "results_of_one_flag", topics=(Topic.LABS,), latest_only=latest, flagged=flag)
    reason = "abnormal_results_of_tests" if case.measured else "abnormal_results"
    topics = case.things.topics or (Topic.LABS,)
    return Decision(Intent.ABNORMAL_LIST, reason, topics=topics, latest_only=bool(LAST_THING.search(case.marks)))
