"""Parts a page into blocks that are read one after the other: tables side by side are read each for itself."""

from __future__ import annotations

from arbiter_fhir.extraction.laboratory.geometry import Line, PageView, cells_of
from arbiter_fhir.extraction.laboratory.rules.header import TableHeader, find_headers

__all__ = ["Block", "blocks_of"]

#: A second table begins this many characters left of its first title.
MARGIN_CHARS = 1.5
#: A cell of a heading above side-by-side tables begins at most this many characters from its table's left edge.
ALIGNED_CHARS = 3.0

Block = tuple[Line, ...]


def blocks_of(view: PageView) -> list[Block]:
    """The page's lines in blocks, in reading order; one block where nothing stands side by side."""
    lines = view.lines
    for position, line in enumerate(lines):
        below = lines[position + 1] if position + 1 < len(lines) else None
        headers, _ = find_headers(line, below, view.char)
        if len(headers) > 1:
            return _side_by_side(view, position, headers)
    return [lines]


def _side_by_side(view: PageView, position: int, headers: list[TableHeader]) -> list[Block]:
    lines = view.lines
    start = position
    lefts = [header.x0 for header in headers]
    while start > 0 and _is_aligned(lines[start - 1], lefts, view.char):
        start -= 1
    bounds = [float("-inf"), *(left - MARGIN_CHARS * view.char for left in lefts[1:]), float("inf")]
    columns: list[list[Line]] = [[] for _ in headers]
    across: list[Line] = []
    for line in lines[start:]:
        if any(_straddles(line, bound, view.char) for bound in bounds[1:-1]):
            across.append(line)
            continue
        for index in range(len(headers)):
            part = line.between(bounds[index], bounds[index + 1])
            if part is not None:
                columns[index].append(part)
    return [block for block in (lines[:start], *(tuple(column) for column in columns), tuple(across)) if block]


def _is_aligned(line: Line, lefts: list[float], char: float) -> bool:
    cells = cells_of(line.fragments, char)
    if len(cells) != len(lefts):
        return False
    return all(abs(cell[0].x0 - left) <= ALIGNED_CHARS * char for cell, left in zip(cells, lefts, strict=True))


def _straddles(line: Line, bound: float, char: float) -> bool:
    return any(cell[0].x0 < bound - char and cell[-1].x1 > bound + 2 * char for cell in cells_of(line.fragments, char))
