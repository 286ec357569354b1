"""The bench's result as JSON and as text with bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from devstack.bench.per_type import STAGES, TypeBench
from devstack.bench.rounds import Spread
from devstack.bench.run import Bench, Comparison
from devstack.bench.stages import StageTime

__all__ = ["bench_as_json", "bench_as_text", "types_as_text"]

#: Characters of the longest bar.
BAR = 40


def bench_as_json(bench: Bench) -> dict[str, object]:
    """Everything; times in milliseconds, ratios as multiples of the peer."""
    return asdict(bench)


def bench_as_text(bench: Bench) -> str:
    """Tables and bars for a terminal."""
    calls = {1: "once", 2: "twice"}.get(bench.recognizer_calls, f"{bench.recognizer_calls} times")
    lines = [
        "Cost as a multiple of the peer's: median (quartiles) over rounds in which all took turns",
        "",
        *_table("typed page", bench.typed),
        *_table(f"scanned page (200 dpi; the line calls Tesseract {calls})", bench.scanned),
        *_stages("typed page", bench.typed_stages),
        *_stages("scanned page", bench.scanned_stages),
        *_types(bench.types),
    ]
    return "\n".join(lines) + "\n"


def types_as_text(types: Sequence[TypeBench]) -> str:
    """The table of document types alone."""
    return "\n".join(_types(types)) + "\n"


def _spread(spread: Spread, digits: int = 2) -> str:
    return f"{spread.median:.{digits}f} ({spread.low:.{digits}f}-{spread.high:.{digits}f})"


def _table(title: str, comparisons: Sequence[Comparison]) -> Iterator[str]:
    yield f"{title}: {comparisons[0].ratio.rounds} rounds"
    for peer in dict.fromkeys(each.peer for each in comparisons):
        own = [each for each in comparisons if each.peer == peer]
        yield f"  beside {peer} ({_spread(own[0].peer_wall_ms, 0)} ms)"
        yield f"    {'':26}{'processor':>20}{'wall':>20}{'wall, ms':>20}"
        for each in own:
            goal = ""
            if each.goal is not None:
                goal = f"  goal <= {each.goal}: {'met' if each.ratio.cpu.median <= each.goal else 'NOT MET'}"
            ratios = f"{_spread(each.ratio.cpu):>20}{_spread(each.ratio.wall):>20}"
            yield f"    {each.contender:26}{ratios}{_spread(each.wall_ms, 0):>20}{goal}"
    yield ""


def _types(types: Sequence[TypeBench]) -> Iterator[str]:
    if not types:
        return
    yield "each type by stage, one process; reading as a multiple of a library that reads the same bytes"
    yield (
        f"  {'':22}{'pages':>6}"
        + "".join(f"{stage + ', ms':>17}" for stage in STAGES)
        + f"{'documents/s':>13}{'pages/s':>9}"
    )
    for each in types:
        stages = "".join(f"{each.stage_ms[stage].median:>17.1f}" for stage in STAGES)
        yield f"  {each.name:22}{each.pages:>6}{stages}{each.per_second:>13.1f}{each.pages_per_second:>9.1f}"
    for each in types:
        yield f"  reading {each.name} beside {each.peer}: {_spread(each.read_ratio.wall)} of its wall time"
    yield ""


def _stages(title: str, stages: Sequence[StageTime]) -> Iterator[str]:
    total = sum(stage.milliseconds for stage in stages) or 1.0
    longest = max(stage.milliseconds for stage in stages) or 1.0
    yield f"where the time of a {title} goes: {total:.0f} ms"
    for stage in stages:
        bar = "#" * round(BAR * stage.milliseconds / longest)
        share = stage.milliseconds / total
        yield f"  {stage.stage:28}{stage.milliseconds:8.1f} ms {share:6.1%}  {bar}"
    yield ""
