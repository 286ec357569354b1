"""Strings of a workbook: kept once for all sheets, plain or of several runs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from arbiter_fhir.documents.limits import MAX_CHARACTERS
from arbiter_fhir.documents.office.ooxml import Element, name_of, plain_xml, xml_error
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["read_strings", "rich_text", "stream_elements"]

#: Letters that XML cannot hold are written so (ISO/IEC 29500-1, 22.9.2.19).
_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")


def stream_elements(content: bytes, names: frozenset[str]) -> Iterator[Element]:
    """Elements of those names as they end; each is emptied when the next is asked for, so that memory stays small.

    Args:
        content: XML of a part.
        names: Short names, such as ``x:row``. An element inside another one of them must not be wanted.

    Raises:
        DocumentError: E_CORRUPT, E_BOMB, E_DEPTH, E_ENCODING, E_ENTITY.
    """
    stream = io.BytesIO(plain_xml(content))
    try:
        for _, element in etree.iterparse(
            stream,
            events=("end",),
            encoding="utf-8",
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        ):
            if name_of(element) not in names:
                continue
            yield element
            element.clear()
            # What stands before it in its parent is done with.
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        raise xml_error(error) from error


def rich_text(element: Element) -> str:
    """Text of a string element: of its own or of its runs, without how it is spoken (furigana)."""
    pieces: list[str] = []
    for each in element:
        name = name_of(each)
        if name == "x:t":
            pieces.append(each.text or "")
        elif name == "x:r":
            pieces.extend(part.text or "" for part in each if name_of(part) == "x:t")
    return unescaped("".join(pieces))


def unescaped(text: str) -> str:
    """Text with escaped letters as themselves."""
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), text) if "_x" in text else text


def read_strings(content: bytes) -> list[str]:
    """The shared strings in order.

    Raises:
        DocumentError: E_TOO_LARGE beyond the letters a document may have; as for `stream_elements`.
    """
    strings: list[str] = []
    letters = 0
    for element in stream_elements(content, frozenset({"x:si"})):
        text = rich_text(element)
        letters += len(text) + 1
        if letters > MAX_CHARACTERS:
            raise DocumentError(
                ErrorCode.TOO_LARGE, f"The workbook has more than {MAX_CHARACTERS} characters; split it."
            )
        strings.append(text)
    return strings
