"""Columns under a heading that is a label."""

from __future__ import annotations

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.columns import ColumnLabels
from arbiter_fhir.deid.folding import fold
from arbiter_fhir.deid.labels import FieldKind
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierRole
from arbiter_fhir.domain.document import MediaType, Page
from arbiter_fhir.domain.region import GridPlace, RegionKind
from tests.unit.deid.regioned_pages import Holding, regioned_document, regioned_page


def sheet(*rows: tuple[str, ...], number: int = 1, first: int = 1) -> Page:
    text = "\n".join("   ".join(cell.ljust(24) for cell in row) for row in rows)
    cells = [
        Holding(f"Labs!{chr(64 + column)}{row}", (cell,), None, RegionKind.CELL, GridPlace(1, row, column))
        for row, content in enumerate(rows, first)
        for column, cell in enumerate(content, 1)
    ]
    return regioned_page(text, *cells, number=number)


HEADINGS = ("Ordering Provider", "MRN", "Test", "Result")


def test_every_cell_below_is_such_a_value(deidentifier: PresidioDeidentifier) -> None:
    first = sheet(HEADINGS, ("hope stone", "44-817", "Glucose", "101"), ("dean young", "44-817", "Sodium", "140"))
    later = sheet(("april long", "44-817", "Iron", "88"), number=2, first=4)
    made = deidentifier.deidentify(regioned_document(first, later, media_type=MediaType.XLSX), patient=None)
    text = "\n".join(page.text.value for page in made.pages)
    for name in ("hope", "dean", "april", "young", "44-817"):
        assert name not in text, name
    for kept in ("Glucose", "101", "Sodium", "140", "Iron", "88"):
        assert kept in text, kept


def fields(page: Page) -> list[tuple[str, FieldKind, IdentifierRole]]:
    folded = fold(page.text)
    reading = Reading(folded.text)
    found = ColumnLabels().fields(page, folded, reading)
    return [(reading.text[field.start : field.end], field.kind, field.role) for field in found]


def test_name_alone_is_nobodys_in_particular() -> None:
    relatives = sheet(("Name", "Relationship", "Condition"), ("Ottoline Mbeki", "Sister", "Asthma"))
    assert fields(relatives) == [("Ottoline Mbeki", FieldKind.NAME, IdentifierRole.UNKNOWN)]
    patients = sheet(("Name", "DOB", "Test"), ("Ottoline Mbeki", "4/10/1962", "Iron"))
    assert fields(patients)[0] == ("Ottoline Mbeki", FieldKind.NAME, IdentifierRole.PATIENT)


def test_a_row_of_values_is_no_heading() -> None:
    assert fields(sheet(("Patient name", "Ottoline Mbeki"), ("Provider", "Hemoglobin"))) == []
