"""Writes cells and remembers what they state: a claim with the cell that holds its value."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import Claim
from devstack.golden.fixed_zip import with_fixed_dates
from devstack.samples import Person

__all__ = ["Book", "Cell", "lab"]

Cell = str | int | float | date | datetime | bool | None


def lab(name: str, value: str, unit: str, collected: str, reference: str = "", *, flag: str | None = None) -> Claim:
    """A result; ``flag`` is OpenEMR's word where one is printed."""
    fields = {
        "test_name": name,
        "value": value,
        "unit": unit,
        "collection_date": collected,
        "reference_range": reference,
    }
    if flag:
        fields["abnormal_flag"] = flag
    return Claim(name, FactType.LAB_RESULT, fields)


@dataclass(slots=True)
class Book:
    """A workbook being written.

    Attributes:
        items: What has been stated so far.
        cached: Values of formulas as Excel would have stored them, by sheet and cell.
    """

    workbook: Workbook = field(default_factory=Workbook)
    items: list[ExpectedItem] = field(default_factory=list)
    cached: dict[tuple[str, str], str] = field(default_factory=dict)

    def sheet(self, title: str) -> Worksheet:
        """The first sheet renamed, or one more."""
        first = self.workbook.worksheets[0]
        if len(self.workbook.worksheets) == 1 and first.title == "Sheet":
            first.title = title
            return first
        created: Worksheet = self.workbook.create_sheet(title)
        return created

    def head(self, sheet: Worksheet, person: Person, *, title: str = "", birth_format: str = "mm/dd/yyyy") -> int:
        """Who the patient is, at the top; gives the next free row."""
        row = 1
        if title:
            sheet.cell(row, 1, title).font = Font(bold=True, size=14)
            row += 1
        for label, value in (("Patient", person.family_first), ("DOB", person.birth_date), ("MRN", person.mrn)):
            sheet.cell(row, 1, label)
            cell = sheet.cell(row, 2, value)
            if isinstance(value, date):
                cell.number_format = birth_format
            row += 1
        return row + 1

    def row(
        self,
        sheet: Worksheet,
        row: int,
        cells: tuple[Cell, ...],
        *,
        claim: Claim | None = None,
        at: int = 0,
        formats: Mapping[int, str] | None = None,
        bold: bool = False,
    ) -> None:
        """Write a row from the first column; ``at`` is the 1-based column of the claim's value."""
        for column, value in enumerate(cells, start=1):
            if value is None:
                continue
            cell = sheet.cell(row, column, value)
            cell.font = Font(bold=bold)
            if isinstance(value, date):
                cell.number_format = (formats or {}).get(column, "yyyy-mm-dd")
            elif formats and column in formats:
                cell.number_format = formats[column]
        if claim is not None:
            self.state(sheet, row, at, claim)

    def state(self, sheet: Worksheet, row: int, column: int, claim: Claim) -> None:
        """Remember that a cell holds a claim's value."""
        place = f"{sheet.title}!{get_column_letter(column)}{row}"
        self.items.append(claim.item(SourceType.CLINICAL_WORKBOOK, place=place))

    def content(self) -> bytes:
        """The file; the same cells give the same bytes."""
        self.workbook.properties.created = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)
        buffer = io.BytesIO()
        self.workbook.save(buffer)
        return with_fixed_dates(buffer.getvalue(), self._with_cached_values)

    def _with_cached_values(self, name: str, content: bytes) -> bytes:
        found = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name)
        if found is None:
            return content
        title = self.workbook.worksheets[int(found[1]) - 1].title
        for (sheet, cell), value in self.cached.items():
            if sheet == title:
                pattern = rf'(<c r="{cell}"[^>]*><f>[^<]*</f>)<v ?/?>(</v>)?'.encode()
                content, count = re.subn(pattern, rb"\1<v>" + value.encode() + b"</v>", content)
                if count != 1:
                    raise ValueError(f"no formula in {sheet}!{cell}")
        return content
