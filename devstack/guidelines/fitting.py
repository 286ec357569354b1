"""Fits the local reranker: logistic regression with a small penalty, a threshold from folds that were kept back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.retrieval.guidelines.rerank import Features
from devstack.guidelines.measured import Looked, Matrix

__all__ = ["NAMES", "Fitted", "Logistic", "best_scores", "fit_with_threshold", "ordered", "write_weights"]

NAMES: Final = tuple(field.name for field in fields(Features))
#: Ridge penalty; keeps weights of overlapping features from growing against each other.
PENALTY: Final = 1.0
#: Answering pairs together count this much against all others: there are hundreds of others for each.
ANSWERING_SHARE: Final = 0.3
#: Candidates of each question that the gate learns from: those that could be shown.
FIRST: Final = 3
FOLDS: Final = 5
_STEPS: Final = 60

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted logistic model.

    Attributes:
        weights: One for each of `NAMES`; 0 for a feature that was left out.
    """

    weights: Vector
    bias: float

    def score(self, features: Matrix) -> Vector:
        """Probabilities, one for each row."""
        return np.asarray(1 / (1 + np.exp(-np.clip(features @ self.weights + self.bias, -40, 40))), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted reranker, as `rerank.Calibration`."""

    order: Logistic
    gate: Logistic
    threshold: float = 0.0


def fit_with_threshold(looked: Sequence[Looked], *, without: Sequence[str] = ()) -> Fitted:
    """Fit on all, and put the threshold where questions of folds that were not fitted on part best.

    Args:
        looked: Questions with their candidates.
        without: Features to leave out.
    """
    scores = np.zeros(len(looked))
    # A fixed order of folds: by the words of the question, so that adding one moves no other.
    folds = np.array([sum(each.question.text.encode()) % FOLDS for each in looked])
    for fold in range(FOLDS):
        fitted = _fit([each for each, of in zip(looked, folds, strict=True) if of != fold], without)
        kept_back = [each for each, of in zip(looked, folds, strict=True) if of == fold]
        scores[folds == fold] = best_scores(kept_back, fitted)
    supported = np.array([each.question.supported for each in looked])
    whole = _fit(looked, without)
    return Fitted(whole.order, whole.gate, _threshold(scores[supported], scores[~supported]))


def ordered(each: Looked, fitted: Fitted) -> tuple[str, ...]:
    """Candidates in the reranker's order; equal ones in the order of the fused rankings."""
    place = {chunk: at for at, chunk in enumerate(each.fused)}
    scores = dict(zip(each.candidates, fitted.order.score(each.features), strict=True))
    return tuple(sorted(each.candidates, key=lambda chunk: (-scores[chunk], place[chunk])))


def best_scores(looked: Sequence[Looked], fitted: Fitted) -> Vector:
    """The gate's highest score among each question's candidates: whether anything is given at all."""
    return np.array(
        [float(fitted.gate.score(each.features).max()) if each.candidates and each.topical else 0.0 for each in looked]
    )


def write_weights(path: Path, fitted: Fitted) -> None:
    """Store a fitted reranker where the product reads it."""
    lines = [
        "# Fitted by scripts/calibrate_guidelines.py --write on the calibration questions; not to be edited by hand."
    ]
    lines += ["feature\torder\tgate"]
    both = zip(NAMES, fitted.order.weights, fitted.gate.weights, strict=True)
    lines += [f"{name}\t{order:.4f}\t{gate:.4f}" for name, order, gate in both]
    lines += [f"bias\t{fitted.order.bias:.4f}\t{fitted.gate.bias:.4f}", f"threshold\t0\t{fitted.threshold:.2f}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _fit(looked: Sequence[Looked], without: Sequence[str]) -> Fitted:
    used = [each for each in looked if each.candidates and each.topical]
    order = _logistic(
        np.vstack([each.features for each in used]),
        np.concatenate([_answers(each) for each in used]),
        # How much of a question is unknown is the same for all its candidates: it orders nothing.
        without=(*without, "unknown"),
        share=ANSWERING_SHARE,
    )
    first = [np.argsort(-order.score(each.features), kind="stable")[:FIRST] for each in used]
    gate = _logistic(
        np.vstack([each.features[rows] for each, rows in zip(used, first, strict=True)]),
        np.concatenate([_answers(each)[rows] for each, rows in zip(used, first, strict=True)]),
        without=without,
        share=1.0,
    )
    return Fitted(order, gate)


def _answers(each: Looked) -> Vector:
    return np.array([chunk in each.question.chunks for chunk in each.candidates], dtype=np.float64)


def _logistic(rows: Matrix, answers: Vector, *, without: Sequence[str], share: float) -> Logistic:
    """Newton's method; answering rows together count ``share`` of what all others do."""
    keep = np.array([name not in without for name in NAMES], dtype=np.float64)
    rows = np.hstack([rows * keep, np.ones((len(rows), 1))])
    counts = np.where(answers == 1, (answers == 0).sum() / answers.sum() * share, 1.0)
    penalty = np.eye(rows.shape[1]) * PENALTY
    penalty[-1, -1] = 0.0
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (counts * (chance - answers)) + penalty @ weights
        curve = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + penalty
        weights = weights - np.linalg.solve(curve, slope)
    return Logistic(weights[:-1] * keep, float(weights[-1]))


def _threshold(supported: Vector, outside: Vector) -> float:
    """The middle of the best span: where most supported questions lie above and most others below, counted alike."""
    tried = np.linspace(0.01, 0.99, 99)
    good = np.array([(supported >= at).mean() + (outside < at).mean() for at in tried])
    best = tried[good >= good.max() - 1e-9]
    return float(np.round((best[0] + best[-1]) / 2, 2))
