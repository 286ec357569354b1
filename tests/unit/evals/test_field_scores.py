from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.evals.field_scores import Field, Score, add_scores, score_fields, verified_errors
from tests.unit.evals.golden_evidence import Plain, case, evidence, row


def test_a_perfect_document_scores_one() -> None:
    scores = score_fields(evidence().matching)
    assert {field: score.f1 for field, score in scores.items()} == dict.fromkeys(Field, 1.0)


def test_a_wrong_value_costs_precision_and_recall() -> None:
    scores = score_fields(evidence(spoil=lambda d: d["facts"][0]["value"].update(value="124")).matching)
    assert scores[Field.VALUE] == Score(right=1, wrong=1, missed=1)
    assert scores[Field.UNIT] == Score(right=2)


def test_a_missed_row_costs_recall_and_an_invented_fact_precision() -> None:
    missed = score_fields(evidence(spoil=lambda d: d["facts"].pop()).matching)
    assert (missed[Field.VALUE].precision, missed[Field.VALUE].recall) == (1.0, 0.5)

    def invent(document: Plain) -> None:
        document["facts"].append(document["facts"][0])

    invented = score_fields(evidence(spoil=invent).matching)
    assert invented[Field.VALUE].precision == pytest.approx(2 / 3)


def test_what_is_not_there_is_not_measured() -> None:
    assert Score().f1 is None
    assert Score().precision is None
    assert Score(missed=1).precision is None
    assert Score(missed=1).f1 == 0.0


@pytest.mark.parametrize(
    ("flag", "derived", "right"),
    [("high", True, True), (None, False, True), ("low", True, False), ("high", False, False), ("no", True, False)],
)
def test_a_derived_flag_must_be_what_value_and_range_say(flag: str | None, derived: bool, right: bool) -> None:
    unmarked = row("Glucose", "142", 0.3, abnormal_flag=None, derivable_flag=AbnormalFlag.HIGH)

    def spoil(document: Plain) -> None:
        document["facts"][0]["value"].update(abnormal_flag=flag, flag_derived=derived, flag_printed="")

    matching = evidence(case(facts=(unmarked,)), spoil).matching
    assert (score_fields(matching)[Field.ABNORMAL_FLAG].wrong == 0) is right
    assert (verified_errors(matching) == ()) is right


@pytest.mark.parametrize("change", [{"value": "124"}, {"reference_range": "7 - 99"}, {"collection_date": "2026-10-04"}])
def test_a_wrong_verified_fact_is_counted_and_a_held_back_one_is_not(change: Plain) -> None:
    def spoil(document: Plain) -> None:
        document["facts"][0]["value"].update(change)

    assert len(verified_errors(evidence(spoil=spoil).matching)) == 1

    def held(document: Plain) -> None:
        spoil(document)
        document["facts"][0].update(certainty="needs_review", reasons=["low_confidence"])

    assert verified_errors(evidence(spoil=held).matching) == ()


def test_sums_are_field_by_field() -> None:
    one = dict.fromkeys(Field, Score(right=1))
    assert add_scores([one, one])[Field.UNIT] == Score(right=2)
