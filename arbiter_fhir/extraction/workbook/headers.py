"""Title rows of a sheet's tables, and which of three shapes the rows under them have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.region import RegionMark
from arbiter_fhir.extraction.laboratory.ranges import is_range
from arbiter_fhir.extraction.laboratory.units import is_unit_like
from arbiter_fhir.extraction.workbook.grid import GridCell
from arbiter_fhir.extraction.workbook.rows import is_number, is_value
from arbiter_fhir.extraction.workbook.titles import Role, measured_in, role_of

__all__ = ["Shape", "TableTitles", "columns_of_people", "people_over", "read_titles"]


#: So many names in a row title columns, whatever stands before them.
LEAST_PEOPLE: Final = 2
#: Labels of one person in the cell beside them.
_LABEL: Final = re.compile(
    r":\s*$|\b(?:name|patient|client|pt|member|subject|provider|doctor|dr|physician|pcp|clinician|ordered|ordering|referr\w+|"
    r"by|contact|mother|father|parent|guardian|spouse|author|prepared|nurse)\b",
    re.IGNORECASE,
)


class Shape(StrEnum):
    """How a table holds its results."""

    LONG = "long"  # a result in each row
    ACROSS = "across"  # a test in each row, a date over each column
    WIDE = "wide"  # a date in each row, a test over each column


@dataclass(slots=True)
class TableTitles:
    """What the titles of a table say.

    Attributes:
        shape: How it holds results.
        columns: Columns by what they hold.
        dated: Dates over columns, by column.
        measured: Tests over columns, by column.
        units: Cells of a row of units under the titles, by column.
        ranges: Cells of a row of ranges under the titles, by column.
        others: Further columns of results without a date of their own.
        height: Rows that the titles take.
        patient_columns: Columns that say whose each row is.
        patients: For each of them, the placeholders met so far.
        titled: Columns in which a title begins.
    """

    shape: Shape
    columns: dict[Role, int] = field(default_factory=dict)
    dated: dict[int, GridCell] = field(default_factory=dict)
    measured: dict[int, GridCell] = field(default_factory=dict)
    units: dict[int, GridCell] = field(default_factory=dict)
    ranges: dict[int, GridCell] = field(default_factory=dict)
    others: tuple[int, ...] = ()
    height: int = 1
    patient_columns: tuple[int, ...] = ()
    patients: dict[int, set[str]] = field(default_factory=dict)
    titled: frozenset[int] = frozenset()

    @property
    def mixes_patients(self) -> bool:
        """Whether rows of several patients stand in the table."""
        return any(len(labels) > 1 for labels in self.patients.values())

    def note_patient(self, cell: GridCell) -> None:
        """Remember whose a row is."""
        self.patients.setdefault(cell.column, set()).add(cell.text.casefold())


def read_titles(rows: Sequence[Sequence[GridCell]], at: int, reaching: Sequence[GridCell] = ()) -> TableTitles | None:
    """The titles that row ``at`` of a block begins; ``None`` where it is no row of titles.

    Args:
        rows: The block.
        at: Index of the row.
        reaching: Merged cells that reach into the row from above.
    """
    row = sorted([*rows[at], *reaching], key=lambda cell: cell.column)
    rows = [*rows[:at], row, *rows[at + 1 :]]
    if len(row) < 2 or any(_is_plain_number(cell) for cell in row):
        return None
    roles = {cell.column: role_of(cell) for cell in row}
    below = rows[at + 1] if at + 1 < len(rows) else ()
    # A column of names of people, whatever its title: the results are of whom it names.
    people = {cell.column for cell in below if cell.is_hidden_identifier}
    patients = [
        column for column, role in roles.items() if role is Role.PATIENT or (role is Role.NAME and column in people)
    ]
    columns: dict[Role, int] = {}
    for column, role in roles.items():
        if role is not None and column not in patients:
            columns.setdefault(role, column)
    titles = _titles_of(rows, at, columns, below)
    if titles is not None:
        titles.patient_columns = tuple(patients)
        titles.titled = frozenset(roles)
    return titles


def columns_of_people(rows: Sequence[Sequence[GridCell]], at: int) -> frozenset[int]:
    """Columns that row ``at`` of a block titles with the name of somebody, where values stand below; else none."""
    titled = people_over(rows[at])
    values = {cell.column for below in rows[at + 1 : at + 3] for cell in below if is_number(cell)}
    return titled if titled & values else frozenset()


def people_over(row: Sequence[GridCell]) -> frozenset[int]:
    """Columns that a row titles with the name of somebody, whatever stands below.

    A name in the first column is a row's, not a column's; one behind a label is that label's value.
    """
    titled = frozenset(cell.column for cell in row[1:] if _names_a_person(cell))
    return frozenset() if len(titled) < LEAST_PEOPLE and _LABEL.search(row[0].text) else titled


def _names_a_person(cell: GridCell) -> bool:
    placeholders = {fragment.word.placeholder for fragment in cell.fragments}
    return all(each is not None and each.kind is IdentifierKind.PERSON for each in placeholders)


def _titles_of(
    rows: Sequence[Sequence[GridCell]], at: int, columns: dict[Role, int], below: Sequence[GridCell]
) -> TableTitles | None:
    row = rows[at]
    if Role.NAME in columns and Role.VALUE in columns:
        values = [cell for cell in row if role_of(cell) is Role.VALUE]
        above = _dates_above(values, rows[at - 1] if at else ())
        if above:
            return TableTitles(Shape.ACROSS, {**columns}, dated=above)
        return TableTitles(Shape.LONG, columns, others=tuple(cell.column for cell in values[1:]))
    dated = {cell.column: cell for cell in row if cell.date and cell is not row[0]}
    if _is_across(row, columns, dated, below):
        columns.setdefault(Role.NAME, row[0].column)
        return TableTitles(Shape.ACROSS, columns, dated=dated)
    measured = {cell.column: cell for cell in row if measured_in(cell) is not None}
    if _is_wide(columns, measured, below):
        titles = TableTitles(Shape.WIDE, columns, measured=measured)
        _add_rows_below(titles, rows, at)
        return titles
    return None


def _dates_above(values: Sequence[GridCell], above: Sequence[GridCell]) -> dict[int, GridCell]:
    """The date over each of several columns of values; none where one has no date of its own."""
    if len(values) < 2:
        return {}
    dates = {cell.column: cell for cell in above if cell.date}
    if not all(value.column in dates for value in values):
        return {}
    return {value.column: dates[value.column] for value in values}


def _is_plain_number(cell: GridCell) -> bool:
    return cell.has(RegionMark.NUMBER_VALUE) and not cell.date


def _is_across(
    row: Sequence[GridCell], columns: dict[Role, int], dated: dict[int, GridCell], below: Sequence[GridCell]
) -> bool:
    """Dates over columns of values: two of them, or one beside a title for the names."""
    if not dated or not any(is_value(cell) for cell in below if cell.column in dated):
        return False
    # A label and its date side by side head nothing.
    return Role.NAME in columns or (len(dated) >= 2 and row[0].column not in dated)


def _is_wide(columns: dict[Role, int], measured: dict[int, GridCell], below: Sequence[GridCell]) -> bool:
    """Tests over columns of values: beside a column of dates, or at least two of them."""
    under = {cell.column: cell for cell in below}
    filled = any(
        is_value(cell) or is_unit_like(cell.text.strip("()[],")) or is_range(cell.text)
        for column, cell in under.items()
        if column in measured
    )
    return filled and (len(measured) >= 2 or (bool(measured) and Role.DATE in columns))


def _add_rows_below(titles: TableTitles, rows: Sequence[Sequence[GridCell]], at: int) -> None:
    """Rows of units or ranges between the titles and the first row of values."""
    for row in rows[at + 1 : at + 3]:
        under = [cell for cell in row if cell.column in titles.measured]
        lead = next((cell for cell in row if cell.column not in titles.measured), None)
        role = role_of(lead) if lead is not None else None
        if lead is not None and role not in {Role.UNIT, Role.RANGE}:
            return
        if under and all(is_unit_like(cell.text.strip("()[],")) for cell in under):
            titles.units.update({cell.column: cell for cell in under})
        elif under and (role is Role.RANGE or all(is_range(cell.text) for cell in under)):
            titles.ranges.update({cell.column: cell for cell in under})
        else:
            return
        titles.height += 1
