"""Citations: where a claim stands, so that a reader can put a finger on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox

__all__ = ["Citation", "SourceType", "citation_to_json"]


class SourceType(StrEnum):
    """What kind of source a citation points into (document types, guideline corpus, chart)."""

    LAB_PDF = "lab_pdf"
    INTAKE_FORM = "intake_form"
    REFERRAL_DOCX = "referral_docx"
    CLINICAL_WORKBOOK = "clinical_workbook"
    FAX_PACKET = "fax_packet"
    HL7V2_MESSAGE = "hl7v2_message"
    GUIDELINE = "guideline"
    CHART = "chart"


@dataclass(frozen=True, slots=True)
class Citation:
    """The seed's citation shape, plus the page as a number.

    Attributes:
        source_type: Kind of source.
        source_id: ``documents:123``, ``procedure_result:45`` or a guideline chunk's source.
        page_or_section: ``page 1``, a section title, or a table and row.
        field_or_chunk_id: Field path such as ``results[0]``, or a chunk id.
        quote: Verbatim de-identified quote, or the value cited.
        page: 1-based page number where the source has pages.
        box: Proven box around the quote on that page; ``None`` where there is none.
    """

    source_type: SourceType
    source_id: str
    page_or_section: str
    field_or_chunk_id: str
    quote: DeidentifiedText
    page: int | None = None
    box: BoundingBox | None = None


def citation_to_json(citation: Citation) -> dict[str, object]:
    """The seed's citation shape, plus the page as a number; boxes in fractions of the page."""
    box = citation.box
    return {
        "source_type": citation.source_type.value,
        "source_id": citation.source_id,
        "page_or_section": citation.page_or_section,
        "field_or_chunk_id": citation.field_or_chunk_id,
        "quote_or_value": citation.quote.value,
        "page": citation.page,
        "bounding_box": None if box is None else {"x": box.x, "y": box.y, "width": box.width, "height": box.height},
    }
