"""The claims of a sentence, one by one: which thing each speaks of, and whether it says all that it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.answering.grounding.phrases import Speakable
from arbiter_fhir.answering.grounding.reading import DATE, NAME, Mark, Reading
from arbiter_fhir.answering.wording.vocabulary import places
from arbiter_fhir.domain.citation import Citation

__all__ = ["Clause", "clauses_of", "covers", "wrong_clauses"]


#: What may stand before the name of a thing anywhere.
PREPOSED: Final = frozenset(
    {"before", "kind", "assertion_left_out", "none_known_left_out", "relation_left_out", "not_marked_as_unconfirmed"}
)


@dataclass(slots=True)
class Clause:
    """A stretch of a sentence about one thing.

    Attributes:
        things: What it can speak of: things that have every phrase of it.
        opens: Nothing stands before it in its part of the sentence.
        marks: Its phrases.
        named: Whether the thing is named in it.
        carried: Things of the name that was said before.
    """

    things: frozenset[int]
    opens: bool = True
    marks: list[Mark] = field(default_factory=list)
    named: bool = False
    carried: frozenset[int] = frozenset()

    @property
    def part(self) -> int:
        """The part of the sentence that it begins in."""
        return self.marks[0].part

    def is_over(self, name: Mark) -> bool:
        """Whether a name begins something else: this was said in a bracket or a part that has ended, or has its name.

        Within one part a phrase that is a name and a detail as well (a drug's name in what it is taken for) goes on.
        Before its name a thing may have its kind, a relative, a denial, and at the beginning of a part its date; a
        value or a dose before a name is read as what came before it.
        """
        if self.marks[0].bracket not in {0, name.bracket} or self.marks[-1].part != name.part:
            return True
        if not self.named and any(self.trails(mark) for mark in self.marks):
            return True
        detail = any(thing in self.things for thing, group in name.says if group != NAME)
        return self.named and not detail

    def trails(self, mark: Mark) -> bool:
        """Whether a phrase that stands before a name is read as part of what came before it."""
        groups = {group for thing, group in mark.says if thing in self.things}
        return not groups & (PREPOSED | {DATE} if self.opens else PREPOSED)

    def says(self, group: str, thing: int) -> bool:
        """Whether it says this of a thing."""
        return any((thing, group) in mark.says for mark in self.marks)


def clauses_of(reading: Reading) -> list[Clause]:
    """Cut a sentence where it turns to another thing: at a further name, and where no thing has all that is said."""
    clauses: list[Clause] = []
    named: frozenset[int] = frozenset()
    for mark in reading.marks:
        current = clauses[-1] if clauses else None
        names = mark.of(NAME)
        both = current.things & mark.things if current else frozenset()
        if current is None or not both or (names and current.is_over(mark)):
            opens = current is None or current.marks[-1].part != mark.part
            current = Clause(mark.things, opens, carried=named)
            clauses.append(current)
        else:
            current.things = both
        current.marks.append(mark)
        if names & current.things and not current.named:
            current.named = True
            named = names
    return clauses


def wrong_clauses(clauses: Sequence[Clause], things: Sequence[Speakable]) -> str:
    """What is wrong with the claims of a sentence; empty where each stands. Clauses keep what they can mean."""
    kinds = {(mark.part, thing) for clause in clauses for mark in clause.marks for thing in mark.of("kind")}
    for index, clause in enumerate(clauses):
        problem = ""
        standing = set()
        for number in sorted(clause.things):
            wrong = _wrong(clauses, index, number, things[number], kinds)
            if not wrong:
                standing.add(number)
            problem = problem or wrong
        if not standing:
            return problem or "claim_not_in_evidence"
        clause.things = frozenset(standing)
    parts: dict[int, tuple[object, ...]] = {}
    for clause in clauses:
        signature = things[min(clause.things)].signature
        if parts.setdefault(clause.part, signature) != signature:
            return "claims_of_two_kinds"
    return ""


def _wrong(clauses: Sequence[Clause], index: int, number: int, thing: Speakable, kinds: set[tuple[int, int]]) -> str:
    clause, phrases = clauses[index], thing.phrases
    if phrases.names and not clause.says(NAME, number) and not (thing.carried and number in clause.carried):
        return "test_not_named"
    for group in phrases.must:
        if not clause.says(group, number):
            return group
    if phrases.kinds and (clause.part, number) not in kinds:
        return "kind_left_out"
    if phrases.dated and not clause.says(DATE, number) and not _dated_beside(clauses, index, number):
        return "date_not_in_evidence"
    return ""


def _dated_beside(clauses: Sequence[Clause], index: int, number: int) -> bool:
    """Whether the date that stands next in the sentence, or else the last before, is this thing's."""
    after = [mark for clause in clauses[index + 1 :] for mark in clause.marks if mark.of(DATE)]
    before = [mark for clause in clauses[:index] for mark in clause.marks if mark.of(DATE)]
    beside = after[:1] or before[-1:]
    return bool(beside) and number in beside[0].of(DATE)


def covers(clauses: Sequence[Clause], things: Sequence[Speakable], cited: Sequence[Citation]) -> bool:
    """Whether every cited place carries something that the sentence says."""
    spoken = {number for clause in clauses for number in clause.things}
    carried = {place for number in spoken for item in things[number].items for place in places(item)}
    return set(cited) <= carried
