"""The blocks of a letter with the section that each stands in, and the labelled statements between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.extraction.intake.headings import form_heading
from arbiter_fhir.extraction.intake.rows import table_header
from arbiter_fhir.extraction.narrative.columns import Column, section_of_columns
from arbiter_fhir.extraction.narrative.passages import Passage, is_entry_not_title
from arbiter_fhir.extraction.narrative.sections import (
    JUDGED_PROBLEMS,
    NOT_JUST_TAKEN,
    SectionKind,
    inline_headings,
    is_unknown_title,
    read_heading,
)
from arbiter_fhir.extraction.narrative.text_runs import run_of
from arbiter_fhir.extraction.referral.blocks import Block, Paragraph, blocks_of_page
from arbiter_fhir.extraction.referral.grids import LetterGrid, letter_grid
from arbiter_fhir.extraction.referral.labels import read_referral_label

__all__ = ["Labelled", "Letter", "read_letter"]

#: Sections that are lists: a full sentence after one of their items belongs to the letter again.
_LISTS: Final = frozenset(
    {
        SectionKind.ALLERGIES,
        SectionKind.MEDICATIONS,
        *NOT_JUST_TAKEN,
        SectionKind.VITAL_SIGNS,
        SectionKind.RESULTS,
        SectionKind.PROBLEMS,
        SectionKind.PAST_HISTORY,
        *JUDGED_PROBLEMS,
        SectionKind.SURGICAL_HISTORY,
        SectionKind.FAMILY_HISTORY,
        SectionKind.IMMUNIZATIONS,
        SectionKind.REFERRAL_REASON,
        SectionKind.ADMINISTRATIVE,
    }
)
#: What a label with its answer on one line opens for that line only.
_OF_ONE_LINE: Final = JUDGED_PROBLEMS | {SectionKind.ADMINISTRATIVE, SectionKind.MEDICATION_CHANGES}
_SENTENCE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|denies|denied|reports?|reported|thank|please|possible|does|presents?|continues?|"
    r"will|would|complains?|notes?|feels?|family history)\b",
    re.IGNORECASE,
)
_APART: Final = frozenset(
    {RegionKind.COMMENT, RegionKind.NOTE, RegionKind.TEXT_BOX, RegionKind.HEADER, RegionKind.FOOTER}
)
#: Shape of an ICD-10-CM code.
_ICD10: Final = re.compile(r"[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?[:,-]?")
#: Titles of the columns of a results table, and how many make one.
_RESULT_COLUMNS: Final = re.compile(
    r"(?:lab(?:oratory)? )?(?:tests?(?: name)?|analytes?|components?|results?|values?|units?|flags?|ref(?:erence)?\.?"
    r"(?: (?:range|interval|values?))?|(?:normal|reference) range|abnormal|date|collected|status)",
    re.IGNORECASE,
)
LEAST_RESULT_COLUMNS: Final = 3
#: Lists whose rows, without titles of columns, are read from cell to cell: ``Penicillin | hives``.
_OF_CELLS: Final = frozenset(
    {
        SectionKind.ALLERGIES,
        SectionKind.MEDICATIONS,
        *NOT_JUST_TAKEN,
        SectionKind.FAMILY_HISTORY,
        SectionKind.SURGICAL_HISTORY,
        SectionKind.IMMUNIZATIONS,
    }
)
#: Lists in whose rows each cell may be an entry of its own; what stands beside one may take it back.
_OF_NAMES: Final = frozenset({SectionKind.PROBLEMS, SectionKind.PAST_HISTORY, *JUDGED_PROBLEMS})
LEAST_CELLS: Final = 2
_COMMENTS_TITLE: Final = frozenset({"comments", "comments:", "footnotes", "endnotes"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label of the referral itself with the paragraphs that answer it."""

    page: DeidentifiedPage
    topic: str
    label: tuple[CleanWord, ...]
    answer: tuple[Paragraph, ...]


@dataclass(slots=True)
class Letter:
    """Passages with their sections, and labelled statements, in reading order.

    Attributes:
        unticked: Options that nobody ticked.
        results: Page number and line of everything that belongs to laboratory results.
    """

    passages: list[Passage] = field(default_factory=list)
    labelled: list[Labelled] = field(default_factory=list)
    unticked: list[Passage] = field(default_factory=list)
    results: set[tuple[int, int]] = field(default_factory=set)


def read_letter(pages: Sequence[DeidentifiedPage]) -> Letter:
    """The passages and labelled statements of a letter."""
    letter = Letter()
    section = SectionKind.UNKNOWN
    part = pages[0].part if pages else 1
    for page in pages:
        if page.part != part:
            part, section = page.part, SectionKind.UNKNOWN
        walk = _Walk(page, letter, section)
        for block in blocks_of_page(page):
            walk.take(block)
        section = walk.section
    return letter


class _Walk:
    """Goes through the blocks of a page and keeps the section that stands open."""

    def __init__(self, page: DeidentifiedPage, letter: Letter, section: SectionKind) -> None:
        self.section = section
        self._page = page
        self._letter = letter
        self._table = -1
        self._columns: tuple[Column | None, ...] = ()
        self._starts: tuple[float, ...] = ()
        self._results = False
        self._in_table = False
        self._labelled_table = -1
        self._grid: LetterGrid | None = None
        self._waiting: tuple[str, tuple[CleanWord, ...]] | None = None

    def take(self, block: Block) -> None:
        if block.is_row:
            self._row(block)
            self._in_table = bool(block.table)
            return
        if self._in_table:
            self.section, self._in_table = SectionKind.UNKNOWN, False
        if self._grid is not None and self._grid.asks(block):
            return
        self._columns, self._results, self._grid = (), False, None
        paragraph = block.cells[0][0]
        if block.region in _APART:
            before, self.section = self.section, SectionKind.OTHER
            self._text(paragraph, block.region)
            self.section = before
        else:
            self._text(paragraph, block.region)

    def _row(self, block: Block) -> None:
        if self._of_grid(block) or self._header(block):
            return
        if self._results and (block.table == self._table or not block.table):
            self._letter.results.update((self._page.number, word.line) for word in _words(block))
            return
        if self._columns and (block.table == self._table or not block.table):
            self._table_row(block)
            return
        self._columns, self._results = (), False
        first = block.cells[0]
        label = first[0] if len(first) == 1 else None
        if label is not None and len(block.cells) > 1 and self._label_row(block, label):
            return
        outer = self.section
        inner = SectionKind.UNKNOWN if block.table and block.table == self._labelled_table else outer
        if inner in _OF_CELLS | _OF_NAMES and _is_entry(block):
            runs = tuple(run_of(self._page, paragraph.words) for cell in block.cells for paragraph in cell)
            if inner in _OF_CELLS:
                runs = (run_of(self._page, _words(block)),)
            self._letter.passages.append(Passage(inner, runs, is_row=len(runs) > 1, region=block.region))
            return
        for cell in block.cells:
            self.section = SectionKind.UNKNOWN if len(block.cells) > 1 and len(cell) > 1 else inner
            for paragraph in cell:
                self._text(paragraph, block.region)
        if len(block.cells) > 1:
            self.section = outer

    def _of_grid(self, block: Block) -> bool:
        """Take the row as a grid's titles or one of its questions, where it is."""
        if self._grid is not None and block.table == self._grid.table:
            self._letter.passages.extend(self._grid.passages(block))
            return True
        self._grid = letter_grid(block)
        if self._grid is not None:
            self._columns, self._results = (), False
        return self._grid is not None

    def _header(self, block: Block) -> bool:
        """Take the row as the titles of a table, where it is; a label may stand in a cell before them."""
        texts = [" ".join(paragraph.text for paragraph in cell) for cell in block.cells]
        if _is_results_header(texts):
            self._table, self._columns, self._results = block.table, (), True
            self._letter.results.update((self._page.number, word.line) for word in _words(block))
            return True
        columns = table_header(texts)
        if columns is None:
            return False
        self._results = False
        told = section_of_columns(columns)
        finer = self.section in {SectionKind.PAST_HISTORY, *JUDGED_PROBLEMS}
        kept = told is SectionKind.MEDICATIONS and self.section in NOT_JUST_TAKEN
        if told is not None and not kept and not (told is SectionKind.PROBLEMS and finer):
            self.section = told
        elif Column.CODE in columns and self.section not in JUDGED_PROBLEMS:
            self.section = SectionKind.PROBLEMS
        self._table, self._columns, self._starts = block.table, columns, block.starts
        return True

    def _table_row(self, block: Block) -> None:
        columns = list(self._columns)
        if self.section in {SectionKind.PROBLEMS, *JUDGED_PROBLEMS} and Column.PROBLEM not in columns:
            # Beside a code, whatever describes it is the problem.
            columns = [Column.PROBLEM if column in {Column.ANSWER, Column.CONDITION} else column for column in columns]
        cells: dict[int, list[CleanWord]] = {}
        for start, cell in zip(block.starts, block.cells, strict=True):
            index = max((at for at, left in enumerate(self._starts) if left <= start + 0.012), default=0)
            cells.setdefault(index, []).extend(word for paragraph in cell for word in paragraph.words)
        if not cells:
            return
        order = sorted(cells)
        self._letter.passages.append(
            Passage(
                self.section,
                tuple(run_of(self._page, cells[index]) for index in order),
                is_row=True,
                columns=tuple(columns[index] for index in order),
                region=block.region,
            )
        )

    def _label_row(self, block: Block, label: Paragraph) -> bool:
        """Take a row of a label and its answer; whether it is one."""
        text = label.text
        referral = read_referral_label(text)
        answers = tuple(paragraph for cell in block.cells[1:] for paragraph in cell)
        if referral is not None or form_heading(text) is not None or read_heading(text) is not None:
            self._labelled_table = block.table
        if referral is not None and referral.end == len(text):
            self._letter.labelled.append(Labelled(self._page, referral.topic, label.words, answers))
            return True
        heading = form_heading(text) or read_heading(text)
        if heading is None or heading.end < len(text):
            return False
        outer = self.section
        self.section = heading.kind
        for paragraph in answers:
            self._text(paragraph, block.region)
        self.section = outer
        return True

    def _text(self, paragraph: Paragraph, region: RegionKind | None) -> None:
        text = paragraph.text
        if self._waiting is not None:
            topic, words = self._waiting
            self._waiting = None
            if read_referral_label(text) is None and form_heading(text) is None:
                self._letter.labelled.append(Labelled(self._page, topic, words, (paragraph,)))
                return
        label = read_referral_label(text)
        if label is not None and label.closed and label.end < len(text):
            cut = _words_before(paragraph, label.end)
            answer = replace(paragraph, words=paragraph.words[cut:])
            self._letter.labelled.append(Labelled(self._page, label.topic, paragraph.words[:cut], (answer,)))
            return
        if label is not None and (label.closed or region is RegionKind.HEADING or text.endswith(",")):
            self._waiting = (label.topic, paragraph.words)
            self.section = SectionKind.REFERRAL_REASON if label.topic == "reason" else SectionKind.ADMINISTRATIVE
            return
        if is_entry_not_title(text, self.section) and region is not RegionKind.HEADING:
            self._keep(paragraph, 0, len(text), self.section, region)
        elif region is RegionKind.COMMENT or text.casefold() not in _COMMENTS_TITLE:
            self._passages(paragraph, region)

    def _passages(self, paragraph: Paragraph, region: RegionKind | None) -> None:
        text = paragraph.text
        heading = form_heading(text)
        if heading is not None and heading.end == len(text) and not paragraph.ticks:
            self.section = heading.kind
            return
        usual = read_heading(text, is_heading=region is RegionKind.HEADING)
        if usual is None and self.section is SectionKind.PAST_MEDICATIONS and is_unknown_title(text):
            self.section = SectionKind.MEDICATION_CHANGES
            return
        if usual is not None and usual.alone:
            self.section = usual.kind
            return
        start, before = 0, self.section
        if heading is not None:
            self.section, start = heading.kind, heading.end
        elif usual is not None:
            self.section, start = usual.kind, usual.end
        elif self.section in _LISTS and _is_prose(paragraph):
            self.section = SectionKind.UNKNOWN
        in_list = self.section is SectionKind.PAST_MEDICATIONS and before is SectionKind.MEDICATIONS
        theirs = self.section is SectionKind.FAMILY_HISTORY and before in _OF_NAMES and region is RegionKind.LIST_ITEM
        outer = before if in_list or theirs or self.section in _OF_ONE_LINE else self.section
        for at, inner in inline_headings(text):
            if at < start:
                continue
            self._keep(paragraph, start, at, self.section, region)
            self.section, start = inner.kind, inner.end
        self._keep(paragraph, start, len(text), self.section, region)
        if self.section is not outer and start < len(text):
            self.section = outer  # A label inside running text speaks of its own sentence only.

    def _keep(
        self, paragraph: Paragraph, start: int, end: int, section: SectionKind, region: RegionKind | None
    ) -> None:
        first, last = _words_before(paragraph, start), _words_before(paragraph, end)
        for words, ticked in _by_box(paragraph, paragraph.words[first:last]):
            if words:
                if section is SectionKind.RESULTS:
                    self._letter.results.update((self._page.number, word.line) for word in words)
                passage = self._passage(section, words, region)
                (self._letter.passages if ticked else self._letter.unticked).append(passage)

    def _passage(self, section: SectionKind, words: tuple[CleanWord, ...], region: RegionKind | None) -> Passage:
        if section in {SectionKind.PROBLEMS, *JUDGED_PROBLEMS} and len(words) > 1 and _ICD10.fullmatch(words[0].text):
            # A code before its problem: a row of two cells.
            runs = (run_of(self._page, words[:1]), run_of(self._page, words[1:]))
            return Passage(section, runs, is_row=True, columns=(Column.CODE, Column.PROBLEM), region=region)
        return Passage(section, (run_of(self._page, words),), region=region)


def _words(block: Block) -> Iterator[CleanWord]:
    return (word for cell in block.cells for paragraph in cell for word in paragraph.words)


def _is_entry(block: Block) -> bool:
    """Whether the cells of a row say one thing together: no titles, labels or boxes among them, nor whole lists."""
    if len(block.cells) < LEAST_CELLS or any(len(cell) != 1 for cell in block.cells):
        return False
    first, *rest = [cell[0] for cell in block.cells]
    return not (_is_titled(first) or any(_is_titled(each) and not _is_verdict(each) for each in rest))


def _is_titled(paragraph: Paragraph) -> bool:
    """Whether a cell begins with a title or a label, or holds boxes."""
    text = paragraph.text
    return bool(paragraph.ticks) or any((read_heading(text), form_heading(text), read_referral_label(text)))


def _is_verdict(paragraph: Paragraph) -> bool:
    """Whether a cell beside a name says of it what headings say of whole lists: ``ruled out``, ``resolved``."""
    title = read_heading(paragraph.text)
    return title is not None and title.alone and title.kind in JUDGED_PROBLEMS | NOT_JUST_TAKEN


def _is_results_header(cells: Sequence[str]) -> bool:
    """Whether a row titles the columns of laboratory results."""
    words = [_RESULT_COLUMNS.fullmatch(cell.strip()) for cell in cells]
    return sum(1 for word in words if word) >= LEAST_RESULT_COLUMNS


def _is_prose(paragraph: Paragraph) -> bool:
    """Whether a paragraph is a sentence, not an item of a list."""
    if paragraph.is_item or paragraph.ticks or len(paragraph.words) < 4:
        return False
    # A list in one paragraph may end in a sentence: how it begins tells.
    first = re.split(r"(?<=[.!?])\s", paragraph.text)[0].rstrip()
    return first.endswith((".", "!", "?")) and _SENTENCE.search(first) is not None


def _words_before(paragraph: Paragraph, end: int) -> int:
    """How many of the words begin before an offset in the paragraph's text."""
    offset = 0
    for number, word in enumerate(paragraph.words):
        if offset >= end:
            return number
        offset += len(word.text) + 1
    return len(paragraph.words)


def _by_box(paragraph: Paragraph, words: tuple[CleanWord, ...]) -> Iterator[tuple[tuple[CleanWord, ...], bool]]:
    """The words, parted at boxes to tick: each stretch with whether it may count."""
    marks = {tick.words[0].start: tick for tick in paragraph.ticks}
    group: list[CleanWord] = []
    counts = True
    skipped: set[int] = set()
    for word in words:
        tick = marks.get(word.start)
        if tick is not None:
            yield tuple(group), counts
            group, counts = [], tick.state.value == "ticked"
            skipped = {each.start for each in tick.words}
        if word.start not in skipped:
            group.append(word)
    yield tuple(group), counts
