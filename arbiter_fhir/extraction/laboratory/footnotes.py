"""Footnotes: what a mark in brackets beside a name, a value or a flag refers to at the foot of the report.

``101 (a)`` and, below, ``(a) Specimen hemolyzed``: the mark is no part of the value and no flag, and what the note says
is a remark on the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.extraction.disowned import disowns_result
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.dates import is_date
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, PageView
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient
from arbiter_fhir.extraction.laboratory.values import parse_value
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import weakens_result

__all__ = ["attach_footnotes"]

_STARS: Final = re.compile(r"\*{1,3}|[\u2020\u2021]")
_MARK: Final = re.compile(r"[(\[]([a-z]|\d{1,2})[)\]]")
#: Doubts that a mark brings while it is taken for a part of the value.
_OF_MARK: Final = frozenset({Reason.VALUE_UNREADABLE.value, Reason.VALUE_CELL_UNCLEAR.value})
#: Parts of a row that carry marks.
_MARKED: Final = (Part.NAME, Part.VALUE, Part.FLAG, Part.UNIT)


@dataclass(frozen=True, slots=True)
class _Note:
    """A note as printed, its page and line, and whether it holds a date."""

    text: DeidentifiedText
    place: tuple[int, int]
    is_dated: bool = False


def attach_footnotes(rows: Sequence[RowCandidate], views: Sequence[PageView]) -> frozenset[tuple[int, int]]:
    """Take the marks of footnotes out of rows, and add what the notes say to their remarks.

    Args:
        rows: Of the report; changed in place.
        views: Its pages.

    Returns:
        Page number and line index of the notes that rows refer to.
    """
    taken = {(row.view.page.number, each.word.line) for row in rows for each in row.every}
    notes = _notes_of(views, taken)
    told: set[tuple[int, int]] = set()
    for row in rows if notes else ():
        for part in _MARKED:
            marks = [each for each in row.fragments(part) if _mark_of(each.text) in notes]
            if marks:
                told.update(_attach(row, part, marks, notes))
    return frozenset(told)


def _notes_of(views: Sequence[PageView], taken: set[tuple[int, int]]) -> dict[str, _Note]:
    """The notes by their marks, each mark's first one."""
    notes: dict[str, _Note] = {}
    for view in views:
        for line in view.lines:
            key = (view.page.number, line.index)
            mark = _mark_of(line.fragments[0].text)
            if not mark or key in taken or len(line.fragments) < 2 or (_STARS.fullmatch(mark) and not _is_grave(line)):
                continue
            dated = any(map(is_date, line.fragments))
            notes.setdefault(mark, _Note(view.quote(line.fragments), key, dated))
    return notes


def _attach(
    row: RowCandidate, part: Part, marks: Sequence[Fragment], notes: dict[str, _Note]
) -> Iterator[tuple[int, int]]:
    kept = tuple(each for each in row.fragments(part) if each not in marks)
    if part is Part.NAME and not kept:
        return
    for mark in marks:
        note = notes[_mark_of(mark.text)]
        if note.is_dated:
            # It may have been collected on another day than the report says.
            row.doubts.append(Reason.COLLECTION_DATE_AMBIGUOUS.value)
        if row.comment is None:
            row.comment = note.text
        elif note.text.value not in row.comment.value:
            row.comment = DeidentifiedText.join(" ", [row.comment, note.text])
        yield note.place
    row.parts = RowCandidate.kept({**row.parts, part: kept, Part.BETWEEN: (*row.fragments(Part.BETWEEN), *marks)})
    if part is Part.VALUE and parse_value(row.text(Part.VALUE)) is not None:
        row.doubts = [doubt for doubt in row.doubts if doubt not in _OF_MARK]


def _mark_of(text: str) -> str:
    """The mark that a word is; empty where it is none."""
    match = _MARK.fullmatch(text)
    return text if _STARS.fullmatch(text) else (match[1] or "" if match else "")


def _is_grave(line: Line) -> bool:
    """Whether a note behind a star is more than the legend of a flag."""
    said = disowns_result(line.text) or weakens_result(line.text) or is_of_no_patient(line.text)
    return said or any(map(is_date, line.fragments))
