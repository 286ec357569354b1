"""A result row as read from a page, before anything is decided about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.extraction.laboratory.geometry import Fragment, PageView, text_of

__all__ = ["Part", "RowCandidate", "Structure"]


class Part(StrEnum):
    """The parts of a result row.

    Labels are the field names printed before the others; between stand cells of other columns (a code, a method, a
    specimen) that lie between the name and what belongs to the value.
    """

    NAME = "name"
    VALUE = "value"
    FLAG = "flag"
    UNIT = "unit"
    RANGE = "range"
    STATUS = "status"
    LABEL = "label"
    BETWEEN = "between"


class Structure(StrEnum):
    """What tells the parts of a row apart."""

    TABLE = "table"
    ALIGNED = "aligned"
    LINE = "line"


@dataclass(slots=True)
class RowCandidate:
    """One row.

    Attributes:
        view: The page that it stands on.
        line: Index of the line that holds the value.
        parts: Fragments by part; a missing part is absent.
        structure: A titled table, rows in line with their neighbours, or a single line.
        doubts: What is unclear about the reading, as stable snake-case words.
        dated: Placeholder label of the column's or row's own collection date.
        shared_unit: Unit printed in the column title, where the row has none of its own.
        panel: Panel heading, specimen and comment, clean text, where printed.
        inherited: The collection date was printed for an earlier panel.
        scoped: That date was printed within a panel, not in the report's head.
        date_unreadable: A collection label stands before the row whose date could not be read.
    """

    view: PageView
    line: int
    parts: dict[Part, tuple[Fragment, ...]]
    structure: Structure
    doubts: list[str] = field(default_factory=list)
    dated: str = ""
    shared_unit: tuple[Fragment, ...] = ()
    panel: DeidentifiedText | None = None
    specimen: DeidentifiedText | None = None
    comment: DeidentifiedText | None = None
    inherited: bool = False
    scoped: bool = False
    date_unreadable: bool = False

    def fragments(self, part: Part) -> tuple[Fragment, ...]:
        """The fragments of a part, possibly none."""
        return self.parts.get(part, ())

    def text(self, part: Part) -> str:
        """The part's words joined by blanks."""
        return text_of(self.fragments(part))

    @property
    def every(self) -> tuple[Fragment, ...]:
        """All fragments of the row in reading order."""
        return tuple(sorted((f for part in self.parts.values() for f in part), key=lambda fragment: fragment.start))

    @staticmethod
    def kept(parts: Mapping[Part, tuple[Fragment, ...]]) -> dict[Part, tuple[Fragment, ...]]:
        """The parts that are not empty."""
        return {part: fragments for part, fragments in parts.items() if fragments}
