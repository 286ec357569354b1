"""What each kind must say."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.grounding.phrases import iterate, speakable_of
from arbiter_fhir.domain.statement import Assertion, MedicationStatus, ProblemStatus


def must(build: Any, item: Any) -> set[str]:
    return set(speakable_of(item, build.bundle(item), {}).phrases.must)


def test_what_must_be_said_of_each_kind(build: Any, records: Any) -> None:
    assert must(build, build.item()) == {"value_not_in_evidence"}
    assert must(build, build.item(status="preliminary")) == {"value_not_in_evidence", "status_left_out"}
    assert must(build, records.medication()) == set()
    assert must(build, records.medication(status=MedicationStatus.STOPPED)) == {"status_left_out"}
    assert must(build, records.medication(as_needed=True)) == {"as_needed_left_out"}
    assert must(build, records.none_known()) == {"none_known_left_out"}
    assert must(build, records.relative()) == {"relation_left_out"}
    assert must(build, records.passage()) == {"passage_retold"}


@pytest.mark.parametrize("assertion", [each for each in Assertion if each is not Assertion.PRESENT])
def test_no_assertion_but_presence_may_be_left_out(build: Any, records: Any, assertion: Assertion) -> None:
    for item in (
        records.problem(assertion=assertion, status=ProblemStatus.UNKNOWN),
        records.allergy(assertion=assertion),
        records.statement(text="smoker", assertion=assertion),
        records.vaccine(assertion=assertion),
    ):
        assert "assertion_left_out" in must(build, item)


def test_things_of_different_standing_have_different_signatures(build: Any, records: Any) -> None:
    items = [
        build.item(), records.medication(), records.medication(status=MedicationStatus.STOPPED), records.allergy(),
        records.none_known(), records.problem(), records.problem(assertion=Assertion.ABSENT), records.relative(),
    ]  # fmt: skip
    signatures = [speakable_of(item, build.bundle(item), {}).signature for item in items]
    assert len(set(signatures)) == len(items)


def test_a_doubtful_date_has_to_be_called_so(build: Any) -> None:
    doubtful = build.item(observed=build.when("2026-04-05", ambiguous=True))
    assert "date_doubt_left_out" in must(build, doubtful)


def test_age_and_conversions_are_phrases_of_the_item(build: Any) -> None:
    item = build.item("Glucose", "126", "mg/dL", "70-99")
    texts = {text for _, text in iterate(speakable_of(item, build.bundle(item), {}).phrases)}
    assert {"converted: 7.0 mmol/L", "21 days ago", "reference 70-99", "high"} <= texts
