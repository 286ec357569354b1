"""Regions: what a format itself knows about stretches of a page: cells, fields, form fields, headings, comments.

A reader of a structured format (Word, Excel, HL7 v2, fillable forms) sets its text on pages of words like any other,
and beside it says which words are which cell or field. De-identification carries regions over to the clean page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["DeclaredContent", "GridPlace", "Region", "RegionKind", "RegionMark"]


class RegionKind(StrEnum):
    """What a region is in its format."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    CELL = "cell"
    HEADER = "header"
    FOOTER = "footer"
    TEXT_BOX = "text_box"
    CONTENT_CONTROL = "content_control"
    COMMENT = "comment"
    NOTE = "note"
    FIELD = "field"
    FORM_FIELD = "form_field"
    CHECKBOX = "checkbox"
    #: Words beside a line to write on that is empty; unchecked where nothing else can be meant.
    BLANK = "blank"


class RegionMark(StrEnum):
    """What the format says about a region besides its words."""

    HIDDEN = "hidden"
    INSERTED = "inserted"
    FORMULA = "formula"
    FORMULA_WITHOUT_VALUE = "formula_without_value"
    ERROR_VALUE = "error_value"
    DATE_VALUE = "date_value"
    NUMBER_VALUE = "number_value"
    CHECKED = "checked"
    UNCHECKED = "unchecked"


class DeclaredContent(StrEnum):
    """What the format declares a region's content to be, such as the data type of an HL7 v2 field."""

    PATIENT_NAME = "patient_name"
    PATIENT_BIRTH_DATE = "patient_birth_date"
    PATIENT_MRN = "patient_mrn"
    PATIENT_SEX = "patient_sex"
    PATIENT_SSN = "patient_ssn"
    PATIENT_PHONE = "patient_phone"
    PATIENT_ADDRESS = "patient_address"
    RELATIVE_NAME = "relative_name"
    CLINICIAN_NAME = "clinician_name"
    PERSON_NAME = "person_name"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"
    ORGANIZATION = "organization"
    ACCOUNT = "account"
    ACCESSION = "accession"
    LICENSE = "license"
    IDENTIFIER = "identifier"
    DATE = "date"
    #: A code, a coded text or a measured value: clinical vocabulary, nobody's identifier by the format's own rules.
    CLINICAL = "clinical"
    #: Free text: anything may stand in it.
    NARRATIVE = "narrative"


@dataclass(frozen=True, slots=True)
class GridPlace:
    """Where a cell stands in its table, all 1-based.

    Attributes:
        table: Number of the table (or sheet) in the document.
        row: First row.
        column: First column.
        row_span: Rows that it takes.
        column_span: Columns that it takes.
    """

    table: int
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a page that the format tells apart.

    Attributes:
        kind: What it is.
        path: Where it is in its format, as a citation shows it: ``OBX[3]-5.1``, ``Labs!B4``, ``table 2, row 3, column
            1``, ``paragraph 12``, or a form field's name. Never text from the document's content, except names of
            sheets and form fields, which de-identification checks as well.
        spans: Offsets in the page's text (start inclusive, end exclusive), ascending and disjoint; several where the
            region's words stand on several lines; empty where it holds no text, as an empty field.
        grid: Its cell's place; ``None`` outside tables.
        marks: What else the format says.
        declares: What the format declares its content to be.
    """

    kind: RegionKind
    path: str
    spans: tuple[tuple[int, int], ...] = ()
    grid: GridPlace | None = None
    marks: tuple[RegionMark, ...] = ()
    declares: DeclaredContent | None = None

    def holds(self, start: int, end: int) -> bool:
        """Whether the stretch ``start`` to ``end`` of the page's text lies wholly inside one of its spans."""
        return any(first <= start and end <= last for first, last in self.spans)

    def touches(self, start: int, end: int) -> bool:
        """Whether the stretch shares a character with it."""
        return any(start < last and first < end for first, last in self.spans)
