"""Whether a question asks for medical advice, and of which kind. What asks for the record is none, whatever its words.

"What dose of lisinopril is she on" and "when was metformin stopped" ask for facts; "what dose should she take" and
"stop the metformin?" ask for a decision, which is a clinician's.

*Source*: ``data/advice.tsv``.
"""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.answering.question.patterns import rules

__all__ = ["asks_for_advice", "clauses"]

_TABLE: Final = "advice.tsv"
#: Asks for the record, and what deserves attention in it: taken out before advice is looked for.
_HARMLESS: Final = frozenset({"fact", "attention"})
#: Rules that are tried before anything is taken out: "max dose of metformin" is no "dose of metformin".
_FIRST: Final = "!"
_CLAUSE: Final = re.compile(
    r"(?<=[.?!;])\s+|\s*,\s*(?:and|but|so|then)\s+"
    r"|\s+(?:and|but|so|then)\s+(?=(?:what|should|can|could|is it|how|which|please)\b)"
)


def clauses(marks: str) -> list[str]:
    """The parts of a question that ask for something of their own."""
    return [clause for clause in _CLAUSE.split(marks) if clause.strip()]


def asks_for_advice(clause: str) -> str:
    """The kind of advice that is asked for; empty where none.

    Args:
        clause: A part of the question with its names marked (`mentions.Marked.marks`).
    """
    for rule in rules(_TABLE):
        if rule.kind.startswith(_FIRST) and rule.pattern.search(clause):
            return rule.kind.removeprefix(_FIRST)
    rest = clause
    for rule in rules(_TABLE):
        if rule.kind in _HARMLESS:
            rest = rule.pattern.sub(" fact ", rest)
    for rule in rules(_TABLE):
        if rule.kind not in _HARMLESS and rule.pattern.search(rest):
            return rule.kind
    return ""
