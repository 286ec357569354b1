"""Goes through a sheet and finds its results, whatever shape its tables have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.extraction.laboratory.dates import DateRole, label_role
from arbiter_fhir.extraction.laboratory.flags import is_flag
from arbiter_fhir.extraction.laboratory.geometry import text_of
from arbiter_fhir.extraction.laboratory.overlooked import OVERLOOKED
from arbiter_fhir.extraction.laboratory.rules.context import is_heading
from arbiter_fhir.extraction.laboratory.subjects import names_relative
from arbiter_fhir.extraction.narrative.columns import header_of, section_of_columns
from arbiter_fhir.extraction.narrative.sections import SectionKind, read_heading
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.workbook.grid import GridCell, SheetGrid
from arbiter_fhir.extraction.workbook.headers import Shape, TableTitles, columns_of_people, read_titles
from arbiter_fhir.extraction.workbook.labelled import labelled_values
from arbiter_fhir.extraction.workbook.rows import FoundRow, RowParts, build_row, is_number, is_value
from arbiter_fhir.extraction.workbook.titles import Role, measured_in, role_of

__all__ = ["SheetReading", "read_sheet"]

#: Sections in which a number beside the name of a test is an amount to take, not a result.
_OF_AMOUNTS: Final = frozenset(
    {SectionKind.MEDICATIONS, SectionKind.PAST_MEDICATIONS, SectionKind.ALLERGIES, SectionKind.FAMILY_HISTORY}
)

#: Why rows are refused that stand in one table with rows of other patients.
_SEVERAL: Final = "several_patients"
#: Why values are refused of which it is not said which is the result.
_SEVERAL_COLUMNS: Final = "several_result_columns"
#: Why values are refused of which nothing says what they are of.
_NAMELESS: Final = "name_missing"


@dataclass(slots=True)
class SheetReading:
    """What was found on a sheet.

    Attributes:
        rows: Results, in reading order.
        taken: Cells that belong to tables of results: titles, values, and what stands beside them.
        unread: Value cells that could not be joined to what they are of, or to one patient, with the reason.
    """

    rows: list[FoundRow] = field(default_factory=list)
    taken: list[GridCell] = field(default_factory=list)
    unread: list[tuple[GridCell, str]] = field(default_factory=list)


def read_sheet(sheet: SheetGrid) -> SheetReading:
    """Find the results of a sheet."""
    reader = _SheetReader(sheet)
    for block in sheet.blocks():
        reader.read(block)
    return reader.finished()


class _SheetReader:
    """Goes through rows and keeps the titles, the heading and the date in force."""

    def __init__(self, sheet: SheetGrid) -> None:
        self.reading = SheetReading()
        self._sheet = sheet
        self._titles: TableTitles | None = None
        self._date = ""
        self._last_date = ""
        self._panel: DeidentifiedText | None = None
        self._specimen: DeidentifiedText | None = None
        heading = read_heading(sheet.name, is_heading=True)
        self._is_list = heading is not None and heading.kind in _OF_AMOUNTS
        self._is_other = self._is_list
        self._under: list[tuple[TableTitles, FoundRow]] = []

    def finished(self) -> SheetReading:
        """What was found, without the results of tables that hold several patients'."""
        mixed = {id(row) for titles, row in self._under if titles.mixes_patients}
        refused = [row for row in self.reading.rows if id(row) in mixed]
        self.reading.rows = [row for row in self.reading.rows if id(row) not in mixed]
        self.reading.unread.extend((row.parts.value, _SEVERAL) for row in refused)
        return self.reading

    def read(self, block: Sequence[Sequence[GridCell]]) -> None:
        """Read rows that follow each other without a gap."""
        at = 0
        self._is_other = self._is_list
        while at < len(block):
            if columns_of_people(block, at):
                self._refuse_people(block[at:])
                return
            titles = read_titles(block, at, self._sheet.reaching_into(block[at][0].row))
            if titles is not None:
                self._begin(titles)
                self._take(cell for row in block[at : at + titles.height] for cell in row)
                at += titles.height
                continue
            if _is_other_header(block[at]):
                self._titles, self._is_other = None, True
                self._refuse_mixed_list(block[at:])
            elif not self._is_other:
                self._read_row(block[at])
            at += 1

    def _refuse_mixed_list(self, rows: Sequence[Sequence[GridCell]]) -> None:
        """A list with entries of several patients is nobody's."""
        columns = {cell.column for cell in rows[0] if role_of(cell) is Role.PATIENT}
        people: dict[int, set[str]] = {}
        for cell in (cell for row in rows[1:] for cell in row if cell.column in columns):
            people.setdefault(cell.column, set()).add(cell.text.casefold())
        if any(len(labels) > 1 for labels in people.values()):
            self._take(cell for row in rows for cell in row)
            self.reading.unread.extend((row[0], _SEVERAL) for row in rows[1:])

    def _refuse_people(self, rows: Sequence[Sequence[GridCell]]) -> None:
        """A column for each of several people: which of them is the patient is for a person to say."""
        self._take(cell for row in rows for cell in row)
        labels = min(cell.column for row in rows for cell in row)
        held = [cell for row in rows[1:] for cell in row if cell.column > labels]
        self.reading.unread.extend((cell, _SEVERAL) for cell in held)

    def _begin(self, titles: TableTitles) -> None:
        self._titles, self._is_other = titles, False
        self._panel = self._specimen = None
        self._last_date = ""

    def _take(self, cells: Iterator[GridCell]) -> None:
        self.reading.taken.extend(cells)

    def _read_row(self, row: Sequence[GridCell]) -> None:
        if self._sets_context(row):
            return
        if self._titles is not None and len(row) > 1 and all(role_of(cell) is not None for cell in row):
            # A second line of titles.
            self._take(iter(row))
            return
        titles = self._titles
        for column in titles.patient_columns if titles is not None else ():
            person = self._sheet.at(row[0].row, column)
            if person is not None and titles is not None:
                titles.note_patient(person)
        before = len(self.reading.rows) + len(self.reading.unread)
        if titles is not None:
            if titles.shape is Shape.LONG:
                self._read_long(titles, row)
            elif titles.shape is Shape.ACROSS:
                self._read_across(titles, row)
            else:
                self._read_wide(titles, row)
        if len(self.reading.rows) + len(self.reading.unread) == before and not self._heads(row):
            self._read_labelled(row)
            self._read_nameless(row, before)
        if len(self.reading.rows) + len(self.reading.unread) > before:
            self._take(iter(row))

    def _read_nameless(self, row: Sequence[GridCell], before: int) -> None:
        """A number alone in its row, of which nothing was read."""
        if len(self.reading.rows) + len(self.reading.unread) == before and len(row) == 1 and is_number(row[0]):
            self._doubt_above(row[0])

    def _sets_context(self, row: Sequence[GridCell]) -> bool:
        """A label with its date, or with a specimen, holds for the rows to come."""
        if len(row) != 2 or (self._titles is not None and self._titles.shape is Shape.WIDE):
            return False
        label, value = row
        text = label.text.strip().rstrip(":")
        if value.date and len(value.fragments) == 1 and measured_in(label) is None:
            if label_role(text) is DateRole.COLLECTED:
                self._date = value.date
            return True
        if text.casefold() in {"specimen", "specimen type", "sample", "sample type"}:
            self._specimen = value.clean
            return True
        return False

    def _heads(self, row: Sequence[GridCell]) -> bool:
        """A lone text over rows of results is their heading."""
        if len(row) != 1 or self._titles is None or is_value(row[0]) or not is_heading(row[0].fragments):
            return False
        self._panel = row[0].clean
        return True

    def _read_long(self, titles: TableTitles, row: Sequence[GridCell]) -> None:
        number = row[0].row
        name, value = self._cell(titles, Role.NAME, number), self._cell(titles, Role.VALUE, number)
        if value is None or value.row != number:
            return
        if name is None:
            self._doubt_above(value)
            return
        if not _has_letters(name):
            return
        if name.view is not value.view:
            self.reading.unread.append((value, "name_on_another_page"))
            return
        if any((other := self._sheet.at(number, column)) and is_value(other) for column in titles.others):
            self.reading.unread.append((value, _SEVERAL_COLUMNS))
            return
        parts = RowParts(
            name,
            value,
            unit=self._beside(titles, Role.UNIT, value),
            reference=self._beside(titles, Role.RANGE, value),
            flag=self._beside(titles, Role.FLAG, value),
            status=self._beside(titles, Role.STATUS, value),
            low=self._beside(titles, Role.LOW, value),
            high=self._beside(titles, Role.HIGH, value),
        )
        panel, specimen = self._cell(titles, Role.PANEL, number), self._cell(titles, Role.SPECIMEN, number)
        found = self._built(
            parts,
            self._cell(titles, Role.DATE, number),
            dated_by_column=Role.DATE in titles.columns,
            panel=panel.clean if panel else None,
            specimen=specimen.clean if specimen else None,
        )
        comment = self._cell(titles, Role.COMMENT, number)
        if comment is not None:
            found.candidate.comment = comment.clean
        further = [cell for cell in row if is_value(cell) and _is_untitled(titles, cell)]
        if further:
            # Under one title, or under none, stand several results.
            found.candidate.doubts.append(Reason.TWO_VALUES.value)
            self.reading.unread.extend((cell, _SEVERAL_COLUMNS) for cell in further)

    def _doubt_above(self, value: GridCell) -> None:
        """A value without a name may be the rest of the one above it, which then is none by itself."""
        if not is_value(value):
            return
        self.reading.unread.append((value, _NAMELESS))
        for row in self.reading.rows:
            if row.parts.value.column == value.column and row.parts.value.row == value.row - 1:
                row.candidate.doubts.append(Reason.VALUE_CELL_UNCLEAR.value)

    def _read_across(self, titles: TableTitles, row: Sequence[GridCell]) -> None:
        number = row[0].row
        name = self._cell(titles, Role.NAME, number)
        if name is None or not _has_letters(name):
            return
        for _, date in sorted(titles.dated.items()):
            values, flag = self._under_title(date, number)
            for value in values:
                if name.view is not value.view:
                    self.reading.unread.append((value, "name_on_another_page"))
                    continue
                parts = RowParts(
                    name,
                    value,
                    unit=self._beside(titles, Role.UNIT, value),
                    reference=self._beside(titles, Role.RANGE, value),
                    flag=flag,
                )
                self._doubt_if_several(self._built(parts, date, dated_by_column=True), values)

    def _read_wide(self, titles: TableTitles, row: Sequence[GridCell]) -> None:
        number = row[0].row
        by_column = Role.DATE in titles.columns
        date = self._cell(titles, Role.DATE, number)
        beside = [cell for cell in row if cell.date and cell.column not in titles.measured]
        if not by_column and len(beside) == 1:
            # Dates in a column without a title.
            date, by_column = beside[0], True
        if by_column and (date is None or not (date.date or _has_digits(date))):
            # A mean, a goal, a remark: no row of results.
            return
        before = len(self.reading.rows)
        for column, title in sorted(titles.measured.items()):
            values, flag = self._under_title(title, number)
            for value in values:
                if not by_column and not is_value(value):
                    continue
                name = self._sheet.on_page_of(title, value)
                if name is None:
                    self.reading.unread.append((value, "title_on_another_page"))
                    continue
                unit, reference = titles.units.get(column), titles.ranges.get(column)
                parts = RowParts(
                    name,
                    value,
                    reference=self._sheet.on_page_of(reference, value) if reference else None,
                    flag=flag,
                    titled=True,
                    title_unit=self._sheet.on_page_of(unit, value) if unit else None,
                )
                self._doubt_if_several(self._built(parts, date, dated_by_column=by_column), values)
        if date is not None and names_relative(date.text):
            # "Husband 9/2" among dates: the row is somebody else's.
            for found in self.reading.rows[before:]:
                found.candidate.doubts.append(Reason.SPEAKS_OF_ANOTHER.value)
        known = {*titles.measured, *titles.columns.values()}
        further = [cell for cell in row if cell.column not in known and not cell.date and is_number(cell)]
        self.reading.unread.extend((cell, OVERLOOKED) for cell in further)

    def _under_title(self, title: GridCell, row: int) -> tuple[list[GridCell], GridCell | None]:
        """Values under a title in a row, and the flag beside them where the title reaches over its column."""
        grid = title.region.grid
        reach = range(title.column, title.column + (grid.column_span if grid is not None else 1))
        cells = [cell for column in reach if (cell := self._sheet.at(row, column)) is not None and cell.row == row]
        flags = [cell for cell in cells[1:] if is_flag(cell.text)]
        values = [cell for cell in cells if cell not in flags]
        beside = flags[0] if len(flags) == 1 and len(values) == 1 and flags[0].view is values[0].view else None
        return values, beside

    @staticmethod
    def _doubt_if_several(found: FoundRow, values: Sequence[GridCell]) -> None:
        if len(values) > 1:
            # Which of them the title means cannot be told.
            found.candidate.doubts.append(Reason.TWO_VALUES.value)

    def _read_labelled(self, row: Sequence[GridCell]) -> None:
        """Known tests with their values side by side, without titles."""
        for labelled in labelled_values(row):
            dates = labelled.dates
            further = [cell for cell in labelled.rest if is_number(cell) and cell.view is labelled.parts.name.view]
            if further:
                # Results of several days whose titles tell no day that can be read.
                for value in (labelled.parts.value, *further):
                    each = self._built(replace(labelled.parts, value=value), None, dated_by_column=False)
                    each.candidate.date_unreadable = True
                continue
            found = self._built(labelled.parts, dates[0] if len(dates) == 1 else None, dated_by_column=False)
            if len(labelled.rest) == 1:
                found.candidate.comment = labelled.rest[0].clean

    def _built(
        self,
        parts: RowParts,
        date: GridCell | None,
        *,
        dated_by_column: bool,
        panel: DeidentifiedText | None = None,
        specimen: DeidentifiedText | None = None,
    ) -> FoundRow:
        label = date.date if date is not None else ""
        inherited = False
        if dated_by_column and date is None and self._last_date:
            # An empty date may mean the one above, or that nobody knows.
            label, inherited = self._last_date, True
        found = build_row(
            parts,
            dated=label or self._date,
            panel=panel or self._panel,
            specimen=specimen or self._specimen,
        )
        candidate = found.candidate
        candidate.date_unreadable = date is not None and not date.date and _has_digits(date)
        candidate.inherited = candidate.scoped = inherited
        remark = self._sheet.remark_on(parts.value)
        if remark is not None:
            candidate.comment = remark
        if date is not None and date.date and dated_by_column:
            self._last_date = date.date
        self.reading.rows.append(found)
        if self._titles is not None:
            self._under.append((self._titles, found))
        return found

    def _cell(self, titles: TableTitles, role: Role, row: int) -> GridCell | None:
        column = titles.columns.get(role)
        return None if column is None else self._sheet.at(row, column)

    def _beside(self, titles: TableTitles, role: Role, value: GridCell) -> GridCell | None:
        """The cell of a role in the value's row, on its page."""
        cell = self._cell(titles, role, value.row)
        return cell if cell is not None and cell.view is value.view else None


def _is_untitled(titles: TableTitles, cell: GridCell) -> bool:
    """Whether a cell stands under no title of its own: beyond them, or under one that reaches over several columns."""
    return bool(titles.titled) and cell.column not in titles.titled


def _is_other_header(row: Sequence[GridCell]) -> bool:
    """Whether a row heads a list of medications, allergies, problems and the like."""
    columns = header_of([cell.text for cell in row])
    if columns is None:
        return False
    return section_of_columns(columns) not in {None, SectionKind.RESULTS}


def _has_letters(cell: GridCell) -> bool:
    return any(letter.isalpha() for letter in text_of([f for f in cell.fragments if not f.is_placeholder]))


def _has_digits(cell: GridCell) -> bool:
    return any(letter.isdigit() for letter in cell.text)
