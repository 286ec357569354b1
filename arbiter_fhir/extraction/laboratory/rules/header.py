"""Finds the rows of column titles and what each column holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.dates import DateRole, is_date, label_role
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, cells_of, text_of
from arbiter_fhir.extraction.laboratory.units import is_unit_like
from arbiter_fhir.extraction.laboratory.values import parse_value

__all__ = ["Column", "ColumnKind", "TableHeader", "find_headers", "title_of"]


class ColumnKind(StrEnum):
    """What the cells of a column hold."""

    NAME = "name"
    VALUE = "value"
    IN_RANGE = "in_range"
    OUT_OF_RANGE = "out_of_range"
    FLAG = "flag"
    UNIT = "unit"
    RANGE = "range"
    PREVIOUS = "previous"
    DATED = "dated"
    COLLECTED = "collected"
    STATUS = "status"
    COMMENT = "comment"
    LOW = "low"
    HIGH = "high"
    OTHER = "other"
    LEAD = "lead"
    TAIL = "tail"


_K = ColumnKind

_TITLES: dict[ColumnKind, str] = {
    _K.NAME: "test|tests|test name|test names|test description|analyte|analytes|component|components|investigation|"
    "investigations|examination|parameter|parameters|procedure|assay|determination|test performed|description|"
    "test(s)|laboratory test|lab test|measurement|observation|name|exam|test/analyte|constituent|tests ordered",
    _K.VALUE: "result|results|value|values|your value|your result|observed value|current result|current value|current|"
    "today|today's result|latest|latest result|most recent|most recent result|newest|"
    "result value|measured value|finding|findings|patient result|test result|observed|latest result|result/value|"
    "observed result|patient value|your results|result(s)|reading|in-house result|current result and flag|"
    "result and flag|measured",
    _K.IN_RANGE: "in range|within range|normal result|in-range|within normal",
    _K.OUT_OF_RANGE: "out of range|out range|abnormal result|out-of-range|outside range",
    _K.FLAG: "flag|flags|abnormal|abn|abn flag|abnormal flag|h/l|hi/lo|alert|result flag|ind|indicator|abnl|"
    "high/low|interp|interpretation",
    _K.UNIT: "unit|units|unit(s)|uom|units of measure|unit of measure|measure|unit of measurement|result units",
    _K.RANGE: "reference range|ref range|ref. range|reference interval|ref interval|ref. interval|normal range|"
    "normal values|reference values|standard range|biological reference interval|bio. ref. interval|bio ref interval|"
    "expected range|expected values|reference|range|normal|normals|limits|normal limits|reference limits|ref|"
    "desirable range|reference ranges|reference value|normal value|biological ref. interval|expected|ref. value|"
    "ref value|ref values|normal interval|ref. ranges|biological reference range|adult reference range|bio. ref. range|"
    "interval|ref int|ref. int.|norm|norms|normal reference range|reference limit|standard|acceptable range",
    _K.LOW: "low|low limit|lower limit|min|minimum|ref low|reference low|low normal",
    _K.HIGH: "high|high limit|upper limit|max|maximum|ref high|reference high|high normal",
    _K.PREVIOUS: "previous|previous result|prior|prior result|last result|previous value|prev result|prev. result|"
    "last value|prior value|previous results|previous result and date|prior results|prev|historical result|"
    "previous result date|previous date|prior date",
    _K.COLLECTED: "collected|collection date|date collected|collection|drawn|collected date|draw date|"
    "collection date/time|collected on|date/time collected|specimen date|sample date",
    _K.STATUS: "status|result status",
    _K.COMMENT: "comment|comments|note|notes|remarks|remark",
    _K.OTHER: "lab|site|method|methodology|code|loinc|test code|performing lab|performing site|lab code|specimen|"
    "si result|si results|si value|si unit|si units|si|si range|si reference range|si reference|s.i. units|"
    "no|no.|#|date|time|date reported|reported|performed|order|cpt|perf|fasting|loinc code|sample|specimen type",
}
#: Titles of a column in which a list of several patients says whose each row is.
_WHOSE = frozenset(
    {
        *(
            "patient",
            "patient name",
            "name of patient",
            "patients",
            "pt",
            "pt name",
            "client",
            "client name",
            "subject",
        ),
        *("resident", "person", "mrn", "patient id", "last name", "surname", "dob", "date of birth"),
    }
)
_PHRASES: dict[tuple[str, ...], ColumnKind] = {
    tuple(phrase.split()): kind for kind, phrases in _TITLES.items() for phrase in phrases.split("|")
}
_WORDS = frozenset(word for phrase in _PHRASES for word in phrase)
_VOCABULARY = frozenset(word for word in _WORDS if len(word) >= 5)
_RESULT_KINDS = frozenset({_K.VALUE, _K.IN_RANGE, _K.OUT_OF_RANGE, _K.DATED})
_LONGEST = max(len(phrase) for phrase in _PHRASES)

#: Words of a title row that belong to no known title, at most (a footnote mark, a stray word).
MAX_UNKNOWN_SHARE = 0.34
#: Two lines of one title row are at most this many line heights apart.
TITLE_LINE_HEIGHTS = 1.9


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        x0: Left edge of the title in points.
        x1: Right edge of the title in points.
        dated: Placeholder label of the date in the title; empty where there is none.
        unit: Unit printed in the title.
        whose: Its cells say whose each row is.
        measures: Its title names a test, so that its numbers are results of their own.
    """

    kind: ColumnKind
    x0: float
    x1: float
    dated: str = ""
    unit: tuple[Fragment, ...] = ()
    whose: bool = False
    measures: bool = False


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The titles of one table, left to right, with the line (or the last of two lines) that they stand on."""

    columns: tuple[Column, ...]
    line: int

    @property
    def x0(self) -> float:
        """Left edge in points."""
        return self.columns[0].x0

    def has(self, kind: ColumnKind) -> bool:
        """Whether the table has such a column."""
        return any(column.kind is kind for column in self.columns)


def _fold(word: str) -> str:
    folded = word.casefold().strip(":;,*|")
    if folded in {"(s)", "-"}:
        return folded
    folded = folded.rstrip(".") if folded.rstrip(".") in {"range", "flag", "result", "unit", "units"} else folded
    if len(folded) >= 5 and folded not in _VOCABULARY:
        for known in _VOCABULARY:
            if abs(len(known) - len(folded)) <= 1 and Levenshtein.distance(folded, known, score_cutoff=1) <= 1:
                return known
    return folded


def _match_cell(cell: Sequence[Fragment]) -> tuple[list[Column], int]:
    """Columns titled in one cell, and how many of its words belong to no title."""
    columns: list[Column] = []
    unknown = 0
    index = 0
    while index < len(cell):
        size, kind = _longest_title(cell, index)
        if kind is not None:
            columns.append(Column(kind, cell[index].x0, cell[index + size - 1].x1))
            index += size
            continue
        fragment = cell[index]
        if is_date(fragment):
            _add_date(columns, fragment)
        elif columns and is_unit_like(fragment.text.strip("()[],")):
            last = columns[-1]
            columns[-1] = Column(last.kind, last.x0, max(last.x1, fragment.x1), last.dated, (*last.unit, fragment))
        else:
            unknown += 1
        index += 1
    return columns, unknown


def title_of(cell: Sequence[Fragment]) -> ColumnKind | None:
    """What a cell of a title row says of its column, where all its words belong to one known title and its unit."""
    columns, unknown = _match_cell(cell)
    return columns[0].kind if len(columns) == 1 and unknown == 0 else None


def _longest_title(cell: Sequence[Fragment], index: int) -> tuple[int, ColumnKind | None]:
    for size in range(min(_LONGEST, len(cell) - index), 0, -1):
        words = tuple(_fold(fragment.text) for fragment in cell[index : index + size])
        if words in _PHRASES:
            return size, _PHRASES[words]
    return 0, None


def _add_date(columns: list[Column], fragment: Fragment) -> None:
    """A date in a title makes the column one of a cumulative report, unless the title says that it is a former one."""
    label = fragment.word.text
    if columns and columns[-1].kind in {_K.VALUE, _K.COLLECTED, _K.PREVIOUS} and not columns[-1].dated:
        last = columns[-1]
        kind = _K.PREVIOUS if last.kind is _K.PREVIOUS else _K.DATED
        columns[-1] = Column(kind, min(last.x0, fragment.x0), max(last.x1, fragment.x1), label)
    else:
        columns.append(Column(_K.DATED, fragment.x0, fragment.x1, label))


def _is_header(columns: Sequence[Column], unknown: int, words: int) -> bool:
    kinds = {column.kind for column in columns}
    dated = sum(column.kind is _K.DATED for column in columns)
    if unknown > MAX_UNKNOWN_SHARE * words or len(columns) < 2:
        return False
    if dated >= 2 or (dated == 1 and _K.NAME in kinds):
        return True
    if len(kinds & {_K.NAME, _K.UNIT, _K.RANGE, _K.LOW, _K.FLAG, *_RESULT_KINDS, _K.PREVIOUS}) < 2:
        return False
    return bool(kinds & _RESULT_KINDS) or (_K.NAME in kinds and bool(kinds & {_K.UNIT, _K.RANGE}))


def _cells_with(line: Line, below: Line | None, char: float) -> list[list[Fragment]]:
    cells = [list(cell) for cell in cells_of(line.fragments, char)]
    for lower in cells_of(below.fragments, char) if below else []:
        for cell in cells:
            if cell[0].x0 < lower[-1].x1 and max(f.x1 for f in cell) > lower[0].x0:
                cell.extend(lower)
                break
        else:
            cells.append(list(lower))
    return sorted(cells, key=lambda cell: cell[0].x0)


def _columns_of(cells: Sequence[Sequence[Fragment]]) -> tuple[list[Column], int]:
    columns: list[Column] = []
    unknown = 0
    for cell in cells:
        found, strangers = _match_cell(cell)
        if not found:
            # A title that we do not know ("Goal", "Change") heads a column all the same: not one of results.
            whose = " ".join(_fold(fragment.text) for fragment in cell) in _WHOSE
            right = max(fragment.x1 for fragment in cell)
            measures = find_analyte(text_of(cell)) is not None
            found = [Column(_K.OTHER, cell[0].x0, right, whose=whose, measures=measures)]
        columns += found
        unknown += strangers
    return columns, unknown


def find_headers(line: Line, below: Line | None, char: float) -> tuple[list[TableHeader], int]:
    """Tables titled on a line, or on it together with the line below.

    Args:
        line: The line to look at.
        below: The next line of the page.
        char: Mean character width in points.

    Returns:
        Tables from left to right (two on a page in two columns), and how many lines the titles take up; none and 0
        where this is no row of titles.
    """
    if any(parse_value(f.text) is not None and f.text.casefold() not in _WORD_TITLES for f in line.fragments):
        return [], 0
    if _WITHIN.search(line.text):
        # "Sodium within normal limits" holds words of titles and is the outcome of a test.
        return [], 0
    near = below is not None and below.y - line.y < TITLE_LINE_HEIGHTS * max(line.height, below.height)
    if near and below is not None and _is_title_part(line) and not _is_date_block(line) and _all_titles(below, char):
        columns, unknown = _columns_of(_cells_with(line, below, char))
        if _is_header(columns, unknown, len(line.fragments) + len(below.fragments)):
            return _split(columns, below.index), 2
    columns, unknown = _columns_of(cells_of(line.fragments, char))
    if _is_header(columns, unknown, len(line.fragments)) and not _is_date_block(line):
        return _split(columns, line.index), 1
    return [], 0


_WITHIN = re.compile(r"\S\s+within\s+(?:the\s+)?(?:normal|reference)\s+(?:limits?|range)\W*$", re.IGNORECASE)
_ROLES_OF_REPORT = frozenset({DateRole.COLLECTED, DateRole.RECEIVED, DateRole.PRINTED})
#: Titles of columns of results that read like labels of dates.
_TITLES_LIKE_LABELS = frozenset({"result", "results", "value", "previous result"})
_WORD_TITLES = frozenset({"normal", "abnormal", "a", "b"})


def _all_titles(line: Line, char: float) -> bool:
    columns, unknown = _columns_of(cells_of(line.fragments, char))
    return bool(columns) and unknown == 0


def _is_title_part(line: Line) -> bool:
    """Whether every word of a line occurs in titles, so that the line can be the upper half of a title row."""
    return all(
        _fold(fragment.text) in _WORDS or is_date(fragment) or is_unit_like(fragment.text.strip("()[],"))
        for fragment in line.fragments
    ) and not any(fragment.text.endswith(":") for fragment in line.fragments)


def _is_date_block(line: Line) -> bool:
    """Labels such as ``Collected: [DATE_1]  Reported: [DATE_2]`` are the page's header, not column titles."""
    words = [fragment.text for fragment in line.fragments if not is_date(fragment)]
    alone = len(words) in {1, 2, 3} and len(words) == len(line.fragments) - 1 and is_date(line.fragments[-1])
    if alone and label_role(" ".join(words)) in _ROLES_OF_REPORT and not _holds_results(line):
        # A sentence of one label and its date, without a colon.
        return True
    before = ""
    roles: set[DateRole] = set()
    for fragment in line.fragments:
        if is_date(fragment) and before:
            role = label_role(before)
            if role is not None and role is not DateRole.PREVIOUS and before.rstrip().endswith(":"):
                return True
            roles |= {role} if role is not None and before.casefold() not in _TITLES_LIKE_LABELS else set()
            before = ""
        else:
            before = f"{before} {fragment.text}".strip()
    # "Collected [DATE_1]  Reported [DATE_2]": dates over columns say the same of each.
    return len(roles & {*_ROLES_OF_REPORT, DateRole.REPORTED}) > 1


def _holds_results(line: Line) -> bool:
    columns, _ = _match_cell(line.fragments)
    return any(column.kind in {_K.NAME, _K.VALUE, _K.UNIT, _K.RANGE} for column in columns)


def _split(columns: Sequence[Column], line: int) -> list[TableHeader]:
    """A second name column begins a second table beside the first."""
    tables: list[list[Column]] = [[]]
    for column in columns:
        current = tables[-1]
        again = column.kind is _K.NAME and any(known.kind is _K.NAME for known in current)
        if again and any(known.kind in _RESULT_KINDS for known in current):
            tables.append([])
        tables[-1].append(column)
    return [TableHeader(tuple(table), line) for table in tables if len(table) > 1]
