"""What is told where nothing bears the asked name: an entry of another name that may have been meant.

It is told under its own name, and that the asked one was not found is said beside it: Hashimoto thyroiditis for
"hypothyroid?", the albumin/creatinine ratio for "microalbumin", a visit for bruising where no list has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.near_term import near_names, near_tests
from arbiter_fhir.domain.organism import named_organisms, organisms_in
from arbiter_fhir.domain.question import RoutedQuestion, Topic
from arbiter_fhir.retrieval.analytes import answers, asked_keys
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.needs import RESULTS, asked_things
from arbiter_fhir.retrieval.sparse import content_words
from arbiter_fhir.retrieval.subjects import Vocabulary, asks_for

__all__ = ["grown", "nearby", "wider_problems", "words_of"]

#: Topics whose entries have near ones in the tables.
_WITH_NEAR: Final = (Topic.PROBLEMS, Topic.IMMUNIZATIONS)
#: Where a condition or a complaint stands; the reason of a visit is looked at where none of them has it.
_COMPLAINTS: Final = frozenset({Topic.PROBLEMS, Topic.CONCERN, Topic.PROCEDURES})


def nearby(
    question: RoutedQuestion, here: Sequence[Candidate], chosen: Sequence[Candidate], terms: Vocabulary
) -> list[Candidate]:
    """What stands near what was asked and not found, marked as such.

    Args:
        question: The routed question.
        here: All of the asked topics.
        chosen: What bears the asked names.
        terms: The curated vocabularies.
    """
    things = asked_things(question)
    found: dict[int, Candidate] = {}

    def add(candidates: Iterable[Candidate]) -> None:
        found.update({id(each): each for each in candidates})

    have = {each.topic for each in chosen}
    for topic in _WITH_NEAR:
        if topic not in have:
            add(_near_entries(things, [each for each in here if each.topic is topic], terms))
    add(_near_results(question.analytes, here, chosen))
    asked = named_organisms(" | ".join(things))
    if asked and not any(grown(asked, each) for each in chosen):
        wider = organisms_in(" | ".join(things))
        add(each for each in here if grown(wider, each))
    if things and Topic.ENCOUNTERS not in question.topics and not have & _COMPLAINTS:
        add(_visits(things, here, terms))
    taken = {id(each) for each in chosen}
    return [replace(each, near=True) for number, each in found.items() if number not in taken]


def wider_problems(question: RoutedQuestion, here: Sequence[Candidate], chosen: Sequence[Candidate]) -> list[Candidate]:
    """Where no problem bears the asked name or code: those whose own name holds it, told by that name.

    "Is she anemic?" is answered by iron deficiency anemia, "nothing was found" would be wrong.
    """
    things = [set(content_words(thing)) for thing in asked_things(question)]
    if any(each.topic is Topic.PROBLEMS for each in chosen):
        return []
    problems = [each for each in here if each.topic is Topic.PROBLEMS]
    return [each for each in problems if any(thing and thing <= words_of(each) for thing in things)]


def grown(organisms: frozenset[str], candidate: Candidate) -> bool:
    """Whether a result is of one of these organisms, by its name, its value or what was tested."""
    return candidate.topic in RESULTS and bool(organisms & organisms_in(candidate.printed.line))


def words_of(candidate: Candidate) -> set[str]:
    """The words of all of its names."""
    return {word for name in (candidate.printed.name, *candidate.names) for word in content_words(name)}


def _near_entries(things: Sequence[str], entries: Sequence[Candidate], terms: Vocabulary) -> Iterator[Candidate]:
    for near in (near for thing in things for near in near_names(thing)):
        yield from (each for each in entries if asks_for(near, each.names, terms))


def _near_results(
    analytes: Sequence[str], here: Sequence[Candidate], chosen: Sequence[Candidate]
) -> Iterator[Candidate]:
    for key in analytes:
        if not any(_is_of_test(each, key) for each in chosen):
            yield from (each for each in here for near in near_tests(key) if _is_of_test(each, near))


def _is_of_test(candidate: Candidate, key: str) -> bool:
    return candidate.identity is not None and answers(candidate.identity, candidate.lab.test_name, asked_keys([key]))


def _visits(things: Sequence[str], here: Sequence[Candidate], terms: Vocabulary) -> Iterator[Candidate]:
    """Visits whose reason names it."""
    visits = [each for each in here if each.topic is Topic.ENCOUNTERS]
    for thing in things:
        yield from (each for each in visits if asks_for(thing, each.names, terms))
