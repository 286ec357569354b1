"""The calibration plot: each question's best score, those that the corpus answers against those that it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from devstack.guidelines.calibrate import Calibrated
from devstack.guidelines.questions import CALIBRATION, HELD_OUT

__all__ = ["draw_scores"]

WIDTH: Final = 900
_LEFT: Final = 190
_RIGHT: Final = 20
_ROW: Final = 72
_TOP: Final = 56
_BINS: Final = 50
_INK: Final = "#333333"
_COLOURS: Final = {"supported": "#1b7837", "near": "#c2410c", "far": "#7b3294"}


def draw_scores(outcome: Calibrated) -> str:
    """An SVG: one row of dots for each half and kind, a dot a question, the threshold as a line through all."""
    rows = [(half, kind) for half in (CALIBRATION, HELD_OUT) for kind in _COLOURS]
    height = _TOP + _ROW * len(rows) + 40
    size = f'viewBox="0 0 {WIDTH} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" fill="{_INK}">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        '<text x="20" y="26" font-size="16">Guideline search: best score of each question</text>',
    ]
    for number, (half, kind) in enumerate(rows):
        parts += _row(outcome, half, kind, base=_TOP + _ROW * (number + 1))
    parts += _axis(height - 34)
    parts += _threshold(outcome.with_vectors.threshold, height - 34)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row(outcome: Calibrated, half: str, kind: str, *, base: int) -> Iterator[str]:
    scores = [
        score
        for score, question in zip(outcome.scores, outcome.questions, strict=True)
        if (question.split, question.kind) == (half, kind)
    ]
    yield f'<text x="20" y="{base - 14}">{half}: {kind}</text>'
    yield f'<text x="20" y="{base + 2}" font-size="11">{len(scores)} questions</text>'
    yield f'<line x1="{_LEFT}" y1="{base}" x2="{WIDTH - _RIGHT}" y2="{base}" stroke="#cccccc"/>'
    for column, count in enumerate(_histogram(scores)):
        for level in range(count):
            x, y = _x((column + 0.5) / _BINS), base - 4 - _height(level, max(_histogram(scores)))
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{_COLOURS[kind]}" fill-opacity="0.75"/>'


def _height(level: int, most: int) -> float:
    """Dots stand 6 apart, closer where a column would not fit its row."""
    return level * min(6.0, (_ROW - 16) / max(most, 1))


def _histogram(scores: Sequence[float]) -> list[int]:
    counts = [0] * _BINS
    for score in scores:
        counts[min(int(score * _BINS), _BINS - 1)] += 1
    return counts


def _axis(y: int) -> Iterator[str]:
    for tenth in range(0, 11, 2):
        yield f'<text x="{_x(tenth / 10):.1f}" y="{y + 20}" text-anchor="middle">{tenth / 10:.1f}</text>'


def _threshold(at: float, bottom: int) -> Iterator[str]:
    x = _x(at)
    yield f'<line x1="{x:.1f}" y1="{_TOP - 6}" x2="{x:.1f}" y2="{bottom}" stroke="{_INK}" stroke-dasharray="5 4"/>'
    yield f'<text x="{x + 6:.1f}" y="{_TOP + 4}">threshold {at:.2f}</text>'


def _x(share: float) -> float:
    return _LEFT + share * (WIDTH - _LEFT - _RIGHT)
