"""BM25 over short texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.retrieval.sparse import bm25_scores, content_words

DOCUMENTS = [["zonulin", "stool"], ["potassium"], ["stool", "culture", "stool"]]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    zonulin, potassium, culture = bm25_scores(DOCUMENTS, ["zonulin", "stool"])
    assert zonulin > culture > potassium == 0


def test_no_word_no_score() -> None:
    assert bm25_scores(DOCUMENTS, ["ferritin"]) == [0.0, 0.0, 0.0]
    assert bm25_scores(DOCUMENTS, []) == [0.0, 0.0, 0.0]
    assert bm25_scores([], ["a"]) == []
    assert bm25_scores([[], []], ["a"]) == [0.0, 0.0]


def test_the_figures_are_those_of_the_formula() -> None:
    # ln(1 + (2 - 1 + 0.5) / (1 + 0.5)) * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 1 / 1)) = ln 2
    assert bm25_scores([["a"], ["b"]], ["a", "a"]) == [pytest.approx(0.6931, abs=1e-4), 0.0]


def test_questions_are_reduced_to_their_topic() -> None:
    assert content_words("What is the latest zonulin level of [PERSON_1] on [DATE_2]?") == ["zonulin"]
    assert content_words("Any abnormal labs?") == []


WORDS = st.lists(st.sampled_from("abcdef"), max_size=6)


@given(st.lists(WORDS, max_size=6), WORDS)
def test_a_score_is_positive_exactly_where_a_word_is_shared(documents: list[list[str]], query: list[str]) -> None:
    for document, score in zip(documents, bm25_scores(documents, query), strict=True):
        assert (score > 0) == bool(set(document) & set(query))
