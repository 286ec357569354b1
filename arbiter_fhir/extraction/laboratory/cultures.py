"""Cultures on paper: the organisms that grew, and how each answers to drugs.

A line that names a drug of the susceptibility tables and says a category beside it (S, I, R) is read here and nowhere
else. Several organisms side by side are columns under their names or numbers; a drug's cells go to the organism under
whose title they stand. Where it cannot be told which organism a cell speaks of, the fact waits for a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import CleanWord, DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult
from arbiter_fhir.domain.statement import Susceptibility
from arbiter_fhir.extraction.certainty import VALUE_OCR_CONFIDENCE
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, PageView, cells_of, text_of
from arbiter_fhir.extraction.laboratory.microbiology import (
    category_of,
    concentration_of,
    longest_drug,
    organism_span,
)
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Cultures", "read_cultures"]

_CULTURE: Final = re.compile(r"\bculture\b", re.IGNORECASE)
_ORGANISM_TITLE: Final = re.compile(r"\b(?:organism|isolate)\s*#?\s*(\d)?\b|^\s*(\d)[.):]\s", re.IGNORECASE)
#: The title of a culture has at most this many words ("Wound culture with Gram stain").
TITLE_WORDS: Final = 6
_NUMBER_TITLE: Final = re.compile(r"^(?:(?:organism|isolate|org)\s*#?)?\s*(\d)[.):]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Organism:
    """An organism as printed.

    Attributes:
        number: Its number on the report; 0 where it has none.
        x: Middle of its title where it heads a column; ``None`` elsewhere.
    """

    name: DeidentifiedText
    number: int
    x: float | None = None


@dataclass(frozen=True, slots=True)
class Cultures:
    """What was read.

    Attributes:
        facts: Organisms and susceptibilities, in reading order.
        lines: Page number and line index of every line that is taken here.
    """

    facts: tuple[CitedFact, ...]
    lines: frozenset[tuple[int, int]]


@dataclass(slots=True)
class _Reader:
    source: Source
    collected: ClinicalDate | None
    facts: list[CitedFact] = field(default_factory=list)
    lines: set[tuple[int, int]] = field(default_factory=set)
    organisms: list[_Organism] = field(default_factory=list)
    columns: list[_Organism] = field(default_factory=list)
    title: DeidentifiedText | None = None
    drugs: int = 0
    grown: int = 0

    def read(self, view: PageView) -> None:
        self.columns = []
        for line in view.lines:
            drug = longest_drug([fragment.text for fragment in line.fragments])
            cells = cells_of(line.fragments[drug:], view.char)
            if drug and any(category_of(fragment.text) for cell in cells for fragment in cell):
                self._drug(view, line, drug)
            elif not self._heads_columns(view, line):
                self._organism(view, line)

    def _heads_columns(self, view: PageView, line: Line) -> bool:
        """A line of several organisms (or their numbers) side by side heads the columns of the table below."""
        heads: list[_Organism] = []
        known = {organism.number: organism for organism in self.organisms}
        for cell in cells_of(line.fragments, view.char):
            middle = (cell[0].x0 + cell[-1].x1) / 2
            span = organism_span([fragment.text for fragment in cell])
            number = _NUMBER_TITLE.match(text_of(cell))
            if span is not None:
                heads.append(_Organism(view.quote(cell[span[0] : span[1]]), len(heads) + 1, middle))
            elif number and int(number[1] or 0) in known:
                named = known[int(number[1])]
                heads.append(_Organism(named.name, named.number, middle))
        if len(heads) < 2:
            return False
        self.columns = heads
        if not self.organisms:
            self.organisms = list(heads)
        return True

    def _organism(self, view: PageView, line: Line) -> None:
        words = [fragment.text for fragment in line.fragments]
        if _CULTURE.search(line.text) and organism_span(words) is None:
            self._begin(view, line)
            return
        titled = _ORGANISM_TITLE.search(line.text)
        named = _named(cells_of(line.fragments, view.char))
        if not named or not (titled or self.title is not None):
            return
        number = int(next((group for group in (titled.groups() if titled else ()) if group), 0))
        self.organisms.append(_Organism(view.quote(named), number or len(self.organisms) + 1))
        self.columns = []
        self._grew(view, line, named)

    def _begin(self, view: PageView, line: Line) -> None:
        """A short cell that names a culture begins one; running text that speaks of cultures does not."""
        titles = [cell for cell in cells_of(line.fragments, view.char) if _culture(cell) and len(cell) <= TITLE_WORDS]
        if not titles:
            return
        self.title = view.quote(titles[0])
        self.organisms, self.columns = [], []

    def _grew(self, view: PageView, line: Line, name: Sequence[Fragment]) -> None:
        if self.title is None:
            return
        words = [fragment.word for fragment in name]
        value = LabResult(
            test_name=self.title.value,
            value=text_of(name),
            collection_date=self.collected,
            comment=line.text,
        )
        self.facts.append(
            cite(
                view.page,
                words,
                fact_type=FactType.LAB_RESULT,
                value=value,
                fact_text=DeidentifiedText.compose("{}: {}", self.title, view.quote(name)),
                field=f"organisms[{self.grown}]",
                source=self.source,
                reasons=[Reason.VALUE_IS_NOTE, *_date_doubts(self.collected)],
            )
        )
        self.grown += 1
        self.lines.add((view.page.number, line.index))

    def _drug(self, view: PageView, line: Line, drug: int) -> None:
        self.lines.add((view.page.number, line.index))
        name = line.fragments[:drug]
        for organism, cells in self._by_organism(line.fragments[drug:]):
            category = next((found for each in cells if (found := category_of(each.text))), None)
            if category is None:
                continue
            printed = next((each for each in cells if concentration_of(each.text)), None)
            said = [*name, *([printed] if printed else []), *(each for each in cells if category_of(each.text))]
            doubts = _date_doubts(self.collected)
            if organism is None:
                doubts = [*doubts, Reason.ORGANISM_UNCLEAR]
            value = Susceptibility(
                organism=organism.name.value if organism else "",
                drug=view.quote(name).value.strip(" :.*"),
                interpretation=category,
                value=printed.text if printed else "",
                numeric=_number(printed.text) if printed else None,
                collection_date=self.collected,
            )
            words = [fragment.word for fragment in said]
            self.facts.append(
                cite(
                    view.page,
                    words,
                    fact_type=FactType.SUSCEPTIBILITY,
                    value=value,
                    fact_text=_sentence(view, organism, said),
                    field=f"susceptibilities[{self.drugs}]",
                    source=self.source,
                    reasons=[*doubts, *_reading_doubts(words)],
                )
            )
            self.drugs += 1

    def _by_organism(self, cells: Sequence[Fragment]) -> Iterator[tuple[_Organism | None, list[Fragment]]]:
        """The cells of a drug's line, organism by organism."""
        if len(self.columns) < 2:
            yield (self.organisms[-1] if self.organisms else None), list(cells)
            return
        edges = [
            ((left.x or 0.0) + (right.x or 0.0)) / 2
            for left, right in zip(self.columns, self.columns[1:], strict=False)
        ]
        for index, organism in enumerate(self.columns):
            low = edges[index - 1] if index else float("-inf")
            high = edges[index] if index < len(edges) else float("inf")
            yield organism, [each for each in cells if low <= (each.x0 + each.x1) / 2 < high]


def read_cultures(
    views: Sequence[PageView], *, collected: ClinicalDate | None, source_type: SourceType, source_id: str
) -> Cultures:
    """Read organisms and susceptibilities.

    Args:
        views: The report's pages.
        collected: The report's collection date; ``None`` where there is none, or more than one.
        source_type: For citations.
        source_id: For citations.
    """
    reader = _Reader(Source(source_type, source_id), collected)
    for view in views:
        reader.read(view)
    return Cultures(tuple(reader.facts), frozenset(reader.lines))


def _named(cells: Sequence[Sequence[Fragment]]) -> Sequence[Fragment]:
    """The fragments of the first organism that a cell names; none where none does."""
    for cell in cells:
        span = organism_span([fragment.text for fragment in cell])
        if span is not None:
            return cell[span[0] : span[1]]
    return ()


def _culture(cell: Sequence[Fragment]) -> bool:
    return _CULTURE.search(text_of(cell)) is not None


def _date_doubts(collected: ClinicalDate | None) -> list[Reason]:
    if collected is None:
        return [Reason.COLLECTION_DATE_MISSING]
    return [] if collected.is_full_day else [Reason.COLLECTION_DATE_AMBIGUOUS]


def _reading_doubts(words: Sequence[CleanWord]) -> list[Reason]:
    read = [word.confidence for word in words if word.confidence is not None]
    return [Reason.VALUE_READ_DOUBTFUL] if read and min(read) < VALUE_OCR_CONFIDENCE else []


def _number(printed: str) -> Decimal | None:
    found = re.search(r"\d+(?:\.\d+)?", printed)
    return Decimal(found[0]) if found and "/" not in printed else None


def _sentence(view: PageView, organism: _Organism | None, said: Sequence[Fragment]) -> DeidentifiedText:
    line = DeidentifiedText.join(" ", [view.quote([each]) for each in said])
    return DeidentifiedText.compose("{}: {}", organism.name, line) if organism else line
