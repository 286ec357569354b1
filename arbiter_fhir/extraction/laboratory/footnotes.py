"""Footnotes: what a mark in brackets beside a name, a value or a flag refers to at the foot of the report.

``101 (a)`` and, below, ``(a) Specimen hemolyzed``: the mark is no part of the value and no flag, and what the note says
is a remark on the result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.geometry import Fragment, PageView
from arbiter_fhir.extraction.laboratory.values import parse_value
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["attach_footnotes"]

_MARK: Final = re.compile(r"[(\[]([a-z]|\d{1,2})[)\]]")
#: Doubts that a mark brings while it is taken for a part of the value.
_OF_MARK: Final = frozenset({Reason.VALUE_UNREADABLE.value, Reason.VALUE_CELL_UNCLEAR.value})
#: Parts of a row that carry marks.
_MARKED: Final = (Part.NAME, Part.VALUE, Part.FLAG, Part.UNIT)


def attach_footnotes(rows: Sequence[RowCandidate], views: Sequence[PageView]) -> frozenset[tuple[int, int]]:
    """Take the marks of footnotes out of rows, and add what the notes say to their remarks.

    Args:
        rows: Of the report; changed in place.
        views: Its pages.

    Returns:
        Page number and line index of the notes that rows refer to.
    """
    taken = {(row.view.page.number, each.word.line) for row in rows for each in row.every}
    notes: dict[str, tuple[DeidentifiedText, tuple[int, int]]] = {}
    for view in views:
        for line in view.lines:
            key = (view.page.number, line.index)
            match = _MARK.fullmatch(line.fragments[0].text)
            if match is not None and key not in taken and len(line.fragments) > 1:
                notes.setdefault(match[1], (view.quote(line.fragments), key))
    told: set[tuple[int, int]] = set()
    for row in rows if notes else ():
        for part in _MARKED:
            marks = [each for each in row.fragments(part) if _refers(each, notes)]
            kept = tuple(each for each in row.fragments(part) if each not in marks)
            if not marks or (part is Part.NAME and not kept):
                continue
            for mark in marks:
                note, key = notes[mark.text[1:-1]]
                said = row.comment is not None and note.value in row.comment.value
                if not said:
                    row.comment = DeidentifiedText.join(" ", [row.comment, note]) if row.comment else note
                told.add(key)
            row.parts = RowCandidate.kept(
                {**row.parts, part: kept, Part.BETWEEN: (*row.fragments(Part.BETWEEN), *marks)}
            )
            if part is Part.VALUE and parse_value(row.text(Part.VALUE)) is not None:
                row.doubts = [doubt for doubt in row.doubts if doubt not in _OF_MARK]
    return frozenset(told)


def _refers(fragment: Fragment, notes: dict[str, tuple[DeidentifiedText, tuple[int, int]]]) -> bool:
    match = _MARK.fullmatch(fragment.text)
    return match is not None and match[1] in notes
