from __future__ import annotations

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.field_scores import Field, Score
from arbiter_fhir.evals.item_matching import match_items
from arbiter_fhir.evals.item_scores import (
    add_kinds,
    is_invented,
    lab_field_scores,
    score_assertions,
    score_kinds,
    verified_item_errors,
)
from tests.unit.evals.stated_facts import ASTHMA, DENIED, ITEMS, METFORMIN, VALUES, item, seen


def test_a_perfect_run_scores_one_in_everything() -> None:
    matches, left = match_items(ITEMS, [(n, seen(name)) for n, name in enumerate(VALUES)])
    kinds = score_kinds(matches, left)
    assert {score.fields.f1 for score in kinds.values()} == {1.0}
    assert score_assertions(matches).f1 == 1.0
    assert verified_item_errors(matches, left) == ()


def test_what_is_missing_counts_against_recall_and_what_is_optional_does_not() -> None:
    matches, left = match_items((METFORMIN, DENIED), [])
    kinds = score_kinds(matches, left)
    assert kinds[FactType.MEDICATION].found == Score(missed=1)
    assert FactType.PROBLEM not in kinds


def test_what_is_invented_counts_against_precision() -> None:
    stray = [(0, seen("Metformin", certainty="verified"))]
    assert score_kinds((), stray)[FactType.MEDICATION].found == Score(wrong=1)
    assert verified_item_errors((), stray) == (
        "facts[0], a medication, is verified and stands nowhere in the document",
    )
    assert not is_invented(seen("Walks"))
    assert not is_invented(seen("chest pain"))


def test_a_wrong_claim_is_counted_and_a_verified_one_is_named() -> None:
    matches, left = match_items((ASTHMA,), [(0, seen("Asthma", assertion="absent", certainty="verified"))])
    assert score_assertions(matches) == Score(wrong=1, missed=1)
    assert verified_item_errors(matches, left) == ("facts[0], a problem, is verified with a wrong assertion",)


def test_results_in_cells_count_like_rows() -> None:
    lab = item(FactType.LAB_RESULT, fields={"test_name": "TSH", "value": "2.5", "unit": "uIU/mL"})
    scores = lab_field_scores(match_items((lab,), [])[0])
    assert scores[Field.VALUE] == Score(missed=1)
    assert scores[Field.ABNORMAL_FLAG] == Score()


def test_kinds_add_up() -> None:
    matches, left = match_items((METFORMIN,), [(0, seen("Metformin"))])
    once = score_kinds(matches, left)
    assert add_kinds([once, once])[FactType.MEDICATION].found == Score(right=2)
