"""A Word document from its package: body, headers, footers, notes, comments, pictures, set on pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.office.docx.blocks import BlockReader
from arbiter_fhir.documents.office.docx.numbering import Numbering
from arbiter_fhir.documents.office.docx.state import Place, ReadingState
from arbiter_fhir.documents.office.docx.styles import StyleSheet
from arbiter_fhir.documents.office.ooxml import Element, OfficePackage, Relationship, attribute, name_of
from arbiter_fhir.documents.office.pictures import add_pictures
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.setting.text import Block, Piece, Table
from arbiter_fhir.documents.setting.typesetting import Style, Typesetter
from arbiter_fhir.domain.document import WarningCode
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["read_docx"]

#: Relationships that may point outside without anything being fetched for the text.
_HARMLESS: Final = frozenset({"hyperlink"})
_EMBEDDED: Final = frozenset({"oleObject", "package", "subDocument"})
_ACTIVE: Final = frozenset({"control", "activeXControlBinary", "vbaProject", "keyMapCustomizations"})

#: Notes of the separator line and the like (ISO/IEC 29500-1, 17.18.33) are no text.
_NO_NOTES: Final = frozenset({"separator", "continuationSeparator", "continuationNotice"})


def read_docx(content: bytes, program: Tesseract | None, clock: FileClock) -> PageCollector:
    """Read a Word document.

    Args:
        content: The file.
        program: For pictures in it; ``None`` leaves them unread.
        clock: The time of the whole file.

    Raises:
        DocumentError: E_BOMB, E_CORRUPT, E_DEPTH, E_ENCODING, E_ENCRYPTED, E_ENTITY, E_TOO_LARGE.
    """
    return _DocxReader(content).read(program, clock)


class _DocxReader:
    def __init__(self, content: bytes) -> None:
        self._package = OfficePackage(content)
        self._main = self._package.main_part()
        self._relationships = self._package.relationships(self._main)
        self._state = ReadingState(StyleSheet(self._related_tree("styles")), Numbering(self._related_tree("numbering")))
        self._collector = PageCollector()
        self._setter = Typesetter(self._collector)

    def read(self, program: Tesseract | None, clock: FileClock) -> PageCollector:
        root = self._package.tree(self._main)
        body = next((each for each in root if name_of(each) == "w:body"), None)
        if body is None:
            raise DocumentError(ErrorCode.CORRUPT, "The Word document has no body; store it again.")
        self._read_margins("header", RegionKind.HEADER)
        self._enter(self._main)
        self._set(BlockReader(self._state).read(body))
        for kind, title, letter in (("footnotes", "Footnotes", ""), ("endnotes", "Endnotes", "e")):
            self._read_notes(kind, title, letter)
        self._read_comments()
        self._read_margins("footer", RegionKind.FOOTER)
        self._setter.finish()
        add_pictures(self._collector, self._package, list(self._state.pictures), program, clock)
        self._warn()
        return self._collector

    def _related_tree(self, kind: str) -> Element | None:
        """The tree of the part of that kind that the document points to."""
        part = next((each.target for each in self._relationships.values() if each.kind == kind), "")
        return self._package.tree(part) if part else None

    def _enter(self, part: str) -> None:
        """Read what follows as a story of ``part``."""
        self._state.relationships = self._package.relationships(part)
        self._state.fields = []
        self._look_at(self._state.relationships.values())

    def _look_at(self, relationships: Iterable[Relationship]) -> None:
        for each in relationships:
            if each.external and each.kind not in _HARMLESS:
                self._state.external = True
            if each.kind == "aFChunk":
                self._state.external = True
            if each.kind in _EMBEDDED:
                self._state.embedded = True

    def _set(self, content: Sequence[Block | Table]) -> None:
        for item in content:
            if self._setter.is_full:
                break
            if isinstance(item, Table):
                self._setter.table(item)
            else:
                self._setter.block(*item.pieces, style=item.style, indent=item.indent)

    def _read_margins(self, kind: str, region: RegionKind) -> None:
        """Headers or footers, each wording once."""
        seen: set[str] = set()
        for relationship in self._relationships.values():
            if relationship.kind != kind or not relationship.target:
                continue
            root = self._package.tree(relationship.target)
            self._enter(relationship.target)
            spoken = "".join(each.text or "" for each in root.iter() if name_of(each) == "w:t").strip()
            if spoken and spoken in seen:
                continue
            seen.add(spoken)
            path = f"{kind} {self._state.next_of(kind)}"
            reader = BlockReader(self._state, Place(region, path), path=f"{path}, ")
            self._set(reader.read(root))

    def _read_notes(self, kind: str, title: str, letter: str) -> None:
        part = next((each.target for each in self._relationships.values() if each.kind == kind), "")
        if not part:
            return
        self._enter(part)
        notes: list[Block | Table] = []
        for note in self._package.tree(part):
            number = attribute(note, "w:id")
            if attribute(note, "w:type") in _NO_NOTES or not number.lstrip("-").isdecimal():
                continue
            place = Place(RegionKind.NOTE, f"{kind.removesuffix('s')} {number[:9]}")
            notes.extend(_labelled(BlockReader(self._state, place).read(note), place, f"[{letter}{number[:9]}] "))
        self._set_under(title, notes)

    def _read_comments(self) -> None:
        part = next((each.target for each in self._relationships.values() if each.kind == "comments"), "")
        if not part:
            return
        self._enter(part)
        comments: list[Block | Table] = []
        for comment in self._package.tree(part):
            if name_of(comment) != "w:comment":
                continue
            place = Place(RegionKind.COMMENT, f"comment {self._state.next_of('comment')}")
            comments.extend(BlockReader(self._state, place).read(comment))
        if comments:
            self._state.hidden = True
        self._set_under("Comments", comments)

    def _set_under(self, title: str, content: Sequence[Block | Table]) -> None:
        if content:
            self._setter.block(Piece(title), style=Style.HEADING)
            self._set(content)

    def _warn(self) -> None:
        state, warn = self._state, self._collector.warn
        for relationship in self._relationships.values():
            if relationship.kind == "settings" and relationship.target:
                self._look_at(self._package.relationships(relationship.target).values())
        kinds = {each.kind for each in self._relationships.values()}
        if state.external:
            warn(WarningCode.EXTERNAL, "The document points to content outside of it, which was not fetched.")
        if state.embedded or any("/embeddings/" in name for name in self._package.names()):
            warn(WarningCode.HIDDEN, "The document carries other files, which were not opened.")
        if state.hidden:
            warn(
                WarningCode.HIDDEN,
                "The document holds hidden or struck text or comments; they were read and are marked.",
            )
        if kinds & _ACTIVE or any("/activex/" in name for name in self._package.names()):
            warn(WarningCode.ACTIVE, "The document carries controls that run; they were not run.")
        for what in sorted(state.unread):
            warn(WarningCode.PARTIAL, f"The document shows {what}, which is not read.")


def _labelled(content: list[Block | Table], place: Place, label: str) -> list[Block | Table]:
    """A note with its label in front."""
    if content and isinstance(content[0], Block):
        first = content[0]
        return [Block((Piece(label, (place.tag(),)), *first.pieces), first.style, first.indent), *content[1:]]
    return content
