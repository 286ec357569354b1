"""Reciprocal rank fusion: several rankings become one without comparing their scores."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

__all__ = ["RRF_K", "fuse_rankings"]

#: Seed: k = 60 (Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion", SIGIR 2009).
RRF_K = 60

Key = TypeVar("Key", bound=Hashable)


def fuse_rankings(rankings: Sequence[Sequence[Key]]) -> list[tuple[Key, float]]:
    """Fuse rankings, best first, into ``(key, score)``, best first; equal scores keep the order of first appearance.

    A key that stands twice in one ranking counts at its better place only.
    """
    scores: dict[Key, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(dict.fromkeys(ranking), start=1):
            scores[key] = scores.get(key, 0.0) + 1 / (RRF_K + rank)
    return sorted(scores.items(), key=lambda scored: -scored[1])
