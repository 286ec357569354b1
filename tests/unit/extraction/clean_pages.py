"""Clean documents made by hand for tests: words placed on a page, or read from a sample PDF, dates and names replaced.

Stands in for the reader and the de-identification room, so that extraction is tested alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pymupdf

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
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
from arbiter_fhir.domain.seal import DEID_SEAL

_FORMATS = {
    r"\d{2}/\d{2}/\d{4} \d{2}:\d{2}": "%m/%d/%Y %H:%M",
    r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}": "%Y-%m-%d %H:%M",
    r"\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}": "%d-%b-%Y %H:%M",
    r"\d{2}/\d{2}/\d{4}": "%m/%d/%Y",
    r"\d{2}/\d{2}/\d{2}": "%m/%d/%y",
    r"\d{4}-\d{2}-\d{2}": "%Y-%m-%d",
    r"\d{2}-[A-Z][a-z]{2}-\d{4}": "%d-%b-%Y",
    r"[JFMASOND][a-z]{2,8} \d{2}, \d{4}": "%B %d, %Y",
}
_DATE = re.compile("|".join(f"(?:{shape})" for shape in _FORMATS))


@dataclass
class Placed:
    """A raw word: text, place in fractions, line."""

    text: str
    box: BoundingBox
    line: int
    confidence: float | None = None


@dataclass
class Namespace:
    """Placeholders of one document."""

    dates: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, ClinicalDate] = field(default_factory=dict)

    def date(self, text: str) -> str:
        """The label of a date."""
        if text not in self.dates:
            self.dates[text] = f"[DATE_{len(self.dates) + 1}]"
            for shape, form in _FORMATS.items():
                if re.fullmatch(shape, text):
                    moment = datetime.strptime(text, form).replace(tzinfo=UTC)
                    timed = "%H" in form
                    self.values[self.dates[text]] = ClinicalDate(
                        moment.date(),
                        moment.time() if timed else None,
                        DatePrecision.MINUTE if timed else DatePrecision.DAY,
                    )
                    break
        return self.dates[text]

    def name(self, text: str) -> str:
        """The label of another identifier."""
        return self.names.setdefault(text, f"[ID_{len(self.names) + 1}]")


def clean_page(
    placed: Sequence[Placed],
    namespace: Namespace,
    *,
    number: int = 1,
    size: tuple[float, float] = (612.0, 792.0),
    identifiers: Sequence[str] = (),
    route: PageRoute = PageRoute.NATIVE,
) -> DeidentifiedPage:
    """A clean page from raw words; dates and the given identifiers become placeholders."""
    known = "|".join(re.escape(identifier) for identifier in sorted(identifiers, key=len, reverse=True))
    pattern = re.compile(f"(?P<date>{_DATE.pattern})" + (f"|(?P<name>{known})" if known else ""))
    lines: dict[int, list[Placed]] = {}
    for word in placed:
        lines.setdefault(word.line, []).append(word)
    text = ""
    words: list[CleanWord] = []
    for line, members in sorted(lines.items()):
        if text:
            text += "\n"
        raw = " ".join(word.text for word in members)
        starts: list[int] = []
        for position in range(len(members)):
            starts.append(starts[-1] + len(members[position - 1].text) + 1 if starts else 0)
        index = 0
        first = True
        while index < len(members):
            begin = starts[index]
            match = next((m for m in pattern.finditer(raw) if m.start() <= begin < m.end()), None)
            group = [members[index]]
            placeholder = None
            label = members[index].text
            if match is not None:
                label = namespace.date(match[0]) if match.lastgroup == "date" else namespace.name(match[0])
                kind = IdentifierKind.DATE if match.lastgroup == "date" else IdentifierKind.ID
                placeholder = Placeholder(kind, int(re.findall(r"\d+", label)[0]))
                while index + 1 < len(members) and starts[index + 1] < match.end():
                    index += 1
                    group.append(members[index])
            if not first:
                text += " "
            first = False
            confidences = [word.confidence for word in group if word.confidence is not None]
            words.append(
                CleanWord(
                    label,
                    BoundingBox.around(word.box for word in group),
                    len(text),
                    len(text) + len(label),
                    line,
                    min(confidences) if confidences else None,
                    placeholder,
                )
            )
            text += label
            index += 1
    confidences = [word.confidence for word in words if word.confidence is not None]
    return DeidentifiedPage(
        number,
        DeidentifiedText(text, DEID_SEAL),
        tuple(words),
        OffsetMap(((0, len(text), 0, len(text)),) if text else ()),
        route,
        size[0],
        size[1],
        sum(confidences) / len(confidences) if confidences else None,
    )


def clean_document(pages: Sequence[DeidentifiedPage], dates: Mapping[str, ClinicalDate]) -> DeidentifiedDocument:
    """A clean document of these pages."""
    return DeidentifiedDocument(tuple(pages), PhiMap({}), IdentifierCandidates(), (), dates)


def lines_of(
    boxes: Sequence[tuple[float, float, float, float, str]],
) -> list[tuple[int, tuple[float, float, float, float, str]]]:
    """Words (left, top, right, bottom, text) with their line numbers: words whose centres share a band."""
    lines: list[list[tuple[float, float, float, float, str]]] = []
    for word in sorted(boxes, key=lambda box: ((box[1] + box[3]) / 2, box[0])):
        middle = (word[1] + word[3]) / 2
        for line in lines[-3:]:
            if abs((line[0][1] + line[0][3]) / 2 - middle) < 0.45 * (word[3] - word[1]):
                line.append(word)
                break
        else:
            lines.append([word])
    return [(index, word) for index, line in enumerate(lines) for word in sorted(line)]


def read_typed(content: bytes, identifiers: Sequence[str]) -> DeidentifiedDocument:
    """A typed sample PDF as a clean document."""
    namespace = Namespace()
    pages = []
    with pymupdf.open(stream=content, filetype="pdf") as document:
        for number, page in enumerate(document, start=1):
            width, height = page.rect.width, page.rect.height
            raw = []
            for word in page.get_text("words"):
                rect = pymupdf.Rect(word[:4]) * page.rotation_matrix
                raw.append((rect.x0, rect.y0, rect.x1, rect.y1, word[4]))
            placed = [
                Placed(
                    text,
                    BoundingBox(left / width, top / height, (right - left) / width, (bottom - top) / height),
                    line,
                )
                for line, (left, top, right, bottom, text) in lines_of(raw)
            ]
            pages.append(clean_page(placed, namespace, number=number, size=(width, height), identifiers=identifiers))
    return clean_document(pages, namespace.values)


def write_lines(
    *lines: str,
    start: float = 80.0,
    pitch: float = 14.0,
    char: float = 5.0,
    route: PageRoute = PageRoute.NATIVE,
    confidence: float | None = None,
) -> DeidentifiedDocument:
    """A one-page clean document from lines in a fixed-width hand: the column of a character is its place.

    Two or more blanks in a row part columns, as on paper.
    """
    width, height = 612.0, 792.0
    placed = []
    for index, line in enumerate(lines):
        top = start + index * pitch
        for match in re.finditer(r"\S+", line):
            left = 40 + match.start() * char
            box = BoundingBox(left / width, top / height, len(match[0]) * char / width, 9 / height)
            placed.append(Placed(match[0], box, index, confidence))
    namespace = Namespace()
    page = clean_page(placed, namespace, route=route)
    return clean_document([page], namespace.values)
