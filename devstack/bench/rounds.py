"""Contenders that take turns: wall and processor time per round, ratios of the same round, median and spread."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

__all__ = ["Cost", "Ratio", "Spread", "measure", "ratio_of", "spread_of", "take_turns"]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one call cost, in seconds: `wall` by the clock, `cpu` of this process and of those it waited for."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and quartiles of a series, in the series' unit."""

    median: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times the peer's cost, round by round."""

    wall: Spread
    cpu: Spread
    rounds: int


def _cpu() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def measure(call: Callable[[], object]) -> Cost:
    """Cost of one call, child processes included once they have ended."""
    cpu, wall = _cpu(), time.perf_counter()
    call()
    return Cost(time.perf_counter() - wall, _cpu() - cpu)


def take_turns(
    contenders: Mapping[str, Callable[[], object]], *, rounds: int, progress: Callable[[str], None]
) -> dict[str, list[Cost]]:
    """Run all contenders once each round, each round beginning with another one.

    One round before the first warms caches and is not counted.
    """
    names = list(contenders)
    costs: dict[str, list[Cost]] = {name: [] for name in names}
    for name in names:
        contenders[name]()
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            costs[name].append(measure(contenders[name]))
        progress(f"round {number + 1} of {rounds}")
    return costs


def spread_of(values: Sequence[float]) -> Spread:
    """Median and quartiles; with fewer than two values all three are the same."""
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    low, _, high = quantiles(values, n=4, method="inclusive")
    return Spread(median(values), low, high)


def ratio_of(contender: Sequence[Cost], peer: Sequence[Cost]) -> Ratio:
    """The contender's cost as a multiple of the peer's, pair by pair, so that a busy moment hits both."""
    pairs = list(zip(contender, peer, strict=True))
    return Ratio(
        wall=spread_of([one.wall / other.wall for one, other in pairs]),
        cpu=spread_of([one.cpu / other.cpu for one, other in pairs]),
        rounds=len(pairs),
    )
