"""A form's pages cut into sections with their lines, and the labelled answers that stand between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.extraction.intake.cells import Cell, Line, cut_cell, lines_of_page
from arbiter_fhir.extraction.intake.grids import grid_header
from arbiter_fhir.extraction.intake.headings import FormHeading, form_heading
from arbiter_fhir.extraction.intake.labels import Label, read_label
from arbiter_fhir.extraction.intake.rows import is_of_entries, labelled_row, table_header
from arbiter_fhir.extraction.intake.zones import in_reading_order
from arbiter_fhir.extraction.narrative.columns import column_of, section_of_columns
from arbiter_fhir.extraction.narrative.sections import JUDGED_PROBLEMS, NOT_JUST_TAKEN, SectionKind
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import conditions
from arbiter_fhir.extraction.terminology.medicines import medicines

__all__ = ["Answer", "Section", "Sheet", "read_sheet"]

#: Sections that a line's label opens only if it is no label of one answer.
_LABELLED: Final = frozenset({SectionKind.SOCIAL_HISTORY, SectionKind.ADMINISTRATIVE, SectionKind.OTHER})
#: Sections under which a grid of people asks for conditions all the same.
_NOT_CLINICAL: Final = frozenset(
    {SectionKind.UNKNOWN, SectionKind.ADMINISTRATIVE, SectionKind.OTHER, SectionKind.PRESENT_ILLNESS}
)
#: Cells of a grid's title row that a heading may begin: itself and two answers.
LEAST_HEADED: Final = 3
#: A value stands at most this many heights of its label below it.
BELOW_HEIGHTS: Final = 2.6


@dataclass(slots=True)
class Section:
    """A heading and what stands under it.

    Attributes:
        kind: What it speaks about.
        heading: The heading's words; none where the page begins without one.
        lines: Its lines, without labelled answers of the form itself.
    """

    page: DeidentifiedPage
    kind: SectionKind
    heading: tuple[CleanWord, ...] = ()
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """A label and the cells that answer it; no cells where it was left blank."""

    page: DeidentifiedPage
    label: Label
    words: tuple[CleanWord, ...]
    cells: tuple[Cell, ...]


@dataclass(slots=True)
class Sheet:
    """All sections and labelled answers of a document, in reading order."""

    sections: list[Section] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)


def read_sheet(pages: Sequence[DeidentifiedPage]) -> Sheet:
    """The sections and answers of a form."""
    sheet = Sheet()
    for page in pages:
        kind = sheet.sections[-1].kind if sheet.sections else SectionKind.UNKNOWN
        for run in in_reading_order(lines_of_page(page)):
            _Walk(page, sheet, run, kind).go()
            kind = sheet.sections[-1].kind
    return sheet


class _Walk:
    """Goes down one run of lines."""

    def __init__(self, page: DeidentifiedPage, sheet: Sheet, lines: Sequence[Line], kind: SectionKind) -> None:
        self._page = page
        self._sheet = sheet
        self._lines = list(lines)
        self._taken: set[int] = set()
        self._table = False
        self._section = Section(page, kind)
        sheet.sections.append(self._section)

    def go(self) -> None:
        for index, line in enumerate(self._lines):
            if index not in self._taken:
                self._take(index, line)

    def _take(self, index: int, line: Line) -> None:
        header = table_header([cell.text for cell in line.cells])
        if header is not None and grid_header(line) is not None and not is_of_entries(line):
            header = None
        if header is not None and not any(cell.field for cell in line.cells):
            kind = section_of_columns(header)
            if kind is not None and not _fits(self._section.kind, kind):
                self._open(kind, ())
            self._section.lines.append(line)
            self._table = True
            return
        if grid_header(line) is not None or labelled_row(line) is not None:
            line = self._titled(line)
            grid = grid_header(line)
            asks = grid is not None and (grid.asks_of_people or self._section.kind is SectionKind.PRESENT_ILLNESS)
            if asks and self._section.kind in _NOT_CLINICAL:
                self._open(SectionKind.PAST_HISTORY, ())
            self._section.lines.append(line)
            return
        rest = self._headings(line)
        if not rest:
            return
        line = Line(rest)
        if not self._table and self._answers(index, line):
            return
        self._section.lines.append(line)

    def _titled(self, line: Line) -> Line:
        """The line without a heading in its first cell, which opens its section."""
        first = line.cells[0]
        heading = None if first.field else form_heading(first.text)
        if heading is None or len(line.cells) < LEAST_HEADED or _is_column(first.text):
            return line
        self._open(heading.kind, first.words)
        return Line(line.cells[1:])

    def _open(self, kind: SectionKind, heading: tuple[CleanWord, ...]) -> None:
        self._section = Section(self._page, kind, heading)
        self._sheet.sections.append(self._section)
        self._table = False

    def _headings(self, line: Line) -> tuple[Cell, ...]:
        """Open the sections that the line names; the cells after the last heading."""
        rest: list[Cell] = []
        for place, cell in enumerate(line.cells):
            heading = None if cell.tick or cell.field else form_heading(cell.text)
            if heading is not None and heading.kind in _LABELLED and read_label(cell.text) is not None:
                heading = None
            if heading is None or (place and heading.end == len(cell.text) and not _ends(cell)):
                rest.append(cell)
                continue
            if rest:
                self._section.lines.append(Line(tuple(rest)))
                rest = []
            first = _words_before(cell, heading)
            self._open(heading.kind, cell.words[:first])
            after = cut_cell(cell, first)
            if after is not None:
                rest.append(after)
        return tuple(rest)

    def _answers(self, index: int, line: Line) -> bool:
        """Take the line's labelled answers; whether it has any."""
        labels = [None if cell.tick or cell.field else _label_of(cell) for cell in line.cells]
        first = labels[0]
        if first is None or not self._is_asked(line, labels):
            return False
        for place, (cell, label) in enumerate(zip(line.cells, labels, strict=True)):
            if label is None:
                continue
            cut = _label_words(cell, label)
            value = cut_cell(cell, cut)
            following = [cell for cell in (value,) if cell is not None]
            for other, other_label in zip(line.cells[place + 1 :], labels[place + 1 :], strict=True):
                if other_label is not None:
                    break
                following.append(other)
            if not following:
                following = self._below(index, line, place)
            self._sheet.answers.append(Answer(self._page, label, cell.words[:cut], tuple(following)))
        if any(label is not None and label.topic == "signature" for label in labels):
            self._open(SectionKind.UNKNOWN, ())
        return True

    def _is_asked(self, line: Line, labels: Sequence[Label | None]) -> bool:
        """Whether the line's labels are labels, and not words of an answer ("Alcohol" in a list)."""
        first = labels[0]
        if first is None or (first.topic == "name" and self._names_entry(line)):
            return False
        if first.closed or len(line.cells) > 1:
            return True
        return first.kind is FactType.DEMOGRAPHIC or self._section.kind is SectionKind.SOCIAL_HISTORY

    def _names_entry(self, line: Line) -> bool:
        """Whether ``Name: Lisinopril`` asks for the name of an entry: the patient's own was replaced."""
        if next(iter(medicines().find(line.text)), None) is not None:
            return True
        named = next(iter(allergens().find(line.text)), None) or next(iter(conditions().find(line.text)), None)
        return named is not None and self._section.kind not in _NOT_CLINICAL

    def _below(self, index: int, line: Line, place: int) -> list[Cell]:
        """The cells under a label without an answer beside it, taken out of the lines to come."""
        label = line.cells[place].box
        right = line.cells[place + 1].box.x if place + 1 < len(line.cells) else 1.0
        if index + 1 >= len(self._lines):
            return []
        below = self._lines[index + 1]
        found = [
            cell
            for cell in below.cells
            if label.x - 0.01 <= cell.box.x < right - 0.005
            and cell.box.y - label.bottom <= BELOW_HEIGHTS * label.height
            and (cell.field or (read_label(cell.text) is None and form_heading(cell.text) is None))
        ]
        if found:
            kept = tuple(cell for cell in below.cells if cell not in found)
            if kept:
                self._lines[index + 1] = Line(kept)
            else:
                self._taken.add(index + 1)
        return found


def _fits(section: SectionKind, table: SectionKind) -> bool:
    """Whether a table of one kind may stand in a section of another: its columns are more general than its title."""
    if section is table or (table is SectionKind.MEDICATIONS and section in NOT_JUST_TAKEN):
        return True
    history = {SectionKind.PAST_HISTORY, SectionKind.PROBLEMS, SectionKind.SYSTEMS, SectionKind.FAMILY_HISTORY}
    history |= JUDGED_PROBLEMS
    return section in history and table in {SectionKind.PROBLEMS, SectionKind.PAST_HISTORY}


def _is_column(text: str) -> bool:
    """Whether a text titles a column of a grid ("Condition") rather than a section."""
    return len(text.split()) == 1 and column_of(text) is not None


def _ends(cell: Cell) -> bool:
    return cell.text.rstrip().endswith((":", "?"))


def _words_before(cell: Cell, heading: FormHeading) -> int:
    return _count(cell, heading.end)


def _label_of(cell: Cell) -> Label | None:
    """The cell's label; one without a colon ends where an identifier begins."""
    label = read_label(cell.text)
    if label is not None or cell.words[0].placeholder is not None:
        return label
    first = next((place for place, word in enumerate(cell.words) if word.placeholder is not None), None)
    if first is None:
        return None
    before = " ".join(word.text for word in cell.words[:first])
    label = read_label(before)
    return None if label is None else replace(label, end=len(before) + 1, closed=True)


def _label_words(cell: Cell, label: Label) -> int:
    return _count(cell, label.end)


def _count(cell: Cell, end: int) -> int:
    """How many of the cell's words begin before an offset in its text."""
    offset = 0
    for number, word in enumerate(cell.words):
        if offset >= end:
            return number
        offset += len(word.text) + 1
    return len(cell.words)
