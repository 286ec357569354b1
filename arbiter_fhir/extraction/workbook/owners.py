"""Whose a sheet or a table is: its name, or a title over it, may name somebody else than the workbook's patient.

A sheet ``Husband`` or ``[PERSON_2]`` beside that of the patient, ``[PERSON_2]'s labs`` over a table: what stands below
may be that person's, until a line names the patient again. Whose it is, is for a person to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient, names_relative
from arbiter_fhir.extraction.workbook.grid import GridCell, SheetGrid, read_sheets

__all__ = ["lines_of_other_owners"]

_PERSON: Final = re.compile(r"\[PERSON_\d+\]")
#: A label of the patient with the name behind it.
_LABELLED: Final = re.compile(
    r"\b(?:patient(?:['\u2019]s)?(?:\s+name)?|pt(?:\s+name)?|name|re|client|member|subject|full\s+name)\s*[:#.-]*\s*"
    r"(?P<who>\[PERSON_\d+\])",
    re.IGNORECASE,
)
#: Who writes, orders or signs.
_STAFF: Final = re.compile(
    r"(?<!\w)(?:md|m\.d\.|do|rn|np|pa|phd|dr\.?|doctor|provider|physician|director|ordered|ordering|referr\w+|prepared|"
    r"reviewed|signed|author|contact|by|cc|from|pcp|clinic|nurse|technician|entered|verified|lab(?:oratory)?\s+of)(?!\w)",
    re.IGNORECASE,
)
#: What a title says beside a name; a sentence is none.
LONGEST_TITLE_WORDS: Final = 8
#: Words of other meanings beside a relative: a title names a history or a contact and not whose the table is.
_OF_HISTORY: Final = re.compile(
    r"\b(?:history|hx|fhx?|contacts?|emergency|guardian|insurance|tree|screen\w*|visits?|growth|health|well|care)\b",
    re.IGNORECASE,
)


def lines_of_other_owners(document: DeidentifiedDocument) -> frozenset[tuple[int, int]]:
    """Page number and line index of all lines of sheets and tables that may be somebody else's.

    Args:
        document: The clean workbook.
    """
    sheets = read_sheets([view_page(page) for page in document.pages])
    own = {found["who"] for page in document.pages for found in _LABELLED.finditer(page.text.value)}
    if not own:
        named = {label for sheet in sheets for title in _titles(sheet) for label in _PERSON.findall(title)}
        # Several names and none of them the patient's by a label: each may be another's.
        own = named if len(named) == 1 else set()
    return frozenset(key for sheet in sheets for key in _lines(sheet, own))


def _titles(sheet: SheetGrid) -> Iterator[str]:
    yield sheet.name
    yield from (title for row in sheet.rows.values() if (title := _title_of(row)))


def _lines(sheet: SheetGrid, own: set[str]) -> Iterator[tuple[int, int]]:
    whole = _is_others(sheet.name, own) is True
    others = whole
    for number in sorted(sheet.rows):
        row = sheet.rows[number]
        turn = _is_others(_title_of(row), own)
        if turn is None and any(label in own for cell in row for label in _PERSON.findall(cell.text)):
            turn = False
        others = others if turn is None else turn
        if others:
            yield from ((cell.view.page.number, word.line) for cell in row for word in cell.words)


def _title_of(row: Sequence[GridCell]) -> str:
    """The text of a row that may title what stands below; empty for others."""
    if len(row) != 1 or len(row[0].fragments) > LONGEST_TITLE_WORDS or _STAFF.search(row[0].text):
        return ""
    return row[0].text


def _is_others(title: str, own: set[str]) -> bool | None:
    """Whether a title names somebody else, or turns to the patient; ``None`` where it names nobody."""
    people = _PERSON.findall(title)
    if people:
        return own.isdisjoint(people)
    if (names_relative(title) and _OF_HISTORY.search(title) is None) or is_of_no_patient(title):
        return True
    return None
