"""Clean messages for tests: read for real, and cleaned by what their fields declare alone.

Stands in for the de-identification room, so that extraction is tested alone.
"""

from __future__ import annotations

import re
from datetime import date, time

from arbiter_fhir.deid.clean_page import Replacement, clean_page
from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.hl7v2.reader import read_hl7v2
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import (
    DeidentifiedDocument,
    IdentifierCandidates,
    IdentifierKind,
    PhiMap,
    Placeholder,
)
from arbiter_fhir.domain.document import DocType, MediaType, Page
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult
from arbiter_fhir.domain.region import DeclaredContent
from arbiter_fhir.extraction.hl7v2 import read_hl7v2_messages
from arbiter_fhir.extraction.hl7v2.grouping import MessageGroup, group_messages
from arbiter_fhir.extraction.hl7v2.tree import SegmentView, read_segments
from arbiter_fhir.ports.documents import Extraction
from tests.unit.documents.hl7v2.writing import PATIENT, REQUEST, message, report, segment

__all__ = [
    "PATIENT",
    "REQUEST",
    "clean",
    "extract",
    "group_of",
    "labs",
    "message",
    "obx",
    "only_lab",
    "only_segment",
    "report",
    "segment",
]

_KINDS = {
    DeclaredContent.DATE: IdentifierKind.DATE,
    DeclaredContent.PATIENT_BIRTH_DATE: IdentifierKind.DATE,
    DeclaredContent.PATIENT_NAME: IdentifierKind.PERSON,
    DeclaredContent.PERSON_NAME: IdentifierKind.PERSON,
    DeclaredContent.RELATIVE_NAME: IdentifierKind.PERSON,
    DeclaredContent.CLINICIAN_NAME: IdentifierKind.PERSON,
    DeclaredContent.PATIENT_MRN: IdentifierKind.MRN,
    DeclaredContent.PATIENT_ADDRESS: IdentifierKind.ADDRESS,
    DeclaredContent.PATIENT_PHONE: IdentifierKind.PHONE,
    DeclaredContent.ORGANIZATION: IdentifierKind.LOCATION,
    DeclaredContent.IDENTIFIER: IdentifierKind.ID,
    DeclaredContent.ACCESSION: IdentifierKind.ACCESSION,
}
_TYPED = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
_MOMENT = re.compile(r"(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?")


def clean(content: bytes) -> DeidentifiedDocument:
    """The messages of a file, read and cleaned."""
    collector = read_hl7v2(content, Tesseract(), FileClock())
    labels: dict[tuple[IdentifierKind, str], Placeholder] = {}
    dates: dict[str, ClinicalDate] = {}
    pages = tuple(clean_page(page, _replacements(page, labels, dates)) for page in collector.pages)
    return DeidentifiedDocument(
        pages=pages,
        phi=PhiMap({}),
        candidates=IdentifierCandidates(),
        spans=(),
        dates=dates,
        media_type=MediaType.HL7V2,
        parts=collector.parts(),
    )


def _replacements(
    page: Page, labels: dict[tuple[IdentifierKind, str], Placeholder], dates: dict[str, ClinicalDate]
) -> list[Replacement]:
    found: list[Replacement] = []
    for region in page.regions:
        kind = _KINDS.get(region.declares) if region.declares else None
        for start, end in region.spans:
            text = page.text[start:end]
            typed = region.declares is DeclaredContent.NARRATIVE and _TYPED.fullmatch(text) is not None
            if typed:
                kind = IdentifierKind.DATE
            if kind is None:
                continue
            count = sum(known is kind for known, _ in labels) + 1
            placeholder = labels.setdefault((kind, text), Placeholder(kind, count))
            found.append(Replacement(start, end, placeholder))
            if kind is IdentifierKind.DATE and (moment := _moment(text)):
                dates[placeholder.label] = moment
    return sorted(found, key=lambda each: each.start)


def _moment(text: str) -> ClinicalDate | None:
    typed = _TYPED.fullmatch(text)
    match = _MOMENT.match(text)
    if match is None and typed is None:
        return None
    if typed is not None:
        # A site that writes the month first reads it so.
        return ClinicalDate(date(int(typed[3]), int(typed[1]), int(typed[2])), None, DatePrecision.DAY)
    assert match is not None
    year, month, day, hour, minute = match.groups()
    try:
        on = date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    if hour and minute:
        return ClinicalDate(on, time(int(hour), int(minute)), DatePrecision.MINUTE)
    precision = DatePrecision.DAY if day else DatePrecision.MONTH if month else DatePrecision.YEAR
    return ClinicalDate(on, None, precision)


def extract(content: bytes) -> Extraction:
    """Facts of a file."""
    return read_hl7v2_messages(clean(content), doc_type=DocType.HL7V2_MESSAGE, source_id="documents:7")


def obx(value: str = "96", kind: str = "NM", **numbered: str) -> str:
    """An observation: glucose in mg/dL with its range, final, unless said otherwise."""
    usual = {"f2": kind, "f3": "2345-7^Glucose^LN", "f5": value, "f6": "mg/dL", "f7": "70-99", "f11": "F"}
    return segment("OBX", **{**usual, **numbered})


def labs(content: bytes) -> list[LabResult]:
    """The results of a file."""
    return [fact.lab for fact in extract(content).facts if fact.lab is not None]


def only_lab(content: bytes) -> tuple[CitedFact, LabResult]:
    """The one result of a file."""
    (fact,) = [fact for fact in extract(content).facts if fact.fact_type in {FactType.LAB_RESULT, FactType.VITAL_SIGN}]
    assert isinstance(fact.value, LabResult)
    return fact, fact.value


def only_segment(text: str) -> SegmentView:
    """A segment as extraction sees it."""
    return read_segments(clean(message(PATIENT, REQUEST, text)).pages)[-1]


def group_of(*segments: str, header: str | None = None) -> MessageGroup:
    """The one group of a message."""
    content = message(*segments) if header is None else message(*segments, header=header)
    (group,) = group_messages(read_segments(clean(content).pages))
    return group
