"""The words of questions and passages in one form: names of one concept become one term, other words their stem.

Both sides pass through here, so "how often glycohemoglobin" and "A1C is measured every 3 months" meet in ``hba1c`` and
``frequency``. Terms are of letters and digits and at least three long, since the full-text index drops shorter ones.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.ports.guidelines import IndexedChunk, TermStatistics

__all__ = ["QuestionTerms", "index_chunk", "is_general", "question_terms", "terms_of", "terms_version"]

#: Shortest term that InnoDB's full-text index keeps by default (`innodb_ft_min_token_size`).
LEAST_LETTERS: Final = 3
#: A word of fewer letters is too easily taken for another one when a letter is wrong.
LEAST_TYPO_LETTERS: Final = 5

_PLACEHOLDER: Final = re.compile(r"\[[A-Z_]+_\d+\]")
_WORD: Final = re.compile(r"[a-z0-9]+")
#: Words that say nothing at all, and the words of asking for guidance.
_STOP: Final = frozenset(
    [
        "a",
        "about",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "cannot",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "eg",
        "for",
        "from",
        "guideline",
        "guidelines",
        "guidance",
        "had",
        "has",
        "have",
        "he",
        "her",
        "here",
        "him",
        "how",
        "i",
        "ie",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "please",
        "recommend",
        "recommendation",
        "recommendations",
        "recommended",
        "recommends",
        "recommending",
        "say",
        "says",
        "said",
        "shall",
        "she",
        "should",
        "so",
        "some",
        "suggest",
        "suggests",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "vs",
        "advise",
        "advised",
        "according",
    ]
)
#: Full-text stop words of InnoDB's default list that no stop word above covers.
_UNINDEXED: Final = frozenset({"com", "www", "und", "the"})
_SUFFIXES: Final = (
    ("ations", "at"), ("ation", "at"), ("ments", ""), ("ment", ""), ("nesses", ""), ("ness", ""), ("ings", ""),
    ("ing", ""), ("ates", "at"), ("ated", "at"), ("ate", "at"), ("ies", "y"), ("ied", "y"), ("ers", ""), ("ed", ""),
    ("ly", ""), ("es", ""), ("s", ""), ("e", ""),
)  # fmt: skip
#: To be raised when the code below makes other terms of the same words.
_RULES: Final = "1"
#: A stem keeps this many letters.
_LEAST_STEM: Final = 4


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """A question in terms.

    Attributes:
        terms: In order, each once.
        unknown: Those among them that no passage has and that are no general words: a topic of its own, perhaps.
    """

    terms: tuple[str, ...]
    unknown: frozenset[str]


def terms_of(text: str) -> tuple[str, ...]:
    """The terms of a text in order, repeated as written; placeholders and stop words left out."""
    return tuple(_terms(_words(text)))


def question_terms(question: DeidentifiedText, statistics: TermStatistics) -> QuestionTerms:
    """The terms of a question; a mistyped word is read as the one word of the corpus it can be.

    Args:
        question: Clean.
        statistics: The words of the corpus that will be searched.
    """
    words = [_repaired(word, statistics) for word in _words(question.value)]
    words = [word for word in words if not _is_circumstance(word, statistics)]
    terms = tuple(dict.fromkeys(_terms(words)))
    unknown = frozenset(term for term in terms if term not in statistics.holding and not is_general(term))
    return QuestionTerms(terms, unknown)


def index_chunk(chunk: GuidelineChunk) -> IndexedChunk:
    """A chunk with its terms, as the index stores it."""
    heading = f"{chunk.title} {chunk.section} {chunk.organisation} {chunk.topic}"
    return IndexedChunk(chunk, terms_of(heading), terms_of(chunk.text.value))


@cache
def terms_version() -> str:
    """Changes with whatever decides how a text becomes terms: an index of another version is made anew."""
    rules = "\n".join([_RULES, *_data("concepts.tsv"), repr(sorted(_STOP)), repr(_SUFFIXES)])
    return hashlib.sha256(rules.encode()).hexdigest()[:12]


@cache
def is_general(term: str) -> bool:
    """Whether a term names no topic by itself: a general word, or a number."""
    return term in _general() or (term.startswith("num") and term[3:].isdigit())


def _words(text: str) -> list[str]:
    plain = _PLACEHOLDER.sub(" ", text).casefold().replace("'s", "").replace("’s", "")
    return _WORD.findall(plain)


def _terms(words: Sequence[str]) -> Iterator[str]:
    """Concepts by their longest name, everything else by its stem."""
    concepts, longest = _concepts()
    place = 0
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            concept = concepts.get(tuple(words[place : place + length]))
            if concept is not None:
                yield from concept
                place += length
                break
        else:
            yield from _plain_term(words[place])
            place += 1


def _plain_term(word: str) -> Iterator[str]:
    if word in _STOP or word in _UNINDEXED:
        return
    term = f"num{word}" if word.isdigit() else _stem(word)
    if len(term) >= LEAST_LETTERS:
        yield term


def _stem(word: str) -> str:
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) + len(instead) >= _LEAST_STEM:
            if suffix == "s" and word.endswith(("ss", "us", "is")):
                continue
            stem = word[: -len(suffix)] + instead
            return stem[:-1] if stem.endswith("e") and len(stem) > _LEAST_STEM else stem
    return word


def _repaired(word: str, statistics: TermStatistics) -> str:
    """A word that nobody knows, read as the one name of a concept that is a letter away; every other word as it is.

    Only whole names of concepts are offered: between other words ("injection", "infection") a letter makes another
    topic.
    """
    if len(word) < LEAST_TYPO_LETTERS or not word.isalpha() or word in _STOP or word in _concept_words():
        return word
    stem = _stem(word)
    if stem in statistics.holding or is_general(stem):
        return word
    near = {name[0] for name in _concepts()[0] if len(name) == 1 and _one_apart(word, name[0])}
    return next(iter(near)) if len(near) == 1 else word


def _is_circumstance(word: str, statistics: TermStatistics) -> bool:
    """Whether a word that no passage has tells how something is or was done ("intensified", "usually"): no topic."""
    form = len(word) > LEAST_TYPO_LETTERS and word.endswith(("ed", "ly"))
    return form and word not in _concept_words() and _stem(word) not in statistics.holding


def _one_apart(one: str, other: str) -> bool:
    """One letter changed, left out, put in, or two exchanged; the first letter is right, the known word not short."""
    if len(other) <= LEAST_TYPO_LETTERS or one[0] != other[0] or abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, other_rest = one[start:], other[start:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:])
    )


@cache
def _concepts() -> tuple[Mapping[tuple[str, ...], tuple[str, ...]], int]:
    """Name, as words, to the terms that it becomes; and the most words that a name has."""
    table: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in _data("concepts.tsv")[1:]:
        terms, _, names = line.partition("\t")
        for name in names.split("|"):
            words = tuple(_WORD.findall(name))
            if table.setdefault(words, tuple(terms.split())) != tuple(terms.split()):
                raise ValueError(f"{name} is the name of two concepts")
    return MappingProxyType(table), max(map(len, table))


@cache
def _concept_words() -> frozenset[str]:
    concepts, _ = _concepts()
    return frozenset(word for name in concepts for word in name)


@cache
def _general() -> frozenset[str]:
    return frozenset(_stem(word) for line in _data("general_words.txt") for word in line.split())


def _data(name: str) -> list[str]:
    text = files("arbiter_fhir.retrieval.guidelines").joinpath("data", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
