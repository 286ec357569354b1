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
from arbiter_fhir.extraction.named_others import PERSON, STAFF, labelled_patients
from arbiter_fhir.extraction.terminology.conditions import find_conditions
from arbiter_fhir.extraction.workbook.grid import GridCell, SheetGrid, read_sheets
from arbiter_fhir.extraction.workbook.headers import people_over

__all__ = ["lines_of_other_owners"]

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
    own = set(labelled_patients(document))
    if not own:
        named = {label for sheet in sheets for title in _titles(sheet) for label in PERSON.findall(title)}
        # Several names and none of them the patient's by a label: each may be another's.
        own = named if len(named) == 1 else set()
    return frozenset(key for sheet in sheets for key in _lines(sheet, own))


def _titles(sheet: SheetGrid) -> Iterator[str]:
    yield sheet.name
    yield from (title for row in sheet.rows.values() if (title := _title_of(row)))


def _lines(sheet: SheetGrid, own: set[str]) -> Iterator[tuple[int, int]]:
    whole = _is_others(sheet.name, own) is True
    others = whole
    people, last = False, 0
    for number in sorted(sheet.rows):
        row = sheet.rows[number]
        turn = _is_others(_title_of(row), own)
        if turn is None and any(label in own for cell in row for label in PERSON.findall(cell.text)):
            turn = False
        others = others if turn is None else turn
        if people_over(row):
            people, last = True, number
        people, last = people and number <= last + 1, number
        if others or people:
            yield from ((cell.view.page.number, word.line) for cell in row for word in cell.words)


def _title_of(row: Sequence[GridCell]) -> str:
    """The text of a row that may title what stands below; empty for others."""
    if len(row) != 1 or len(row[0].fragments) > LONGEST_TITLE_WORDS or STAFF.search(row[0].text):
        return ""
    return row[0].text


def _is_others(title: str, own: set[str]) -> bool | None:
    """Whether a title names somebody else, or turns to the patient; ``None`` where it names nobody.

    A condition with a relative (``Depression (mother)``) is an entry of a list, and titles nothing.
    """
    people = PERSON.findall(title)
    if people:
        return own.isdisjoint(people)
    entry = next(iter(find_conditions(title, listed=True)), None) is not None
    if (names_relative(title) and not entry and _OF_HISTORY.search(title) is None) or is_of_no_patient(title):
        return True
    return None
