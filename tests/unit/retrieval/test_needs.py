"""Which parts of the record a question needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.domain.question import Intent, Topic
from arbiter_fhir.retrieval.needs import needed_topics, needs_search, widens

RESULTS = {Topic.LABS, Topic.CULTURES}


@pytest.mark.parametrize("intent", [Intent.GUIDELINE, Intent.UNSAFE, Intent.OTHER_PATIENT, Intent.OUT_OF_SCOPE])
def test_nothing_of_the_patient_is_read_for_what_is_not_about_the_patient(build: Any, intent: Intent) -> None:
    question = build.question("x", "hba1c", intent=intent)
    assert needed_topics(question) == frozenset()
    assert not needs_search(question)


@pytest.mark.parametrize(
    "given, topics",
    [
        ({"analytes": ("hba1c",)}, {*RESULTS, Topic.ORDERS}),
        ({"analytes": ("hba1c",), "intent": Intent.TREND}, RESULTS),
        ({"topics": (Topic.LABS,)}, RESULTS),
        ({"topics": (Topic.ALLERGIES,)}, {Topic.ALLERGIES}),
        ({"subjects": ("vital:weight",)}, {Topic.VITALS}),
        ({"analytes": ("hba1c",), "topics": (Topic.MEDICATIONS,)}, {*RESULTS, Topic.ORDERS, Topic.MEDICATIONS}),
        (
            {"topics": (Topic.PROBLEMS,), "subjects": ("asthma",)},
            {Topic.PROBLEMS, Topic.FAMILY_HISTORY, Topic.ENCOUNTERS},
        ),
        ({"topics": (Topic.MEDICATIONS,), "subjects": ("asthma",)}, {Topic.MEDICATIONS}),
        (
            {"topics": (Topic.PROBLEMS,), "subjects": ("mrsa infection",)},
            {Topic.PROBLEMS, Topic.FAMILY_HISTORY, Topic.ENCOUNTERS, *RESULTS},
        ),
        ({"relations": ("mother",), "subjects": ("asthma",)}, {Topic.FAMILY_HISTORY}),
        ({"intent": Intent.LIST}, RESULTS),
        ({"intent": Intent.MISSING}, {Topic.ORDERS}),
        ({"intent": Intent.MISSING, "analytes": ("hba1c",)}, {*RESULTS, Topic.ORDERS}),
        ({"intent": Intent.ORDERED_BY}, {*RESULTS, Topic.ORDERS}),
        ({"intent": Intent.CHANGES, "topics": (Topic.MEDICATIONS,)}, {Topic.MEDICATIONS}),
        ({"intent": Intent.CHANGES}, set(Topic)),
        ({"intent": Intent.DOCUMENT}, set(Topic)),
        ({}, set(Topic)),
    ],
)
def test_topics(build: Any, given: dict[str, Any], topics: set[Topic]) -> None:
    assert needed_topics(replace(build.question(), **given)) == topics


def test_a_named_thing_is_looked_for_wherever_it_may_stand(build: Any) -> None:
    found = needed_topics(replace(build.question(), subjects=("penicillins",)))
    assert found >= {Topic.ALLERGIES, Topic.MEDICATIONS, Topic.PROBLEMS, Topic.ENCOUNTERS}
    assert not found & {Topic.LABS, Topic.FAMILY_HISTORY}


@pytest.mark.parametrize(
    "given, wide, search",
    [
        ({"analytes": ("hba1c",)}, False, False),
        ({"subjects": ("vital:weight",)}, False, False),
        ({"intent": Intent.LIST, "topics": (Topic.LABS,)}, False, False),
        ({"intent": Intent.ORDERED_BY, "analytes": ("hba1c",)}, False, False),
        ({"topics": (Topic.LABS,)}, True, True),
        ({}, True, True),
        ({"topics": (Topic.VITALS,)}, False, False),
        ({"topics": (Topic.ALLERGIES,)}, False, True),
        ({"subjects": ("asthma",)}, False, True),
    ],
)
def test_when_words_and_vectors_are_needed(build: Any, given: dict[str, Any], wide: bool, search: bool) -> None:
    question = replace(build.question(), **given)
    assert (widens(question), needs_search(question)) == (wide, search)
