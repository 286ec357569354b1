"""By what a condition is followed: who asks how the diabetes is doing asks for the A1c and for what is taken for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.asked_things import treated_with
from arbiter_fhir.answering.question.tables import read_question_table
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic

__all__ = ["with_what_follows"]

_VITAL: Final = "vital:"


@cache
def _followed_by() -> Mapping[str, tuple[str, ...]]:
    return {row["condition"]: tuple(row["tests"].split("|")) for row in read_question_table("followed_by.tsv")}


def with_what_follows(routed: RoutedQuestion) -> RoutedQuestion:
    """A question about how conditions are doing, with their tests and the drugs for them; another as it is.

    Args:
        routed: The decision.
    """
    if routed.intent is not Intent.INTERPRETATION or routed.analytes or routed.topics != (Topic.PROBLEMS,):
        return routed
    keys = tuple(dict.fromkeys(key for name in routed.subjects for key in _followed_by().get(name, ())))
    if not keys:
        return routed
    analytes = tuple(key for key in keys if not key.startswith(_VITAL))
    signs = tuple(key for key in keys if key.startswith(_VITAL))
    drugs = treated_with(routed.subjects)
    topics = [Topic.PROBLEMS]
    topics += [Topic.LABS] if analytes else []
    topics += [Topic.VITALS] if signs else []
    topics += [Topic.MEDICATIONS] if drugs else []
    return replace(routed, analytes=analytes, subjects=(*routed.subjects, *signs, *drugs), topics=tuple(topics))
