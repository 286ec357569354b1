"""Values that go on in another line: ``7`` with ``.4`` beneath is 7.4, and neither of the two is a result.

What stands close above or beneath a value, in its place and without a name, may be the rest of it: decimals, digits, a
power of ten. The parts are never put together; a person sees that there are two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.geometry import Fragment, PageView
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["doubt_broken_values"]

#: Lines of one cell are at most this many usual line pitches apart.
WRAP_PITCHES = 1.3
#: Parts of one cell begin or end in the same place, or lie over each other, within this many characters.
BESIDE_CHARS = 1.5
_POINTS = (".", ",")
#: A value that goes on: ``Non-`` over ``Reactive`` is none of the two, whatever stands before the second.
_OPEN = re.compile(
    r"(?:-|[<>=]|\b(?:non|not|no|weakly|strongly|slightly|presumptive|less|greater|than|see|at|of|in|for|and|or|to))$",
    re.IGNORECASE,
)


def doubt_broken_values(rows: Sequence[RowCandidate], orphans: Iterable[tuple[PageView, Sequence[Fragment]]]) -> None:
    """Hold back the rows whose value may go on in a line without a name.

    Args:
        rows: Of the report; changed in place.
        orphans: Lines that begin with a value of which nothing says what it is of, by page.
    """
    for view, fragments in orphans:
        near = [row for row in rows if row.view is view and abs(_apart(row, fragments)) <= WRAP_PITCHES * view.pitch]
        above = [row for row in near if _apart(row, fragments) > 0 and _may_go_on(row, fragments)]
        # What stands over a value is its beginning where one of the two shows the break, or where nothing precedes.
        below = [row for row in near if _apart(row, fragments) <= 0 and _lies_over(row, fragments)]
        for row in (*above, *(row for row in below if not above or _shows_break(row, fragments))):
            _doubt(row)
    for row in rows:
        if _OPEN.search(row.text(Part.VALUE)):
            for rest in _goes_on_in(row, rows):
                _doubt(rest)


def _goes_on_in(row: RowCandidate, rows: Sequence[RowCandidate]) -> Iterator[RowCandidate]:
    """Rows right below a value that is not whole, the name of which is no test's by itself."""
    for other in rows:
        value = other.fragments(Part.VALUE)
        near = other.view is row.view and 0 < _apart(row, value) <= WRAP_PITCHES * row.view.pitch
        if near and _lies_over(row, value) and find_analyte(other.text(Part.NAME).rstrip(":")) is None:
            yield other


def _doubt(row: RowCandidate) -> None:
    if Reason.VALUE_CELL_UNCLEAR.value not in row.doubts:
        row.doubts.append(Reason.VALUE_CELL_UNCLEAR.value)


def _may_go_on(row: RowCandidate, fragments: Sequence[Fragment]) -> bool:
    """Whether a line may be the rest of a value above: a cell goes on in its place, text at the line's beginning."""
    return _ends_its_line(row) or _lies_over(row, fragments)


def _shows_break(row: RowCandidate, fragments: Sequence[Fragment]) -> bool:
    return row.text(Part.VALUE).startswith(_POINTS) or fragments[0].text.endswith(_POINTS)


def _apart(row: RowCandidate, fragments: Sequence[Fragment]) -> float:
    """How far below a row's value a line stands, in points; negative above."""
    return fragments[0].y - row.fragments(Part.VALUE)[-1].y


def _ends_its_line(row: RowCandidate) -> bool:
    last = row.fragments(Part.VALUE)[-1]
    line = next((line for line in row.view.lines if last in line.fragments), None)
    return line is not None and line.fragments[-1] is last


def _lies_over(row: RowCandidate, fragments: Sequence[Fragment]) -> bool:
    value = row.fragments(Part.VALUE)
    reach = BESIDE_CHARS * row.view.char
    return fragments[0].x0 < value[-1].x1 + reach and fragments[0].x1 > value[0].x0 - reach
