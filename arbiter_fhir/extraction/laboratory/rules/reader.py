"""Reads a page from top to bottom into row candidates, each with the panel, specimen and dates that hold for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.dates import DateRole, LabelledDate, labelled_dates
from arbiter_fhir.extraction.laboratory.flags import is_flag
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, PageView, text_of
from arbiter_fhir.extraction.laboratory.ranges import is_for_some
from arbiter_fhir.extraction.laboratory.result_status import replaces_result
from arbiter_fhir.extraction.laboratory.rules.blocks import blocks_of
from arbiter_fhir.extraction.laboratory.rules.context import (
    Context,
    find_specimen,
    is_heading,
    is_name_continuation,
    is_note,
    is_opinion,
    panel_words,
)
from arbiter_fhir.extraction.laboratory.rules.grammar import speaks_of_results
from arbiter_fhir.extraction.laboratory.rules.header import ColumnKind, TableHeader, title_of
from arbiter_fhir.extraction.laboratory.rules.items import Item, ItemKind, classify, row_pitch
from arbiter_fhir.extraction.laboratory.rules.name_parts import code_doubts, part_name
from arbiter_fhir.extraction.laboratory.rules.prose import leaves_numbers, read_prose
from arbiter_fhir.extraction.laboratory.rules.table import ReadRow
from arbiter_fhir.extraction.laboratory.units import ucum_of
from arbiter_fhir.extraction.laboratory.values import longest_value
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import weakens_result

__all__ = ["NAME_MISSING", "PageReading", "Reject", "read_pages"]

#: Reason of a value of which nothing says what it is of.
NAME_MISSING: Final = "name_missing"
#: A comment stands at most this many line pitches under its row.
COMMENT_PITCHES = 1.6
#: A heading stands at most this many line pitches above what it heads.
HEADING_PITCHES = 3.2
#: A wrapped line is nearer to its row than to the next line by at least this factor.
NEARER = 0.93
#: Lines of one cell are at most this many usual line pitches apart.
WRAP_PITCHES = 1.15
#: A line that starts this many characters to the right of the names is indented.
INDENT_CHARS = 1.5
#: A sentence has at least this many words.
SENTENCE_WORDS = 5
#: A wrapped part of a name has at most this many words.
WRAPPED_WORDS = 4
#: The label of a field has at most this many words.
LABEL_WORDS = 3


@dataclass(frozen=True, slots=True)
class Reject:
    """Something that looked like a result and was not taken."""

    view: PageView
    reason: str
    fragments: tuple[Fragment, ...]


@dataclass(slots=True)
class PageReading:
    """All that was read.

    Attributes:
        dates: Every labelled date, by page view.
        said: Page number and line index of remarks that were attached to a row, and of titles.
    """

    rows: list[RowCandidate] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    dates: list[LabelledDate] = field(default_factory=list)
    said: set[tuple[int, int]] = field(default_factory=set)


def read_pages(views: Sequence[PageView]) -> PageReading:
    """Read all pages of a report in order; titles, panel and date go on over page ends."""
    reading = PageReading()
    context = Context()
    header: TableHeader | None = None
    for view in views:
        dates = labelled_dates(view)
        reading.dates += dates
        blocks = blocks_of(view)
        for block in blocks:
            own = context if len(blocks) == 1 or block is blocks[0] else dataclasses.replace(context)
            items, header = classify(view, block, dates, header)
            _BlockReader(view, items, own, reading).read()
            if block is blocks[-1]:
                context = own
    return reading


def _is_labelled_value(line: Line) -> bool:
    """Whether a line is the field of a result whose test stands elsewhere (``Your value: 6.1 % High``)."""
    words = [fragment.text for fragment in line.fragments]
    return any(
        title_of(line.fragments[:size]) is ColumnKind.VALUE and longest_value(words[size:]) > 0
        for size in range(1, min(LABEL_WORDS, len(words) - 1) + 1)
    )


@dataclass(slots=True)
class _BlockReader:
    view: PageView
    items: list[Item]
    context: Context
    out: PageReading
    last: list[RowCandidate] = field(default_factory=list)
    last_line: Line | None = None
    pending: tuple[Fragment, ...] = ()
    opening: tuple[Fragment, ...] = ()
    pitch: float = 0.0

    def read(self) -> None:
        self.pitch = row_pitch(self.items, self.view.pitch)
        for index, item in enumerate(self.items):
            if item.previous:
                self.out.rejects.append(Reject(self.view, "previous_result", item.line.fragments))
            match item.kind:
                case ItemKind.TITLES:
                    self.pending = ()
                    self.out.said.add((self.view.page.number, item.line.index))
                case ItemKind.CONTEXT:
                    self._context(item)
                case ItemKind.ROW:
                    self._rows(item, ())
                case ItemKind.VALUE_ONLY:
                    self._value_only(item)
                case ItemKind.TEXT:
                    self._text(index, item)

    def _context(self, item: Item) -> None:
        if speaks_of_results(item.line.text):
            self._said(item)
        words = panel_words(item.line, self.view.char)
        if words and is_heading(words) and find_analyte(text_of(words)) is None:
            self.context.begin_panel(self.view.quote(words))
        if item.lost_date:
            self.context.lose_collected()
        for date in item.dates:
            if date.role is DateRole.COLLECTED:
                self.context.set_collected(date.label)
        specimen = find_specimen(self.view, item.line)
        if specimen is not None:
            self.context.specimen = specimen
        self.pending = ()

    def _rows(self, item: Item, name: tuple[Fragment, ...]) -> None:
        self.last = [self._candidate(item, row, name) for row in item.rows]
        self.opening = ()
        self.last_line = item.line
        self.out.rows += self.last
        self.context.rows_since_date += len(self.last)
        self.pending = ()

    def _is_range_of_some(self, item: Item) -> bool:
        """Whether a line below a row is a range for men, or for an age: whether it is the patient's, nothing says."""
        return bool(self.last and item.reference) and not item.name and is_for_some(text_of(item.reference))

    def _begins_name(self, item: Item, following: Item) -> bool:
        """Whether a line holds the first words of the name that the row right below it ends."""
        if following.kind is not ItemKind.ROW or len(following.rows) != 1 or item.valueless or not item.name:
            return False
        rest = text_of(following.rows[0].parts.get(Part.NAME, ()))
        near = following.line.y - item.line.y < WRAP_PITCHES * self.view.pitch
        whole = f"{text_of(item.name)} {rest}"
        return near and bool(rest) and find_analyte(rest) is None and find_analyte(whole) is not None

    def _candidate(self, item: Item, row: ReadRow, name: tuple[Fragment, ...]) -> RowCandidate:
        parts = dict(row.parts)
        if name:
            parts[Part.NAME] = name
        elif self.opening:
            parts[Part.NAME] = (*self.opening, *parts.get(Part.NAME, ()))
        part_name(parts)
        return RowCandidate(
            self.view,
            item.line.index,
            RowCandidate.kept(parts),
            item.structure,
            doubts=[*row.doubts, *code_doubts(parts, row.codes)],
            dated=row.dated or self.context.collected,
            shared_unit=row.shared_unit,
            panel=self.context.panel,
            specimen=self.context.specimen,
            comment=self.view.quote(row.remark) if row.remark else None,
            inherited=self.context.inherited and not row.dated,
            scoped=self.context.scoped,
            date_unreadable=self.context.unreadable and not row.dated,
        )

    def _value_only(self, item: Item) -> None:
        name, self.pending = self.pending, ()
        known = find_analyte(text_of(name).rstrip(":")) is not None
        # In a table the name stands in the value's own line; what stands above is its name only if it names a test.
        if name and (known or item.structure is not Structure.TABLE):
            if not known:
                for row in item.rows:
                    row.doubts.append(Reason.NAME_UNKNOWN.value)
            self._rows(item, name)
            return
        self.out.rejects.append(Reject(self.view, NAME_MISSING, item.line.fragments))

    def _text(self, index: int, item: Item) -> None:
        following = self.items[index + 1] if index + 1 < len(self.items) else None
        if following is not None and self._begins_name(item, following):
            self.opening = item.name
            return
        if following is not None and following.kind is ItemKind.VALUE_ONLY and not item.valueless:
            self.pending = item.name
            return
        if self._continues(item, following):
            for row in self.last:
                row.parts[Part.NAME] = (*row.parts.get(Part.NAME, ()), *item.name)
                if item.reference:
                    row.parts[Part.RANGE] = (*row.parts.get(Part.RANGE, ()), *item.reference)
            self.last_line = item.line
        elif item.valueless:
            self._leave(item)
        elif self._heads(index, item):
            self.context.begin_panel(self.view.quote(panel_words(item.line, self.view.char)))
            self.last = []
        elif self._is_range_of_some(item) or self._comments(item):
            if speaks_of_results(item.line.text):
                # It may be a row that could not be read; as a remark alone it would be overlooked.
                self._said(item)
            self._remark(item)
            self.last_line = item.line
        else:
            self._doubt_names(item)
            self._leave(item)

    def _doubt_names(self, item: Item) -> None:
        """Words close under a name that were not taken as its rest leave the name in doubt."""
        name = self.last[0].fragments(Part.NAME) if self.last and self.last_line is not None else ()
        if not name or not item.name or find_analyte(text_of(name)) is not None:
            return
        aligned = abs(item.name[0].x0 - name[0].x0) < INDENT_CHARS * self.view.char
        if aligned and self._distances(item, None)[0] < WRAP_PITCHES * self.view.pitch:
            for row in self.last:
                row.doubts.append(Reason.NAME_UNCLEAR.value)

    def _leave(self, item: Item) -> None:
        if self._corrects(item):
            self._remark(item)
            return
        measured = any(ucum_of(fragment.text) is not None for fragment in item.line.fragments[len(item.name) :])
        marked = any(is_flag(fragment.text) for fragment in item.line.fragments[len(item.name) :])
        if item.valueless and (measured or marked or find_analyte(text_of(item.name)) is not None):
            self.out.rejects.append(Reject(self.view, "value_missing", item.line.fragments))
        elif _is_labelled_value(item.line):
            self.out.rejects.append(Reject(self.view, NAME_MISSING, item.line.fragments))
        elif find_analyte(item.line.text.rstrip(":")) is not None:
            self.out.rejects.append(Reject(self.view, "value_missing", item.line.fragments))
        elif speaks_of_results(item.line.text):
            self._said(item)

    def _remark(self, item: Item) -> None:
        """A remark on the row above."""
        quote = self.view.quote(item.line.fragments)
        self.out.said.add((self.view.page.number, item.line.index))
        for row in self.last:
            row.comment = DeidentifiedText.join(" ", [row.comment, quote]) if row.comment else quote

    def _corrects(self, item: Item) -> bool:
        """Whether a line under a row says what the row said before: its remark, however much it looks like a row."""
        near = self.last_line is not None and item.line.y - self.last_line.y <= COMMENT_PITCHES * self.view.pitch
        return bool(self.last) and near and replaces_result(item.line.text)

    def _said(self, item: Item) -> None:
        """Text that speaks of results: what it states clearly is taken as that, the rest is kept in view."""
        stated = read_prose(item.line.fragments)
        for row in stated:
            candidate = self._candidate(item, row, ())
            candidate.structure = Structure.LINE
            candidate.dated = row.dated
            self.out.rows.append(candidate)
        if not stated or leaves_numbers(item.line.fragments, stated):
            self.out.rejects.append(Reject(self.view, "note_text", item.line.fragments))

    def _distances(self, item: Item, following: Item | None) -> tuple[float, float]:
        """Distances in points to the row above and to the line below, measured at the left where skew is the same."""
        here = item.line.fragments[0]
        name = self.last[0].fragments(Part.NAME) if self.last else ()
        above = here.y - (name[-1].y if name else (self.last_line.y if self.last_line else here.y))
        # A line of words below may be a further part of the same name, and says nothing.
        told = following is not None and following.kind is not ItemKind.TEXT
        below = following.line.fragments[0].y - here.y if following is not None and told else float("inf")
        return above, below

    def _continues(self, item: Item, following: Item | None) -> bool:
        """Whether a line without a value is the rest of the row above it."""
        name = self.last[0].fragments(Part.NAME) if self.last and self.last_line is not None else ()
        hidden = any(fragment.is_placeholder for fragment in item.line.fragments)
        if not name or hidden or item.valueless or not (item.name or item.reference) or self._is_range_of_some(item):
            return False
        above, below = self._distances(item, following)
        if above > COMMENT_PITCHES * self.view.pitch:
            return False
        return not item.name or self._name_goes_on(item.name, name, distances=(above, below))

    def _name_goes_on(
        self, rest: tuple[Fragment, ...], name: tuple[Fragment, ...], *, distances: tuple[float, float]
    ) -> bool:
        """Whether words in the name column below a row are the rest of its name, by wording and nearness."""
        more, before = text_of(rest), text_of(name)
        if is_note(more) or more.endswith(".") or len(rest) > WRAPPED_WORDS or weakens_result(more):
            return False
        alone, together = find_analyte(before) is not None, find_analyte(f"{before} {more}") is not None
        if alone and not together and (more.startswith("(") or is_opinion(more)):
            # A method in brackets or an opinion under a whole name is a remark.
            return False
        if is_name_continuation(before, more) or (together and not alone):
            return True
        indented = rest[0].x0 - name[0].x0 > INDENT_CHARS * self.view.char
        digits = any(char.isdigit() for char in more)
        near = distances[0] < NEARER * min(distances[1], self.pitch) and distances[0] < WRAP_PITCHES * self.view.pitch
        return near and not indented and not digits and not self._is_panel(more)

    @staticmethod
    def _is_panel(text: str) -> bool:
        return text.isupper() and len(text.split()) > 1

    def _heads(self, index: int, item: Item) -> bool:
        words = panel_words(item.line, self.view.char)
        if not words or not is_heading(words) or is_note(text_of(words)) or weakens_result(text_of(words)):
            return False
        if len(words) < len(item.line.fragments) and not any(f.is_placeholder for f in item.line.fragments):
            return False
        # The last line of a page may head the rows of the next.
        return self._only_footer_follows(index) or self._rows_follow(index, item.line)

    def _rows_follow(self, index: int, line: Line) -> bool:
        for offset, following in enumerate(self.items[index + 1 : index + 4], start=1):
            if following.line.y - line.y > HEADING_PITCHES * self.view.pitch * offset:
                return False
            if following.kind in {ItemKind.ROW, ItemKind.TITLES, ItemKind.VALUE_ONLY}:
                return True
            if following.kind is ItemKind.TEXT and not self._names_value(index + offset):
                return False
        return False

    def _names_value(self, index: int) -> bool:
        return index + 1 < len(self.items) and self.items[index + 1].kind is ItemKind.VALUE_ONLY

    def _only_footer_follows(self, index: int) -> bool:
        bottom = 0.93 * self.view.height
        return all(item.line.y > bottom for item in self.items[index + 1 :])

    def _comments(self, item: Item) -> bool:
        if not self.last or self.last_line is None:
            return False
        if item.line.y - self.last_line.y > COMMENT_PITCHES * self.view.pitch:
            return False
        name = self.last[0].fragments(Part.NAME)
        indented = bool(name) and item.line.x0 - name[0].x0 > self.view.char
        if is_opinion(item.line.text):
            return True
        bracketed = item.line.text.startswith("(") and item.line.text.endswith(")")
        return indented or bracketed or is_note(item.line.text) or len(item.line.fragments) >= SENTENCE_WORDS
