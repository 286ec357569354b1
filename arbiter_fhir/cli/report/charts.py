"""Charts as SVG elements: horizontal bars with a mark, and bars over days. Nothing to load, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from xml.sax.saxutils import escape

__all__ = ["Bar", "DayBar", "bar_chart", "day_chart", "milliseconds"]

WIDTH: Final = 760
_LABEL: Final = 150
_NUMBERS: Final = 175
_ROW: Final = 26
_DAY_HEIGHT: Final = 150
_AXIS: Final = 24


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a bar up to ``value``, a thin mark at ``mark``, both in the same unit, and words at the end."""

    label: str
    value: float
    mark: float
    words: str


@dataclass(frozen=True, slots=True)
class DayBar:
    """One day: documents and questions stand beside each other."""

    day: date
    documents: int
    questions: int


def milliseconds(value: int) -> str:
    """A time in words: ``840 ms``, ``12.4 s``."""
    return f"{value} ms" if value < 1000 else f"{value / 1000:.1f} s"


def bar_chart(bars: Sequence[Bar], *, title: str) -> str:
    """Rows of bars to one scale; the scale ends at the largest value or mark."""
    largest = max((max(bar.value, bar.mark) for bar in bars), default=0) or 1
    room = WIDTH - _LABEL - _NUMBERS
    rows = []
    for index, bar in enumerate(bars):
        top = index * _ROW
        end = _LABEL + room * bar.value / largest
        mark = _LABEL + room * bar.mark / largest
        rows.append(
            f'<text x="{_LABEL - 8}" y="{top + 17}" text-anchor="end">{escape(bar.label)}</text>'
            f'<rect class="bar" x="{_LABEL}" y="{top + 5}" width="{max(1.0, end - _LABEL):.1f}" height="16"/>'
            f'<line class="range" x1="{end:.1f}" x2="{mark:.1f}" y1="{top + 13}" y2="{top + 13}"/>'
            f'<line class="mark" x1="{mark:.1f}" x2="{mark:.1f}" y1="{top + 5}" y2="{top + 21}"/>'
            f'<text class="number" x="{WIDTH}" y="{top + 17}" text-anchor="end">{escape(bar.words)}</text>'
        )
    return _svg("".join(rows), height=len(bars) * _ROW + 4, title=title)


def day_chart(days: Sequence[DayBar], *, title: str) -> str:
    """One pair of bars a day, from the first to the last day; days without work stay empty."""
    if not days:
        return ""
    span = (days[-1].day - days[0].day).days + 1
    largest = max(max(day.documents, day.questions) for day in days) or 1
    step = min(60.0, (WIDTH - _LABEL) / span)
    bars = []
    for day in days:
        left = _LABEL / 2 + (day.day - days[0].day).days * step
        for offset, count, kind in ((0.0, day.documents, "documents"), (0.45, day.questions, "questions")):
            height = _DAY_HEIGHT * count / largest
            bars.append(
                f'<rect class="{kind}" x="{left + step * offset:.1f}" y="{_DAY_HEIGHT - height + 8:.1f}"'
                f' width="{max(1.0, step * 0.4):.1f}" height="{height:.1f}">'
                f"<title>{day.day.isoformat()}: {count} {kind}</title></rect>"
            )
    base = _DAY_HEIGHT + 8
    frame = (
        f'<line class="axis" x1="{_LABEL / 2:.0f}" x2="{WIDTH}" y1="{base}" y2="{base}"/>'
        f'<text x="{_LABEL / 2 - 6:.0f}" y="18" text-anchor="end">{largest}</text>'
        f'<text x="{_LABEL / 2:.0f}" y="{base + 18}">{days[0].day.isoformat()}</text>'
        + (f'<text x="{WIDTH}" y="{base + 18}" text-anchor="end">{days[-1].day.isoformat()}</text>' if span > 1 else "")
    )
    return _svg(frame + "".join(bars), height=base + _AXIS, title=title)


def _svg(inner: str, *, height: int, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}"'
        f' xmlns="http://www.w3.org/2000/svg">{inner}</svg>'
    )
