"""What is known and counted while a Word document is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter_fhir.documents.limits import MAX_CELLS
from arbiter_fhir.documents.office.docx.numbering import Numbering
from arbiter_fhir.documents.office.docx.styles import StyleSheet
from arbiter_fhir.documents.office.ooxml import Relationship
from arbiter_fhir.documents.setting.text import Tag
from arbiter_fhir.domain.region import GridPlace, RegionKind, RegionMark

__all__ = ["OpenField", "Place", "ReadingState"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where text stands: what every word of it is told to be in.

    Attributes:
        kind: Of the region around it.
        path: Of the region, unique in the document.
        grid: For cells.
        marks: What holds for all text there.
    """

    kind: RegionKind
    path: str
    grid: GridPlace | None = None
    marks: tuple[RegionMark, ...] = ()

    def tag(self, *more: RegionMark) -> Tag:
        """The region's tag, with further marks for a stretch of it."""
        return Tag(self.kind, self.path, self.grid, tuple(dict.fromkeys((*self.marks, *more))))


@dataclass(slots=True)
class OpenField:
    """A field that is open: its code is being read until its result begins."""

    in_code: bool = True
    code: str = field(default="", repr=False)
    drops_result: bool = False


@dataclass(slots=True)
class ReadingState:
    """Counters and findings of one document.

    Attributes:
        styles: The document's styles.
        numbering: Its lists.
        relationships: What the part being read points to.
        fields: Fields open at this point, outermost first.
        pictures: Parts that are pictures shown in the text, in order.
        external: Whether anything points outside.
        hidden: Whether any text is hidden.
        embedded: Whether other files are embedded.
        unread: Kinds of things that show and are not read, such as charts.
        cells: Cells so far, in all tables.
    """

    styles: StyleSheet
    numbering: Numbering
    relationships: dict[str, Relationship] = field(default_factory=dict)
    fields: list[OpenField] = field(default_factory=list)
    pictures: dict[str, None] = field(default_factory=dict)
    external: bool = False
    hidden: bool = False
    embedded: bool = False
    unread: set[str] = field(default_factory=set)
    cells: int = 0
    _counts: dict[str, int] = field(default_factory=dict)

    def next_of(self, what: str) -> int:
        """1-based number of the next thing of that kind."""
        self._counts[what] = self._counts.get(what, 0) + 1
        return self._counts[what]

    @property
    def has_room(self) -> bool:
        """Whether more cells may be read."""
        return self.cells < MAX_CELLS

    @property
    def shows_text(self) -> bool:
        """Whether text at this point is shown: not a field's code, nor a result that was replaced."""
        return not any(each.in_code or each.drops_result for each in self.fields)
