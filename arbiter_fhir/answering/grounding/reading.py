"""A sentence read from left to right: phrases of the cited things, dates of theirs, and words that say nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.answering.grounding.phrases import Speakable, iterate
from arbiter_fhir.answering.wording.dates import DATE_LABEL
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.statement import FamilyHistory

__all__ = ["CONNECTIVES", "DATE", "NAME", "Mark", "Reading", "read_sentence"]

NAME: Final = "name"
DATE: Final = "date"

#: Words of ours that say nothing by themselves.
CONNECTIVES: Final = frozenset(
    [
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "are", "its", "of", "on", "the", "to", "was"),
        *("were", "with", "has", "had", "result", "results", "recorded", "listed", "stated", "reported", "documented"),
        *("dated", "value", "this", "there"),
    ]
)
#: Said of everything but a relative's history.
ABOUT_PATIENT: Final = CONNECTIVES | {"patient"}
#: Words that compare; "most recent" is two of them.
COMPARING: Final = frozenset(
    [
        *("latest", "newest", "most", "recent"),
        *("rose", "risen", "increased", "fell", "fallen", "decreased", "dropped", "unchanged"),
    ]
)
_PUNCTUATION: Final = frozenset(" ().,;:")
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of a sentence that says something.

    Attributes:
        at: Where it begins.
        part: Which part of the sentence it stands in; parts end at ``;`` and ``.`` outside brackets.
        bracket: The number of the bracket that it stands in; 0 outside of brackets.
        says: ``(number of the thing, group)`` for each thing that has this phrase.
    """

    at: int
    part: int
    bracket: int
    says: frozenset[tuple[int, str]]

    def of(self, group: str) -> frozenset[int]:
        """The things of which it says this."""
        return frozenset(thing for thing, said in self.says if said == group)

    @property
    def things(self) -> frozenset[int]:
        """The things that have this phrase."""
        return frozenset(thing for thing, _ in self.says)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence says, or the stable word for what it says without a source.

    Attributes:
        compares: Words of it that compare: ``latest``, ``rose``; what they claim is worked out by `comparing`.
    """

    marks: tuple[Mark, ...] = ()
    problem: str = ""
    compares: frozenset[str] = frozenset()


class _Lexicon:
    """The phrases of all cited things, longest first."""

    def __init__(self, things: Sequence[Speakable]) -> None:
        table: dict[str, set[tuple[int, str]]] = {}
        names: dict[str, set[tuple[int, str]]] = {}
        for number, thing in enumerate(things):
            for group, text in iterate(thing.phrases):
                if text.strip():
                    table.setdefault(text, set()).add((number, group))
            for name in thing.phrases.names:
                if name.strip():
                    names.setdefault(name, set()).add((number, NAME))
        self._phrases = [(re.compile(re.escape(text)), frozenset(says)) for text, says in table.items()]
        self._phrases += [(re.compile(re.escape(name), re.IGNORECASE), frozenset(says)) for name, says in names.items()]

    def at(self, text: str, start: int) -> tuple[int, frozenset[tuple[int, str]]] | None:
        """The longest phrase that stands at a place by itself: its end, and what it says."""
        said: dict[int, frozenset[tuple[int, str]]] = {}
        for phrase, says in self._phrases:
            if (match := phrase.match(text, start)) is not None and _stands_alone(text, start, match.end()):
                said[match.end()] = said.get(match.end(), frozenset()) | says
        return max(said.items()) if said else None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a phrase begins and ends where it seems to: not within a word or a number."""
    if start and text[start].isalnum() and (text[start - 1].isalnum() or text[start - 1] in "._"):
        return False
    if not text[end - 1].isalnum() or end >= len(text):
        return True
    return not text[end].isalnum() and re.match(r"_|[.,]\d", text[end:]) is None


def read_sentence(text: str, things: Sequence[Speakable], dates: Mapping[str, ClinicalDate]) -> Reading:
    """Read a sentence.

    Args:
        text: With date labels.
        things: What it cites.
        dates: Date labels of the draft.
    """
    lexicon = _Lexicon(things)
    marks: list[Mark] = []
    compares: set[str] = set()
    plain = CONNECTIVES if any(isinstance(thing.items[0].value, FamilyHistory) for thing in things) else ABOUT_PATIENT
    at = part = depth = brackets = 0
    while at < len(text):
        found = lexicon.at(text, at)
        if found is not None:
            end, says = found
            marks.append(Mark(at, part, brackets if depth > 0 else 0, says))
            at = end
            continue
        label = DATE_LABEL.match(text, at)
        if label is not None and label.group() in dates:
            says = _dates_of(things, dates[label.group()])
            if not says:
                return Reading(problem="date_not_in_evidence")
            marks.append(Mark(at, part, brackets if depth > 0 else 0, says))
            at = label.end()
            continue
        word = _WORD.match(text, at)
        if word is not None:
            folded = word.group().casefold()
            if folded in COMPARING:
                compares.add(folded)
            elif folded not in plain:
                return Reading(problem=_left_over(folded))
            at = word.end()
            continue
        if text[at] not in _PUNCTUATION:
            return Reading(problem="sign_not_in_evidence")
        depth += (text[at] == "(") - (text[at] == ")")
        brackets += text[at] == "(" and depth == 1
        part += text[at] in ";." and depth <= 0
        at += 1
    return Reading(tuple(marks), compares=frozenset(compares))


def _dates_of(things: Sequence[Speakable], when: ClinicalDate) -> frozenset[tuple[int, str]]:
    return frozenset((number, DATE) for number, thing in enumerate(things) if thing.phrases.observed == when)


def _left_over(word: str) -> str:
    return "number_not_in_evidence" if any(char.isdigit() for char in word) else "word_not_in_evidence"
