"""Office packages: parts, what they point to, and their XML; the same rules for Word and Excel.

XML is read without entities, document types, networks or files; names of parts are keys of the package only. The strict
and the transitional namespaces of the standard (ISO/IEC 29500-1 and -4) are read alike.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from lxml import etree

from arbiter_fhir.documents.limits import MAX_PACKAGE_BYTES, MAX_TREE_BYTES, MAX_XML_DEPTH
from arbiter_fhir.documents.office.zip_bounds import BoundedZip, open_zip
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["Element", "OfficePackage", "Relationship", "attribute", "name_of", "parse_xml", "plain_xml", "xml_error"]

Element = etree._Element  # noqa: SLF001  (lxml has no public name for it)

_TRANSITIONAL: Final = "http://schemas.openxmlformats.org/"
_STRICT: Final = "http://purl.oclc.org/ooxml/"
_MICROSOFT: Final = "http://schemas.microsoft.com/office/"

#: Namespaces and the short names that readers know them by.
_PREFIXES: Final = {
    _TRANSITIONAL + "wordprocessingml/2006/main": "w",
    _STRICT + "wordprocessingml/main": "w",
    _TRANSITIONAL + "spreadsheetml/2006/main": "x",
    _STRICT + "spreadsheetml/main": "x",
    _TRANSITIONAL + "officeDocument/2006/relationships": "r",
    _STRICT + "officeDocument/relationships": "r",
    _TRANSITIONAL + "markup-compatibility/2006": "mc",
    _TRANSITIONAL + "drawingml/2006/main": "a",
    _STRICT + "drawingml/main": "a",
    _TRANSITIONAL + "drawingml/2006/wordprocessingDrawing": "wp",
    _STRICT + "drawingml/wordprocessingDrawing": "wp",
    _TRANSITIONAL + "drawingml/2006/spreadsheetDrawing": "xdr",
    _STRICT + "drawingml/spreadsheetDrawing": "xdr",
    _TRANSITIONAL + "drawingml/2006/chart": "c",
    _STRICT + "drawingml/chart": "c",
    _TRANSITIONAL + "drawingml/2006/diagram": "dgm",
    _STRICT + "drawingml/diagram": "dgm",
    _TRANSITIONAL + "officeDocument/2006/math": "m",
    _STRICT + "officeDocument/math": "m",
    _TRANSITIONAL + "package/2006/relationships": "rel",
    _MICROSOFT + "word/2010/wordml": "w14",
    _MICROSOFT + "word/2010/wordprocessingShape": "wps",
    _MICROSOFT + "spreadsheetml/2018/threadedcomments": "tc",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
}
_URIS: Final[dict[str, tuple[str, ...]]] = {
    prefix: tuple(uri for uri, other in _PREFIXES.items() if other == prefix) for prefix in set(_PREFIXES.values())
}

#: Encodings of XML that are read: the standard's two, and those of one byte a letter that some programs write.
_ENCODINGS: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1", "windows-1252"})
_DECLARATION: Final = re.compile(rb"""^<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")

_OWN_DISK: Final = re.compile(r"(?:file:///)?[A-Za-z]:|file:///[^/\\]", re.IGNORECASE)

#: Reaches an element that stands too deep.
_TOO_DEEP: Final = etree.XPath("boolean(" + "/*" * (MAX_XML_DEPTH + 1) + ")")


@lru_cache(maxsize=2048)
def _short(tag: str) -> str:
    uri, _, local = tag[1:].rpartition("}") if tag.startswith("{") else ("", "", tag)
    prefix = _PREFIXES.get(uri)
    return f"{prefix}:{local}" if prefix else local if not uri else f"?:{local}"


def name_of(element: Element) -> str:
    """Name with the short prefix, such as ``w:p``; ``?:`` for foreign namespaces."""
    return _short(element.tag)


@lru_cache(maxsize=512)
def _full(name: str) -> tuple[str, ...]:
    prefix, _, local = name.rpartition(":")
    return tuple(f"{{{uri}}}{local}" for uri in _URIS[prefix]) if prefix else (local,)


def attribute(element: Element, name: str, default: str = "") -> str:
    """An attribute by its short name, such as ``w:val``."""
    for full in _full(name):
        value = element.get(full)
        if value is not None:
            return value
    return default


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a part points to.

    Attributes:
        kind: Last word of its type, such as ``header`` or ``image``.
        target: Name of a part of the package; empty where it lies outside or is missing.
        external: Whether it points out of the package.
    """

    kind: str
    target: str
    external: bool


class OfficePackage:
    """Parts of an Office file.

    Args:
        content: The file's bytes.

    Raises:
        DocumentError: E_BOMB, E_CORRUPT, E_UNSUPPORTED, E_ENTITY.
    """

    def __init__(self, content: bytes) -> None:
        self._zip: BoundedZip = open_zip(content)
        # Names of parts do not hang on case (ISO/IEC 29500-2, 6.2.2.3); some programs write back slashes.
        self._stored = {name.replace("\\", "/").lstrip("/").casefold(): name for name in self._zip.names}

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return name.casefold() in self._stored

    def names(self) -> Iterator[str]:
        """Names of all parts, lower case."""
        yield from self._stored

    def read(self, name: str, most: int = MAX_PACKAGE_BYTES) -> bytes:
        """A part's bytes.

        Raises:
            DocumentError: E_CORRUPT where it is missing; E_BOMB, E_ENCRYPTED.
        """
        stored = self._stored.get(name.casefold())
        if stored is None:
            raise DocumentError(ErrorCode.CORRUPT, "The Office file lacks a part that it points to; store it again.")
        return self._zip.read(stored, most)

    def tree(self, name: str) -> Element:
        """A part's XML as a tree.

        Raises:
            DocumentError: E_CORRUPT, E_BOMB, E_ENTITY, E_DEPTH, E_ENCODING.
        """
        return parse_xml(self.read(name, MAX_TREE_BYTES))

    def main_part(self) -> str:
        """Name of the part that is the document.

        Raises:
            DocumentError: E_CORRUPT where none is told.
        """
        for relationship in self.relationships("").values():
            if relationship.kind == "officeDocument" and relationship.target:
                return relationship.target
        raise DocumentError(ErrorCode.CORRUPT, "The Office file does not say what its document is; store it again.")

    def relationships(self, part: str) -> dict[str, Relationship]:
        """What a part points to, by its ids; the package itself for an empty name.

        Raises:
            DocumentError: As for `tree`.
        """
        folder, _, leaf = part.rpartition("/")
        name = f"{folder}/_rels/{leaf}.rels".lstrip("/")
        if not self.has(name):
            return {}
        found: dict[str, Relationship] = {}
        for element in self.tree(name):
            if name_of(element) != "rel:Relationship":
                continue
            external = element.get("TargetMode", "").casefold() == "external"
            # Programs note the template on the writer's own disk; nobody fetches that.
            external = external and not _OWN_DISK.match(element.get("Target", ""))
            inside = element.get("TargetMode", "").casefold() != "external"
            target = self._resolve(folder, element.get("Target", "")) if inside else ""
            kind = element.get("Type", "").rpartition("/")[2]
            found[element.get("Id", "")] = Relationship(kind, target, external)
        return found

    def _resolve(self, folder: str, target: str) -> str:
        """Name of the part that ``target`` means; empty where there is none."""
        for spelling in (target, unquote(target)):
            joined = spelling if spelling.startswith("/") else f"/{folder}/{spelling}"
            name = posixpath.normpath(joined.replace("\\", "/")).lstrip("/")
            if self.has(name):
                return name
        return ""


def plain_xml(content: bytes) -> bytes:
    """XML as UTF-8 without a document type.

    Raises:
        DocumentError: E_ENCODING, E_ENTITY.
    """
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            content = content.decode("utf-16").encode("utf-8")
        else:
            declared = _DECLARATION.match(content.removeprefix(b"\xef\xbb\xbf"))
            encoding = declared.group(1).decode("ascii").lower() if declared else "utf-8"
            if encoding not in _ENCODINGS or b"\x00" in content[:64]:
                raise _foreign_encoding()
            content = content.decode("utf-8-sig" if encoding in {"utf-8", "utf8"} else encoding).encode("utf-8")
    except UnicodeError as error:
        raise _foreign_encoding() from error
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise DocumentError(
            ErrorCode.ENTITY, "The Office file declares entities, which no office program writes; it is not read."
        )
    return content


def parse_xml(content: bytes) -> Element:
    """A tree of XML.

    Raises:
        DocumentError: E_CORRUPT, E_BOMB, E_ENTITY, E_DEPTH, E_ENCODING.
    """
    plain = plain_xml(content)
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(plain, parser)
    except etree.XMLSyntaxError as error:
        raise xml_error(error) from error
    if _TOO_DEEP(root):
        raise _too_deep()
    return root


def xml_error(error: etree.XMLSyntaxError) -> DocumentError:
    """The document error for what the parser found; its text quotes the document and is not passed on."""
    told = str(error.msg or "")
    if "depth" in told:
        return _too_deep()
    if "XML_PARSE_HUGE" in told or "too long" in told or "huge" in told:
        return DocumentError(ErrorCode.BOMB, "The Office file holds a text of millions of letters; store it as PDF.")
    return DocumentError(ErrorCode.CORRUPT, "The Office file is broken inside; store it again.")


def _too_deep() -> DocumentError:
    return DocumentError(
        ErrorCode.DEPTH, f"The Office file is nested more than {MAX_XML_DEPTH} deep; store it as PDF instead."
    )


def _foreign_encoding() -> DocumentError:
    return DocumentError(ErrorCode.ENCODING, "The Office file is not written in UTF-8 or UTF-16; store it again.")
