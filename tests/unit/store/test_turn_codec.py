"""Decided questions as they are kept."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.question import (
    AskedDetail,
    AskedDocument,
    AskedFlag,
    AskedSource,
    AskedState,
    DateAnchor,
    DateWindow,
    Intent,
    Pick,
    RoutedQuestion,
    Topic,
    ValueBound,
)
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.store.turn_codec import routed_from_json, routed_to_json


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


FULL = RoutedQuestion(
    text=clean("A1c since [DATE_1]?"),
    intent=Intent.LIST,
    analytes=("hba1c",),
    reason="results_of_named_tests",
    latest_only=True,
    topics=(Topic.LABS, Topic.PROBLEMS),
    subjects=("class:statins", "vital:weight"),
    when=DateWindow(date(2026, 1, 1), date(2026, 2, 1), date(2026, 1, 15), DateAnchor.SINCE_LAST_VISIT),
    steps_back=2,
    document=AskedDocument(DocType.FAX_PACKET, newest=False, number=7),
    unit="mmol/mol",
    follows=True,
    relations=("mother",),
    leans_on=clean("last A1c"),
    detail=AskedDetail.FLAG,
    pick=Pick.HIGHEST,
    newest_count=3,
    bound=ValueBound(">=", Decimal("9.0")),
    flagged=AskedFlag.HIGH,
    state=AskedState.CURRENT,
    source=AskedSource.DOCUMENTS,
    excluded=("penicillins", "potassium"),
)


@pytest.mark.parametrize("question", [FULL, RoutedQuestion(clean("meds"), Intent.LIST, (), "a_part_of_the_record")])
def test_what_was_kept_comes_back(question: RoutedQuestion) -> None:
    stored = json.loads(json.dumps(routed_to_json(question)))
    assert routed_from_json(question.text.value, stored) == question


def test_a_turn_of_an_older_version_is_read() -> None:
    stored = json.loads(json.dumps(routed_to_json(FULL)))
    for later in ("flagged", "state", "source", "excluded"):
        del stored[later]
    read = routed_from_json(FULL.text.value, stored)
    assert (read.flagged, read.state, read.source, read.excluded) == (None, None, None, ())
    assert read.bound == FULL.bound


def test_what_it_leans_on_does_not_grow_without_end() -> None:
    long = RoutedQuestion(clean("?"), Intent.LIST, (), "x", leans_on=clean("word " * 500))
    assert len(str(routed_to_json(long)["leans_on"])) == 600


def test_an_unknown_word_is_an_error() -> None:
    stored = {**routed_to_json(FULL), "intent": "prophecy"}
    with pytest.raises(ValueError, match="prophecy"):
        routed_from_json("?", stored)
