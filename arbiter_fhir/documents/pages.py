"""From placed words to a `Page`, the same way for every reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from arbiter_fhir.documents.blanks import blank_regions
from arbiter_fhir.documents.limits import MAX_CHARACTERS
from arbiter_fhir.documents.lines import PlacedWord, compose_text
from arbiter_fhir.documents.routing import OCR_CONFIDENCE, wants_vision
from arbiter_fhir.domain.document import (
    DocumentPart,
    DocumentWarning,
    Page,
    PageRoute,
    PartKind,
    WarningCode,
    Word,
)
from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["Enclosed", "PageCollector", "Reading", "Ruling", "SetSheet"]


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


@dataclass(frozen=True, slots=True)
class Ruling:
    """A thin straight line on a page, points from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class SetSheet:
    """A page that was set here: text, words and regions fit together, sizes in points."""

    text: str = field(repr=False)
    words: tuple[Word, ...] = field(repr=False)
    regions: tuple[Region, ...] = field(repr=False)
    rulings: tuple[Ruling, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Enclosed:
    """What a page shows that comes from a file inside the file: its bytes, and the 1-based page in it."""

    content: bytes = field(repr=False)
    page_number: int


@dataclass(slots=True)
class PageCollector:
    """Pages and warnings of one document while it is read.

    Attributes:
        pages: Pages so far, in order.
        warnings: Warnings so far.
        artwork: For drawing, by page number: the rules of a set page, or the enclosed file that the page shows. Pages
            of formats that draw themselves have none.
    """

    pages: list[Page] = field(default_factory=list)
    warnings: list[DocumentWarning] = field(default_factory=list)
    artwork: dict[int, tuple[Ruling, ...] | Enclosed] = field(default_factory=dict)
    _characters: int = 0
    _parts: list[tuple[PartKind, int | None]] = field(default_factory=list)

    @property
    def next_number(self) -> int:
        """1-based number of the page to be added next."""
        return len(self.pages) + 1

    def warn(self, code: WarningCode, message: str, page: int | None = None) -> None:
        """Note something; ``message`` must be free of document text."""
        self.warnings.append(DocumentWarning(code, message, page))

    def begin_part(self, kind: PartKind, parent: int | None = None) -> int:
        """Let the pages to come be a part of their own.

        Args:
            kind: Why they are.
            parent: Number of the part that carries them.

        Returns:
            The part's number, 1-based.

        Raises:
            ValueError: Pages were added before the first part was begun.
        """
        if self.pages and not self._parts:
            raise ValueError("pages stand before the first part")
        self._parts.append((kind, parent))
        return len(self._parts)

    def parts(self) -> tuple[DocumentPart, ...]:
        """The parts that have pages; none where the document was never parted."""
        reach: dict[int, tuple[int, int]] = {}
        for page in self.pages if self._parts else ():
            first, _ = reach.get(page.part, (page.number, page.number))
            reach[page.part] = (first, page.number)
        return tuple(
            DocumentPart(number, self._parts[number - 1][0], first, last, self._parts[number - 1][1])
            for number, (first, last) in reach.items()
        )

    def add_set(self, sheet: SetSheet) -> None:
        """Add a page that was set here.

        Raises:
            DocumentError: E_TOO_LARGE when the document has too many characters.
        """
        self._count(sheet.text)
        self.artwork[self.next_number] = sheet.rulings
        self.pages.append(
            Page(
                number=self.next_number,
                text=sheet.text,
                words=sheet.words,
                route=PageRoute.NATIVE,
                width_points=sheet.width,
                height_points=sheet.height,
                regions=sheet.regions,
                part=max(1, len(self._parts)),
            )
        )

    def add_enclosed(self, inner: PageCollector, content: bytes) -> None:
        """Add all pages that were read of a file inside the file, in the present part.

        Args:
            inner: What its reader gave.
            content: Its bytes, for drawing.

        Raises:
            DocumentError: E_TOO_LARGE when the document has too many characters.
        """
        before = len(self.pages)
        for page in inner.pages:
            self._count(page.text)
            self.artwork[self.next_number] = Enclosed(content, page.number)
            self.pages.append(replace(page, number=self.next_number, part=max(1, len(self._parts))))
        for warning in inner.warnings:
            page_number = None if warning.page is None else warning.page + before
            self.warnings.append(DocumentWarning(warning.code, warning.message, page_number))

    def mark_regions(self, regions: Iterable[Region]) -> None:
        """Tell regions of the page added last beside its blanks; their spans are offsets in its text."""
        told = tuple(regions)
        blanks = [each for each in self.pages[-1].regions if each.kind is RegionKind.BLANK and each not in told]
        self.pages[-1] = replace(self.pages[-1], regions=(*told, *blanks))

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
        read = tuple(words)
        text, placed = compose_text(read)
        self._count(text)
        blanks = blank_regions(read, placed, ratio=height / width)
        part = max(1, len(self._parts))
        self.pages.append(
            Page(self.next_number, text, placed, route, width, height, mean_confidence, regions=blanks, part=part)
        )

    def _count(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            raise DocumentError(
                ErrorCode.TOO_LARGE, f"The document has more than {MAX_CHARACTERS} characters; split it."
            )
