"""Reciprocal rank fusion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.retrieval import fuse_rankings
from arbiter_fhir.retrieval.fusion import RRF_K


def test_the_constant_is_the_seeds() -> None:
    assert RRF_K == 60


def test_the_figures_are_those_of_the_formula() -> None:
    fused = dict(fuse_rankings([["a", "b"], ["b"]]))
    assert fused == {"b": pytest.approx(1 / 62 + 1 / 61), "a": pytest.approx(1 / 61)}


def test_what_two_rankings_agree_on_comes_first() -> None:
    assert [key for key, _ in fuse_rankings([["x", "b"], ["y", "b"]])] == ["b", "x", "y"]
    assert fuse_rankings([]) == []
    assert fuse_rankings([["a", "a", "b"]]) == fuse_rankings([["a", "b"]])


RANKING = st.lists(st.integers(min_value=0, max_value=9), unique=True, max_size=8)


@given(st.lists(RANKING, max_size=4))
def test_everything_ranked_comes_out_once_in_descending_order(rankings: list[list[int]]) -> None:
    fused = fuse_rankings(rankings)
    assert sorted(key for key, _ in fused) == sorted({key for ranking in rankings for key in ranking})
    assert [score for _, score in fused] == sorted((score for _, score in fused), reverse=True)


@given(RANKING)
def test_one_ranking_keeps_its_order(ranking: list[int]) -> None:
    assert [key for key, _ in fuse_rankings([ranking])] == ranking
