"""What passes between the child and its parent: plain JSON, checked piece by piece on arrival, never pickled.

The parent treats a child as possibly taken over by the document it read: everything that arrives is rebuilt through the
domain's own checks, and anything malformed counts as a crash.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from arbiter_fhir.domain.document import (
    BoundingBox,
    DocumentPages,
    DocumentPart,
    DocumentWarning,
    MediaType,
    Page,
    PageRoute,
    PartKind,
    WarningCode,
    Word,
)
from arbiter_fhir.domain.region import DeclaredContent, GridPlace, Region, RegionKind, RegionMark
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = [
    "LabelledBox",
    "MalformedAnswerError",
    "Probe",
    "Task",
    "decode_pages",
    "decode_picture",
    "decode_probe",
    "encode_error",
    "encode_pages",
    "encode_picture",
    "encode_probe",
    "parse_answer",
    "parse_task",
]

#: Decimals of a box: a hundredth of a pixel on a 600 dpi page.
_DECIMALS: Final = 7

#: Longest path of a region, characters.
_PATH: Final = 200

#: Longest message taken from a child, characters.
_MESSAGE: Final = 400


class MalformedAnswerError(ValueError):
    """What arrived is no answer: the child fell, or was taken over."""


@dataclass(frozen=True, slots=True)
class LabelledBox:
    """A box to draw on a page.

    Attributes:
        box: Where.
        label: Short text for its tag; may be empty.
        color: ``#rrggbb``.
    """

    box: BoundingBox
    label: str
    color: str


@dataclass(frozen=True, slots=True)
class Task:
    """What a child is asked to do: ``read`` all pages, ``draw``, ``redact`` or show one, or ``probe`` what there is.

    Attributes:
        action: ``read``, ``draw``, ``redact``, ``page`` or ``probe``.
        doc_type: For ``read``; empty to take every readable kind.
        tesseract: Path of the OCR program.
        data_folder: Its language data, or empty.
        page: 1-based, for ``draw``, ``redact`` and ``page``.
        boxes: For ``draw`` and ``redact``.
        width: Pixels, for ``page``.
    """

    action: str
    doc_type: str = ""
    tesseract: str = ""
    data_folder: str = ""
    page: int = 1
    boxes: tuple[LabelledBox, ...] = ()
    width: int = 0

    def encode(self) -> bytes:
        """One line of JSON."""
        fields = {
            "action": self.action,
            "doc_type": self.doc_type,
            "tesseract": self.tesseract,
            "data_folder": self.data_folder,
            "page": self.page,
            "width": self.width,
            "boxes": [[*_box_numbers(each.box), each.label, each.color] for each in self.boxes],
        }
        return json.dumps(fields).encode("ascii") + b"\n"


def parse_task(line: bytes) -> Task:
    """A task from its line.

    Raises:
        ValueError: Malformed.
    """
    fields = json.loads(line)
    boxes = tuple(
        LabelledBox(BoundingBox(x, y, w, h), label, color) for x, y, w, h, label, color in fields.pop("boxes")
    )
    return Task(**fields, boxes=boxes)


def encode_pages(document: DocumentPages) -> bytes:
    """A document as an answer body."""
    return json.dumps(
        {
            "media_type": document.media_type.value,
            "parts": [
                [part.number, part.kind.value, part.first_page, part.last_page, part.parent] for part in document.parts
            ],
            "warnings": [[warning.code.value, warning.message, warning.page] for warning in document.warnings],
            "pages": [
                {
                    "number": page.number,
                    "text": page.text,
                    "route": page.route.value,
                    "width": page.width_points,
                    "height": page.height_points,
                    "confidence": page.mean_confidence,
                    "part": page.part,
                    "regions": [_encode_region(region) for region in page.regions],
                    "words": [
                        [word.text, *_box_numbers(word.box), word.start, word.end, word.line, word.confidence]
                        for word in page.words
                    ],
                }
                for page in document.pages
            ],
        },
        separators=(",", ":"),
    ).encode("ascii")


def decode_pages(body: bytes) -> DocumentPages:
    """A document from an answer body.

    Raises:
        MalformedAnswerError: Anything is missing, of the wrong kind, or does not fit together.
    """
    try:
        fields = json.loads(body)
        pages = tuple(_decode_page(page, number) for number, page in enumerate(fields["pages"], start=1))
        warnings = tuple(
            DocumentWarning(WarningCode(code), str(message)[:_MESSAGE], None if page is None else int(page))
            for code, message, page in fields["warnings"]
        )
        return DocumentPages(MediaType(fields["media_type"]), pages, warnings, _decode_parts(fields["parts"], pages))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise MalformedAnswerError("the answer is malformed") from error


def encode_picture(png: bytes, pages: int) -> bytes:
    """A picture of a page, and the number of pages, as an answer body."""
    return json.dumps({"pages": pages}).encode("ascii") + b"\n" + png


def decode_picture(body: bytes) -> tuple[bytes, int]:
    """A picture of a page, and the number of pages, from an answer body.

    Raises:
        MalformedAnswerError: It is no such body.
    """
    head, newline, png = body.partition(b"\n")
    try:
        pages = json.loads(head)["pages"]
    except (ValueError, KeyError, TypeError) as error:
        raise MalformedAnswerError("the picture is malformed") from error
    if not newline or isinstance(pages, bool) or not isinstance(pages, int) or pages < 1:
        raise MalformedAnswerError("the picture is malformed")
    return png, pages


@dataclass(frozen=True, slots=True)
class Probe:
    """What a child found when it looked at itself.

    Attributes:
        tesseract: Version of the OCR program; ``None`` where it is not installed.
        languages: Its language data; ``eng`` is needed, ``osd`` finds pages on their side.
        network_cut: Whether the child is cut off from every network.
        privileges_dropped: Whether it gave up the powers of its user.
    """

    tesseract: str | None
    languages: tuple[str, ...]
    network_cut: bool
    privileges_dropped: bool


def encode_probe(probe: Probe) -> bytes:
    """A probe as an answer body."""
    return json.dumps(asdict(probe)).encode("ascii")


def decode_probe(body: bytes) -> Probe:
    """A probe from an answer body.

    Raises:
        MalformedAnswerError: Anything is missing or too much.
    """
    try:
        fields = json.loads(body)
        return Probe(**{**fields, "languages": tuple(fields["languages"])})
    except (ValueError, KeyError, TypeError) as error:
        raise MalformedAnswerError("the probe is malformed") from error


def encode_error(error: DocumentError) -> bytes:
    """An answer that says what is wrong with the document."""
    fields = {"error": {"code": error.code.value, "message": error.message, "retryable": error.retryable}}
    return json.dumps(fields).encode("ascii") + b"\n"


def parse_answer(answer: bytes) -> bytes:
    """The body of an answer.

    Raises:
        DocumentError: The answer says so.
        MalformedAnswerError: It has no head that can be understood.
    """
    head, newline, body = answer.partition(b"\n")
    try:
        fields = json.loads(head)
        if newline and fields.get("ok") is True:
            return body
        error = fields["error"]
        code, message = ErrorCode(str(error["code"])), str(error["message"])[:_MESSAGE]
        retryable = error["retryable"] is True
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError) as malformed:
        raise MalformedAnswerError("the answer's head is malformed") from malformed
    raise DocumentError(code, message, retryable=retryable)


def _box_numbers(box: BoundingBox) -> Sequence[float]:
    # Rounded down in size, so that rounding never pushes a box off the page.
    return (
        round(box.x, _DECIMALS),
        round(box.y, _DECIMALS),
        round(max(box.width - 1e-7, 1e-7), _DECIMALS),
        round(max(box.height - 1e-7, 1e-7), _DECIMALS),
    )


def _encode_region(region: Region) -> list[object]:
    grid = region.grid
    return [
        region.kind.value,
        region.path,
        region.spans,
        None if grid is None else [grid.table, grid.row, grid.column, grid.row_span, grid.column_span],
        [mark.value for mark in region.marks],
        region.declares.value if region.declares else None,
    ]


def _decode_region(fields: Any, text: str) -> Region:
    kind, path, spans, grid, marks, declares = fields
    at = 0
    for start, end in spans:
        if not at <= start < end <= len(text):
            raise ValueError("a region does not lie on its page")
        at = end
    return Region(
        RegionKind(kind),
        str(path)[:_PATH],
        tuple((start, end) for start, end in spans),
        None if grid is None else GridPlace(*(int(number) for number in grid)),
        tuple(RegionMark(mark) for mark in marks),
        None if declares is None else DeclaredContent(declares),
    )


def _decode_parts(fields: Any, pages: Sequence[Page]) -> tuple[DocumentPart, ...]:
    """The parts: each a stretch of pages that says so itself, all together all pages."""
    parts = tuple(
        DocumentPart(number, PartKind(kind), int(first), int(last), None if parent is None else int(parent))
        for number, kind, first, last, parent in fields
    )
    covered = [(part.number, page) for part in parts for page in range(part.first_page, part.last_page + 1)]
    if parts and covered != [(page.part, page.number) for page in pages]:
        raise ValueError("parts and pages do not agree")
    if any(part.parent is not None and not 0 < part.parent < part.number for part in parts):
        raise ValueError("a part is carried by none before it")
    return parts


def _decode_page(fields: Any, number: int) -> Page:
    text = fields["text"]
    if not isinstance(text, str) or fields["number"] != number:
        raise ValueError("a page is malformed")
    words: list[Word] = []
    offset = line_before = 0
    for word_text, x, y, width, height, start, end, line, confidence in fields["words"]:
        # Offsets, text and lines must agree: later rooms cut by them.
        if text[start:end] != word_text or start < offset or not word_text or line < line_before:
            raise ValueError("a word does not stand where it says")
        if confidence is not None and not 0 <= confidence <= 100:
            raise ValueError("a confidence is out of range")
        words.append(Word(word_text, BoundingBox(x, y, width, height), start, end, line, confidence))
        offset, line_before = end, line
    width, height = float(fields["width"]), float(fields["height"])
    if not (width > 0 and height > 0):
        raise ValueError("a page has no size")
    confidence = fields["confidence"]
    return Page(
        number=number,
        text=text,
        words=tuple(words),
        route=PageRoute(fields["route"]),
        width_points=width,
        height_points=height,
        mean_confidence=None if confidence is None else float(confidence),
        regions=tuple(_decode_region(region, text) for region in fields["regions"]),
        part=int(fields["part"]),
    )
