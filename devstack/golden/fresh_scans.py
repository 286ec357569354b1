"""The golden reports on paper that nobody has seen: scanned anew with another seed, in four qualities.

The golden set is small and known; rules and thresholds can grow around it. This sweep asks the same questions of scans
that are made for the occasion, and is read by people: it is no gate.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.corpus import CorpusError
from arbiter_fhir.evals.evidence import gather_evidence
from arbiter_fhir.evals.line import build_line
from arbiter_fhir.evals.runner import DocumentLine, observe
from arbiter_fhir.evals.scorecard import JudgedCase, Scorecard, judge_case, score_run
from devstack.golden.documents import OFFICE_SCAN, POOR_SCAN, SOFT_SCAN
from devstack.golden.layout_cases import LAYOUT_NAMES, scanned_layout
from devstack.samples import ScanQuality

__all__ = ["FreshQuality", "fresh_report", "judge_fresh_scans"]


@dataclass(frozen=True, slots=True)
class FreshQuality:
    """A scanner's quality, gray or black and white."""

    name: str
    scanner: ScanQuality
    black_and_white: bool = False


QUALITIES = (
    FreshQuality("office", OFFICE_SCAN),
    FreshQuality("soft", SOFT_SCAN),
    FreshQuality("soft, one bit", SOFT_SCAN, black_and_white=True),
    FreshQuality("poor", POOR_SCAN),
)


class _Worker:
    """One process's line, built once."""

    line: DocumentLine | None = None


def _start() -> None:
    _Worker.line = build_line()


def _judge(layout: str, quality: FreshQuality, seed: int) -> JudgedCase:
    if _Worker.line is None:
        raise RuntimeError("the process was not started by the sweep")
    document = scanned_layout(layout, seed, quality=quality.scanner, black_and_white=quality.black_and_white)
    return judge_case(gather_evidence(document.case, observe(document.case, document.content, _Worker.line)))


def judge_fresh_scans(
    seed: int, *, layouts: Sequence[str] = LAYOUT_NAMES, processes: int = 2, progress: Callable[[str], None]
) -> Mapping[str, Scorecard]:
    """Every layout in every quality, judged; a scorecard for each quality.

    Args:
        seed: Of the scanner's rotation and noise; the golden set uses those from 101.
        layouts: Names of layouts.
        processes: 1 or 2.
        progress: Told after each document.

    Raises:
        CorpusError: A layout that does not exist.
    """
    unknown = set(layouts) - set(LAYOUT_NAMES)
    if unknown:
        raise CorpusError([f"no layout {name}" for name in sorted(unknown)])
    jobs = [(layout, quality, seed + place) for place, layout in enumerate(layouts) for quality in QUALITIES]
    context = multiprocessing.get_context("spawn")
    judged: dict[str, list[JudgedCase]] = {quality.name: [] for quality in QUALITIES}
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_start) as pool:
        futures = [(quality.name, pool.submit(_judge, layout, quality, number)) for layout, quality, number in jobs]
        for done, (name, future) in enumerate(futures, start=1):
            judged[name].append(future.result())
            progress(f"{done} of {len(jobs)}")
    return {name: score_run(cases, seconds=0.0) for name, cases in judged.items()}


def fresh_report(scorecards: Mapping[str, Scorecard]) -> str:
    """A table over the qualities, then everything that is wrong and verified, claimed wrongly, or leaked."""
    lines = [
        f"{'quality':16}{'rows':>6}{'F1':>9}{'verified':>10}{'wrong verified':>16}{'box IoU least':>15}{'leaks':>7}"
    ]
    lines += [_row(name, card) for name, card in scorecards.items()]
    lines += [finding for name, card in scorecards.items() for finding in _findings(name, card)]
    return "\n".join(lines) + "\n"


def _row(name: str, card: Scorecard) -> str:
    score = card.routes[Route.SCANNED]
    box = f"{score.box_agreement[1]:.3f}" if score.box_agreement else "not measured"
    leaks = sum(len(case.results["no_phi_in_logs"].findings) for case in card.cases)
    f1 = "not measured" if score.joint_f1 is None else f"{score.joint_f1:.4f}"
    share = "not measured" if score.verified_share is None else f"{score.verified_share:.4f}"
    return f"{name:16}{score.rows:6d}{f1:>9}{share:>10}{card.wrong_verified_facts:16d}{box:>15}{leaks:7d}"


def _findings(name: str, card: Scorecard) -> Iterator[str]:
    for case in card.cases:
        place = f"{name}, {case.evidence.case.layout}"
        yield from (f"! {place}: {finding}" for finding in case.wrong_verified)
        for rubric in ("no_phi_in_logs", "factually_consistent", "bounding_box_present", "schema_valid"):
            yield from (f"- {place}: {rubric}: {finding}" for finding in case.results[rubric].findings)
