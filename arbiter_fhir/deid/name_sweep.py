"""The sweep for names that the chart holds: in any order and form, misread, split over lines, run together.

A word that is a name of somebody in the chart is replaced wherever it stands, with one exception: a name that is
also an ordinary or clinical word (*May*, *White*, *Graves*, *Will*) is replaced where it stands as a name, next to
another part of the same person's name, after a title or label, or before a verb that only persons do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.deid.anchors import (
    AFTER_SMALL_NAME,
    CALENDAR,
    CLINICAL_TITLES,
    DONE_BY,
    KIN,
    MEETING,
    MODALS,
    PERSON_PHRASES,
    PERSON_VERBS,
    STATES,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.name_index import MIN_MISREAD_LETTERS, Match, NameIndex
from arbiter_fhir.deid.name_standing import (
    TITLED_PAPERS,
    acts_in_capitals,
    heads_number,
    heads_papers,
    in_mid_sentence,
    is_spelt_otherwise,
    is_time,
    labels_person,
    owns_as_person,
)
from arbiter_fhir.deid.names import PARTICLES, SUFFIXES
from arbiter_fhir.deid.people import NamePart, Person
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["NameSweep"]

_PIECE: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
#: What may stand between two parts of one name.
_JOINING: Final = re.compile(r"(?:[ \t]{0,2}[,.\-'\"()]{0,2}[ \t]{0,2}|[ \t]?[,.]?-?\n[ \t]?|_)")
#: What may stand inside a name that a line break, a hyphen or a scan cut in two.
_CUT: Final = re.compile(r"-\n|\n| |-|'|' | '")
#: Shorter names are taken for abbreviations where nothing tells.
MIN_LONG: Final = 3
#: Titles, labels and other words that show that a name follows.
_BEFORE_NAME: Final = (
    TITLES | CLINICAL_TITLES | KIN | MEETING | frozenset(["name", "alert", "called", "aka", "nee", "née", "mr", "mrs"])
)
_CERTAIN_BEFORE: Final = TITLES | CLINICAL_TITLES | KIN
#: What follows the name of a person: verbs, and participles of a note's short style ("Rivers seen today").
_AFTER_NAME: Final = PERSON_VERBS | MODALS | STATES | PERSON_PHRASES["was"]
#: Months that people are named after; behind *by* a date is found in them.
_MONTHS: Final = frozenset(("april", "may", "june", "august", "march"))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word of the text, finer than a token: hyphenated names are several."""

    start: int
    end: int
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class _Hit:
    """A word (or two joined words) of the text that is a name of somebody."""

    first: int
    last: int
    person: Person
    part: NamePart
    exact: bool
    distinct: bool
    word: str


class NameSweep:
    """Looks for the names of given people. Built once per document.

    Args:
        people: Whom to look for.
        lexicon: Word lists.
    """

    def __init__(self, people: Iterable[Person], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._index = NameIndex(people, lexicon)

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All names, as findings of the strength of the chart."""
        if not self._index:
            return
        pieces = [
            _Piece(match.start(), match.end(), plain(match[0]), match[0]) for match in _PIECE.finditer(reading.text)
        ]
        hits = self._hits(reading.text, pieces)
        taken = -1
        for index in sorted(hits):
            if index <= taken:
                continue
            for hit in hits[index]:
                first, last, parts, exact = self._run(reading.text, pieces, hits, hit)
                if self._is_name(reading, pieces, hit, (first, last), parts, exact=exact):
                    taken = max(taken, last)
                    yield self._finding(pieces[first].start, pieces[last].end, hit.person, exact=exact)
                    break

    @staticmethod
    def _finding(start: int, end: int, person: Person, *, exact: bool) -> Finding:
        score = 1.0 if exact else 0.8
        return Finding(
            start, end, IdentifierKind.PERSON, Strength.CHART, f"name_sweep:{person.key}", score, person.role
        )

    def _hits(self, text: str, pieces: Sequence[_Piece]) -> dict[int, list[_Hit]]:
        hits: dict[int, list[_Hit]] = {}
        for index, piece in enumerate(pieces):
            for word, how in self._index.resolve(piece.key):
                hits.setdefault(index, []).extend(self._as_hits(index, index, word, piece.key, how))
            if index + 1 < len(pieces) and index not in hits:
                following = pieces[index + 1]
                if _CUT.fullmatch(text[piece.end : following.start]):
                    joined = piece.key + following.key
                    if joined in self._index and len(joined) >= MIN_MISREAD_LETTERS:
                        hits.setdefault(index, []).extend(self._as_hits(index, index + 1, joined, joined, Match.EXACT))
            spelled = self._spelled(text, pieces, index)
            if spelled:
                hits.setdefault(index, []).extend(
                    self._as_hits(index, spelled[0], spelled[1], spelled[1], Match.COMPOSED)
                )
        return hits

    def _as_hits(self, first: int, last: int, word: str, seen: str, how: Match) -> Iterator[_Hit]:
        ambiguous = self._lexicon.is_ambiguous(word) or len(word) < 3
        # A misread name is no word of any list, even where the name itself is one: "Bish0p".
        distinct = not ambiguous if how is Match.EXACT else how is Match.COMPOSED or not self._lexicon.is_known(seen)
        for person, part in self._index.people_of(word):
            yield _Hit(first, last, person, part, exact=how is not Match.MISREAD, distinct=distinct, word=word)

    def _spelled(self, text: str, pieces: Sequence[_Piece], index: int) -> tuple[int, str] | None:
        """``G R A V E S``: single letters set apart."""
        if len(pieces[index].text) != 1 or (index and len(pieces[index - 1].text) == 1):
            return None
        last = index
        while (
            last + 1 < len(pieces)
            and len(pieces[last + 1].text) == 1
            and text[pieces[last].end : pieces[last + 1].start] == " "
        ):
            last += 1
        word = "".join(piece.key for piece in pieces[index : last + 1])
        return (last, word) if len(word) >= MIN_MISREAD_LETTERS and word in self._index else None

    def _run(
        self, text: str, pieces: Sequence[_Piece], hits: dict[int, list[_Hit]], hit: _Hit
    ) -> tuple[int, int, set[NamePart], bool]:
        """The longest run of words around a hit that are all parts of the same person's name."""
        initials = {word[0] for word, _ in hit.person.words}
        parts, exact = {hit.part}, hit.exact
        first, last = hit.first, hit.last
        while last + 1 < len(pieces) and self._joins(text, pieces[last], pieces[last + 1]):
            following = pieces[last + 1]
            same = self._same_person(text, pieces, hits, last + 1, hit)
            if same is not None:
                parts.add(same.part)
                exact, last = exact and same.exact, same.last
            elif self._fills(following, initials):
                last += 1
            else:
                break
        while first > 0 and self._joins(text, pieces[first - 1], pieces[first]):
            before = pieces[first - 1]
            if before.key in SUFFIXES or not self._fills(before, initials):
                break
            first -= 1
        return self._trimmed(pieces, first, last, hit, parts, exact=exact)

    def _same_person(
        self, text: str, pieces: Sequence[_Piece], hits: dict[int, list[_Hit]], at: int, hit: _Hit
    ) -> _Hit | None:
        """The word at ``at`` as another name of the same person, also behind particles, which alone are no name."""
        while at + 1 < len(pieces) and pieces[at].key in PARTICLES and self._joins(text, pieces[at], pieces[at + 1]):
            at += 1
        return next((each for each in hits.get(at, ()) if each.person.key == hit.person.key), None)

    @staticmethod
    def _joins(text: str, before: _Piece, after: _Piece) -> bool:
        gap = text[before.end : after.start]
        # A full stop after more than an initial ends the sentence.
        return _JOINING.fullmatch(gap) is not None and not ("." in gap and len(before.text) > 2)

    @staticmethod
    def _fills(piece: _Piece, initials: set[str]) -> bool:
        if len(piece.text) == 1:
            return piece.text.isupper() and piece.key in initials
        return piece.key in SUFFIXES or (
            piece.key in PARTICLES and piece.key not in {"y", "e", "al", "la", "le", "do", "st"}
        )

    @staticmethod
    def _trimmed(
        pieces: Sequence[_Piece], first: int, last: int, hit: _Hit, parts: set[NamePart], *, exact: bool
    ) -> tuple[int, int, set[NamePart], bool]:
        while last > hit.last and pieces[last].key in PARTICLES:
            last -= 1
        return first, last, parts, exact

    def _is_name(
        self,
        reading: Reading,
        pieces: Sequence[_Piece],
        hit: _Hit,
        run: tuple[int, int],
        parts: set[NamePart],
        *,
        exact: bool,
    ) -> bool:
        first, last = run
        more = last > hit.last or first < hit.first
        if len(parts) > 1 or (more and hit.part is not NamePart.MIDDLE and self._has_initial(pieces, run, hit)):
            told = last + 1 < len(pieces) and pieces[last + 1].key in AFTER_SMALL_NAME
            return (
                told
                or not self._all_small(pieces, run)
                or any(not self._lexicon.is_known(pieces[index].key) for index in range(first, last + 1))
            )
        if hit.person.role is IdentifierRole.CLINICIAN and (
            hit.part is not NamePart.FAMILY or not pieces[hit.first].text[0].isupper()
        ):
            return False
        if hit.distinct:
            return exact or not is_clinical_term(reading.tokens, reading.first_token_at(pieces[hit.first].start))
        family = hit.part is NamePart.FAMILY and hit.exact
        if self._is_told(reading, pieces[hit.first]):
            return True
        return (family and heads_papers(reading, pieces[hit.first].start)) or self._stands_as_name(reading, pieces, hit)

    @staticmethod
    def _has_initial(pieces: Sequence[_Piece], run: tuple[int, int], hit: _Hit) -> bool:
        return any(
            len(pieces[index].text) == 1 and pieces[index].text.isupper()
            for index in range(run[0], run[1] + 1)
            if not hit.first <= index <= hit.last
        )

    @staticmethod
    def _all_small(pieces: Sequence[_Piece], run: tuple[int, int]) -> bool:
        """``will may`` in small letters is English."""
        return all(piece.text.islower() for piece in pieces[run[0] : run[1] + 1])

    def _is_told(self, reading: Reading, piece: _Piece) -> bool:
        """``Name alert: NG``; ``Lipitor 40 mg for Vu``: two letters of no list where the line reads like a result."""
        index = reading.first_token_at(piece.start)
        token = reading.tokens[index]
        if index > 0 and reading.tokens[index - 1].key == "alert" and token.gap == ": " and piece.text[0].isupper():
            return True
        told = index > 0 and reading.tokens[index - 1].text == "for" and token.gap == " " and token.is_capitalised
        return told and len(piece.key) < MIN_LONG and not self._lexicon.is_known(piece.key)

    def _stands_as_name(self, reading: Reading, pieces: Sequence[_Piece], hit: _Hit) -> bool:
        """Whether a name that is also a word stands where only a name can."""
        piece = pieces[hit.first]
        tokens = reading.tokens
        index = reading.first_token_at(piece.start)
        if not piece.text[0].isupper() or reading.in_lab_row(piece.start):
            return False
        if index >= len(tokens) or is_clinical_term(tokens, index) or is_spelt_otherwise(tokens, index):
            return False
        before = tokens[index - 1] if index else None
        if before is not None and tokens[index].gap in {" ", ". ", ": ", ", ", " ("} and before.key in _BEFORE_NAME:
            if before.key == "by" and piece.key in _MONTHS and is_time(tokens, index):
                # "stop by May" is a date, which is replaced as one; "seen by May" is somebody.
                return index > 1 and tokens[index - 2].key in DONE_BY
            return before.key in _CERTAIN_BEFORE or not piece.text.isupper()
        if heads_number(tokens, index):
            return True
        labelled = before is not None and tokens[index].gap.strip(" \n") == ":" and labels_person(tokens, index)
        return labelled or self._does_as_persons_do(reading, hit, piece, index)

    def _does_as_persons_do(self, reading: Reading, hit: _Hit, piece: _Piece, index: int) -> bool:
        """Whether the word owns, acts or stands inside a sentence as only somebody's name does."""
        tokens = reading.tokens
        token = tokens[index]
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.text.casefold().endswith("'s") and owns_as_person(hit.part, following):
            return True
        # "Bell labs": the title of a patient's sheet.
        # "Bright, Page": a family name that heads its line.
        heads_line = index == 0 or "\n" in token.gap
        listed = following is not None and following.gap == ", " and following.is_capitalised
        if heads_line and listed and hit.part is NamePart.FAMILY and hit.exact:
            return True
        opens = heads_line or token.gap.strip(" ")[-1:] in {".", ";", ":", "-", ")"}
        told = following is not None and following.gap in {" ", " - "} and following.text.islower()
        if opens and told and hit.part is NamePart.GIVEN and hit.exact and piece.key not in MODALS | CALENDAR:
            # "Garnet phoned; Garnet not on the list": whoever is in the document opens its sentences.
            return not self._lexicon.eponyms.get(piece.key) and not piece.text.isupper()
        abbreviation = piece.text.isupper() and piece.key in self._lexicon.clinical
        if following is not None and following.gap == " " and following.text in TITLED_PAPERS and not abbreviation:
            return True
        acts = following is not None and following.gap in {" ", "\n"} and following.key in _AFTER_NAME
        if piece.text.isupper():
            return acts and acts_in_capitals(tokens, index)
        other = self._lexicon.eponyms.get(piece.key) or (piece.key in CALENDAR and is_time(tokens, index))
        # "At bedside: Prudence, Pepper and": the head of a list of people.
        heads = token.gap == ": " and following is not None and following.gap == ", " and following.is_capitalised
        return acts or (heads and not other) or (not other and in_mid_sentence(reading, token.start, token.gap))
