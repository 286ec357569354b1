"""Passages: paragraphs, list items and rows, each with the section that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.extraction.narrative.blocks import Block, blocks_of
from arbiter_fhir.extraction.narrative.columns import Column, header_of, section_of_columns
from arbiter_fhir.extraction.narrative.sections import (
    JUDGED_PROBLEMS,
    NOT_JUST_TAKEN,
    Heading,
    SectionKind,
    inline_headings,
    is_unknown_title,
    read_heading,
)
from arbiter_fhir.extraction.narrative.text_runs import TextRun, run_of
from arbiter_fhir.extraction.terminology.conditions import conditions

__all__ = ["Passage", "is_entry_not_title", "passage_of", "read_passages"]

#: Labels of the sheet itself, and what is changed today, stand anywhere, also between the items of a list that goes on
#: after them.
_ASIDE: Final = frozenset({SectionKind.ADMINISTRATIVE, SectionKind.MEDICATION_CHANGES})
#: Lists that a sentence about the patient does not belong to, unless it speaks of their subject.
_SUBJECTS: Final = {
    SectionKind.ALLERGIES: re.compile(r"allerg|react|intoleran|anaphyl|sensitiv|hives|rash", re.IGNORECASE),
    SectionKind.MEDICATIONS: re.compile(r"\btak|medic|\bon\b|dose|mg\b", re.IGNORECASE),
    SectionKind.IMMUNIZATIONS: re.compile(r"vaccin|immuni|shot|dose", re.IGNORECASE),
    SectionKind.SURGICAL_HISTORY: re.compile(r"surg|operat|underwent|ectomy|procedure", re.IGNORECASE),
    SectionKind.VITAL_SIGNS: re.compile(r"\d"),
    SectionKind.SOCIAL_HISTORY: re.compile(
        r"smok|tobacco|alcohol|drink|drug|live|work|married|retired|exercis|diet|employ|occupation|never|quit",
        re.IGNORECASE,
    ),
    SectionKind.RESULTS: re.compile(r"\d|lab|result", re.IGNORECASE),
    **dict.fromkeys(JUDGED_PROBLEMS, re.compile(r"(?!)")),
}
_CONDITIONS: Final = frozenset({SectionKind.PROBLEMS, SectionKind.PAST_HISTORY, *JUDGED_PROBLEMS})
_SENTENCE: Final = re.compile(r"^(?:the\s+)?(?:patient|pt|he|she)\s+\w+.*\.\s*$", re.IGNORECASE | re.DOTALL)
#: Longer paragraphs are read in stretches of this many words.
LONGEST_PARAGRAPH_WORDS: Final = 500
#: Check boxes as characters.
_UNCHECKED: Final = re.compile(r"(?:\u2610|\u25a1|\u25fb|\[\s?\]|\(\s\))\s*")
_CHECKED: Final = re.compile(r"(?:\u2611|\u2612|\u2713|\u2714|\u25a0|\[[xX\u2713]\]|\([xX]\))\s*")


#: What optical reading makes of a box in a cell of its own, ticked or not.
_TICK: Final = re.compile(r"^[\[\](){}|\u2610-\u2612\u25a0\u25a1]\s?[xXvJ\u2713]?\s?[\[\](){}|]?$|^[xXJ]$")


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, list item or row.

    Attributes:
        section: What its section speaks about.
        title: The heading of its section as printed; empty where there is none.
        runs: The cells of a row; one run for running text.
        is_row: Whether it is a row of cells.
        columns: What the header says of each cell, parallel to `runs`; empty where there is no header.
        region: What the format says that it is; ``None`` for plain pages.
        hidden: The format hides it from readers.
    """

    section: SectionKind
    runs: tuple[TextRun, ...]
    is_row: bool = False
    columns: tuple[Column | None, ...] = ()
    region: RegionKind | None = None
    hidden: bool = False
    title: str = ""

    @property
    def page(self) -> DeidentifiedPage:
        """The page that it stands on."""
        return self.runs[0].page

    @property
    def words(self) -> tuple[CleanWord, ...]:
        """All its words, in reading order."""
        return tuple(word for run in self.runs for word in run.words)

    @property
    def whole(self) -> TextRun:
        """All its words as one run."""
        return self.runs[0] if len(self.runs) == 1 else run_of(self.page, self.words)

    def cell(self, column: Column) -> TextRun | None:
        """The cell under a header; ``None`` where there is none."""
        return next((run for run, named in zip(self.runs, self.columns, strict=False) if named is column), None)


def passage_of(page: DeidentifiedPage, words: Iterable[CleanWord], section: SectionKind) -> Passage:
    """Words that a caller knows to belong to a section, such as the content of a form field, as a passage."""
    return Passage(section, (run_of(page, words),))


def read_passages(
    source: DeidentifiedDocument | DeidentifiedPage, *, section: SectionKind = SectionKind.UNKNOWN
) -> tuple[Passage, ...]:
    """The passages of a document or page, in reading order; headings are taken in, not handed out.

    Args:
        source: The clean document or page. A section goes on over the end of a page, not over the end of a part.
        section: The section that stands open where it begins.
    """
    pages = source.pages if isinstance(source, DeidentifiedDocument) else (source,)
    passages: list[Passage] = []
    part = pages[0].part if pages else 1
    open_section = section
    for page in pages:
        if page.part != part:
            part, open_section = page.part, SectionKind.UNKNOWN
        reader = _Reader(open_section)
        for block in blocks_of(page):
            passages.extend(reader.read(block))
        open_section = reader.section
    return tuple(passages)


class _Reader:
    """Goes through the blocks of a page and keeps the section that stands open."""

    def __init__(self, section: SectionKind) -> None:
        self.section = section
        self.title = ""
        self._table_section: SectionKind | None = None

    def read(self, block: Block) -> Iterator[Passage]:
        if block.region in {RegionKind.HEADER, RegionKind.FOOTER}:
            yield self._passage(block, block.runs, SectionKind.ADMINISTRATIVE)
        elif block.is_row:
            yield from self._row(block)
        else:
            self._table_section = None
            for run in _bounded(block.runs[0]):
                yield from self._text(block, run, is_heading=block.region is RegionKind.HEADING)

    def _passage(self, block: Block, runs: tuple[TextRun, ...], section: SectionKind | None = None) -> Passage:
        kind = section or self.section
        subject = _SUBJECTS.get(kind)
        said = runs[-1].text
        if subject is not None and not block.columns and _SENTENCE.match(said) and not subject.search(said):
            kind = SectionKind.PRESENT_ILLNESS
        return Passage(
            kind,
            runs,
            is_row=block.is_row,
            columns=block.columns if len(block.columns) == len(runs) else (),
            region=block.region,
            hidden=block.hidden,
            title=self.title,
        )

    def _row(self, block: Block) -> Iterator[Passage]:
        if not block.columns and len(block.runs) > 1 and any(_TICK.match(run.text) for run in block.runs[1:]):
            # Which box of a row is ticked is for a reader of forms to say; a name beside boxes is no statement.
            return
        if block.columns and header_of([run.text for run in block.runs]) is not None:
            self._table_section = section_of_columns(block.columns)
            return
        if block.columns:
            told = section_of_columns(block.columns) or self._table_section
            yield self._passage(block, block.runs, self._of_table(told))
            return
        self._table_section = None
        labelled = [read_heading(run.text) for run in block.runs]
        if any(heading is not None and not _is_verdict(heading) for heading in labelled[1:]):
            for run in block.runs:
                yield from self._text(replace(block, is_row=False), run)
            return
        first = labelled[0]
        if first is None:
            yield self._passage(block, block.runs)
            return
        printed = block.runs[0].text[: first.end]
        section = self._opened(first.kind, printed, alone=first.alone and len(block.runs) == 1)
        rest = block.runs[0].part(first.end, len(block.runs[0].text))
        runs = (*((rest,) if rest.words and not first.alone else ()), *block.runs[1:])
        if runs:
            yield self._passage(block, runs, section)

    def _of_table(self, told: SectionKind | None) -> SectionKind:
        """The section of a table's rows: what its header says, unless the heading above is a finer one of its kind."""
        if told is None or (told is SectionKind.MEDICATIONS and self.section in NOT_JUST_TAKEN):
            return self.section
        if told is SectionKind.PROBLEMS and self.section in {SectionKind.PAST_HISTORY, *JUDGED_PROBLEMS}:
            return self.section
        return told

    def _opened(self, kind: SectionKind, title: str, *, alone: bool) -> SectionKind:
        """The section of what follows a label; labels of the sheet, and verdicts in a line, hold for that line."""
        in_list = kind is SectionKind.PAST_MEDICATIONS and self.section is SectionKind.MEDICATIONS
        if alone or not (in_list or kind in _ASIDE | JUDGED_PROBLEMS):
            self.section, self.title = kind, title.strip(" :-")
        return kind

    def _text(self, block: Block, run: TextRun, *, is_heading: bool = False) -> Iterator[Passage]:
        heading = read_heading(run.text, is_heading=is_heading)
        if heading is not None and is_entry_not_title(run.text, self.section):
            heading = None
        if heading is None and self.section is SectionKind.PAST_MEDICATIONS and is_unknown_title(run.text):
            self.section, self.title = SectionKind.MEDICATION_CHANGES, run.text.strip(" :-")
            return
        section = self.section
        start = 0
        if heading is not None:
            item = block.region is RegionKind.LIST_ITEM and heading.kind is SectionKind.FAMILY_HISTORY
            if item and not heading.alone:
                # "Family: father MI" among the patient's own conditions speaks for its own item.
                section = heading.kind
            else:
                section = self._opened(heading.kind, run.text[: heading.end], alone=heading.alone)
            start = heading.end
        for at, inner in inline_headings(run.text):
            if at < start:
                continue
            yield from self._kept(block, run, start, at, section)
            section = self._opened(inner.kind, run.text[at : inner.end], alone=inner.alone)
            start = inner.end
        yield from self._kept(block, run, start, len(run.text), section)

    def _kept(self, block: Block, run: TextRun, start: int, end: int, section: SectionKind) -> Iterator[Passage]:
        part = run.part(start, end) if start or end < len(run.text) else run
        for piece in _checked_only(part):
            yield self._passage(block, (piece,), section)


def is_entry_not_title(text: str, section: SectionKind) -> bool:
    """Whether a line that could be a title names a condition in a list of conditions: ``PE`` among problems."""
    return section in _CONDITIONS and ":" not in text and conditions().get(text.strip(" .-*\u2022")) is not None


def _is_verdict(heading: Heading) -> bool:
    """Whether a cell says of the name beside it what headings say of whole lists: ``ruled out``, ``resolved``."""
    return heading.alone and heading.kind in JUDGED_PROBLEMS | NOT_JUST_TAKEN


def _bounded(run: TextRun) -> Iterator[TextRun]:
    """The run, or stretches of it where it is longer than any paragraph: what is read of a page is bounded in time."""
    if len(run.words) <= LONGEST_PARAGRAPH_WORDS:
        yield run
        return
    for first in range(0, len(run.words), LONGEST_PARAGRAPH_WORDS):
        yield run_of(run.page, run.words[first : first + LONGEST_PARAGRAPH_WORDS])


def _checked_only(run: TextRun) -> Iterator[TextRun]:
    """The run without what stands behind unchecked boxes; each checked item alone. Without boxes, the run itself."""
    boxes = sorted(
        [(found.start(), found.end(), False) for found in _UNCHECKED.finditer(run.text)]
        + [(found.start(), found.end(), True) for found in _CHECKED.finditer(run.text)]
    )
    if not boxes:
        if run.words:
            yield run
        return
    head = run.part(0, boxes[0][0])
    if head.words:
        yield head
    for index, (_, begin, checked) in enumerate(boxes):
        end = boxes[index + 1][0] if index + 1 < len(boxes) else len(run.text)
        piece = run.part(begin, end)
        if checked and piece.words:
            yield piece
