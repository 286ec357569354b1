"""Clean packets of plain lines: every word in its place on a grid."""

from __future__ import annotations

from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage, IdentifierCandidates, PhiMap
from arbiter_fhir.domain.document import BoundingBox, DocumentPart
from tests.unit.extraction.clean_pages import Namespace, Placed, clean_page

#: Columns of a page and height of a line, as fractions.
_COLUMN, _LINE = 1 / 110, 1 / 70


def clean_packet(*texts: str, parts: tuple[DocumentPart, ...] = ()) -> DeidentifiedDocument:
    """A document with one page for each text; blanks keep columns apart as in typewriting."""
    namespace = Namespace()
    pages = tuple(_page(number, text, namespace) for number, text in enumerate(texts, start=1))
    return DeidentifiedDocument(pages, PhiMap({}), IdentifierCandidates(()), (), namespace.values, parts=parts)


def _page(number: int, text: str, namespace: Namespace) -> DeidentifiedPage:
    placed = []
    for row, line in enumerate(text.split("\n")):
        column = 0
        for word in line.split():
            column = line.index(word, column)
            box = BoundingBox(0.05 + column * _COLUMN, 0.05 + row * _LINE, len(word) * _COLUMN, _LINE * 0.7)
            placed.append(Placed(word, box, row))
            column += len(word)
    return clean_page(placed, namespace, number=number)
