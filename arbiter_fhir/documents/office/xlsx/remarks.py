"""What a sheet carries besides cells: comments, text boxes, headers and footers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.documents.office.ooxml import Element, OfficePackage, Relationship, attribute, name_of
from arbiter_fhir.documents.office.xlsx.strings import rich_text

__all__ = ["Comment", "Drawing", "margin_text", "read_comments", "read_drawing"]

#: Excel writes this in front of the copy of a conversation that it keeps for old versions of itself.
_COPY: Final = "[Threaded comment]"

#: Codes in a header: fields, fonts, sizes, colours (ISO/IEC 29500-1, 18.3.1.46). Sections follow each other.
_SECTION: Final = re.compile(r"&[LCR]")
_CODES: Final = re.compile(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&K\d\d[+-]\d{3}|&\d+|&[A-Z]', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a cell."""

    reference: str
    text: str = field(repr=False)


@dataclass(slots=True)
class Drawing:
    """What is drawn on a sheet.

    Attributes:
        boxes: Texts of text boxes.
        pictures: Names of the parts that are pictures.
        charts: Whether there are charts.
    """

    boxes: list[str] = field(default_factory=list, repr=False)
    pictures: list[str] = field(default_factory=list)
    charts: bool = False


def margin_text(code: str) -> str:
    """Text of a header or footer without its codes, sections parted by tabs."""
    text = _SECTION.sub("\t", code.replace("&&", "\x00"))
    return _CODES.sub("", text).replace("\x00", "&").strip()


def read_comments(package: OfficePackage, relationships: dict[str, Relationship]) -> list[Comment]:
    """Comments of a sheet, old and new.

    Raises:
        DocumentError: As for `OfficePackage.tree`.
    """
    comments: list[Comment] = []
    threaded: set[str] = set()
    for relationship in relationships.values():
        if relationship.kind == "threadedComment" and relationship.target:
            for each in package.tree(relationship.target):
                text = "".join(part.text or "" for part in each if name_of(part) == "tc:text")
                threaded.add(attribute(each, "ref"))
                comments.append(Comment(attribute(each, "ref")[:20], text))
    for relationship in relationships.values():
        if relationship.kind != "comments" or not relationship.target:
            continue
        for each in _named(package.tree(relationship.target), "x:comment"):
            text = "".join(rich_text(part) for part in each if name_of(part) == "x:text")
            if not (attribute(each, "ref") in threaded and text.startswith(_COPY)):
                comments.append(Comment(attribute(each, "ref")[:20], text))
    return [comment for comment in comments if comment.text.strip()]


def read_drawing(package: OfficePackage, relationships: dict[str, Relationship]) -> Drawing:
    """Text boxes and pictures of a sheet.

    Raises:
        DocumentError: As for `OfficePackage.tree`.
    """
    drawing = Drawing()
    for relationship in relationships.values():
        if relationship.kind != "drawing" or not relationship.target:
            continue
        for body in _named(package.tree(relationship.target), "xdr:txBody"):
            lines = [
                "".join(each.text or "" for each in paragraph.iter() if name_of(each) == "a:t")
                for paragraph in body
                if name_of(paragraph) == "a:p"
            ]
            text = "\n".join(lines)
            if text.strip():
                drawing.boxes.append(text)
        for inner in package.relationships(relationship.target).values():
            if inner.kind == "image" and inner.target:
                drawing.pictures.append(inner.target)
            drawing.charts = drawing.charts or inner.kind in {"chart", "chartEx", "diagramData"}
    return drawing


def _named(root: Element, name: str) -> Iterator[Element]:
    return (each for each in root.iter() if name_of(each) == name)
