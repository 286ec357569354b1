"""What a question names: tests, vital signs, drugs, conditions, vaccines, examinations, and parts of the record.

Each name stands once: of names that overlap, the longest counts, and of equally long ones the order of `Kind`; "test
results" give way to whatever test it is. The text with every name replaced by a mark (``<lab>``, ``<drug>``) is
what the rules of the other modules read, so that "stop her metformin" and "stop the statin" are one rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.patterns import mark_of, rules
from arbiter_fhir.answering.question.tables import read_question_table
from arbiter_fhir.domain.analyte import display_name
from arbiter_fhir.domain.analyte_mentions import analyte_mentions
from arbiter_fhir.domain.drug_class import drug_classes
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.vital_sign import vital_signs
from arbiter_fhir.ports.terminology import TermKind, TermMention, TermMentions

__all__ = ["NO_TERMS", "Kind", "Marked", "Mention", "has_sense", "mark", "phrase_table"]


class Kind(StrEnum):
    """What a name is of; the values are the marks. The order decides between names of equal length."""

    LAB = "lab"
    VITAL = "vital"
    CLASS = "class"
    DRUG = "drug"
    STUDY = "study"
    PROCEDURE = "proc"
    VACCINE = "vaccine"
    CONDITION = "dx"
    SYMPTOM = "sym"
    ALLERGEN = "allergen"
    RELATION = "relation"
    TOPIC = "topic"
    DOCUMENT = "doc"


_OF_TERM: Final = {
    TermKind.MEDICINE: Kind.DRUG,
    TermKind.DRUG_CLASS: Kind.ALLERGEN,
    TermKind.ALLERGEN: Kind.ALLERGEN,
    TermKind.CONDITION: Kind.CONDITION,
    TermKind.SYMPTOM: Kind.SYMPTOM,
    TermKind.VACCINE: Kind.VACCINE,
    TermKind.PROCEDURE: Kind.PROCEDURE,
    TermKind.RELATION: Kind.RELATION,
}
_ORDER: Final = {kind: place for place, kind in enumerate(Kind)}
#: Names of drugs that are in no table, by their endings (USAN stems).
_STEM: Final = re.compile(
    r"\b[a-z]{3,}(?:pril|sartan|statin|olol|azole|cillin|mycin|formin|gliptin|gliflozin|glutide|thiazide|azepam|oxetine"
    r"|prazole|dipine|parin|xaban|solone|semide|mab|tinib|cycline|floxacin|setron|triptan|lukast|dronate|fibrate)\b",
    re.IGNORECASE,
)


#: A differential of diseases, not of white cells.
_OTHER_DIFFERENTIAL: Final = re.compile(r"differential (?:diagnos|for\b|of\b)", re.IGNORECASE)
#: Words that make another test of a test's name, and those that make a drug of it.
_OTHER_TEST: Final = re.compile(
    r"\s+(clearance|electrophoresis|tolerance(?: test)?|score|(?:stimulation|suppression)(?: test)?|particles?)\b",
    re.IGNORECASE,
)
_GIVEN: Final = re.compile(r"\s+(?:supplements?|supplementation|infusions?|replacement|tablets|pills)\b", re.IGNORECASE)
#: What somebody is on or takes is a drug, whatever test has its name: "is she on potassium".
_ON: Final = re.compile(
    r"\b(?:(?:she|he|they|patient|pt) (?:is |was )?(?:still |currently |already |ever |now )?"
    r"(?:on|taking|takes?|took|given|using)|put (?:her|him|them) on|taking)\s+(?:any |oral |iv |an? |extra |daily )*$",
    re.IGNORECASE,
)
#: Names of drugs given as such that are words of other questions as well.
_COMMON: Final = frozenset({"contrast", "dye"})
_HISTORY_OF: Final = re.compile(r"\b(?:history of|prior|personal history of)(?= )", re.IGNORECASE)
_GRADED: Final = re.compile(r"(?:high|low|elevated)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """One name in the text.

    Attributes:
        kind: What it is of.
        keys: Analyte keys, vital keys, class keys, normalised names, or a topic's value with its subject.
        start: Offset, inclusive.
        end: Offset, exclusive.
        organ: An organ that stands for its tests.
        also: What else the same words name, as kind and name.
    """

    kind: Kind
    keys: tuple[str, ...]
    start: int
    end: int
    organ: bool = False
    also: tuple[tuple[Kind, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with its names.

    Attributes:
        text: As it was.
        marks: The same with each name replaced by its mark, times as ``<time>``, topics left as words.
        mentions: The names, from left to right.
    """

    text: str
    marks: str
    mentions: tuple[Mention, ...]

    def of(self, *kinds: Kind) -> tuple[Mention, ...]:
        """The names of some kinds."""
        return tuple(mention for mention in self.mentions if mention.kind in kinds)

    def keys(self, *kinds: Kind) -> tuple[str, ...]:
        """Their keys, each once."""
        return tuple(dict.fromkeys(key for mention in self.of(*kinds) for key in mention.keys))

    def topics(self) -> tuple[Topic, ...]:
        """Parts of the record that are named as such."""
        return tuple(dict.fromkeys(Topic(mention.keys[0]) for mention in self.of(Kind.TOPIC)))

    def of_topic(self, topic: Topic) -> tuple[Mention, ...]:
        """The words that name a part of the record."""
        return tuple(mention for mention in self.of(Kind.TOPIC) if mention.keys[0] == topic.value)

    def has(self, *kinds: Kind) -> bool:
        """Whether any name of some kinds stands in it."""
        return bool(self.of(*kinds))


@dataclass(frozen=True, slots=True)
class Phrases:
    """Names of a table as one expression, the longest first."""

    pattern: re.Pattern[str]
    keys: Mapping[str, tuple[str, ...]]

    def find(self, text: str, kind: Kind) -> Iterator[Mention]:
        """All names, left to right."""
        for match in self.pattern.finditer(text):
            yield Mention(kind, self.keys[match[1].casefold()], match.start(1), match.end(1))


def phrase_table(names: Iterable[tuple[str, tuple[str, ...]]]) -> Phrases:
    """Names with their keys; the first of equal names wins; a plural s is free."""
    keys: dict[str, tuple[str, ...]] = {}
    for name, key in names:
        keys.setdefault(name.casefold(), key)
    for name in list(keys):
        if len(name) > 2 and not name.endswith("s"):
            keys.setdefault(f"{name}s", keys[name])
    longest = "|".join(re.escape(name) for name in sorted(keys, key=len, reverse=True))
    return Phrases(re.compile(rf"(?<![\w<])({longest})(?![\w>])", re.IGNORECASE), keys)


def has_sense(kind: str, text: str) -> bool:
    """Whether the words of ``data/senses.tsv`` for a sense stand in a text."""
    return any(rule.pattern.search(text) for rule in rules("senses.tsv") if rule.kind == kind)


class _NoTerms:
    """Knows no names."""

    def mentions(self, text: str) -> Sequence[TermMention]:
        """None."""
        del text
        return ()

    def words(self) -> frozenset[str]:
        """None."""
        return frozenset()


#: For questions that are read without the curated vocabularies.
NO_TERMS: Final = _NoTerms()


@cache
def _classes() -> Phrases:
    return phrase_table((name, (each.key,)) for each in drug_classes().values() for name in each.names)


@cache
def _vitals() -> Phrases:
    return phrase_table((name, (sign.key,)) for sign in vital_signs().values() for name in sign.names)


@cache
def _studies() -> Phrases:
    rows = read_question_table("studies.tsv")
    return phrase_table(
        (name, (row["study"],)) for row in rows for name in (row["study"], *row["names"].split("|")) if name
    )


@cache
def _topics() -> Phrases:
    rows = read_question_table("topics.tsv")
    return phrase_table((name, (row["topic"], row["subject"])) for row in rows for name in row["names"].split("|"))


def _capital_vitals(text: str) -> Iterator[Mention]:
    for sign in vital_signs().values():
        for name in sign.capitals:
            for match in re.finditer(rf"\b{re.escape(name)}\b", text):
                yield Mention(Kind.VITAL, (sign.key,), *match.span())


def _test_or_more(text: str, test: Mention) -> Mention:
    """The test, or what the word behind it makes of it: "creatinine clearance", "potassium supplements"."""
    if (given := _GIVEN.match(text, test.end)) is not None:
        return replace(test, kind=Kind.DRUG, keys=(text[test.start : test.end].casefold(),), end=given.end())
    if (other := _OTHER_TEST.match(text, test.end)) is not None:
        name = f"{display_name(test.keys[0])} {other[1].casefold()}"
        return replace(test, keys=(name,), end=other.end(), organ=False)
    return test


def _taken_as(name: str) -> tuple[str, ...]:
    """A test's name as a drug's, with the names under which it is taken."""
    rows = (row for row in read_question_table("taken_as.tsv") if row["name"] == name)
    return (name, *(taken for row in rows for taken in row["taken"].split("|")))


def _all_names(text: str, terms: TermMentions) -> Iterator[Mention]:
    for found in analyte_mentions(text):
        if found.organ and _OTHER_DIFFERENTIAL.match(text, found.start):
            continue
        yield _test_or_more(text, Mention(Kind.LAB, found.keys, found.start, found.end, found.organ))
    yield from _vitals().find(text, Kind.VITAL)
    yield from _capital_vitals(text)
    yield from _classes().find(text, Kind.CLASS)
    yield from _studies().find(text, Kind.STUDY)
    yield from _topics().find(text, Kind.TOPIC)
    allergic = has_sense("allergic", text)
    # "History of MI" in a question asks for an infarction, of whatever age.
    without = _HISTORY_OF.sub(lambda match: "#" * len(match[0]), text)
    for term in terms.mentions(without):
        common = term.kind is TermKind.ALLERGEN or text[term.start : term.end].casefold() in _COMMON
        if common and not allergic:
            continue  # "milk" and "contrast" are words of other questions as well
        yield Mention(_OF_TERM[term.kind], (term.name,), term.start, term.end)
    known = [(each.start, each.end) for each in terms.mentions(text)]
    for found in analyte_mentions(text):
        if (found.start, found.end) not in known and _ON.search(text[: found.start]) and not found.organ:
            yield Mention(Kind.DRUG, _taken_as(text[found.start : found.end].casefold()), found.start, found.end)
    for match in _STEM.finditer(text):
        if all(match.end() <= start or end <= match.start() for start, end in known):
            yield Mention(Kind.DRUG, (match[0].casefold(),), *match.span())


def mark(text: str, terms: TermMentions, *, times: Sequence[tuple[int, int]], documents: Sequence[Mention]) -> Marked:
    """All names in a text.

    Args:
        text: Written out, slips put right.
        terms: The curated vocabularies.
        times: Where times stand: nothing is named there.
        documents: Documents that are named; nothing else is named there.
    """
    taken = [*times, *((each.start, each.end) for each in documents)]
    kept: list[Mention] = list(documents)
    names = [each for each in _all_names(text, terms) if _counts(each, text)]
    for mention in sorted(
        names, key=lambda each: (each.keys[0] == Topic.LABS, each.start - each.end, _order(each, text))
    ):
        if all(mention.end <= start or end <= mention.start for start, end in taken):
            same = [each for each in names if (each.start, each.end) == (mention.start, mention.end)]
            also = tuple((each.kind, key) for each in same if each is not mention for key in each.keys)
            kept.append(replace(mention, also=also))
            taken.append((mention.start, mention.end))
    kept.sort(key=lambda each: each.start)
    return Marked(text, _marks(text, kept, times), tuple(kept))


def _counts(mention: Mention, text: str) -> bool:
    """Whether a name counts: "high cholesterol" is a condition only where a history is asked for."""
    if mention.kind not in {Kind.CONDITION, Kind.SYMPTOM}:
        return True
    return not _GRADED.match(text, mention.start) or has_sense("as_condition", text)


def _order(mention: Mention, text: str) -> int:
    """Which of equally long names counts: a drug before a test of the same name where it is taken."""
    if mention.kind is Kind.DRUG and (
        has_sense("taken", text[: mention.start]) or has_sense("dosed", text[mention.end :])
    ):
        return -1
    if mention.kind is Kind.VACCINE and has_sense("shot", text):
        return -1
    if mention.kind is Kind.CONDITION and not has_sense("vaccinated", text):
        return _ORDER[Kind.VACCINE] - 1
    return _ORDER[mention.kind]


def _marks(text: str, mentions: Sequence[Mention], times: Sequence[tuple[int, int]]) -> str:
    places = [(each.start, each.end, mark_of(each.kind.value)) for each in mentions if each.kind is not Kind.TOPIC]
    places += [(start, end, mark_of("time")) for start, end in times]
    marked, at = "", 0
    for start, end, name in sorted(places):
        if start >= at:
            marked += f"{text[at:start]} {name} "
            at = end
    return " ".join((marked + text[at:]).split())
