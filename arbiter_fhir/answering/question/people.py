"""Whether a question is about somebody other than the patient: named, numbered, many, or a relative.

A relative's history is a part of the patient's own record (`Topic.FAMILY_HISTORY`); a relative's results are not.

*Source*: ``data/people.tsv``.
"""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.answering.question.mentions import Marked
from arbiter_fhir.answering.question.patterns import rules

__all__ = ["asks_about_others", "named_kin", "names_people_in_general"]

_TABLE: Final = "people.tsv"
_OTHERS: Final = frozenset({"names_a_record", "names_a_person", "asks_about_others"})
_TAKEN_OUT: Final = frozenset({"clinician", "own"})


def asks_about_others(marked: Marked) -> str:
    """The reason why the question is about somebody else; empty where it is about the patient, or a relative.

    Args:
        marked: The question with its names marked.
    """
    for text in (marked.marks, marked.text):
        rest = _without(text, _TAKEN_OUT)
        for rule in rules(_TABLE):
            if rule.kind in _OTHERS and rule.pattern.search(rest):
                return rule.kind
    return ""


def names_people_in_general(marks: str) -> bool:
    """Whether it speaks of people of a kind: "patients with CKD"."""
    return any(rule.pattern.search(marks) for rule in rules(_TABLE) if rule.kind == "generic")


def named_kin(text: str) -> tuple[str, ...]:
    """Relatives of the patient that are named, as written.

    Args:
        text: The question in plain words.
    """
    found = [match[0] for rule in rules(_TABLE) if rule.kind == "kin" for match in rule.pattern.finditer(text)]
    return tuple(dict.fromkeys(re.split(r"\s+", name)[-1].casefold() for name in found))


def _without(marks: str, kinds: frozenset[str]) -> str:
    for rule in rules(_TABLE):
        if rule.kind in kinds:
            marks = rule.pattern.sub(" ~ ", marks)
    return marks
