"""What the header of a table says about its columns, for tables of medications, allergies, problems and relatives.

*Source*: ``data/table_columns.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Final

__all__ = ["Column", "column_of", "header_of", "section_of_columns"]

from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.tables import read_phrases
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import conditions
from arbiter_fhir.extraction.terminology.medicines import medicines


class Column(StrEnum):
    """What the cells of a column hold."""

    MEDICATION = "medication"
    STRENGTH = "strength"
    DOSE = "dose"
    FORM = "form"
    ROUTE = "route"
    FREQUENCY = "frequency"
    INDICATION = "indication"
    SUBSTANCE = "substance"
    REACTION = "reaction"
    SEVERITY = "severity"
    PROBLEM = "problem"
    CODE = "code"
    STATUS = "status"
    STARTED = "started"
    STOPPED = "stopped"
    DATE = "date"
    RELATION = "relation"
    CONDITION = "condition"
    AGE = "age"
    PROCEDURE = "procedure"
    VACCINE = "vaccine"
    TOPIC = "topic"
    ANSWER = "answer"
    PROVIDER = "provider"
    COMMENT = "comment"
    KIND = "kind"
    TEST = "test"
    VALUE = "value"
    FLAG = "flag"
    UNIT = "unit"
    RANGE = "range"


_SECTIONS: Final = {
    Column.MEDICATION: SectionKind.MEDICATIONS,
    Column.SUBSTANCE: SectionKind.ALLERGIES,
    Column.PROBLEM: SectionKind.PROBLEMS,
    Column.RELATION: SectionKind.FAMILY_HISTORY,
    Column.PROCEDURE: SectionKind.SURGICAL_HISTORY,
    Column.VACCINE: SectionKind.IMMUNIZATIONS,
    Column.TEST: SectionKind.RESULTS,
}

#: Columns that tables of allergies have, and columns that tables of medicines have.
_OF_ALLERGY: Final = frozenset({Column.REACTION, Column.SEVERITY})
_OF_TAKING: Final = frozenset({Column.STRENGTH, Column.DOSE, Column.FORM, Column.ROUTE, Column.FREQUENCY})


@cache
def _columns() -> dict[str, Column]:
    columns: dict[str, Column] = {}
    for kind, phrase in read_phrases("table_columns.tsv"):
        columns.setdefault(_folded(phrase), Column(kind))
    return columns


def _folded(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.casefold()).strip()


def column_of(text: str) -> Column | None:
    """What a header cell says; ``None`` where it is none that is known."""
    bare = re.sub(r"\([^()]*\)", " ", text)
    return _columns().get(_folded(text)) or _columns().get(_folded(bare))


def header_of(cells: Sequence[str]) -> tuple[Column | None, ...] | None:
    """The columns that a row of header cells names; ``None`` where the row is no header.

    A header has at least two known cells, all different, and none that is longer than a label. A drug beside its
    reaction, and beside nothing that says how it is taken, is what the patient does not tolerate.
    """
    columns = _told_by_reactions(tuple(column_of(cell) for cell in cells))
    known = [column for column in columns if column is not None]
    if len(known) < 2 or len(set(known)) != len(known) or len(known) * 2 < len(columns):
        return None
    if any(column is None and _is_named(cell) for cell, column in zip(cells, columns, strict=True)):
        # "Penicillin | Drug | Rash | Active" is a row, though two of its cells are titles elsewhere.
        return None
    # "Medications" beside "Allergies" are two headings; a relative's problem is one table.
    sections = {_SECTIONS[column] for column in known if column in _SECTIONS}
    if len(sections - {SectionKind.PROBLEMS}) > 1 or sections == {SectionKind.PROBLEMS, SectionKind.MEDICATIONS}:
        return None
    return columns


def _told_by_reactions(columns: tuple[Column | None, ...]) -> tuple[Column | None, ...]:
    """The columns, a drug's read as an allergy's where only a reaction or its severity is told of it."""
    if Column.SUBSTANCE in columns or not _OF_ALLERGY & {*columns} or _OF_TAKING & {*columns}:
        return columns
    return tuple(Column.SUBSTANCE if column is Column.MEDICATION else column for column in columns)


def _is_named(cell: str) -> bool:
    """Whether a cell names a substance, a medicine or a condition, as no title does."""
    bare = cell.strip(" .,*-\u2022")
    return allergens().get(bare) is not None or medicines().get(bare) is not None or conditions().get(bare) is not None


def section_of_columns(columns: Sequence[Column | None]) -> SectionKind | None:
    """The section that a table with these columns is; ``None`` where they do not tell."""
    for column, section in _SECTIONS.items():
        if column in columns:
            return section
    if Column.REACTION in columns or Column.SEVERITY in columns:
        return SectionKind.ALLERGIES
    return None
