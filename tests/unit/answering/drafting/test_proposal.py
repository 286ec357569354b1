"""What a model may answer: a closed shape, refused whole where anything differs."""

from __future__ import annotations

import json

import pytest

from arbiter_fhir.answering.drafting import ProposedClaim, parse_proposals

GOOD = {"text": "Glucose was 105.", "rests_on": [1]}


def test_a_good_answer_is_parsed() -> None:
    (claim,) = (
        parse_proposals(json.dumps({"claims": [GOOD | {"text": " Glucose\n was 105. ", "rests_on": [1, 1]}]})) or ()
    )
    assert claim == ProposedClaim("Glucose was 105.", (1,))


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no json",
        "[]",
        "{}",
        "[" * 100_000,
        json.dumps({"claims": []}),
        json.dumps({"claims": {}}),
        json.dumps({"claims": [GOOD], "advice": "stop"}),
        json.dumps({"claims": [GOOD | {"advice": "stop"}]}),
        json.dumps({"claims": [GOOD | {"section": "Needs Human Review"}]}),
        json.dumps({"claims": [GOOD | {"text": ""}]}),
        json.dumps({"claims": [GOOD | {"text": None}]}),
        json.dumps({"claims": [GOOD | {"text": "x" * 801}]}),
        json.dumps({"claims": [GOOD | {"text": "a\u202eb"}]}),
        json.dumps({"claims": [GOOD | {"rests_on": ["1"]}]}),
        json.dumps({"claims": [GOOD | {"rests_on": [True]}]}),
        json.dumps({"claims": [GOOD | {"rests_on": 1}]}),
        json.dumps({"claims": [GOOD] * 61}),
        json.dumps({"claims": [GOOD, "x"]}),
        json.dumps({"claims": [GOOD]})[:-2],
        json.dumps({"claims": [GOOD]}) + " " * 60_000,
    ],
)
def test_an_answer_of_another_shape_is_refused_whole(answer: str) -> None:
    assert parse_proposals(answer) is None
