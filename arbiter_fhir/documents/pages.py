"""From placed words to a `Page`, the same way for every reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arbiter_fhir.documents.limits import MAX_CHARACTERS
from arbiter_fhir.documents.lines import PlacedWord, compose_text
from arbiter_fhir.documents.routing import OCR_CONFIDENCE, wants_vision
from arbiter_fhir.domain.document import DocumentWarning, Page, PageRoute, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["PageCollector", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of one page.

    Attributes:
        words: Words on the page as displayed; the reading frame is the upright page, in points.
        mean_confidence: Mean word confidence 0-100; 0 without words.
        ran_out: Whether the page's time ended before a good reading was found.
    """

    words: tuple[PlacedWord, ...]
    mean_confidence: float
    ran_out: bool = False


@dataclass(slots=True)
class PageCollector:
    """Pages and warnings of one document while it is read.

    Attributes:
        pages: Pages so far, in order.
        warnings: Warnings so far.
    """

    pages: list[Page] = field(default_factory=list)
    warnings: list[DocumentWarning] = field(default_factory=list)
    _characters: int = 0

    @property
    def next_number(self) -> int:
        """1-based number of the page to be added next."""
        return len(self.pages) + 1

    def warn(self, code: WarningCode, message: str, page: int | None = None) -> None:
        """Note something; ``message`` must be free of document text."""
        self.warnings.append(DocumentWarning(code, message, page))

    def add_native(self, words: Iterable[PlacedWord], *, width: float, height: float) -> None:
        """Add a page that was read by its text layer; sizes in points as displayed.

        Raises:
            DocumentError: E_TOO_LARGE when the document has too many characters.
        """
        self._add(words, PageRoute.NATIVE, width, height, None)

    def add_ocr(self, reading: Reading, *, width: float, height: float) -> None:
        """Add a page that was read by OCR, with the warnings that its confidence deserves.

        Raises:
            DocumentError: E_TOO_LARGE when the document has too many characters.
        """
        number = self.next_number
        self._add(reading.words, PageRoute.OCR, width, height, reading.mean_confidence if reading.words else None)
        if reading.ran_out:
            self.warn(WarningCode.PARTIAL, f"Page {number} took too long to recognise and was left unread.", number)
        if not reading.words:
            return
        if reading.mean_confidence < OCR_CONFIDENCE:
            self.warn(
                WarningCode.LOW_CONFIDENCE,
                f"Page {number} was recognised with a mean confidence of {reading.mean_confidence:.0f} of 100.",
                number,
            )
        if wants_vision(mean_confidence=reading.mean_confidence, words=len(reading.words)):
            self.warn(
                WarningCode.VISION_WANTED,
                f"Page {number} gave {len(reading.words)} words at confidence {reading.mean_confidence:.0f}; a vision "
                "model would be asked if one were configured.",
                number,
            )

    def add_unread(self, reason: str, *, width: float, height: float) -> None:
        """Add a page of which nothing could be read, and say why."""
        number = self.next_number
        self._add((), PageRoute.OCR, width, height, None)
        self.warn(WarningCode.PARTIAL, f"Page {number} {reason}", number)

    def _add(
        self,
        words: Iterable[PlacedWord],
        route: PageRoute,
        width: float,
        height: float,
        mean_confidence: float | None,
    ) -> None:
        text, placed = compose_text(words)
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            raise DocumentError(
                ErrorCode.TOO_LARGE, f"The document has more than {MAX_CHARACTERS} characters; split it."
            )
        self.pages.append(Page(self.next_number, text, placed, route, width, height, mean_confidence))
