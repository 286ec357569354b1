"""Turns a line laid into columns into result rows: one row, or one for each dated column of a cumulative report."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.dates import is_date
from arbiter_fhir.extraction.laboratory.flags import is_flag, longest_flag
from arbiter_fhir.extraction.laboratory.geometry import CELL_GAP_CHARS, Fragment, cells_of, text_of
from arbiter_fhir.extraction.laboratory.ranges import is_range, parse_bounds, parse_range
from arbiter_fhir.extraction.laboratory.rules.columns import Laid
from arbiter_fhir.extraction.laboratory.rules.grammar import is_remark, read_tail
from arbiter_fhir.extraction.laboratory.rules.header import Column, ColumnKind
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient, names_relative
from arbiter_fhir.extraction.laboratory.units import longest_unit, ucum_of
from arbiter_fhir.extraction.laboratory.values import ValueKind, longest_value, looks_misread, parse_value

__all__ = ["ReadRow", "ReadingKind", "TableReading", "read_laid", "settle_value"]

_K = ColumnKind

#: Above this mean cost a line does not follow the table's columns; rows of the sample layouts stay under 0.9.
MAX_ROW_COST = 1.5
#: A line of one cell with more words than this is a sentence, not a row.
MAX_CELL_WORDS = 6


class ReadingKind(StrEnum):
    """What a line of a table turned out to be."""

    ROW = "row"
    VALUE_ONLY = "value_only"
    TEXT = "text"


_BARE_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
#: What a column of people says of the patient.
_PATIENT = frozenset({"patient", "pt", "self", "own"})
#: A value belongs to a date if every other date is this much farther away, in characters.
NEAR_CHARS = 4.0


@dataclass(slots=True)
class ReadRow:
    """A row's parts with its doubts.

    Attributes:
        dated: The placeholder of its own collection date; empty where there is none.
        codes: Words of columns beside the result's own, in which a code may be printed.
        remark: What stands in a column of remarks.
    """

    parts: dict[Part, tuple[Fragment, ...]]
    doubts: list[str] = field(default_factory=list)
    dated: str = ""
    shared_unit: tuple[Fragment, ...] = ()
    codes: tuple[str, ...] = ()
    remark: tuple[Fragment, ...] = ()


@dataclass(slots=True)
class TableReading:
    """A line of a table.

    Attributes:
        kind: One of `ReadingKind`.
        previous: Former results on the line, which are none of this report.
        valueless: The line has a name and further cells, but no value.
    """

    kind: ReadingKind
    rows: list[ReadRow] = field(default_factory=list)
    previous: tuple[Fragment, ...] = ()
    valueless: bool = False


def read_laid(laid: Laid, char: float) -> TableReading:
    """Read one laid line.

    Args:
        laid: The line in its columns.
        char: Mean character width in points.
    """
    every = [fragment for cell in laid.cells for fragment in cell]
    sentence = len(cells_of(every, char)) == 1 and len(every) > MAX_CELL_WORDS
    if laid.cost > MAX_ROW_COST or sentence:
        return TableReading(ReadingKind.TEXT)
    name = laid.of(_K.NAME)
    results = _result_cells(laid)
    if not results:
        tail = any(laid.of(kind) for kind in (_K.UNIT, _K.RANGE, _K.FLAG))
        return TableReading(ReadingKind.TEXT, previous=laid.of(_K.PREVIOUS), valueless=bool(name) and tail)
    rows = [_row(laid, column, cell, name, char) for column, cell in results]
    kept = [row for row in rows if row is not None]
    if kept and is_remark(kept[0].parts.get(Part.NAME, ())):
        return TableReading(ReadingKind.TEXT)
    for row, (column, cell) in zip(rows, results, strict=True):
        if row is not None and _between_dates(laid, column, cell, char):
            row.doubts.append("value_off_column")
    if len(results) > 1 and not any(column.dated for column, _ in results):
        for row in kept:
            row.doubts.append("two_values")
    if not kept:
        return TableReading(ReadingKind.TEXT)
    named = any(char.isalpha() for char in text_of(kept[0].parts.get(Part.NAME, ())))
    kind = ReadingKind.ROW if named else ReadingKind.VALUE_ONLY
    return TableReading(kind, kept, laid.of(_K.PREVIOUS))


def _between_dates(laid: Laid, column: Column, cell: tuple[Fragment, ...], char: float) -> bool:
    """Whether a value stands under no date, and nearly as close to another one as to its own."""
    own = _apart(column, cell)
    others = [_apart(other, cell) for other in laid.columns if other.dated and other is not column]
    return bool(column.dated) and own > 0 and min(others, default=float("inf")) < own + NEAR_CHARS * char


def _apart(column: Column, cell: tuple[Fragment, ...]) -> float:
    return max(column.x0 - cell[-1].x1, cell[0].x0 - column.x1, 0.0)


def _result_cells(laid: Laid) -> list[tuple[Column, tuple[Fragment, ...]]]:
    kinds = {_K.VALUE, _K.IN_RANGE, _K.OUT_OF_RANGE, _K.DATED}
    return [(c, cell) for c, cell in zip(laid.columns, laid.cells, strict=True) if c.kind in kinds and cell]


def _row(
    laid: Laid, column: Column, cell: tuple[Fragment, ...], name: tuple[Fragment, ...], char: float
) -> ReadRow | None:
    spill, inner, doubts = settle_value(cell)
    if not inner:
        return None
    if spill and (not name or spill[0].x0 - name[-1].x1 > CELL_GAP_CHARS * char):
        return None
    parts: dict[Part, tuple[Fragment, ...]] = {Part.NAME: (*name, *spill), **inner}
    others, more = _side_cells(laid)
    doubts += more
    if Part.RANGE in inner and Part.RANGE in others:
        # "12.3 Reactive" beside a range of its own: two answers in one cell.
        parts[Part.RANGE] = others[Part.RANGE]
        doubts = [*doubts, "two_values"]
    for part, fragments in others.items():
        parts.setdefault(part, fragments)
    if Part.RANGE not in parts and parse_range(text_of(laid.of(_K.OTHER))) is not None:
        # Under a title that we do not know stands what may be the range, or a goal.
        doubts = [*doubts, "range_unclear"]
    parts.setdefault(Part.BETWEEN, _between(laid, parts))
    status = laid.of(_K.STATUS)
    if status:
        # In a column of statuses C says "corrected", and nothing of how critical a value is.
        flagged = is_flag(text_of(status)) and text_of(status).casefold() != "c"
        parts.setdefault(Part.FLAG if flagged else Part.STATUS, status)
    own = next((f.word.text for f in laid.of(_K.COLLECTED) if is_date(f)), "")
    codes = tuple(fragment.text for fragment in laid.of(_K.OTHER))
    if any(column.measures and cell for column, cell in zip(laid.columns, laid.cells, strict=True)):
        # Another result of the row, of a test that the title of its column names: "PT ... INR".
        doubts = [*doubts, "second_number_on_row"]
    if names_relative(" ".join(codes)) or is_of_no_patient(" ".join(codes)):
        doubts = [*doubts, "speaks_of_another"]
    elif any(_is_person(fragments) for fragments in _whose(laid)):
        # A row of a list of patients is its patient's, and the list is filed in one chart.
        doubts = [*doubts, "speaks_of_another"]
    return ReadRow(RowCandidate.kept(parts), doubts, column.dated or own, column.unit, codes, laid.of(_K.COMMENT))


def _whose(laid: Laid) -> list[tuple[Fragment, ...]]:
    return [cell for column, cell in zip(laid.columns, laid.cells, strict=True) if column.whose and cell]


def _is_person(cell: Sequence[Fragment]) -> bool:
    """Whether a cell names somebody; under "Patient" beside "Control" stands a value."""
    said = text_of(cell)
    return any(f.is_placeholder for f in cell) or (said.casefold() not in _PATIENT and parse_value(said) is None)


def _between(laid: Laid, parts: Mapping[Part, tuple[Fragment, ...]]) -> tuple[Fragment, ...]:
    """Cells of columns that are no part of the result but stand between its first and its last word."""
    own = [fragment for fragments in parts.values() for fragment in fragments]
    left, right = min(fragment.x0 for fragment in own), max(fragment.x1 for fragment in own)
    strangers = (*laid.of(_K.OTHER), *laid.of(_K.STATUS))
    return tuple(fragment for fragment in strangers if left < fragment.x0 and fragment.x1 < right)


def settle_value(
    cell: tuple[Fragment, ...],
) -> tuple[tuple[Fragment, ...], dict[Part, tuple[Fragment, ...]], list[str]]:
    """Tell value, flag and unit of a result cell apart.

    Returns:
        Words before the value that belong to the name, the parts, and doubts; no parts where the cell holds no value.
    """
    words = [fragment.text for fragment in cell]
    if parse_value(" ".join(words)) is not None:
        return (), {Part.VALUE: cell}, []
    for start in range(len(cell)):
        count = longest_value(words[start:])
        misread = not count and looks_misread(words[start])
        if not count and not misread:
            continue
        value = cell[start : start + max(count, 1)]
        tail = read_tail(cell[start + len(value) :])
        if tail.left_over:
            return (), {Part.VALUE: cell}, ["value_unreadable" if misread or count else "value_cell_unclear"]
        before = cell[:start]
        parts = {**tail.parts, Part.VALUE: value}
        if offers_choice(value, tail.parts.get(Part.RANGE, ())):
            return (), {Part.VALUE: cell}, ["two_values"]
        if before and longest_flag(words[:start]) == start and Part.FLAG not in parts:
            parts[Part.FLAG] = before
            before = ()
        return before, parts, []
    if len(cell) <= MAX_CELL_WORDS and not any(is_date(fragment) for fragment in cell):
        return (), {Part.VALUE: cell}, ["value_unrecognised"]
    return (), {}, []


def offers_choice(value: Sequence[Fragment], reference: Sequence[Fragment]) -> bool:
    """Whether one cell prints two answers, one of them to be marked by hand (``Positive  Negative``)."""
    words = [parse_value(text_of(part)) for part in (value, reference)]
    return all(word is not None and word.kind is ValueKind.QUALITATIVE for word in words)


def _side_cells(laid: Laid) -> tuple[dict[Part, tuple[Fragment, ...]], list[str]]:
    """Flag, unit and range; where a cell does not hold what its title says, all of them are read as one phrase."""
    flag = laid.of(_K.LEAD) or laid.of(_K.FLAG) or laid.of(_K.TAIL)
    unit, reference = laid.of(_K.UNIT), laid.of(_K.RANGE)
    low, high = laid.of(_K.LOW), laid.of(_K.HIGH)
    if low and high and not reference:
        reference = (*low, *high)
    elif low or high:
        # One bound without the other, or bounds beside a range: which of them counts is not said.
        return RowCandidate.kept({Part.FLAG: flag, Part.UNIT: unit, Part.RANGE: reference or low or high}), [
            "range_unclear"
        ]
    suits = (
        (not flag or is_flag(text_of(flag)))
        and (not unit or longest_unit([f.text for f in unit]) == len(unit))
        and (not reference or is_range(text_of(reference)) or parse_bounds(text_of(reference)) is not None)
    )
    parts = RowCandidate.kept({Part.FLAG: flag, Part.UNIT: unit, Part.RANGE: reference})
    if suits:
        return parts, []
    together = sorted((*flag, *unit, *reference), key=lambda fragment: fragment.x0)
    tail = read_tail(together)
    if not tail.left_over:
        return tail.parts, []
    return _each_alone(flag, unit, reference)


def _each_alone(
    flag: Sequence[Fragment], unit: Sequence[Fragment], reference: Sequence[Fragment]
) -> tuple[dict[Part, tuple[Fragment, ...]], list[str]]:
    parts: dict[Part, tuple[Fragment, ...]] = {}
    doubts: list[str] = []
    if flag:
        parts[Part.FLAG] = tuple(flag)
        doubts += [] if is_flag(text_of(flag)) else ["flag_unclear"]
    if unit:
        parts[Part.UNIT] = tuple(unit)
        doubts += [] if longest_unit([f.text for f in unit]) == len(unit) else ["unit_unclear"]
    cut = _unit_cut(reference)
    if reference:
        # A unit of its own that is not the value's stays with the range: they contradict each other.
        contradicts = unit and cut < len(reference) and ucum_of(text_of(reference[cut:])) != ucum_of(text_of(unit))
        parts[Part.RANGE] = tuple(reference if contradicts else reference[:cut])
        if cut < len(reference) and not unit:
            parts[Part.UNIT] = tuple(reference[cut:])
        # A number alone bounds nothing: a code of another column, or half of a range.
        doubts += ["range_unclear"] if _BARE_NUMBER.fullmatch(text_of(parts[Part.RANGE])) else []
    return parts, doubts


def _unit_cut(reference: Sequence[Fragment]) -> int:
    """Where the unit begins that stands behind a range; the length where none does."""
    for cut in range(1, len(reference)):
        rest = [fragment.text for fragment in reference[cut:]]
        if is_range(text_of(reference[:cut])) and longest_unit(rest) == len(rest):
            return cut
    return len(reference)
