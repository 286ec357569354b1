"""Calibrates on one half of the questions, measures on the other, and takes the search apart to see what parts give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest import mock

import numpy as np

from arbiter_fhir.retrieval.guidelines import terms
from devstack.guidelines.fitting import Fitted, best_scores, fit_with_threshold, ordered
from devstack.guidelines.measured import Looked, measured_index
from devstack.guidelines.questions import CALIBRATION, HELD_OUT, GuidelineQuestion
from devstack.mariadb import MariaDBHandle

__all__ = ["Calibrated", "Measured", "Variant", "calibrate"]

WITHOUT_VECTORS: Final = ("similarity", "lead")
#: Variants that are rankings only: no score, so nothing is refused.
_RANKINGS: Final[dict[str, Callable[[Looked], tuple[str, ...]]]] = {
    "BM25 alone, plain words": lambda looked: looked.plain,
    "full-text index alone": lambda looked: looked.lexical,
    "vectors alone": lambda looked: looked.dense,
    "both fused, no reranking": lambda looked: looked.fused,
}


@dataclass(frozen=True, slots=True)
class Measured:
    """What one variant does with one half of the questions; shares of 0-1.

    Attributes:
        hit_1: Supported questions whose first passage answers, whatever its score.
        hit_5: Among the first five.
        answered: Supported questions with a passage at or above the threshold; ``None`` for a mere ranking.
        right: Supported questions whose first passage answers and is at or above it.
        refused_near: Questions outside of the corpus, medical, without any passage above it.
        refused_far: The same for those of no medical topic.
    """

    hit_1: float
    hit_5: float
    answered: float | None = None
    right: float | None = None
    refused_near: float | None = None
    refused_far: float | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to search."""

    name: str
    calibration: Measured
    held_out: Measured


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The outcome.

    Attributes:
        with_vectors: The reranker of the product.
        words_only: The one it falls back to where vectors cannot be compared.
        variants: The whole search first, then with each part off.
        scores: For each question its best score, by the whole search.
        questions: In the same order.
        wrong: Held-out questions that went wrong, in words.
    """

    with_vectors: Fitted
    words_only: Fitted
    variants: tuple[Variant, ...]
    scores: tuple[float, ...]
    questions: tuple[GuidelineQuestion, ...]
    wrong: tuple[str, ...]


def calibrate(server: MariaDBHandle, corpus: Path, questions: Sequence[GuidelineQuestion]) -> Calibrated:
    """Calibrate and measure.

    Args:
        server: A MariaDB in which scratch schemas may be made.
        corpus: The corpus folder.
        questions: Both halves.
    """
    with measured_index(server, corpus) as index:
        whole = [index.look_up(question) for question in questions]
        words = [index.look_up(question, dense=False) for question in questions]
        meaning = [index.look_up(question, lexical=False) for question in questions]
    with _no_synonyms(), measured_index(server, corpus) as index:
        literal = [index.look_up(question) for question in questions]
    fitted = fit_with_threshold(_of(whole, CALIBRATION))
    words_only = fit_with_threshold(_of(words, CALIBRATION), without=WITHOUT_VECTORS)
    variants = [
        _variant("whole search", whole, fitted),
        _variant("no vectors (words only)", words, words_only),
        _variant("no full-text search for candidates", meaning, fit_with_threshold(_of(meaning, CALIBRATION))),
        _variant("no synonyms", literal, fit_with_threshold(_of(literal, CALIBRATION))),
    ]
    for name, left_out in (
        ("no age and sex", ("population",)),
        ("no purpose", ("purpose",)),
        ("no unknown topics", ("unknown",)),
        ("no word order", ("together",)),
        ("reranking by cosine only", ("coverage", "subject", "rarest", "lexical", "unknown", "together", *_LATE)),
    ):
        variants.append(_variant(name, whole, fit_with_threshold(_of(whole, CALIBRATION), without=left_out)))
    variants += [
        Variant(name, _ranking(_of(whole, CALIBRATION), ranking), _ranking(_of(whole, HELD_OUT), ranking))
        for name, ranking in _RANKINGS.items()
    ]
    scores = best_scores(whole, fitted)
    return Calibrated(
        with_vectors=fitted,
        words_only=words_only,
        variants=tuple(variants),
        scores=tuple(float(score) for score in scores),
        questions=tuple(questions),
        wrong=tuple(_wrong(_of(whole, HELD_OUT), fitted)),
    )


_LATE: Final = ("population", "purpose")


def _of(looked: Sequence[Looked], split: str) -> list[Looked]:
    return [each for each in looked if each.question.split == split]


def _variant(name: str, looked: Sequence[Looked], fitted: Fitted) -> Variant:
    return Variant(name, _scored(_of(looked, CALIBRATION), fitted), _scored(_of(looked, HELD_OUT), fitted))


def _scored(looked: Sequence[Looked], fitted: Fitted) -> Measured:
    supported = [each for each in looked if each.question.supported]
    plain = _ranking(supported, lambda each: ordered(each, fitted))
    passes = best_scores(supported, fitted) >= fitted.threshold
    first = np.array([_hit(ordered(each, fitted), each, 1) for each in supported])
    return Measured(
        plain.hit_1,
        plain.hit_5,
        answered=float(passes.mean()),
        right=float((passes & first).mean()),
        refused_near=_refused(looked, "near", fitted),
        refused_far=_refused(looked, "far", fitted),
    )


def _refused(looked: Sequence[Looked], kind: str, fitted: Fitted) -> float:
    outside = [each for each in looked if each.question.kind == kind]
    return float((best_scores(outside, fitted) < fitted.threshold).mean())


def _ranking(looked: Sequence[Looked], ranking: Callable[[Looked], tuple[str, ...]]) -> Measured:
    supported = [each for each in looked if each.question.supported]
    return Measured(*(float(np.mean([_hit(ranking(each), each, first) for each in supported])) for first in (1, 5)))


def _hit(ordered: Sequence[str], each: Looked, first: int) -> bool:
    return not each.question.chunks.isdisjoint(ordered[:first])


def _wrong(looked: Sequence[Looked], fitted: Fitted) -> Iterator[str]:
    for each, score in zip(looked, best_scores(looked, fitted), strict=True):
        above = score >= fitted.threshold
        best = next(iter(ordered(each, fitted)), "nothing")
        if each.question.supported and not above:
            yield f"not answered ({score:.2f}): {each.question.text}"
        elif each.question.supported and best not in each.question.chunks:
            yield f"another passage first ({score:.2f}): {each.question.text} -> {best}"
        elif not each.question.supported and above:
            yield f"not refused ({score:.2f}): {each.question.text} -> {best}"


@contextmanager
def _no_synonyms() -> Iterator[None]:
    """Take the table of concepts away: every word is its stem."""
    with (
        mock.patch.object(terms, "_concepts", return_value=({}, 1)),
        mock.patch.object(terms, "_concept_words", return_value=frozenset()),
    ):
        yield
