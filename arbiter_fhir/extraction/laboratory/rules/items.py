"""Classifies the lines of a block: titles, rows, values without a name, dates and specimens, other text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from arbiter_fhir.extraction.laboratory.candidate import Part, Structure
from arbiter_fhir.extraction.laboratory.dates import DateRole, LabelledDate, has_unread_date, line_dates
from arbiter_fhir.extraction.laboratory.geometry import CELL_GAP_CHARS, Fragment, Line, PageView, make_line
from arbiter_fhir.extraction.laboratory.growth import states_growth
from arbiter_fhir.extraction.laboratory.rules.blocks import Block
from arbiter_fhir.extraction.laboratory.rules.columns import Laid, lay_into_columns
from arbiter_fhir.extraction.laboratory.rules.context import find_specimen
from arbiter_fhir.extraction.laboratory.rules.grammar import Utterance, read_row, read_tail
from arbiter_fhir.extraction.laboratory.rules.header import ColumnKind, TableHeader, find_headers, title_of
from arbiter_fhir.extraction.laboratory.rules.labelled import read_labelled
from arbiter_fhir.extraction.laboratory.rules.table import ReadingKind, ReadRow, read_laid
from arbiter_fhir.extraction.laboratory.values import ValueKind, longest_value, parse_value
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Item", "ItemKind", "classify"]

#: A headerless reading with this score stands alone: a known analyte, or columns with a unit.
STANDALONE_SCORE = 2.5
#: With this score it needs rows above or below whose values stand in the same place.
SUPPORTED_SCORE = 0.5
#: Values stand in the same place when their left or right edges differ by at most this many characters.
ALIGNED_CHARS = 1.5
#: Rows that must stand in line with a weak one.
SUPPORTING_ROWS = 2
#: A result word that stands alone on a line is no letter of a blood group or a list.
SHORTEST_OUTCOME = 3
#: Where the titles say that no result of this report stands.
_NO_RESULTS = frozenset(
    {
        ColumnKind.PREVIOUS,
        ColumnKind.RANGE,
        ColumnKind.UNIT,
        ColumnKind.COMMENT,
        ColumnKind.STATUS,
        ColumnKind.COLLECTED,
        ColumnKind.OTHER,
    }
)


class ItemKind(StrEnum):
    """What a line is."""

    TITLES = "titles"
    ROW = "row"
    VALUE_ONLY = "value_only"
    CONTEXT = "context"
    TEXT = "text"


@dataclass(slots=True)
class Item:
    """A classified line.

    Attributes:
        rows: Rows read from it.
        structure: How they were told apart.
        name: Fragments in the name column (all of them where there is no table).
        reference: Fragments in the range column of a line without value.
        previous: Former results on the line.
        weak: Headerless readings that need support from neighbours.
        valueless: A named row of a table whose value is missing.
        lost_date: A collection label with something after it that is no date.
    """

    kind: ItemKind
    line: Line
    rows: list[ReadRow] = field(default_factory=list)
    structure: Structure = Structure.LINE
    name: tuple[Fragment, ...] = ()
    reference: tuple[Fragment, ...] = ()
    previous: tuple[Fragment, ...] = ()
    dates: list[LabelledDate] = field(default_factory=list)
    weak: list[Utterance] = field(default_factory=list)
    valueless: bool = False
    lost_date: bool = False


def classify(
    view: PageView, block: Block, dates: Sequence[LabelledDate], header: TableHeader | None
) -> tuple[list[Item], TableHeader | None]:
    """Classify a block's lines.

    Args:
        view: The page.
        block: Lines to classify.
        dates: The page's dates with their roles.
        header: Titles in force from before the block.

    Returns:
        One item for each line (titles over two lines are one), and the titles in force after the block.
    """
    items: list[Item] = []
    position = 0
    while position < len(block):
        line = block[position]
        below = block[position + 1] if position + 1 < len(block) else None
        headers, used = find_headers(line, below, view.char)
        if headers:
            header = headers[0]
            items.append(Item(ItemKind.TITLES, line))
            position += used
            continue
        labelled, used = read_labelled(block[position:])
        if labelled is not None:
            value = labelled.parts[Part.VALUE][0]
            at = next(part for part in block[position : position + used] if value in part.fragments)
            items.append(Item(ItemKind.ROW, at, [labelled], Structure.LINE))
            position += used
            continue
        items.append(_without_field_name(_item(view, line, dates, header)))
        position += 1
    _promote_weak(items, view.char)
    return items, header


def _without_field_name(item: Item) -> Item:
    """``Your value: 5.9 %``: what stands where a name would is the name of the field; the test is named above it."""
    name = item.rows[0].parts.get(Part.NAME, ()) if item.kind is ItemKind.ROW and len(item.rows) == 1 else ()
    if not name or title_of(name) is not ColumnKind.VALUE:
        return item
    row = item.rows[0]
    row.parts[Part.LABEL] = row.parts.pop(Part.NAME)
    row.doubts = [doubt for doubt in row.doubts if doubt != Reason.NAME_UNKNOWN.value]
    return Item(ItemKind.VALUE_ONLY, item.line, [row], item.structure)


def _item(view: PageView, line: Line, dates: Sequence[LabelledDate], header: TableHeader | None) -> Item:
    found = [date for date in line_dates(dates, line) if date.role not in {DateRole.UNLABELLED, DateRole.PREVIOUS}]
    lost = has_unread_date(line, DateRole.COLLECTED)
    labelled = any(fragment.text.endswith(":") for fragment in line.fragments)
    laid = lay_into_columns(line.fragments, header, view.char) if header is not None else None
    item = _table_item(view, line, laid) if laid is not None else None
    if item is not None and item.kind is ItemKind.ROW and not labelled:
        return item
    if found or lost or find_specimen(view, line) is not None:
        return Item(ItemKind.CONTEXT, line, dates=found, lost_date=lost)
    if item is not None and item.kind is not ItemKind.TEXT:
        return item
    spoken = _spoken_item(view, line, alone=header is None)
    if spoken is not None and laid is not None and item is not None and _is_none_of_results(spoken, laid):
        # The row is there and its result is not: what reads like one stands under another title.
        item.name, item.valueless = spoken.rows[0].parts[Part.NAME], True
        return item
    return spoken or _outcome_alone(line) or item or Item(ItemKind.TEXT, line, name=line.fragments)


def _is_none_of_results(spoken: Item, laid: Laid) -> bool:
    """Whether a value that was read by wording alone stands in a column that holds no results."""
    others = {f for kind in _NO_RESULTS for f in laid.of(kind)}
    return any(fragment in others for row in spoken.rows for fragment in row.parts[Part.VALUE])


def _table_item(view: PageView, line: Line, laid: Laid) -> Item:
    reading = read_laid(laid, view.char)
    if reading.kind is ReadingKind.ROW:
        return Item(ItemKind.ROW, line, reading.rows, Structure.TABLE, previous=reading.previous)
    if reading.kind is ReadingKind.VALUE_ONLY:
        return Item(ItemKind.VALUE_ONLY, line, reading.rows, Structure.TABLE, previous=reading.previous)
    name, reference = laid.of(ColumnKind.NAME), laid.of(ColumnKind.RANGE)
    codes = laid.of(ColumnKind.OTHER)
    if codes and len(codes) < len(line.fragments) and _stand_apart_at_end(codes, line, view.char):
        # A site code at the end of a comment is none of its words.
        line = make_line(line.index, [fragment for fragment in line.fragments if fragment not in codes])
    inside = len(name) + len(reference) == len(line.fragments)
    return Item(
        ItemKind.TEXT,
        line,
        name=name if inside or reading.valueless else line.fragments,
        reference=reference if inside else (),
        previous=reading.previous,
        valueless=reading.valueless,
    )


def _stand_apart_at_end(codes: Sequence[Fragment], line: Line, char: float) -> bool:
    before = line.fragments[: -len(codes)]
    return line.fragments[-len(codes) :] == tuple(codes) and codes[0].x0 - before[-1].x1 > CELL_GAP_CHARS * char


def _spoken_item(view: PageView, line: Line, *, alone: bool) -> Item | None:
    """Rows read by grammar; inside a table only a known analyte with a gap before its value is taken."""
    rows: list[Utterance] = []
    rest: tuple[Fragment, ...] = line.fragments
    while rest:
        found = read_row(rest, view.char)
        if found is None:
            break
        rows.append(found)
        rest = found.rest
    if not rows:
        return _value_only(line) if alone else None
    strong = [row for row in rows if row.score >= STANDALONE_SCORE and (alone or _sure(row))]
    if len(strong) == len(rows):
        return Item(ItemKind.ROW, line, [_read_row(row) for row in rows], Structure.LINE)
    return Item(ItemKind.TEXT, line, name=line.fragments, weak=rows) if alone else None


def _sure(spoken: Utterance) -> bool:
    """Whether a line under titles that does not follow its columns is a row nevertheless."""
    return spoken.known and (spoken.gap or (Part.UNIT in spoken.parts and not spoken.doubts))


def _read_row(spoken: Utterance) -> ReadRow:
    return ReadRow(dict(spoken.parts), list(spoken.doubts), spoken.dated)


def _value_only(line: Line) -> Item | None:
    count = longest_value([fragment.text for fragment in line.fragments])
    if not count:
        return None
    tail = read_tail(line.fragments[count:])
    if tail.left_over or not tail.parts:
        return None
    row = ReadRow({Part.VALUE: line.fragments[:count], **tail.parts})
    return Item(ItemKind.VALUE_ONLY, line, [row], Structure.LINE)


def _outcome_alone(line: Line) -> Item | None:
    """A line that holds nothing but a result word (``Negative``): the test that it is of stands above it."""
    parsed = parse_value(line.text)
    if parsed is None or parsed.kind is not ValueKind.QUALITATIVE or len(line.text) < SHORTEST_OUTCOME:
        return None
    if states_growth(line.fragments) or "growth" in line.text.casefold():
        # A culture's, and read with it.
        return None
    # Nothing but nearness says what it is of.
    row = ReadRow({Part.VALUE: line.fragments}, [Reason.ROW_UNCLEAR.value])
    return Item(ItemKind.VALUE_ONLY, line, [row], Structure.LINE)


def _promote_weak(items: Sequence[Item], char: float) -> None:
    """Rows that stand in line with others are better evidence than a line alone, and carry weak ones with them."""
    edges = [
        (row.parts[Part.VALUE][0].x0, row.parts[Part.VALUE][-1].x1)
        for item in items
        if item.kind is ItemKind.ROW and item.structure is Structure.LINE
        for row in item.rows
    ]

    def aligned(value: Sequence[Fragment]) -> int:
        reach = ALIGNED_CHARS * char
        return sum(abs(x0 - value[0].x0) <= reach or abs(x1 - value[-1].x1) <= reach for x0, x1 in edges)

    for item in items:
        if item.kind is ItemKind.ROW and item.structure is Structure.LINE:
            if all(aligned(row.parts[Part.VALUE]) > SUPPORTING_ROWS for row in item.rows):
                item.structure = Structure.ALIGNED
        elif item.weak and all(
            row.score >= SUPPORTED_SCORE and row.gap and aligned(row.parts[Part.VALUE]) >= SUPPORTING_ROWS
            for row in item.weak
        ):
            item.kind, item.structure = ItemKind.ROW, Structure.ALIGNED
            item.rows = [_read_row(row) for row in item.weak]


def row_pitch(items: Sequence[Item], fallback: float) -> float:
    """Usual distance from one row to the next in points; ``fallback`` where there are no two rows."""
    rows = [item for item in items if item.kind is ItemKind.ROW]
    steps = sorted(below.line.y - above.line.y for above, below in pairwise(rows) if below.line.y > above.line.y)
    return steps[len(steps) // 2] if steps else fallback
