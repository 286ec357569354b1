"""Habits and circumstances: smoking, alcohol, drugs, work, home.

*Source* of the words: ``data/social_topics.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.phrases import kinds_of, phrases_of
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun

__all__ = ["find_social_history", "social_topic"]

_TABLE: Final = "social_topics.tsv"
#: Kinds of the table that are no topics.
_WORDS: Final = frozenset({"past", "denied", "part"})
_END: Final = re.compile(r"[.;|\u2022]\s+|,\s+")


def social_topic(text: str) -> str | None:
    """The topic that a clause of a social history speaks of: the one named first; ``None`` where none is."""
    topics = [kind for kind in kinds_of(_TABLE) if kind not in _WORDS]
    named = [(found[0], kind) for kind in topics if (found := phrases_of(_TABLE, kind).search(text)) is not None]
    return min(named)[1] if named else None


def find_social_history(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Statements of the social history sections, one for each clause with a topic.

    Args:
        passages: From `read_passages`.
    """
    found: list[Candidate] = []
    for passage in passages:
        if passage.section is SectionKind.SOCIAL_HISTORY:
            found.extend(_clauses(passage))
    return tuple(found)


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Where a clause ends: at a stop or bar, or at a comma before a word that begins another one."""
    begins = {start for start, _ in phrases_of(_TABLE, "part").find(text)}
    for found in _END.finditer(text):
        if found[0][0] != "," or found.end() in begins:
            yield found.span()


def _clauses(passage: Passage) -> Iterator[Candidate]:
    run = passage.whole
    start = 0
    for stop, after in [*_ends(run.text), (len(run.text), len(run.text))]:
        yield from _clause(passage, run, start, stop)
        start = after


def _clause(passage: Passage, run: TextRun, start: int, stop: int) -> Iterator[Candidate]:
    text = run.text[start:stop]
    topic = social_topic(text)
    if topic is None:
        return
    bare = text.strip(" .,;-*\u2022")
    begin = start + text.index(bare)
    end = begin + len(bare)
    words = run.words_in(begin, end)
    yield Candidate(
        fact_type=FactType.SOCIAL_HISTORY,
        value=Statement(topic=topic, text=bare, assertion=_claim(bare)),
        page=run.page,
        words=words,
        text=DeidentifiedText.compose("Social history: {}", run.clean(begin, end)),
        section=passage.section,
        reasons=reading_doubts(words),
    )


def _claim(text: str) -> Assertion:
    if phrases_of(_TABLE, "past").search(text):
        return Assertion.HISTORICAL
    if phrases_of(_TABLE, "denied").search(text):
        return Assertion.ABSENT
    claim = assertion_of(text, max(0, len(text) - 1), len(text))
    return claim if claim in {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER, Assertion.ABSENT} else Assertion.PRESENT
