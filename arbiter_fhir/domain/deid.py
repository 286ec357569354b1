"""De-identified text, the placeholders in it, and the ways back to the page and to the person."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass
from decimal import Decimal
from enum import StrEnum
from typing import LiteralString

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.document import BoundingBox, DocumentPart, MediaType, PageRoute
from arbiter_fhir.domain.region import Region
from arbiter_fhir.domain.seal import DEID_SEAL, Seal, require_seal

__all__ = [
    "CandidateField",
    "CleanWord",
    "DeidentifiedDocument",
    "DeidentifiedPage",
    "DeidentifiedText",
    "IdentifierCandidate",
    "IdentifierCandidates",
    "IdentifierKind",
    "IdentifierRole",
    "IdentifierSpan",
    "OffsetMap",
    "PhiMap",
    "Placeholder",
]


class IdentifierKind(StrEnum):
    """Kinds of identifiers that are replaced (HIPAA Safe Harbor classes, 45 CFR 164.514(b)(2)(i))."""

    PERSON = "PERSON"
    DATE = "DATE"
    AGE_OVER_89 = "AGE"
    MRN = "MRN"
    ACCOUNT = "ACCOUNT"
    ACCESSION = "ACCESSION"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    URL = "URL"
    IP = "IP"
    SSN = "SSN"
    ADDRESS = "ADDRESS"
    LOCATION = "LOCATION"
    LICENSE = "LICENSE"
    ID = "ID"


@dataclass(frozen=True, slots=True, order=True)
class Placeholder:
    """A stand-in such as ``[PERSON_1]``: one per person (or value) across a document."""

    kind: IdentifierKind
    index: int

    @property
    def label(self) -> str:
        """The text that stands in the clean text, e.g. ``[PERSON_1]``."""
        return f"[{self.kind.value}_{self.index}]"


@dataclass(frozen=True, slots=True)
class DeidentifiedText:
    """Text that has passed de-identification: the only text a model, an index, a log or a fact row may hold.

    Raises:
        TypeError: Made by another room than `deid` (or `store`, reading back).
    """

    value: str
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, DEID_SEAL)

    def __str__(self) -> str:
        return self.value

    def __len__(self) -> int:
        return len(self.value)

    def slice(self, start: int, end: int) -> DeidentifiedText:
        """The characters from ``start`` (inclusive) to ``end`` (exclusive): a part of clean text is clean."""
        return DeidentifiedText(self.value[start:end], DEID_SEAL)

    @staticmethod
    def compose(template: LiteralString, *pieces: DeidentifiedText | Decimal | int) -> DeidentifiedText:
        """Our own literal words around clean pieces: ``compose("{} was {}", name, value)`` is clean text.

        Args:
            template: A literal of our own with one ``{}`` per piece; never text from a document.
            pieces: Clean text or numbers.

        Raises:
            ValueError: The number of ``{}`` and pieces differ.
        """
        if template.count("{}") != len(pieces):
            raise ValueError("one {} in the template for each piece")
        return DeidentifiedText(template.format(*(str(piece) for piece in pieces)), DEID_SEAL)

    @staticmethod
    def join(separator: LiteralString, pieces: Sequence[DeidentifiedText]) -> DeidentifiedText:
        """Clean pieces joined by our own separator."""
        return DeidentifiedText(separator.join(piece.value for piece in pieces), DEID_SEAL)


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Maps offsets of a clean text back to its raw text.

    Attributes:
        segments: ``(clean_start, clean_end, raw_start, raw_end)`` in ascending order, covering the clean text without
            gaps. A copied segment has equal lengths; a replaced one maps a placeholder to the raw identifier.
    """

    segments: tuple[tuple[int, int, int, int], ...]

    def to_raw(self, start: int, end: int) -> tuple[int, int]:
        """Raw offsets (start inclusive, end exclusive) of a clean span; a placeholder touched maps as a whole.

        Raises:
            ValueError: The span is empty or outside the text.
        """
        if start >= end:
            raise ValueError("an empty span has no place in the raw text")
        raw_start: int | None = None
        raw_end: int | None = None
        for clean_from, clean_to, raw_from, raw_to in self.segments:
            if clean_to <= start or clean_from >= end:
                continue
            copied = clean_to - clean_from == raw_to - raw_from
            if raw_start is None:
                raw_start = raw_from + (max(start, clean_from) - clean_from if copied else 0)
            raw_end = raw_from + (min(end, clean_to) - clean_from) if copied else raw_to
        if raw_start is None or raw_end is None:
            raise ValueError("the span lies outside the text")
        return raw_start, raw_end


@dataclass(frozen=True, slots=True)
class CleanWord:
    """A word of the clean text with its place on the page.

    A raw identifier of several words becomes one `CleanWord` per line that it stands on: its text is the placeholder's
    label, its box the box around the raw words, and `placeholder` is set. A raw word that is only partly an identifier
    (``MRN:12345``) becomes several clean words that share the raw word's box proportionally or as a whole.

    Attributes:
        text: Word or placeholder label.
        box: Where it stands on the page.
        start: Offset in the page's clean text, inclusive.
        end: Offset in the page's clean text, exclusive.
        line: Text line, 0-based, as in the raw page.
        confidence: OCR confidence 0-100 (lowest of the raw words); ``None`` for a text layer.
        placeholder: The placeholder that this word is; ``None`` for clear text.
    """

    text: str
    box: BoundingBox
    start: int
    end: int
    line: int
    confidence: float | None = None
    placeholder: Placeholder | None = None


@dataclass(frozen=True, slots=True)
class IdentifierSpan:
    """One identifier found on a page: offsets in the raw page text, never its value."""

    page: int
    start: int
    end: int
    kind: IdentifierKind
    placeholder: Placeholder
    score: float
    recognizer: str


@dataclass(frozen=True, slots=True)
class DeidentifiedPage:
    """A page after de-identification.

    Attributes:
        number: 1-based.
        text: Clean text; lines joined by a newline.
        words: Clean words in reading order.
        offsets: Clean text to raw page text.
        route: How the words were read.
        width_points: Displayed width in points.
        height_points: Displayed height in points.
        mean_confidence: Mean OCR confidence 0-100; ``None`` for a text layer.
        regions: As on the raw page, with offsets in the clean text.
        part: As on the raw page.
    """

    number: int
    text: DeidentifiedText
    words: tuple[CleanWord, ...]
    offsets: OffsetMap
    route: PageRoute
    width_points: float
    height_points: float
    mean_confidence: float | None = None
    regions: tuple[Region, ...] = ()
    part: int = 1


@dataclass(frozen=True, slots=True)
class PhiMap:
    """Placeholder label to the raw surface forms it stands for. Lives in memory and, encrypted, in `phi_tokens`."""

    values: Mapping[str, tuple[str, ...]] = dataclasses.field(repr=False)


class IdentifierRole(StrEnum):
    """Whose identifier a candidate is, judged by its label on the page."""

    PATIENT = "patient"
    CLINICIAN = "clinician"
    RELATIVE = "relative"
    UNKNOWN = "unknown"


class CandidateField(StrEnum):
    """Which chart field a candidate speaks about."""

    NAME = "name"
    BIRTH_DATE = "birth_date"
    MRN = "mrn"
    SEX = "sex"
    SSN = "ssn"
    PHONE = "phone"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class IdentifierCandidate:
    """An identifier printed on the document, for the identity gate. Raw: encrypted at rest, never logged or prompted.

    Attributes:
        field: What it speaks about.
        value: As printed.
        role: Whose it is.
        page: 1-based.
        box: Where it stands.
        labelled: Whether a label such as "DOB:" or "Patient" introduced it.
    """

    field: CandidateField
    value: str = dataclasses.field(repr=False)
    role: IdentifierRole
    page: int
    box: BoundingBox | None
    labelled: bool


@dataclass(frozen=True, slots=True)
class IdentifierCandidates:
    """All identifier candidates of a document, in reading order."""

    items: tuple[IdentifierCandidate, ...] = dataclasses.field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class DeidentifiedDocument:
    """What the de-identification gate hands over.

    Attributes:
        pages: Clean pages.
        phi: The way back to the values, for an authorised reader only.
        candidates: For the identity gate only.
        spans: What was replaced, without values.
        dates: Label of each date placeholder to its parsed value, so that local deterministic code can order and store
            clinical dates without the raw text. Labels whose text could not be parsed safely are absent.
        media_type: What the bytes were.
        parts: The parts that the format told apart; empty where it told nothing.
    """

    pages: tuple[DeidentifiedPage, ...]
    phi: PhiMap
    candidates: IdentifierCandidates
    spans: tuple[IdentifierSpan, ...]
    dates: Mapping[str, ClinicalDate] = dataclasses.field(repr=False)
    media_type: MediaType = MediaType.PDF
    parts: tuple[DocumentPart, ...] = ()
