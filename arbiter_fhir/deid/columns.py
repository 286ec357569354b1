"""Columns of tables whose heading is a label: every cell below *Ordering provider* or *DOB* is such a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.deid.field_values import read_value
from arbiter_fhir.deid.fields import LabelledField
from arbiter_fhir.deid.folding import FoldedText
from arbiter_fhir.deid.labels import FieldKind, Label, label_of
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierRole
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.region import DeclaredContent, GridPlace

__all__ = ["ColumnLabels"]

#: One label may be a row's heading; a row of headings has more.
MIN_LABELS: Final = 2
#: Columns that show that each row speaks of a patient: then *Name* means the patient's.
_OF_PATIENTS: Final = frozenset({FieldKind.BIRTH_DATE, FieldKind.MRN, FieldKind.SSN})
#: Kinds whose labels are ordinary words in a table of results: *Age*, *Sex*, *Location*, *Contact*.
_LOOSE: Final = frozenset({FieldKind.OTHER, FieldKind.SEX, FieldKind.AGE})


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int
    place: GridPlace
    text: str


class ColumnLabels:
    """Remembers each table's headings from page to page, as a long table goes on without repeating them."""

    def __init__(self) -> None:
        self._headings: dict[int, dict[int, Label]] = {}

    def fields(self, page: Page, folded: FoldedText, reading: Reading) -> list[LabelledField]:
        """Values of the page's cells under a heading that names what they are, in reading order."""
        fields: list[LabelledField] = []
        for row in _rows(page, folded, reading):
            table = row[0].place.table
            headings = _headings(row)
            if headings is not None:
                self._headings[table] = headings
                continue
            for cell in row:
                label = self._headings.get(table, {}).get(cell.place.column)
                if label is None or label.kind in _LOOSE:
                    continue
                value = read_value(reading, label, cell.start, cell.end)
                if value is not None:
                    fields.append(LabelledField(*value, label.kind, label.role))
        return sorted(fields, key=lambda field: field.start)


def _rows(page: Page, folded: FoldedText, reading: Reading) -> Iterator[list[_Cell]]:
    rows: dict[tuple[int, int], list[_Cell]] = {}
    for region in page.regions:
        if region.grid is None or not region.spans or region.declares not in {None, DeclaredContent.NARRATIVE}:
            continue
        start, end = folded.from_raw(region.spans[0][0]), folded.from_raw(region.spans[0][1])
        text = " ".join(reading.text[folded.from_raw(first) : folded.from_raw(last)] for first, last in region.spans)
        rows.setdefault((region.grid.table, region.grid.row), []).append(_Cell(start, end, region.grid, text))
    yield from rows.values()


def _headings(row: Sequence[_Cell]) -> dict[int, Label] | None:
    """Column to label, where the row is one of headings; ``None`` where it holds values."""
    labels = {cell.place.column: label_of(cell.text) for cell in row}
    known = {column: label for column, label in labels.items() if label is not None}
    if len(known) < MIN_LABELS or any(sign.isdigit() for cell in row for sign in cell.text):
        return None
    of_patients = any(label.kind in _OF_PATIENTS for label in known.values())
    return {
        column: label if of_patients or label.role is not IdentifierRole.PATIENT else _nobodys(label)
        for column, label in known.items()
    }


def _nobodys(label: Label) -> Label:
    """*Name* in a table of relatives, drugs or devices is not the patient's."""
    if label.kind in {FieldKind.NAME, FieldKind.PHONE, FieldKind.ADDRESS, FieldKind.EMAIL}:
        return replace(label, role=IdentifierRole.UNKNOWN)
    return label
