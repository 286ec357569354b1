"""Clean packets made by hand: a page is a few lines of text and what de-identification found on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import (
    CandidateField,
    CleanWord,
    DeidentifiedDocument,
    DeidentifiedPage,
    DeidentifiedText,
    IdentifierCandidate,
    IdentifierCandidates,
    IdentifierKind,
    IdentifierRole,
    IdentifierSpan,
    OffsetMap,
    PhiMap,
    Placeholder,
)
from arbiter_fhir.domain.document import BoundingBox, DocumentPart, PageRoute
from arbiter_fhir.domain.seal import DEID_SEAL


@dataclass(frozen=True)
class Sheet:
    """One page: its lines, and the identifiers printed on it as (field, value)."""

    text: str
    printed: tuple[tuple[str, str], ...] = ()
    accession: int = 0
    person: int = 0


MARIA = (("name", "Alvarez, Maria"), ("birth_date", "04/12/1970"), ("mrn", "1001"))
MARIA_BY_NAME = (("name", "Maria Alvarez"),)
OTIS = (("name", "Brandt, Otis"), ("birth_date", "01/30/1951"), ("mrn", "77203"))
NOBODY: tuple[tuple[str, str], ...] = ()


def packet(*sheets: Sheet, parts: Sequence[DocumentPart] = ()) -> DeidentifiedDocument:
    """A clean document of these sheets, in order."""
    candidates = [
        IdentifierCandidate(CandidateField(field), value, IdentifierRole.PATIENT, number, None, labelled=True)
        for number, sheet in enumerate(sheets, start=1)
        for field, value in sheet.printed
    ]
    spans = [
        IdentifierSpan(
            number, 0, 4, IdentifierKind.PERSON, Placeholder(IdentifierKind.PERSON, sheet.person), 1.0, "test"
        )
        for number, sheet in enumerate(sheets, start=1)
        if sheet.person
    ]
    return DeidentifiedDocument(
        pages=tuple(_page(number, sheet) for number, sheet in enumerate(sheets, start=1)),
        phi=PhiMap({span.placeholder.label: ("somebody",) for span in spans}),
        candidates=IdentifierCandidates(tuple(candidates)),
        spans=tuple(spans),
        dates={},
        parts=tuple(parts),
    )


def _page(number: int, sheet: Sheet) -> DeidentifiedPage:
    words = ()
    if sheet.accession:
        placeholder = Placeholder(IdentifierKind.ACCESSION, sheet.accession)
        box = BoundingBox(0.1, 0.1, 0.2, 0.02)
        words = (CleanWord(placeholder.label, box, 0, len(placeholder.label), 0, placeholder=placeholder),)
    text = DeidentifiedText(sheet.text, DEID_SEAL)
    return DeidentifiedPage(number, text, words, OffsetMap(()), PageRoute.OCR, 612.0, 792.0)
