"""Clean pages of forms made by hand for tests: lines of texts at given places, and what a format says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.clinical_date import ClinicalDate
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
from arbiter_fhir.domain.document import BoundingBox, PageRoute
from arbiter_fhir.domain.region import GridPlace, Region, RegionKind, RegionMark
from arbiter_fhir.domain.seal import DEID_SEAL

WIDTH, HEIGHT = 612.0, 792.0
#: Points that a letter is wide, a line is high, and lines are apart.
LETTER, TALL, PITCH = 5.0, 10.0, 15.0
_PLACEHOLDER = re.compile(r"\[([A-Z]+)_(\d+)\]")


@dataclass(frozen=True)
class At:
    """A text at a place of a line.

    Attributes:
        x: Points from the left.
        text: Words; a placeholder such as ``[PERSON_1]`` is one.
        region: What the format says that the text is.
    """

    x: float
    text: str
    region: Region | None = None


def cell(table: int, row: int, column: int, *marks: RegionMark) -> Region:
    """A cell of a table."""
    path = f"table {table}, row {row}, column {column}"
    return Region(RegionKind.CELL, path, grid=GridPlace(table, row, column), marks=marks)


def region(kind: RegionKind, path: str, *marks: RegionMark) -> Region:
    """Any other region."""
    return Region(kind, path, marks=marks)


def form_page(
    lines: Iterable[str | Sequence[At]], *, number: int = 1, confidence: float | None = None, left: float = 50.0
) -> DeidentifiedPage:
    """A page with one line for each entry, a text at the left margin or texts at their places."""
    words: list[CleanWord] = []
    pieces: list[str] = []
    spans: dict[Region, list[tuple[int, int]]] = {}
    offset = 0
    for index, entry in enumerate(lines):
        texts = [At(left, entry)] if isinstance(entry, str) else list(entry)
        row: list[str] = []
        for at in texts:
            x, first = at.x, offset
            for word in at.text.split():
                placeholder = _PLACEHOLDER.fullmatch(word)
                words.append(
                    CleanWord(
                        word,
                        BoundingBox(
                            x / WIDTH,
                            (60 + PITCH * index) / HEIGHT,
                            LETTER * len(word) / WIDTH,
                            TALL / HEIGHT,
                        ),
                        offset,
                        offset + len(word),
                        index,
                        confidence,
                        Placeholder(IdentifierKind(placeholder[1]), int(placeholder[2])) if placeholder else None,
                    )
                )
                row.append(word)
                offset += len(word) + 1
                x += LETTER * (len(word) + 1)
            if at.region is not None:
                spans.setdefault(at.region, []).append((first, offset - 1))
        pieces.append(" ".join(row))
    text = "\n".join(pieces)
    return DeidentifiedPage(
        number=number,
        text=DeidentifiedText(text, DEID_SEAL),
        words=tuple(words),
        offsets=OffsetMap(((0, len(text), 0, len(text)),)),
        route=PageRoute.NATIVE if confidence is None else PageRoute.OCR,
        width_points=WIDTH,
        height_points=HEIGHT,
        mean_confidence=confidence,
        regions=tuple(
            Region(each.kind, each.path, tuple(found), each.grid, each.marks, each.declares)
            for each, found in sorted(spans.items(), key=lambda item: item[1][0])
        ),
    )


def form_document(*pages: DeidentifiedPage, dates: Mapping[str, ClinicalDate] | None = None) -> DeidentifiedDocument:
    """The pages as a document."""
    return DeidentifiedDocument(
        pages=pages, phi=PhiMap({}), candidates=IdentifierCandidates(), spans=(), dates=dates or {}
    )
