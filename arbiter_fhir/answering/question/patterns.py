"""Rules as tables: patterns with the kind that each speaks for and a phrase that it is meant for.

A pattern is a regular expression, case aside. ``{name}`` in it stands for the pattern of the row ``=name`` above it. It
is matched against text in which names of the vocabularies are marked (`mentions.Marked`), so that ``<drug>`` in it is
any medicine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.tables import read_question_table

__all__ = ["Rule", "first_rule", "mark_of", "marked_pattern", "rules"]


#: ``<drug>``, but not the name of a group.
_MARK: Final = re.compile(r"(?<!\?P)<([a-z]+)>")


@dataclass(frozen=True, slots=True)
class Rule:
    """One row.

    Attributes:
        kind: What it speaks for, such as ``asks_for_a_dose``.
        pattern: Compiled.
        example: A question that it is meant for, plain, without marks.
    """

    kind: str
    pattern: re.Pattern[str]
    example: str


@cache
def rules(table: str) -> tuple[Rule, ...]:
    """The rules of a table, in its order.

    Args:
        table: File name inside ``arbiter_fhir/answering/question/data``.

    Raises:
        ValueError: A name in braces is defined nowhere above.
    """
    names: dict[str, str] = {}
    made: list[Rule] = []
    for row in read_question_table(table):
        pattern = _filled(row["pattern"], names)
        if row["kind"].startswith("="):
            names[row["kind"][1:]] = f"(?:{pattern})"
        else:
            made.append(Rule(row["kind"], marked_pattern(pattern), row["example"]))
    return tuple(made)


def marked_pattern(pattern: str) -> re.Pattern[str]:
    """An expression for marked text, case aside: ``<drug>`` in it is the mark of a drug, a word like any other."""
    return re.compile(_MARK.sub(lambda match: mark_of(match[1]), pattern), re.IGNORECASE)


def mark_of(kind: str) -> str:
    """The word that stands for a name of that kind; its first and last letter occur in no question."""
    return f"\u02d0{kind}\u02d0"


def _filled(pattern: str, names: dict[str, str]) -> str:
    def known(match: re.Match[str]) -> str:
        if match[1] not in names:
            raise ValueError(f"no row =({match[1]}) stands above the pattern that names it")
        return names[match[1]]

    return re.sub(r"\{([a-z_]+)\}", known, pattern)


def first_rule(table: str, text: str) -> Rule | None:
    """The first rule of a table that holds anywhere; the table's order is the order of trying."""
    return next((rule for rule in rules(table) if rule.pattern.search(text)), None)
