from __future__ import annotations

import subprocess
import sys

import pytest

from devstack.bench.report import bench_as_json, bench_as_text
from devstack.bench.rounds import Cost, Spread, measure, ratio_of, spread_of, take_turns
from devstack.bench.run import Bench, Comparison
from devstack.bench.stages import StageTime


def test_every_contender_runs_once_a_round_and_once_to_warm_up_and_turns_change() -> None:
    order: list[str] = []
    told: list[str] = []
    costs = take_turns(
        {name: lambda name=name: order.append(name) for name in "abc"},  # type: ignore[misc]
        rounds=3,
        progress=told.append,
    )
    assert "".join(order) == "abc" + "abc" + "bca" + "cab"
    assert {name: len(each) for name, each in costs.items()} == {"a": 3, "b": 3, "c": 3}
    assert told[-1] == "round 3 of 3"


def test_ratios_are_of_the_same_round() -> None:
    busy = [Cost(1.0, 1.0), Cost(10.0, 10.0), Cost(2.0, 2.0)]
    peer = [Cost(2.0, 0.5), Cost(20.0, 5.0), Cost(4.0, 1.0)]
    ratio = ratio_of(busy, peer)
    assert (ratio.wall, ratio.cpu, ratio.rounds) == (Spread(0.5, 0.5, 0.5), Spread(2.0, 2.0, 2.0), 3)


def test_a_spread_is_median_and_quartiles() -> None:
    assert spread_of([4.0]) == Spread(4.0, 4.0, 4.0)
    assert spread_of([1.0, 2.0, 3.0, 4.0, 100.0]) == Spread(3.0, 2.0, 4.0)


def test_a_child_process_costs_its_parent() -> None:
    burn = "sum(i * i for i in range(2_000_000))"
    cost = measure(lambda: subprocess.run([sys.executable, "-c", burn], check=True))
    assert cost.cpu > 0.02
    assert cost.wall > 0


def bench(median: float) -> Bench:
    spread = Spread(median, median, median)
    ratio = ratio_of([Cost(median, median)] * 2, [Cost(1.0, 1.0)] * 2)
    comparison = Comparison("line, through its child", "Tesseract alone", ratio, 1.25, spread, spread)
    stages = (StageTime("recognition (Tesseract)", 75.0), StageTime("extraction", 25.0))
    return Bench((comparison,), (comparison,), stages, stages, recognizer_calls=1)


@pytest.mark.parametrize(("median", "word"), [(1.2, "goal <= 1.25: met"), (1.3, "goal <= 1.25: NOT MET")])
def test_the_goal_is_judged_in_the_open(median: float, word: str) -> None:
    text = bench_as_text(bench(median))
    assert word in text
    assert "75.0%" in text
    assert bench_as_json(bench(median))["recognizer_calls"] == 1
