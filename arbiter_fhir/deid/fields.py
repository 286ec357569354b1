"""Labelled fields of a page: a label, and the value after it, beside it or below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.deid.cells import Cell, cell_below, next_cell
from arbiter_fhir.deid.field_values import read_value
from arbiter_fhir.deid.labels import LABEL, FieldKind, Label, label_of
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierRole

__all__ = ["LabelledField", "read_fields"]

#: These labels mean what they say without a colon, when a value follows in their cell.
_STRONG_WITHOUT_COLON: Final = frozenset(
    {FieldKind.BIRTH_DATE, FieldKind.MRN, FieldKind.SSN, FieldKind.SEX, FieldKind.ACCESSION, FieldKind.ACCOUNT}
)
_GENERIC: Final = frozenset(
    ["name", "full", "name", "phone", "telephone", "address", "relationship", "cell", "home", "phone", "street", "city"]
) | {"full name", "home phone"}
#: A heading such as "Emergency contact" rules the next lines only.
HEADING_LINES: Final = 4
_PART_OF_NAME: Final = {"last name": "family", "family name": "family", "surname": "family", "first name": "given",
                        "given name": "given", "middle name": "middle"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LabelledField:
    """A value that a label introduces; offsets in the reading.

    Attributes:
        start: Offset of the value, inclusive.
        end: Offset, exclusive.
        kind: What it is.
        role: Whose it is.
        part: ``family``, ``given`` or ``middle`` where the label names a part of a name.
    """

    start: int
    end: int
    kind: FieldKind
    role: IdentifierRole
    part: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """A label's place in a cell."""

    start: int
    end: int
    phrase: str
    label: Label
    closed: bool


def read_fields(reading: Reading, cells: Sequence[Cell]) -> list[LabelledField]:
    """All labelled fields in reading order. Cells hold offsets of the reading."""
    form = _Form(reading, cells, [_labels_in(reading, cell) for cell in cells])
    heading: tuple[IdentifierRole, int] | None = None
    fields: list[LabelledField] = []
    for index, cell in enumerate(cells):
        for position, found in enumerate(form.labels[index]):
            field = form.field(index, position)
            if field is None:
                if found.label.kind is FieldKind.NAME and position == len(form.labels[index]) - 1:
                    heading = (found.label.role, cell.line)
                continue
            if heading and found.phrase in _GENERIC and cell.line - heading[1] <= HEADING_LINES:
                field = replace(field, role=heading[0])
            fields.append(field)
    return _letterhead(fields)


@dataclass(frozen=True, slots=True)
class _Form:
    """A page's cells with the labels in each."""

    reading: Reading
    cells: Sequence[Cell]
    labels: Sequence[list[_Found]]

    def field(self, index: int, position: int) -> LabelledField | None:
        """The field that the label at ``position`` of cell ``index`` introduces."""
        found = self.labels[index][position]
        if found.label.kind is FieldKind.OTHER:
            return None
        part = _PART_OF_NAME.get(found.phrase, "")
        for start, stop in self._places(index, position):
            value = read_value(self.reading, found.label, start, stop)
            if value is not None:
                return LabelledField(*value, found.label.kind, found.label.role, part)
        return None

    def _places(self, index: int, position: int) -> Iterator[tuple[int, int]]:
        """Where the value may stand: after the label, in the cell to the right, in the cell below."""
        cells, labels, text = self.cells, self.labels, self.reading.text
        found = labels[index][position]
        last = position + 1 == len(labels[index])
        end = cells[index].end if last else labels[index][position + 1].start
        if text[found.end : end].strip(" :#=|_-.\t\n"):
            yield found.end, end
            return
        if not last:
            return
        right = next_cell(cells, index)
        if right is not None:
            # A narrow gap may have joined the next field to the value: the value ends where that one's label begins.
            stop = labels[right][0].start if labels[right] else cells[right].end
            if text[cells[right].start : stop].strip():
                yield cells[right].start, stop
                if found.closed:
                    return
        below = cell_below(cells, index)
        if below is not None and not labels[below]:
            yield cells[below].start, cells[below].end


def _letterhead(fields: list[LabelledField]) -> list[LabelledField]:
    """Phone and address above everything that names the patient belong to the sender."""
    named = {FieldKind.NAME, FieldKind.BIRTH_DATE, FieldKind.MRN, FieldKind.SSN}
    first = next((field.start for field in fields if field.role is IdentifierRole.PATIENT and field.kind in named), 0)
    return [
        replace(field, role=IdentifierRole.CLINICIAN)
        if field.start < first and field.kind in {FieldKind.PHONE, FieldKind.ADDRESS}
        else field
        for field in fields
    ]


def _labels_in(reading: Reading, cell: Cell) -> list[_Found]:
    """Labels of a cell: closed by a colon, or the whole cell, or a strong label that opens it."""
    found: list[_Found] = []
    for match in LABEL.finditer(reading.text, cell.start, cell.end):
        label = label_of(match["label"])
        if label is None:
            continue
        rest = reading.text[match.end() : cell.end].strip()
        before = reading.text[cell.start : match.start()].strip()
        whole = not before and not rest
        closed = bool(match["close"])
        strong = label.kind in _STRONG_WITHOUT_COLON or match["label"].lower() in {"patient name", "pt name"}
        if closed or whole or (strong and not before and bool(rest)):
            phrase = re.sub(r"\W+", " ", match["label"].lower()).strip()
            found.append(_Found(match.start(), match.end(), phrase, label, closed))
    return found
