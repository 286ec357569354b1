"""The calibration's outcome as a table to read and as JSON to compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from devstack.guidelines.calibrate import Calibrated, Measured
from devstack.guidelines.fitting import NAMES, Fitted
from devstack.guidelines.questions import CALIBRATION, HELD_OUT

__all__ = ["as_json", "as_text"]

_COLUMNS = ("hit@1", "hit@5", "answered", "right", "near refused", "far refused")


def as_text(outcome: Calibrated) -> str:
    """Counts, weights, one table for each half, and what went wrong with held-out questions."""
    return "\n".join(_lines(outcome))


def as_json(outcome: Calibrated) -> Mapping[str, object]:
    """The same as plain values."""
    return {
        "questions": {half: _counts(outcome, half) for half in (CALIBRATION, HELD_OUT)},
        "with_vectors": _weights(outcome.with_vectors),
        "words_only": _weights(outcome.words_only),
        "variants": [asdict(variant) for variant in outcome.variants],
        "wrong": list(outcome.wrong),
    }


def _lines(outcome: Calibrated) -> Iterator[str]:
    for half in (CALIBRATION, HELD_OUT):
        counts = ", ".join(f"{number} {kind}" for kind, number in _counts(outcome, half).items())
        yield f"{half}: {counts}"
    yield f"threshold {outcome.with_vectors.threshold} with vectors, {outcome.words_only.threshold} with words only"
    yield ""
    for half in (HELD_OUT, CALIBRATION):
        yield f"| {half} | {' | '.join(_COLUMNS)} |"
        yield f"| --- |{' --- |' * len(_COLUMNS)}"
        for variant in outcome.variants:
            measured = variant.held_out if half == HELD_OUT else variant.calibration
            yield f"| {variant.name} | {' | '.join(_cells(measured))} |"
        yield ""
    yield "held-out questions that went wrong:"
    yield from outcome.wrong


def _cells(measured: Measured) -> Iterator[str]:
    for value in asdict(measured).values():
        yield "-" if value is None else f"{value:.3f}"


def _counts(outcome: Calibrated, half: str) -> dict[str, int]:
    kinds = [question.kind for question in outcome.questions if question.split == half]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def _weights(fitted: Fitted) -> dict[str, object]:
    models = {
        name: {
            **{each: round(float(weight), 4) for each, weight in zip(NAMES, model.weights, strict=True)},
            "bias": model.bias,
        }
        for name, model in (("order", fitted.order), ("gate", fitted.gate))
    }
    return {**models, "threshold": fitted.threshold}
