from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.evals.cases import ExpectedFact
from arbiter_fhir.evals.matching import box_agreement, match_facts, quoted_parts
from arbiter_fhir.evals.observation import ObservedFact
from tests.unit.evals.golden_evidence import Plain, box_of, fact_for, row


def seen(expected: ExpectedFact, *, box: Plain | None = None, **value: Any) -> ObservedFact:
    plain = fact_for(expected, 0, "golden:x")
    plain["value"].update(value)
    if box is not None:
        plain["citation"]["bounding_box"] = box
    plain["reasons"] = tuple(plain["reasons"])
    return ObservedFact.model_validate(plain, strict=False)


def test_a_wrong_value_still_meets_its_own_row() -> None:
    rows = [row("Glucose", "142", 0.3), row("Sodium", "139", 0.34)]
    matching = match_facts(rows, list(enumerate([seen(rows[1], value="739"), seen(rows[0])])))
    assert [match.observed_index for match in matching.matches] == [1, 0]
    assert matching.unmatched == ()


def test_swapped_values_meet_the_rows_that_they_stand_on() -> None:
    rows = [row("Glucose", "142", 0.3), row("Sodium", "139", 0.34)]
    facts = [seen(rows[0], value="139"), seen(rows[1], value="142")]
    assert [match.observed_index for match in match_facts(rows, list(enumerate(facts))).matches] == [0, 1]


def test_dated_columns_share_a_box_and_are_told_apart_by_date_and_value() -> None:
    rows = [
        row("Glucose", "142", 0.3, collection_date="2026-04-10"),
        row("Glucose", "131", 0.3, collection_date="2026-01-10"),
    ]
    assert [m.observed_index for m in match_facts(rows, list(enumerate([seen(rows[1]), seen(rows[0])]))).matches] == [
        1,
        0,
    ]


def test_a_fact_elsewhere_is_unmatched_and_a_row_without_a_fact_says_so() -> None:
    rows = [row("Glucose", "142", 0.3)]
    stray = seen(rows[0], box={"x": 0.1, "y": 0.7, "width": 0.7, "height": 0.02})
    matching = match_facts(rows, [(0, stray)])
    assert matching.matches[0].observed is None
    assert [index for index, _ in matching.unmatched] == [0]


def test_agreement_takes_the_better_of_line_and_letters() -> None:
    expected = row("Glucose", "142", 0.3)
    assert box_agreement(expected, seen(expected)) > 0.999
    assert box_agreement(expected, seen(expected, box=box_of(expected, ink=True))) > 0.999
    assert box_agreement(expected, seen(expected, box={"x": 0.1, "y": 0.3, "width": 0.25, "height": 0.02})) < 0.5
    assert box_agreement(row("Glucose", "142", 0.3, page=2), seen(expected)) == 0.0


@pytest.mark.parametrize(
    ("quote", "parts"),
    [
        ("Glucose 142 H mg/dL 70 - 99", ["name", "value", "flag", "unit", "range"]),
        ("Glucose 142", ["name", "value"]),
        ("142", ["value"]),
        ("142 H mg/dL", ["value", "flag", "unit"]),
        ("G1ucosc 142 mg/dL", ["name", "value", "unit"]),
        ("Glucose 142 70-99", ["name", "value", "range"]),
        ("Glucose 142 mg/dl", ["name", "value", "unit"]),
    ],
)
def test_a_quote_claims_the_parts_that_explain_its_words(quote: str, parts: list[str]) -> None:
    assert {part.part.value for part in quoted_parts(row("Glucose", "142", 0.3), quote)} == set(parts)
