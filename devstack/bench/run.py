"""The bench: typed and scanned pages through the line, beside their engines alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbiter_fhir.documents.ocr.tesseract import Tesseract
from devstack.bench.engines import LineParts, RecordingTesseract, product_parts, run_line, stock_presidio, words_of
from devstack.bench.per_type import TypeBench, bench_types
from devstack.bench.rounds import Cost, Ratio, Spread, ratio_of, spread_of, take_turns
from devstack.bench.stages import StageTime, stage_times
from devstack.samples import DEMO_SAMPLE, sample

__all__ = ["Bench", "Comparison", "run_bench"]

#: Rounds of the typed page, which is cheap; scanned pages take the number that was asked for.
TYPED_ROUNDS = 30
STAGE_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Comparison:
    """One contender beside its peer.

    Attributes:
        goal: Largest ratio of processor time that is wanted; ``None`` where none is stated.
        wall_ms: Wall time of the contender in milliseconds, and `peer_wall_ms` of the peer: for scale only.
    """

    contender: str
    peer: str
    ratio: Ratio
    goal: float | None
    wall_ms: Spread
    peer_wall_ms: Spread


@dataclass(frozen=True, slots=True)
class Bench:
    """All that was measured.

    Attributes:
        recognizer_calls: How often the line called the recognizer for the scanned page.
        types: Each document type by stage.
    """

    typed: tuple[Comparison, ...]
    scanned: tuple[Comparison, ...]
    typed_stages: tuple[StageTime, ...]
    scanned_stages: tuple[StageTime, ...]
    recognizer_calls: int
    types: tuple[TypeBench, ...] = ()


def run_bench(*, rounds: int, progress: Callable[[str], None]) -> Bench:
    """Measure everything.

    Args:
        rounds: Of the scanned page, at least 2.
        progress: Told after each round.
    """
    parts = product_parts()
    typed = sample(DEMO_SAMPLE).content
    scanned = sample(DEMO_SAMPLE, scanned=True).content
    typed_comparisons = _typed(parts, typed, max(rounds, TYPED_ROUNDS), lambda text: progress(f"typed page, {text}"))
    scanned_comparisons, calls = _scanned(parts, scanned, rounds, lambda text: progress(f"scanned page, {text}"))
    return Bench(
        typed=typed_comparisons,
        scanned=scanned_comparisons,
        typed_stages=stage_times(
            parts, typed, rounds=STAGE_ROUNDS, progress=lambda text: progress(f"typed stages, {text}")
        ),
        scanned_stages=stage_times(
            parts, scanned, rounds=STAGE_ROUNDS, progress=lambda text: progress(f"scanned stages, {text}")
        ),
        recognizer_calls=calls,
        types=bench_types(parts, rounds=STAGE_ROUNDS, progress=progress),
    )


def _typed(parts: LineParts, content: bytes, rounds: int, progress: Callable[[str], None]) -> tuple[Comparison, ...]:
    presidio = stock_presidio()
    line, near = parts.through_child(), parts.in_one_process()
    line_name, near_name, peer = "line, through its child", "line, in one process", "PyMuPDF words + stock Presidio"
    costs = take_turns(
        {
            line_name: lambda: run_line(line, content),
            near_name: lambda: run_line(near, content),
            peer: lambda: [presidio(text) for text in words_of(content)],
        },
        rounds=rounds,
        progress=progress,
    )
    return (_compare(costs, line_name, peer), _compare(costs, near_name, peer))


def _scanned(
    parts: LineParts, content: bytes, rounds: int, progress: Callable[[str], None]
) -> tuple[tuple[Comparison, ...], int]:
    recorder = RecordingTesseract()
    run_line(parts.in_one_process(recorder), content)
    # What the line gives the recognizer, without the page's time limit, which is another page's by now.
    given = [(bitmap, replace(call, seconds=60.0, wall_seconds=60.0)) for bitmap, call in recorder.calls]
    line, near = parts.through_child(), parts.in_one_process()
    line_name, near_name = "line, through its child", "line, in one process"
    page, every = "Tesseract alone, same page bitmap", "Tesseract alone, all that the line gives it"
    contenders: dict[str, Callable[[], object]] = {
        line_name: lambda: run_line(line, content),
        near_name: lambda: run_line(near, content),
        page: lambda: Tesseract().read_words(*given[0]),
    }
    if len(given) > 1:
        contenders[every] = lambda: [Tesseract().read_words(*each) for each in given]
    costs = take_turns(contenders, rounds=rounds, progress=progress)
    comparisons = [_compare(costs, line_name, page, goal=1.25), _compare(costs, near_name, page)]
    if every in costs:
        comparisons += [_compare(costs, line_name, every), _compare(costs, near_name, every)]
    return tuple(comparisons), len(given)


def _compare(costs: dict[str, list[Cost]], contender: str, peer: str, *, goal: float | None = None) -> Comparison:
    return Comparison(
        contender=contender,
        peer=peer,
        ratio=ratio_of(costs[contender], costs[peer]),
        goal=goal,
        wall_ms=spread_of([cost.wall * 1000 for cost in costs[contender]]),
        peer_wall_ms=spread_of([cost.wall * 1000 for cost in costs[peer]]),
    )
