"""Whether a question is about something else than the patient's record: weather, billing, software, an action.

*Source*: ``data/scope.tsv``.
"""

from __future__ import annotations

from typing import Final

from arbiter_fhir.answering.question.patterns import first_rule

__all__ = ["out_of_scope"]

_TABLE: Final = "scope.tsv"


def out_of_scope(marks: str) -> str:
    """What else the question is about; empty where nothing says so.

    Args:
        marks: The question with its names marked (`mentions.Marked.marks`).
    """
    rule = first_rule(_TABLE, marks)
    return rule.kind if rule is not None else ""
