"""Entries of a list that a form asks for in lines: ``Name``, ``Dose``, ``Still taking?``, and again ``Name``.

Each line has one label and one answer; a label of a name begins an entry, and what follows says more of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.extraction.intake.cells import Line, cut_cell
from arbiter_fhir.extraction.intake.rows import Row
from arbiter_fhir.extraction.narrative.columns import Column, column_of

__all__ = ["stacked_rows"]

#: Labels of what an entry is called, whatever it is.
_NAMES: Final = frozenset({"name", "item", "drug name", "generic name", "brand name", "name and strength"})
_SUBJECTS: Final = frozenset({Column.MEDICATION, Column.SUBSTANCE, Column.PROBLEM, Column.PROCEDURE, Column.VACCINE})


def stacked_rows(lines: Sequence[Line]) -> Mapping[int, tuple[Row, int]]:
    """By index of its first line: an entry and how many lines it takes.

    Args:
        lines: Of one section.
    """
    found: dict[int, tuple[Row, int]] = {}
    at = 0
    while at < len(lines):
        cells = [_cell(lines[at])]
        first = cells[0]
        if first is None or (first[0] is not None and first[0] not in _SUBJECTS):
            at += 1
            continue
        told = {first[0]}
        end = at + 1
        while end < len(lines) and (more := _cell(lines[end])) is not None:
            if more[0] is None or more[0] in told | _SUBJECTS:
                break
            told.add(more[0])
            cells.append(more)
            end += 1
        if end - at > 1 and first[1]:
            filled = [cell for cell in cells if cell is not None and cell[1]]
            found[at] = Row(tuple(filled)), end - at
        at = end
    return found


def _cell(line: Line) -> tuple[Column | None, tuple[CleanWord, ...]] | None:
    """The one label of a line, as a column (none for a name), with its answer; ``None`` for other lines."""
    head, *rest = line.cells
    if head.field or any(cell.tick for cell in line.cells) or len(rest) > 1:
        return None
    label, colon, _ = head.text.partition(":")
    mark = "" if colon else head.text.partition("?")[1]
    label = label if colon else head.text.partition("?")[0]
    words = len(label.split()) if colon or mark else len(head.words)
    value = cut_cell(head, words)
    if value is not None and rest:
        return None
    if not colon and not mark and not any(cell.field for cell in rest):
        return None
    answer = (*(value.words if value is not None else ()), *(word for cell in rest for word in cell.words))
    column = column_of(label)
    if column is None and " ".join(label.casefold().split()) not in _NAMES:
        return None
    return column, answer
