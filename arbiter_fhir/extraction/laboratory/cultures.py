"""Cultures on paper: the organisms that grew, and how each answers to drugs.

A line that names a drug of the susceptibility tables and says a category beside it (S, I, R) is read here and nowhere
else. Several organisms side by side are columns under their names or numbers; a drug's cells go to the organism under
whose title they stand. Where it cannot be told which organism a cell speaks of, the fact waits for a person. A line of
a culture that looks like an answer and cannot be read is kept in view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import CleanWord, DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult, ResultStatus
from arbiter_fhir.domain.statement import Susceptibility
from arbiter_fhir.extraction.certainty import VALUE_OCR_CONFIDENCE
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.laboratory.antibiogram import (
    Answer,
    Tick,
    answer_of,
    drug_name,
    drugs_apart,
    ends_in_answer,
    is_level,
    listed_drugs,
    tick_titles,
    unit_of_concentrations,
)
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, PageView, cells_of, make_line, text_of
from arbiter_fhir.extraction.laboratory.growth import (
    denies_growth,
    doubts_growth,
    formerly_at,
    label_end,
    labels_another_test,
    speaks_of_amount,
    speaks_of_culture,
    states_growth,
)
from arbiter_fhir.extraction.laboratory.microbiology import category_of, organism_span
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Cultures", "read_cultures"]

_CULTURE: Final = re.compile(r"\bculture\b", re.IGNORECASE)
_ORGANISM_TITLE: Final = re.compile(r"\b(?:organism|isolate)\s*#?\s*(\d)?\b|^\s*(\d)[.):]\s", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^\W*(?:organism|isolate)\s*#?\s*(\d)\b", re.IGNORECASE)
#: The title of a culture has at most this many words ("Wound culture with Gram stain").
TITLE_WORDS: Final = 6
_NUMBER_TITLE: Final = re.compile(r"^(?:(?:organism|isolate|org)\s*#?)?\s*(\d)[.):]?$", re.IGNORECASE)
#: A line of a table has at most this many words; running text about drugs has more.
ROW_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class _Organism:
    """An organism as printed.

    Attributes:
        number: Its number on the report; 0 where it has none.
        x: Middle of its title where it heads a column; ``None`` elsewhere.
        doubtful: The report leaves open whether it is this one.
    """

    name: DeidentifiedText
    number: int
    x: float | None = None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Cultures:
    """What was read.

    Attributes:
        facts: Organisms and susceptibilities, in reading order.
        lines: Page number and line index of every line that is taken here.
        unread: Lines of a culture that look like an answer and could not be read.
    """

    facts: tuple[CitedFact, ...]
    lines: frozenset[tuple[int, int]]
    unread: tuple[tuple[PageView, Line], ...] = ()


@dataclass(slots=True)
class _Reader:
    source: Source
    collected: ClinicalDate | None
    elsewhere: frozenset[tuple[int, int]]
    standing: ResultStatus | None
    facts: list[CitedFact] = field(default_factory=list)
    lines: set[tuple[int, int]] = field(default_factory=set)
    unread: list[tuple[PageView, Line]] = field(default_factory=list)
    organisms: list[_Organism] = field(default_factory=list)
    listed: list[_Organism] = field(default_factory=list)
    columns: list[_Organism] = field(default_factory=list)
    ticks: tuple[Tick, ...] = ()
    title: DeidentifiedText | None = None
    unit: str = ""
    context: bool = False
    answered: bool = False
    drugs: int = 0
    grown: int = 0

    def read(self, view: PageView) -> None:
        if self.columns:
            # Titles of columns hold for their page; without them it is open whose cells come next.
            self.columns, self.listed = [], list(self.columns)
        self.ticks = ()
        for line in view.lines:
            self.context = self.context or speaks_of_culture(line.text)
            if not drug_name(line.fragments):
                self.unit = unit_of_concentrations(line.fragments) or self.unit
            pieces = [line.fragments] if self.columns else drugs_apart(line.fragments)
            taken = [self._drug_line(view, make_line(line.index, piece)) for piece in pieces]
            if not (any(taken) or self._list(view, line) or self._heads(view, line)):
                self._organism(view, line)

    def _in_culture(self) -> bool:
        return self.context or self.title is not None or bool(self.organisms)

    def _drug_line(self, view: PageView, line: Line) -> bool:
        drug = drug_name(line.fragments)
        rest = line.fragments[drug:]
        if not drug or is_level(rest):
            return False
        said = any(category_of(each.text) for each in rest)
        if not self._in_culture() and (not said or len(rest) > 1):
            return False
        answers = [(organism, answer_of(cells, self.ticks)) for organism, cells in self._by_organism(rest)]
        if any(answer is not None for _, answer in answers):
            self.lines.add((view.page.number, line.index))
            for organism, answer in answers:
                if answer is not None:
                    self._answer(view, line.fragments[:drug], organism, answer)
            return True
        if rest and (said or len(line.fragments) <= ROW_WORDS):
            self._leave(view, line)
        return True

    def _list(self, view: PageView, line: Line) -> bool:
        found = listed_drugs(line.fragments) if self._in_culture() else None
        if found is None:
            return False
        word, category, drugs, whole = found
        for drug in drugs:
            organism = self.listed[0] if len(self.listed) == 1 else None
            self._answer(view, drug, organism, Answer(category, (), (word,), ()))
        self.lines.add((view.page.number, line.index))
        if not whole:
            self.unread.append((view, line))
        return True

    def _heads(self, view: PageView, line: Line) -> bool:
        """A line of several organisms (or their numbers) side by side heads the columns of the table below it."""
        self.ticks = tick_titles(line.fragments) or self.ticks
        now = line.fragments[: formerly_at(line.fragments)]
        if self._goes_on(view, now):
            return True
        heads: list[_Organism] = []
        known = {organism.number: organism for organism in self.organisms}
        for cell in cells_of(now, view.char):
            middle = (cell[0].x0 + cell[-1].x1) / 2
            span = organism_span([fragment.text for fragment in cell])
            number = _NUMBER_TITLE.match(text_of(cell))
            if span is not None and not denies_growth(text_of(cell)):
                name = view.quote(cell[span[0] : span[1]])
                heads.append(_Organism(name, len(heads) + 1, middle, doubts_growth(text_of(cell))))
            elif number and int(number[1] or 0) in known:
                named = known[int(number[1])]
                heads.append(_Organism(named.name, named.number, middle, named.doubtful))
        if len(heads) < 2:
            return False
        self.columns, self.answered = heads, False
        if not self.organisms:
            self.organisms = list(heads)
        return True

    def _goes_on(self, view: PageView, fragments: Sequence[Fragment]) -> bool:
        """Species below genera that head columns: the rest of their names."""
        cells = cells_of(fragments, view.char)
        if self.answered or len(cells) < 2 or len(cells) != len(self.columns):
            return False
        names = [organism.name.value.split() for organism in self.columns]
        words = [cell[0].text for cell in cells]
        spans = [organism_span([*name, word]) for name, word in zip(names, words, strict=True)]
        if any(len(cell) > 1 for cell in cells) or any(span != (0, 2) for span in spans):
            return False
        self.columns = [
            _Organism(DeidentifiedText.join(" ", [each.name, view.quote(cell)]), each.number, each.x, each.doubtful)
            for each, cell in zip(self.columns, cells, strict=True)
        ]
        return True

    def _organism(self, view: PageView, line: Line) -> None:
        now = line.fragments[: formerly_at(line.fragments)]
        cells = cells_of(now, view.char)
        if any(_culture(cell) for cell in cells):
            self._begin(view, cells)
        named = _named(cells)
        titled = _ORGANISM_TITLE.search(line.text)
        if labels_another_test(now):
            self._leave(view, line)
        elif not named:
            self._without_name(view, line, now)
        elif titled or (self.title is not None and self._is_growth(view, line)):
            number = int(next((group for group in (titled.groups() if titled else ()) if group), 0))
            self._grows(view, line, now, named=named, number=number)

    def _is_growth(self, view: PageView, line: Line) -> bool:
        """Whether a line that names an organism speaks of the culture, and is no row of an assay for that organism."""
        row = (view.page.number, line.index) in self.elsewhere and not speaks_of_amount(line.text)
        return not row and len(line.fragments) <= 2 * ROW_WORDS

    def _grows(
        self, view: PageView, line: Line, now: Sequence[Fragment], *, named: Sequence[Fragment], number: int
    ) -> None:
        if denies_growth(text_of(now)):
            self._grew(view, line, now)
            return
        name = view.quote(named)
        again = [each for each in self.organisms if each.name.value.casefold() == name.value.casefold()]
        doubtful = doubts_growth(text_of(now))
        organism = again[0] if again else _Organism(name, number or len(self.organisms) + 1, doubtful=doubtful)
        fresh = self.answered or bool(again)
        self.listed = [organism] if fresh else [*self.listed, organism]
        self.columns, self.ticks, self.answered = [], (), False
        if not again:
            self.organisms.append(organism)
            self._grew(view, line, now if doubtful else named)

    def _without_name(self, view: PageView, line: Line, now: Sequence[Fragment]) -> None:
        numbered = _NUMBERED.match(line.text)
        known = [each for each in self.organisms if numbered and each.number == int(numbered[1])]
        if known:
            self.listed, self.columns, self.ticks, self.answered = known[:1], [], (), False
        key = (view.page.number, line.index)
        now = now[label_end(now) or len(now) :] if now and _culture(now) else now
        if not self._in_culture() or key in self.elsewhere or not now:
            return
        if states_growth(now):
            self._grew(view, line, now)
        elif ends_in_answer(cells_of(now, view.char)) and not tick_titles(now):
            self._leave(view, line)

    def _begin(self, view: PageView, cells: Sequence[Sequence[Fragment]]) -> None:
        """A short cell that names a culture begins one; running text that speaks of cultures does not."""
        for cell in cells:
            named = organism_span([each.text for each in cell])
            short = cell[: named[0]] if named is not None else cell[: label_end(cell) or len(cell)]
            if short and len(short) <= TITLE_WORDS and _culture(short):
                title = view.quote(short)
                self.title = title.slice(0, len(title.value.rstrip(" :-")))
                self.organisms, self.columns, self.listed, self.ticks = [], [], [], ()
                return

    def _grew(self, view: PageView, line: Line, said: Sequence[Fragment]) -> None:
        if self.title is None:
            return
        value = LabResult(
            test_name=self.title.value,
            value=text_of(said).rstrip(" ,;:"),
            collection_date=self.collected,
            comment=line.text,
            result_status=self.standing,
        )
        self.facts.append(
            cite(
                view.page,
                [fragment.word for fragment in said],
                fact_type=FactType.LAB_RESULT,
                value=value,
                fact_text=DeidentifiedText.compose("{}: {}", self.title, view.quote(said)),
                field=f"organisms[{self.grown}]",
                source=self.source,
                reasons=[Reason.VALUE_IS_NOTE, *self._doubts()],
            )
        )
        self.grown += 1
        self.lines.add((view.page.number, line.index))

    def _answer(self, view: PageView, name: Sequence[Fragment], organism: _Organism | None, answer: Answer) -> None:
        said = [*name, *answer.said]
        words = [fragment.word for fragment in said]
        unclear = organism is None or organism.doubtful
        doubts = [*self._doubts(), *([Reason.ORGANISM_UNCLEAR] if unclear else []), *answer.doubts]
        printed = view.quote(answer.printed).value if answer.printed else ""
        unit = answer.unit or self.unit
        value = Susceptibility(
            organism=organism.name.value.rstrip(",;:") if organism else "",
            drug=view.quote(name).value.strip(" :.*,;"),
            interpretation=answer.category,
            value=printed,
            numeric=_number(printed) if printed else None,
            unit=unit if printed else "",
            collection_date=self.collected,
        )
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
        self.answered = True

    def _doubts(self) -> list[Reason]:
        """What holds for all of the report: its date, its standing."""
        early = self.standing is ResultStatus.PRELIMINARY
        return [*_date_doubts(self.collected), *([Reason.NOT_FINAL] if early else [])]

    def _leave(self, view: PageView, line: Line) -> None:
        if (view.page.number, line.index) not in self.elsewhere:
            self.unread.append((view, line))

    def _by_organism(self, cells: Sequence[Fragment]) -> Iterator[tuple[_Organism | None, list[Fragment]]]:
        """The cells of a drug's line, organism by organism."""
        if len(self.columns) < 2:
            yield (self.listed[0] if len(self.listed) == 1 else None), list(cells)
            return
        middles = [each.x or 0.0 for each in self.columns]
        edges = [(left + right) / 2 for left, right in pairwise(middles)]
        for index, organism in enumerate(self.columns):
            low = edges[index - 1] if index else float("-inf")
            high = edges[index] if index < len(edges) else float("inf")
            yield organism, [each for each in cells if low <= (each.x0 + each.x1) / 2 < high]


def read_cultures(
    views: Sequence[PageView],
    *,
    collected: ClinicalDate | None,
    source_type: SourceType,
    source_id: str,
    elsewhere: frozenset[tuple[int, int]] = frozenset(),
    standing: ResultStatus | None = None,
) -> Cultures:
    """Read organisms and susceptibilities.

    Args:
        views: The report's pages.
        collected: The report's collection date; ``None`` where there is none, or more than one.
        source_type: For citations.
        source_id: For citations.
        elsewhere: Page number and line index of lines that were read as rows; they are never kept as unread.
        standing: What the report says of itself as a whole.
    """
    reader = _Reader(Source(source_type, source_id), collected, elsewhere, standing)
    for view in views:
        reader.read(view)
    return Cultures(tuple(reader.facts), frozenset(reader.lines), tuple(reader.unread))


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
