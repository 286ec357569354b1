"""What is on a sample page, written down by the hand that drew it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from devstack.samples.people import Person

__all__ = ["Box", "SampleDocument", "SampleTruth", "TrueRow", "TrueWord"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in fractions of the page as displayed, origin top left."""

    x: float
    y: float
    width: float
    height: float

    @staticmethod
    def around(boxes: list[Box]) -> Box:
        """The smallest box around all ``boxes`` (at least one)."""
        left = min(box.x for box in boxes)
        top = min(box.y for box in boxes)
        right = max(box.x + box.width for box in boxes)
        bottom = max(box.y + box.height for box in boxes)
        return Box(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class TrueWord:
    """A printed word: `box` is as tall as the font's line, `ink` as tall as the letters themselves."""

    text: str
    part: str
    box: Box
    ink: Box


@dataclass(frozen=True, slots=True)
class TrueRow:
    """One result as printed.

    Attributes:
        abnormal: OpenEMR's word for what is printed as flag; empty where no flag is printed.
        collected: ISO date or date and time of collection that holds for this row; empty where none is printed.
        resulted: False for rows that say that there is no result.
        page: 1-based.
        box: Around the row's words (line height); `ink` around their letters.
        words: The row's own words with what they are part of: name, value, flag, unit, range.
    """

    test_name: str
    value: str
    unit: str
    reference_range: str
    flag: str
    abnormal: str
    collected: str
    panel: str
    specimen: str
    comment: str
    resulted: bool
    page: int
    box: Box
    ink: Box
    words: tuple[TrueWord, ...]


@dataclass(frozen=True, slots=True)
class SampleTruth:
    """The whole document's truth.

    Attributes:
        identifiers: Every string on the pages that identifies a person, as printed.
        traps: Texts on the pages that look like results and are none of this collection.
    """

    layout: str
    scanned: bool
    person: Person
    collected: str
    reported: str
    rows: tuple[TrueRow, ...]
    identifiers: tuple[str, ...]
    traps: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """A JSON-ready mapping."""
        plain: dict[str, object] = asdict(self)
        plain["person"] = {**asdict(self.person), "birth_date": self.person.birth_date.isoformat()}
        return plain


@dataclass(frozen=True, slots=True)
class SampleDocument:
    """A synthetic document and what is on it."""

    name: str
    content: bytes
    truth: SampleTruth

    def write(self, folder: Path) -> Path:
        """Write the PDF into ``folder``; gives its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.pdf"
        path.write_bytes(self.content)
        return path
