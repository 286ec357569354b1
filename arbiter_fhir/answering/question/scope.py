"""Whether a question is about something else than the patient's record: weather, billing, software, an action.

*Source*: ``data/scope.tsv``.
"""

from __future__ import annotations

from typing import Final

from arbiter_fhir.answering.question.mentions import Marked
from arbiter_fhir.answering.question.patterns import first_rule

__all__ = ["out_of_scope"]

_TABLE: Final = "scope.tsv"
#: Kinds whose words stand at the beginning of a clause, where no name of the record is meant.
_VERBS: Final = frozenset({"asks_for_an_action"})


def out_of_scope(marked: Marked) -> str:
    """What else the question is about; empty where nothing says so.

    Args:
        marked: The question with its names marked.
    """
    rule = first_rule(_TABLE, marked.marks)
    if rule is None and (as_words := first_rule(_TABLE, marked.text)) and as_words.kind in _VERBS:
        # "Fax this to cardiology": what else is a document is what is to be done.
        return as_words.kind
    return rule.kind if rule is not None else ""
