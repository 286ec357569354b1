"""Features of a question and a passage, and the models that were fitted on them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from arbiter_fhir.providers import LocalEmbedder
from arbiter_fhir.retrieval.guidelines.rerank import (
    CALIBRATED_MODEL,
    Features,
    Weights,
    calibration,
    features_of,
)
from arbiter_fhir.retrieval.guidelines.terms import question_terms
from tests.unit.retrieval.guidelines.conftest import MemoryIndex, clean


def features(index: MemoryIndex, question: str, chunk_id: str, similarity: float | None = 0.5) -> Features:
    asked = question_terms(clean(question), index.statistics())
    return features_of(
        asked,
        index.chunks[chunk_id],
        index.statistics(),
        population=0.0,
        similarity=similarity,
        mean_similarity=0.2 if similarity is not None else None,
    )


def test_a_passage_with_all_words_covers_the_question(index: MemoryIndex) -> None:
    found = features(index, "A1c goal in diabetes", "ada.a1c-goal")
    assert found.coverage == pytest.approx(1.0)
    assert found.rarest == pytest.approx(1.0)
    assert found.unknown == 0.0
    assert 0 < found.lexical <= 1
    assert found.similarity == 0.5
    assert found.lead == pytest.approx(0.3)


def test_a_topic_of_its_own_lowers_coverage_and_is_told(index: MemoryIndex) -> None:
    found = features(index, "A1c goal in gout", "ada.a1c-goal")
    assert found.coverage < 0.8
    assert found.unknown > 0.2


def test_a_general_word_that_is_missing_costs_little(index: MemoryIndex) -> None:
    plain = features(index, "A1c goal", "ada.a1c-goal")
    chatty = features(index, "which A1c goal would you usually consider", "ada.a1c-goal")
    assert plain.coverage - chatty.coverage < 0.35
    assert chatty.unknown == 0.0


def test_words_that_stand_together_count(index: MemoryIndex) -> None:
    assert features(index, "A1c goal", "ada.a1c-goal").together == 1.0
    assert features(index, "A1c mammography", "ada.a1c-goal").together == 0.0


def test_the_subject_is_what_the_heading_says(index: MemoryIndex) -> None:
    about = features(index, "breast cancer screening", "uspstf.mammography").subject
    beside = features(index, "breast cancer screening", "cdc.zoster").subject
    assert about > beside


def test_screening_is_told_from_treating(index: MemoryIndex) -> None:
    assert features(index, "breast cancer screening", "uspstf.mammography").purpose == 1.0
    assert features(index, "breast cancer treatment", "uspstf.mammography").purpose == -1.0
    assert features(index, "breast cancer", "uspstf.mammography").purpose == 0.0


def test_without_vectors_nothing_is_said_of_them(index: MemoryIndex) -> None:
    found = features(index, "A1c goal", "ada.a1c-goal", similarity=None)
    assert (found.similarity, found.lead) == (0.0, 0.0)


def test_a_question_without_words_has_no_features(index: MemoryIndex) -> None:
    found = features(index, "what does it say", "ada.a1c-goal")
    assert all(getattr(found, field.name) == 0.0 for field in fields(Features))


def test_probabilities_stay_between_0_and_1() -> None:
    zero = Features(*(0.0 for _ in fields(Features)))
    weights = {field.name: 0.0 for field in fields(Features)}
    assert Weights(weights, 1e6).probability(zero) == pytest.approx(1.0)
    assert Weights(weights, -1e6).probability(zero) == pytest.approx(0.0)
    assert Weights(weights, 0.0).probability(zero) == 0.5


@pytest.mark.parametrize("with_vectors", [True, False])
def test_what_was_fitted_can_be_read_and_makes_sense(with_vectors: bool) -> None:
    model = calibration(with_vectors=with_vectors)
    assert 0.05 < model.threshold < 0.95
    for weights in (model.order, model.gate):
        assert set(weights.by_feature) == {field.name for field in fields(Features)}
    assert model.gate.by_feature["coverage"] > 0
    assert model.gate.by_feature["unknown"] < 0
    assert model.order.by_feature["unknown"] == 0
    assert (model.gate.by_feature["similarity"] > 0) is with_vectors
    assert (model.gate.by_feature["lead"] != 0) is with_vectors


def test_more_of_the_question_in_a_passage_never_lowers_its_score(index: MemoryIndex) -> None:
    found = features(index, "A1c goal in gout", "ada.a1c-goal")
    better = replace(found, coverage=1.0, unknown=0.0)
    model = calibration(with_vectors=True)
    assert model.gate.probability(better) > model.gate.probability(found)


def test_the_weights_belong_to_the_model_that_comes_along() -> None:
    assert LocalEmbedder().model_id == CALIBRATED_MODEL
