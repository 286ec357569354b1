"""Documents as the line sees them: where they come from, their pages, words and boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from arbiter_fhir.domain.region import Region
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "BoundingBox",
    "DocType",
    "DocumentPages",
    "DocumentPart",
    "DocumentWarning",
    "MediaType",
    "Page",
    "PageRoute",
    "PartKind",
    "SourceDocument",
    "SourceState",
    "WarningCode",
    "Word",
]


class DocType(StrEnum):
    """What an administrator mapped a category to."""

    LAB_PDF = "lab_pdf"
    INTAKE_FORM = "intake_form"
    REFERRAL_DOCX = "referral_docx"
    CLINICAL_WORKBOOK = "clinical_workbook"
    FAX_PACKET = "fax_packet"
    HL7V2_MESSAGE = "hl7v2_message"


class MediaType(StrEnum):
    """What the bytes are, by content."""

    PDF = "application/pdf"
    PNG = "image/png"
    JPEG = "image/jpeg"
    TIFF = "image/tiff"
    WEBP = "image/webp"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    HL7V2 = "x-application/hl7-v2+er7"
    TEXT = "text/plain"


class PageRoute(StrEnum):
    """How a page's words were read."""

    NATIVE = "native"
    OCR = "ocr"
    VISION = "vision"


class WarningCode(StrEnum):
    """Things a reader noticed and went on."""

    PARTIAL = "W_PARTIAL"
    EXTERNAL = "W_EXTERNAL"
    ACTIVE = "W_ACTIVE"
    HIDDEN = "W_HIDDEN"
    LOW_CONFIDENCE = "W_LOWCONF"
    INJECTION = "W_INJECT"
    VISION_WANTED = "W_VISION_WANTED"
    MODEL = "W_MODEL"


@dataclass(frozen=True, slots=True)
class DocumentWarning:
    """A warning with its page (1-based; ``None`` for the whole document). The message is free of document text."""

    code: WarningCode
    message: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class BoundingBox:
    """A rectangle on a page, as fractions of the page's width and height as displayed.

    Origin at the top left; ``0 <= x < x + width <= 1`` and the same for y. Out-of-range boxes are refused, not
    clipped (seed rule: a wrong box must not look right).

    Raises:
        ValueError: Not finite, not positive, or outside the page.
    """

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        # One chain for the common case: a page makes hundreds of boxes. Not-a-number fails it and is named below.
        if 0 <= self.x < self.x + self.width <= 1 and 0 <= self.y < self.y + self.height <= 1:
            return
        values = (self.x, self.y, self.width, self.height)
        if not all(math.isfinite(value) for value in values):
            raise ValueError("a bounding box needs four finite numbers")
        if self.width <= 0 or self.height <= 0 or self.x < 0 or self.y < 0:
            raise ValueError("a bounding box has positive size and starts on the page")
        # One part in a million of slack: fractions of a page are computed from floats.
        if self.x + self.width > 1 + 1e-6 or self.y + self.height > 1 + 1e-6:
            raise ValueError("a bounding box ends on the page")

    @property
    def right(self) -> float:
        """Right edge, 0-1."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Bottom edge, 0-1."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """Centre point (x, y), 0-1."""
        return self.x + self.width / 2, self.y + self.height / 2

    def holds_center_of(self, other: BoundingBox) -> bool:
        """Whether the centre of ``other`` lies inside this box."""
        x, y = other.center
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def iou(self, other: BoundingBox) -> float:
        """Intersection over union with ``other``, 0-1."""
        width = min(self.right, other.right) - max(self.x, other.x)
        height = min(self.bottom, other.bottom) - max(self.y, other.y)
        if width <= 0 or height <= 0:
            return 0.0
        shared = width * height
        return shared / (self.width * self.height + other.width * other.height - shared)

    @staticmethod
    def around(boxes: Iterable[BoundingBox]) -> BoundingBox:
        """The smallest box around all ``boxes``.

        Raises:
            ValueError: No boxes were given.
        """
        every = list(boxes)
        if not every:
            raise ValueError("no boxes to put a box around")
        left = min(box.x for box in every)
        top = min(box.y for box in every)
        right = max(box.right for box in every)
        bottom = max(box.bottom for box in every)
        return BoundingBox(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class Word:
    """One word on a page.

    Attributes:
        text: The word as read; never empty, no white space.
        box: Where it stands.
        start: Offset of its first character in `Page.text`, inclusive.
        end: Offset after its last character in `Page.text`, exclusive.
        line: Index of the text line it belongs to, 0-based, in reading order.
        confidence: OCR confidence 0-100; ``None`` where the text layer was read.
    """

    text: str
    box: BoundingBox
    start: int
    end: int
    line: int
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page's raw words. Raw text: only `deid` and the identity candidates may look at it.

    Attributes:
        number: 1-based.
        text: Words of a line joined by one space, lines joined by a newline; every `Word` says where it stands.
        words: In reading order.
        route: How the words were read.
        width_points: Page width as displayed, in PDF points (1/72 inch); pixels * 72 / dpi for images.
        height_points: Page height as displayed, same unit.
        mean_confidence: Mean OCR word confidence 0-100; ``None`` for a text layer.
        regions: Cells, fields and other stretches that the format tells apart, in reading order; empty for plain pages.
        part: 1-based number of the part of the document that the page belongs to.
    """

    number: int
    text: str = field(repr=False)
    words: tuple[Word, ...] = field(repr=False)
    route: PageRoute
    width_points: float
    height_points: float
    mean_confidence: float | None = None
    regions: tuple[Region, ...] = field(default=(), repr=False)
    part: int = 1


class PartKind(StrEnum):
    """Why a stretch of pages stands for itself."""

    WHOLE = "whole"  # the document is of one piece
    MESSAGE = "message"  # an HL7 v2 message, or one patient's group in it
    ATTACHMENT = "attachment"  # a document carried inside another one
    PACKET = "packet"  # one of the documents of a fax packet


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """Pages that stand for themselves: their identity is judged apart from the rest of the file.

    Attributes:
        number: 1-based, as in `Page.part`.
        kind: Why it is a part.
        first_page: 1-based, inclusive.
        last_page: Inclusive.
        parent: Number of the part that carries it, for an attachment; else ``None``.
    """

    number: int
    kind: PartKind
    first_page: int
    last_page: int
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class DocumentPages:
    """What a reader hands over: all pages, the media type by content, warnings, and parts.

    Attributes:
        parts: What the format tells apart; empty where it tells nothing: then all pages are one part.
    """

    media_type: MediaType
    pages: tuple[Page, ...]
    warnings: tuple[DocumentWarning, ...] = ()
    parts: tuple[DocumentPart, ...] = ()


class SourceState(StrEnum):
    """Whether OpenEMR still shows the document."""

    ACTIVE = "active"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """OpenEMR's own record of a stored document.

    Attributes:
        document_id: `documents.id`.
        uuid: `documents.uuid` as lower-case hex with dashes; ``None`` until OpenEMR has filled it in.
        patient_id: `documents.foreign_id`.
        category_ids: `categories_to_documents.category_id`, ascending.
        content_hash: `documents.hash`, SHA3-512 hex of the plain bytes.
        size_bytes: `documents.size`, plain bytes.
        media_type_claimed: `documents.mimetype`.
        stored_at: `documents.date`, the site's local time without zone, as OpenEMR stores it.
        state: Active or deleted.
    """

    document_id: DocumentId
    uuid: str | None
    patient_id: PatientId
    category_ids: tuple[int, ...]
    content_hash: str
    size_bytes: int
    media_type_claimed: str
    stored_at: datetime | None
    state: SourceState
