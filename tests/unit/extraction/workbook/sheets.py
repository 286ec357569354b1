"""Clean documents of small workbooks: the real reader's pages, with placeholders typed into the cells.

``[DATE_3]`` in a cell stands for 3 March 2026; other placeholders stand for whatever was there.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from datetime import date

from openpyxl import Workbook

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.office.xlsx import read_xlsx
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import (
    CleanWord,
    DeidentifiedDocument,
    DeidentifiedPage,
    DeidentifiedText,
    IdentifierCandidates,
    IdentifierKind,
    OffsetMap,
    PhiMap,
    Placeholder,
)
from arbiter_fhir.domain.document import DocType, MediaType, Page
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.extraction.workbook import read_workbook
from arbiter_fhir.ports.documents import Extraction

Row = Sequence[object]
_PLACEHOLDER = re.compile(r"\[([A-Z]+)_(\d+)\]")


def clean_workbook(
    *sheets: Sequence[Row], names: Sequence[str] = (), adjust: Callable[[Workbook], None] | None = None
) -> DeidentifiedDocument:
    """A clean document of sheets given row by row; ``None`` leaves a cell empty."""
    workbook = Workbook()
    workbook.remove(workbook.active)
    for number, rows in enumerate(sheets):
        sheet = workbook.create_sheet(names[number] if number < len(names) else f"S{number + 1}")
        for at, row in enumerate(rows, start=1):
            for column, value in enumerate(row, start=1):
                if value is not None:
                    sheet.cell(at, column, value)  # type: ignore[arg-type]
    if adjust is not None:
        adjust(workbook)
    buffer = io.BytesIO()
    workbook.save(buffer)
    pages = tuple(clean(page) for page in read_xlsx(buffer.getvalue(), None, FileClock()).pages)
    dates = {f"[DATE_{day}]": ClinicalDate(date(2026, 3, day), None, DatePrecision.DAY) for day in range(1, 31)}
    return DeidentifiedDocument(pages, PhiMap({}), IdentifierCandidates(), (), dates, MediaType.XLSX)


def clean(page: Page) -> DeidentifiedPage:
    """A page in which placeholders were typed, as a clean one."""
    words = []
    for word in page.words:
        match = _PLACEHOLDER.fullmatch(word.text)
        placeholder = Placeholder(IdentifierKind(match[1]), int(match[2])) if match else None
        words.append(CleanWord(word.text, word.box, word.start, word.end, word.line, None, placeholder))
    length = len(page.text)
    return DeidentifiedPage(
        number=page.number,
        text=DeidentifiedText(page.text, DEID_SEAL),
        words=tuple(words),
        offsets=OffsetMap(((0, length, 0, length),) if length else ()),
        route=page.route,
        width_points=page.width_points,
        height_points=page.height_points,
        regions=page.regions,
    )


def read(*sheets: Sequence[Row], **more: object) -> Extraction:
    """What is read of sheets."""
    document = clean_workbook(*sheets, **more)  # type: ignore[arg-type]
    return read_workbook(document, doc_type=DocType.CLINICAL_WORKBOOK, source_id="documents:1")


def results(extraction: Extraction, kind: FactType = FactType.LAB_RESULT) -> list[CitedFact]:
    """The facts of a kind."""
    return [fact for fact in extraction.facts if fact.fact_type is kind]


def told(fact: CitedFact) -> tuple[str, str, str, int | None, str]:
    """Name, value, unit, day in March and place of a result."""
    value = fact.value
    assert isinstance(value, LabResult)
    day = value.collection_date.day.day if value.collection_date else None
    return value.test_name, value.value, value.unit, day, fact.citation.page_or_section
