"""The one command: check the set, run the line, judge, compare, write the artifacts, say whether the gate opens."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.corpus import Corpus, CorpusError, load_corpus
from arbiter_fhir.evals.evidence import gather_evidence
from arbiter_fhir.evals.gate import gate_problems, read_baseline, write_baseline
from arbiter_fhir.evals.phi_scan import find_leaks, telling_identifiers
from arbiter_fhir.evals.report import as_json, as_markdown
from arbiter_fhir.evals.runner import MAXIMUM_PROCESSES, DocumentLine, run_cases
from arbiter_fhir.evals.scorecard import JudgedCase, Scorecard, judge_case, score_run

__all__ = ["GATE_FAILED", "GATE_MET", "NOT_JUDGED", "EvaluationOptions", "evaluate"]

GATE_MET, GATE_FAILED, NOT_JUDGED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class EvaluationOptions:
    """What to run and where.

    Attributes:
        golden: The golden set's folder.
        results: Where the artifacts go; files of an earlier run are replaced.
        cases: Only these, by id; then the cases are judged and the gate is not.
        as_json: Print the JSON report on standard output instead of a summary.
        write_baseline: Accept this run as the new baseline.
        processes: 1 or 2.
    """

    golden: Path
    results: Path
    cases: tuple[str, ...] = ()
    as_json: bool = False
    write_baseline: bool = False
    processes: int = MAXIMUM_PROCESSES


def evaluate(
    options: EvaluationOptions,
    *,
    build: Callable[[], DocumentLine],
    out: TextIO | None = None,
    progress: TextIO | None = None,
) -> int:
    """Run the evaluation.

    Returns:
        0 when the gate opens, 1 when it does not, 2 when nothing could be judged.
    """
    out, progress = out or sys.stdout, progress or sys.stderr
    try:
        corpus = load_corpus(options.golden)
        chosen = _chosen(corpus, options.cases)
        scorecard = _run(corpus, chosen, options, build, progress)
    except (ArbiterError, BrokenProcessPool) as error:
        message = error.message if isinstance(error, ArbiterError) else "A process of the run died."
        progress.write(f"not judged: {message}\n")
        return NOT_JUDGED
    verdict, problems = _judge(corpus, scorecard, options)
    report = as_json(scorecard, verdict=verdict, problems=problems)
    text = as_markdown(scorecard, verdict=verdict, problems=problems)
    known = telling_identifiers(part for case in corpus.cases for part in case.identifiers)
    leaks = find_leaks(text, known)
    if leaks:
        verdict, problems = "gate_failed", (*problems, f"the report itself would hold {len(leaks)} identifiers")
        progress.write("the report is withheld: it would hold identifiers\n")
        report, text = {"verdict": verdict, "problems": list(problems)}, "\n".join(problems) + "\n"
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "clinical-documents.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (options.results / "clinical-documents.md").write_text(text, encoding="utf-8")
    out.write(json.dumps(report) + "\n" if options.as_json else _summary(scorecard, verdict, problems, options))
    return GATE_MET if verdict in {"baseline_met", "cases_passed"} else GATE_FAILED


def _chosen(corpus: Corpus, ids: Sequence[str]) -> tuple[EvalCase, ...]:
    unknown = set(ids) - {case.id for case in corpus.cases}
    if unknown:
        raise CorpusError([f"no case {case_id}" for case_id in sorted(unknown)])
    return tuple(case for case in corpus.cases if not ids or case.id in ids)


def _run(
    corpus: Corpus,
    chosen: Sequence[EvalCase],
    options: EvaluationOptions,
    build: Callable[[], DocumentLine],
    progress: TextIO,
) -> Scorecard:
    by_id = {case.id: case for case in chosen}
    judged: list[JudgedCase] = []
    started = time.perf_counter()
    for observation in run_cases(corpus, chosen, build=build, processes=options.processes):
        judged.append(judge_case(gather_evidence(by_id[observation.case_id], observation)))
        word = "FAIL" if judged[-1].failed else "pass"
        progress.write(f"[{len(judged):3d}/{len(chosen)}] {word}  {observation.case_id}  {observation.seconds:.1f} s\n")
        progress.flush()
    return score_run(judged, seconds=time.perf_counter() - started)


def _judge(corpus: Corpus, scorecard: Scorecard, options: EvaluationOptions) -> tuple[str, tuple[str, ...]]:
    if options.cases:
        failed = tuple(f"case {case.evidence.case.id} failed" for case in scorecard.cases if case.failed)
        return ("cases_failed" if failed else "cases_passed"), failed
    if options.write_baseline:
        write_baseline(corpus.folder, scorecard)
    problems = gate_problems(scorecard, corpus.thresholds, read_baseline(corpus.folder))
    return ("gate_failed" if problems else "baseline_met"), problems


def _summary(scorecard: Scorecard, verdict: str, problems: Sequence[str], options: EvaluationOptions) -> str:
    def shown(rate: float | None) -> str:
        return "not measured" if rate is None else f"{rate:.4f}"

    lines = [f"{name:28} {shown(rate.rate):>12}" for name, rate in scorecard.rubrics.items()]
    for route, score in scorecard.routes.items():
        lines.append(f"{'F1 ' + route.value:28} {shown(score.joint_f1):>12}")
        lines.append(f"{'verified share ' + route.value:28} {shown(score.verified_share):>12}")
    lines.append(f"{'wrong verified facts':28} {scorecard.wrong_verified_facts:>12}")
    lines += [f"! {problem}" for problem in problems]
    lines.append(f"{verdict}: {len(scorecard.cases)} cases in {scorecard.seconds:.1f} s; report in {options.results}")
    return "\n".join(lines) + "\n"
