"""What the line needs from the reader of bytes and from de-identification and extraction.

These Protocols let `pipelines` tell the story without naming engines; `bootstrap` puts the real rooms in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedText, IdentifierKind
from arbiter_fhir.domain.document import BoundingBox, DocType, DocumentPages, DocumentWarning
from arbiter_fhir.domain.fact import CitedFact, RejectedCandidate
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.question import AskedQuestion
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.usage import ModelUse
from arbiter_fhir.ports.terminology import QuestionWords

__all__ = ["Deidentifier", "Extraction", "FactExtractor", "PageReader", "PagesForModel"]


class PageReader(Protocol):
    """Bytes to pages, inside limits, in a child process."""

    def read(self, content: bytes, *, doc_type: DocType | None) -> DocumentPages:
        """Read all pages.

        Args:
            content: The file's bytes.
            doc_type: What its category says it is; ``None`` accepts every readable format and plain text.

        Raises:
            DocumentError: With the code of what is wrong with the bytes.
        """
        ...

    def redact(self, content: bytes, page_number: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
        """A page as a picture with all boxes painted black.

        Raises:
            DocumentError: The page cannot be drawn.
        """
        ...


@dataclass(frozen=True, slots=True)
class PagesForModel:
    """What of a document a model may be asked about.

    Attributes:
        numbers: 1-based pages; those of parts whose identity is open to doubt are not among them.
        redact: A page and where identifiers stand on it, to a picture on which they are painted over; may raise
            `DocumentError`.
    """

    numbers: frozenset[int]
    redact: Callable[[int, Sequence[BoundingBox]], RedactedPicture]


class Deidentifier(Protocol):
    """Pages to clean pages."""

    def deidentify(
        self,
        document: DocumentPages,
        *,
        patient: ChartPatient | None,
        clinicians: Sequence[ChartClinician] = (),
    ) -> DeidentifiedDocument:
        """Replace every identifier.

        Raises:
            DeidentificationError: Something needed is missing or failed; nothing is passed on.
        """
        ...

    def deidentify_text(self, text: str, *, patient: ChartPatient | None) -> DeidentifiedText:
        """The same for a short text such as a question; placeholders are not restorable from this call."""
        ...

    def deidentify_question(
        self, text: str, *, patient: ChartPatient | None, today: date, words: QuestionWords
    ) -> AskedQuestion:
        """The same for a clinician's question, with the dates that were written in it.

        Args:
            text: As typed.
            patient: Whose chart is open.
            today: The site's day, for a date without its year.
            words: The words that questions are made of, which are no names.
        """
        ...

    def identifiers_in(self, text: str, *, patient: ChartPatient | None) -> Sequence[IdentifierKind]:
        """Kinds of identifiers that stand in a text of ours; citation marks and our own placeholders never count."""
        ...


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that extraction says about a document, and the calls of a model that it took."""

    facts: tuple[CitedFact, ...]
    rejected: tuple[RejectedCandidate, ...]
    warnings: tuple[DocumentWarning, ...]
    model_uses: tuple[ModelUse, ...] = ()


class FactExtractor(Protocol):
    """Clean pages to cited facts."""

    def extract(
        self,
        document: DeidentifiedDocument,
        *,
        doc_type: DocType,
        source_id: str,
        for_model: PagesForModel | None = None,
    ) -> Extraction:
        """Read the facts of a document.

        Args:
            document: The clean document.
            doc_type: What the category says it is.
            source_id: For citations: ``documents:123`` or a file label.
            for_model: What a model may be asked about; nothing at all where ``None``.

        Raises:
            ExtractionError: The document type is not supported.
        """
        ...
