"""Where a point of a prepared bitmap lies on the page as displayed: affine maps that are chained step by step."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["IDENTITY", "Mapping", "quarter_turn", "scaling", "turning"]


class Mapping(NamedTuple):
    """``x' = a x + b y + c`` and ``y' = d x + e y + f``."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where ``(x, y)`` comes to lie."""
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def bounds(self, left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        """The upright rectangle around a mapped rectangle."""
        corners = [self.point(x, y) for x in (left, right) for y in (top, bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def after(self, first: Mapping) -> Mapping:
        """The map that applies ``first`` and then this one."""
        c, f = self.point(first.c, first.f)
        return Mapping(
            self.a * first.a + self.b * first.d,
            self.a * first.b + self.b * first.e,
            c,
            self.d * first.a + self.e * first.d,
            self.d * first.b + self.e * first.e,
            f,
        )


IDENTITY = Mapping(1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


def scaling(across: float, down: float) -> Mapping:
    """Stretches by ``across`` and ``down``."""
    return Mapping(across, 0.0, 0.0, 0.0, down, 0.0)


def turning(degrees: float, *, width: float, height: float) -> Mapping:
    """Turns clockwise as seen (y runs down) about the centre of a ``width`` x ``height`` page."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = width / 2, height / 2
    return Mapping(cosine, -sine, x - cosine * x + sine * y, sine, cosine, y - sine * x - cosine * y)


def quarter_turn(degrees: int, *, width: float, height: float) -> Mapping:
    """Undoes a clockwise turn by 0, 90, 180 or 270 degrees.

    Args:
        degrees: The turn that was made.
        width: Width before the turn.
        height: Height before the turn.

    Returns:
        The map from the turned page back to the page before.
    """
    if degrees == 90:
        return Mapping(0.0, 1.0, 0.0, -1.0, 0.0, height)
    if degrees == 180:
        return Mapping(-1.0, 0.0, width, 0.0, -1.0, height)
    if degrees == 270:
        return Mapping(0.0, -1.0, width, 1.0, 0.0, 0.0)
    return IDENTITY
