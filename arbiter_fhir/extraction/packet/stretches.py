"""A packet's pages, gathered into stretches of one kind that are read together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.document import DocumentPart
from arbiter_fhir.domain.paper import PageSigns, PaperKind, read_signs

__all__ = ["Stretch", "gather"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive pages of one part and one kind."""

    kind: PaperKind
    pages: tuple[DeidentifiedPage, ...]


def gather(document: DeidentifiedDocument) -> tuple[Stretch, ...]:
    """All pages that hold words, in order; a page that does not say what it is goes on with the page before it."""
    stretches: list[Stretch] = []
    before: tuple[int, PageSigns] | None = None
    for page, signs in zip(document.pages, read_signs(document.pages), strict=True):
        if signs.blank:
            continue
        part = _part_of(document.parts, page.number)
        fresh = before is None or before[0] != part or _begins(stretches[-1].kind, before[1], signs)
        if fresh:
            stretches.append(Stretch(signs.kind, (page,)))
        else:
            last = stretches[-1]
            kind = signs.kind if last.kind is PaperKind.UNKNOWN else last.kind
            stretches[-1] = Stretch(kind, (*last.pages, page))
        before = (part, signs)
    return tuple(stretches)


def _part_of(parts: Sequence[DocumentPart], page: int) -> int:
    return next((part.number for part in parts if part.first_page <= page <= part.last_page), 0)


def _begins(kind: PaperKind, before: PageSigns, page: PageSigns) -> bool:
    """Whether a page of the same part is read apart from the stretch before it."""
    if page.goes_on_from(before):
        return False
    if PaperKind.COVER_SHEET in {kind, page.kind} or page.is_first:
        return True
    return page.kind not in {PaperKind.UNKNOWN, kind} and (page.titled or kind is PaperKind.UNKNOWN)
