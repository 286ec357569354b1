"""Messages and segments again, from the regions of clean pages."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.region import DeclaredContent, Region, RegionKind

__all__ = ["Leaf", "PageWords", "SegmentView", "holds_placeholder", "read_segments", "without_placeholders"]

_PATH: Final = re.compile(
    r"(?P<segment>(?:MSG\[(?P<message>\d+)\]/)?(?P<name>[A-Z][A-Z0-9]{2})\[(?P<occurrence>\d+)\])"
    r"(?:-(?P<field>\d+)(?:\[(?P<repetition>\d+)\])?(?:\.(?P<component>\d+))?(?:\.(?P<sub>\d+))?)?"
)

_PLACEHOLDER: Final = re.compile(r"\[[A-Z]+_\d+\]")

#: What a sender writes to have a value deleted (HL7 v2.5.1 section 2.5.3).
EXPLICIT_NULL: Final = '""'


def holds_placeholder(text: str) -> bool:
    """Whether an identifier was replaced in a text."""
    return _PLACEHOLDER.search(text) is not None


def without_placeholders(text: str) -> str:
    """What is left of a text when the placeholders in it are taken out."""
    return _PLACEHOLDER.sub(" ", text)


@dataclass(frozen=True, slots=True)
class PageWords:
    """A page whose words can be found by offset."""

    page: DeidentifiedPage
    starts: Sequence[int]

    @staticmethod
    def of(page: DeidentifiedPage) -> PageWords:
        """The page with the offsets of its words."""
        return PageWords(page, [word.start for word in page.words])

    def between(self, start: int, end: int) -> Sequence[CleanWord]:
        """Words that share a letter with the stretch."""
        first = bisect_left(self.starts, start)
        if first and self.page.words[first - 1].end > start:
            first -= 1
        return self.page.words[first : bisect_left(self.starts, end)]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The text of a component or sub-component.

    Attributes:
        number: Of its field.
        repetition: 1-based.
        component: 1-based; 1 for a plain value.
        sub: 1-based.
        stretches: Where it stands: page and offsets in the page's clean text, in order.
        is_date: Whether it was sent as a time stamp of the format, where its type is one.
    """

    number: int
    repetition: int
    component: int
    sub: int
    stretches: tuple[tuple[PageWords, int, int], ...] = field(repr=False)
    is_date: bool = False

    @property
    def clean(self) -> DeidentifiedText:
        """Its text; lines joined by blanks."""
        return DeidentifiedText.join(" ", [words.page.text.slice(start, end) for words, start, end in self.stretches])

    @property
    def text(self) -> str:
        """Its text as a string."""
        return " ".join(words.page.text.value[start:end] for words, start, end in self.stretches)

    @property
    def words(self) -> list[CleanWord]:
        """Its words in order, of whatever pages."""
        return [word for words, start, end in self.stretches for word in words.between(start, end)]


@dataclass(frozen=True)
class SegmentView:
    """A segment with its leaves.

    Attributes:
        message: Number of its message in the file.
        part: Number of the document's part that it stands in.
        name: Three characters.
        occurrence: 1-based among those of its name in the message.
        path: As citations show it: ``OBX[3]``, ``MSG[2]/OBX[3]``.
        heading: Its first words, to name it where it holds nothing else.
        leaves: In order of fields.
    """

    message: int
    part: int
    name: str
    occurrence: int
    path: str
    heading: tuple[PageWords, int, int] = field(repr=False)
    leaves: tuple[Leaf, ...] = field(repr=False)

    @cached_property
    def _by_field(self) -> dict[int, list[Leaf]]:
        found: dict[int, list[Leaf]] = {}
        for leaf in self.leaves:
            found.setdefault(leaf.number, []).append(leaf)
        return found

    def field(self, number: int, repetition: int | None = None) -> list[Leaf]:
        """Leaves of a field, or of one repetition of it."""
        leaves = self._by_field.get(number, [])
        return [leaf for leaf in leaves if repetition in {None, leaf.repetition}]

    def repetitions(self, number: int) -> list[int]:
        """Numbers of the repetitions of a field that hold something."""
        return sorted({leaf.repetition for leaf in self.field(number)})

    def leaf(self, number: int, component: int = 1, sub: int = 1, *, repetition: int = 1) -> Leaf | None:
        """One leaf; ``None`` where it is empty."""
        for leaf in self._by_field.get(number, ()):
            if (leaf.repetition, leaf.component, leaf.sub) == (repetition, component, sub):
                return leaf
        return None

    def text(self, number: int, component: int = 1, sub: int = 1, *, repetition: int = 1) -> str:
        """The text of one leaf; empty where there is none."""
        leaf = self.leaf(number, component, sub, repetition=repetition)
        return leaf.text if leaf else ""

    def is_null(self, number: int) -> bool:
        """Whether the sender asks for the field's value to be deleted."""
        return [leaf.text for leaf in self.field(number)] == [EXPLICIT_NULL]


@dataclass(slots=True)
class _Building:
    """A segment while its regions are gathered."""

    message: int
    part: int
    name: str
    occurrence: int
    path: str
    heading: tuple[PageWords, int, int]
    leaves: dict[tuple[int, int, int, int], list[tuple[PageWords, int, int]]]
    dates: set[tuple[int, int, int, int]]

    def built(self) -> SegmentView:
        leaves = tuple(
            Leaf(*place, tuple(stretches), is_date=place in self.dates) for place, stretches in self.leaves.items()
        )
        return SegmentView(self.message, self.part, self.name, self.occurrence, self.path, self.heading, leaves)


def read_segments(pages: Iterable[DeidentifiedPage]) -> list[SegmentView]:
    """All segments that the regions of the pages tell, in order."""
    found: dict[tuple[int, str, int], _Building] = {}
    for page in pages:
        words = PageWords.of(page)
        for region, match in _placed(page.regions):
            message = int(match["message"] or 1)
            key = message, match["name"], int(match["occurrence"])
            stretches = [(words, start, end) for start, end in region.spans]
            building = found.get(key)
            if building is None:
                heading = stretches[0]
                building = found[key] = _Building(key[0], page.part, *key[1:], match["segment"], heading, {}, set())
            if region.kind is RegionKind.FIELD and match["field"]:
                number, repetition = int(match["field"]), int(match["repetition"] or 1)
                place = number, repetition, int(match["component"] or 1), int(match["sub"] or 1)
                building.leaves.setdefault(place, []).extend(stretches)
                if region.declares is DeclaredContent.DATE:
                    building.dates.add(place)
    return [building.built() for building in found.values()]


def _placed(regions: Sequence[Region]) -> Iterator[tuple[Region, re.Match[str]]]:
    for region in regions:
        match = _PATH.fullmatch(region.path)
        if match is not None and region.spans and region.kind in {RegionKind.FIELD, RegionKind.HEADING}:
            yield region, match
