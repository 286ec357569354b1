"""The one command: check the set, run the line, judge, compare, write the artifacts, say whether the gate opens."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TextIO

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.evals.answers.cases import Interview
from arbiter_fhir.evals.answers.evidence import InterviewEvidence, InterviewObservation
from arbiter_fhir.evals.answers.scores import JudgedInterview, judge_interview
from arbiter_fhir.evals.cases import EvalCase, KnownIdentifier
from arbiter_fhir.evals.corpus import Corpus, CorpusError, load_corpus
from arbiter_fhir.evals.evidence import gather_evidence
from arbiter_fhir.evals.gate import gate_problems, read_baseline, write_baseline
from arbiter_fhir.evals.item_scores import KindScore
from arbiter_fhir.evals.phi_scan import find_leaks, patient_identifiers, telling_identifiers
from arbiter_fhir.evals.report import Block, as_html, as_markdown, report_blocks
from arbiter_fhir.evals.report_json import as_json
from arbiter_fhir.evals.runner import MAXIMUM_PROCESSES, DocumentLine, run_cases
from arbiter_fhir.evals.scenario_cases import Scenario
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence
from arbiter_fhir.evals.scenario_runner import OpenClinic, ScenarioObservation
from arbiter_fhir.evals.scorecard import JudgedCase, JudgedScenario, Scorecard, judge_case, judge_scenario, score_run

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
    open_clinic: OpenClinic | None = None,
    out: TextIO | None = None,
    progress: TextIO | None = None,
) -> int:
    """Run the evaluation.

    Args:
        options: What to run and where.
        build: Makes the line for documents.
        open_clinic: Makes the clinic for scenarios; without one they are not measured.
        out: For the summary; standard output where ``None``.
        progress: For one line a case; standard error where ``None``.

    Returns:
        0 when the gate opens, 1 when it does not, 2 when nothing could be judged.
    """
    out, progress = out or sys.stdout, progress or sys.stderr
    try:
        corpus = load_corpus(options.golden)
        scorecard = _run(corpus, options, build, open_clinic, progress)
    except (ArbiterError, BrokenProcessPool) as error:
        message = error.message if isinstance(error, ArbiterError) else "A process of the run died."
        progress.write(f"not judged: {message}\n")
        return NOT_JUDGED
    verdict, problems = _judge(corpus, scorecard, options)
    verdict, problems, report = _write_report(corpus, scorecard, options, verdict, problems)
    out.write(json.dumps(report) + "\n" if options.as_json else _summary(scorecard, verdict, problems, options))
    return GATE_MET if verdict in {"baseline_met", "cases_passed"} else GATE_FAILED


def _known_identifiers(corpus: Corpus) -> tuple[KnownIdentifier, ...]:
    patients = [patient for scenario in corpus.scenarios for patient in scenario.patients]
    patients += [interview.patient for interview in corpus.interviews]
    return telling_identifiers(
        [
            *(part for case in corpus.cases for part in case.identifiers),
            *(part for patient in patients for part in patient_identifiers(patient)),
        ]
    )


def _write_report(
    corpus: Corpus, scorecard: Scorecard, options: EvaluationOptions, verdict: str, problems: tuple[str, ...]
) -> tuple[str, tuple[str, ...], dict[str, object]]:
    """Write the artifacts; a report that would hold identifiers is withheld, and that fails the gate."""
    awaited = corpus.thresholds.awaited
    report = as_json(scorecard, verdict=verdict, problems=problems, awaited=awaited)
    blocks = report_blocks(scorecard, verdict=verdict, problems=problems, awaited=awaited)
    text, page = as_markdown(blocks), as_html(blocks)
    leaks = find_leaks(text, _known_identifiers(corpus))
    if leaks:
        problems = (*problems, f"the report itself would hold {len(leaks)} identifiers and is withheld")
        verdict, report = "gate_failed", {"verdict": "gate_failed", "problems": list(problems)}
        text = "\n".join(problems) + "\n"
        page = as_html((Block("", problems),))
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "clinical-documents.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (options.results / "clinical-documents.md").write_text(text, encoding="utf-8")
    (options.results / "clinical-documents.html").write_text(page, encoding="utf-8")
    return verdict, problems, report


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What of the set is run."""

    cases: tuple[EvalCase, ...]
    scenarios: tuple[Scenario, ...]
    interviews: tuple[Interview, ...]


def _chosen(corpus: Corpus, ids: Sequence[str]) -> _Chosen:
    known = {each.id for group in (corpus.cases, corpus.scenarios, corpus.interviews) for each in group}
    if unknown := set(ids) - known:
        raise CorpusError([f"no case {case_id}" for case_id in sorted(unknown)])
    return _Chosen(
        tuple(case for case in corpus.cases if not ids or case.id in ids),
        tuple(scenario for scenario in corpus.scenarios if not ids or scenario.id in ids),
        tuple(interview for interview in corpus.interviews if not ids or interview.id in ids),
    )


def _run(
    corpus: Corpus,
    options: EvaluationOptions,
    build: Callable[[], DocumentLine],
    open_clinic: OpenClinic | None,
    progress: TextIO,
) -> Scorecard:
    chosen = _chosen(corpus, options.cases)
    cases = {case.id: case for case in chosen.cases}
    scenarios = {scenario.id: scenario for scenario in chosen.scenarios}
    total = len(cases) + (len(scenarios) + len(chosen.interviews) if open_clinic else 0)
    judged: list[JudgedCase] = []
    played: list[JudgedScenario] = []
    held: list[JudgedInterview] = []
    started = time.perf_counter()
    for seen in run_cases(
        corpus,
        chosen.cases,
        build=build,
        processes=options.processes,
        scenarios=chosen.scenarios,
        interviews=chosen.interviews,
        open_clinic=open_clinic,
    ):
        if isinstance(seen, ScenarioObservation):
            played.append(judge_scenario(ScenarioEvidence(scenarios[seen.scenario_id], seen)))
            name, failed = seen.scenario_id, played[-1].failed
        elif isinstance(seen, InterviewObservation):
            held.append(judge_interview(_interview_evidence(corpus, seen)))
            name, failed = seen.interview_id, held[-1].failed
        else:
            judged.append(judge_case(gather_evidence(cases[seen.case_id], seen)))
            name, failed = seen.case_id, judged[-1].failed
        word = "FAIL" if failed else "pass"
        progress.write(f"[{len(judged) + len(played) + len(held):3d}/{total}] {word}  {name}  {seen.seconds:.1f} s\n")
        progress.flush()
    return score_run(judged, played, held, seconds=time.perf_counter() - started)


def _interview_evidence(corpus: Corpus, seen: InterviewObservation) -> InterviewEvidence:
    interview = next(each for each in corpus.interviews if each.id == seen.interview_id)
    others = [each for each in corpus.interviews if each.id != interview.id]
    strangers = [word for each in others for word in (each.marker, each.patient.family) if word]
    return InterviewEvidence.gather(interview, seen, tuple(strangers))


def _judge(corpus: Corpus, scorecard: Scorecard, options: EvaluationOptions) -> tuple[str, tuple[str, ...]]:
    if options.cases:
        failed = tuple(f"case {case.evidence.case.id} failed" for case in scorecard.cases if case.failed)
        failed += tuple(f"scenario {each.evidence.scenario.id} failed" for each in scorecard.scenarios if each.failed)
        failed += tuple(
            f"interview {each.evidence.interview.id} failed" for each in scorecard.interviews if each.failed
        )
        return ("cases_failed" if failed else "cases_passed"), failed
    if options.write_baseline:
        write_baseline(corpus.folder, scorecard)
    problems = gate_problems(scorecard, corpus.thresholds, read_baseline(corpus.folder))
    return ("gate_failed" if problems else "baseline_met"), problems


def _summary(scorecard: Scorecard, verdict: str, problems: Sequence[str], options: EvaluationOptions) -> str:
    def shown(rate: float | None) -> str:
        return "not measured" if rate is None else f"{rate:.4f}"

    lines = [f"{name:32} {shown(rate.rate):>12}" for name, rate in scorecard.rubrics.items()]
    for route, score in scorecard.routes.items():
        lines.append(f"{'results F1 ' + route.value:32} {shown(score.joint_f1):>12}")
        lines.append(f"{'verified share ' + route.value:32} {shown(score.verified_share):>12}")
    for doc_type, typed in scorecard.types.items():
        lines.append(f"{'fields F1 ' + doc_type.value:32} {shown(typed.fields.f1):>12}")
    for kind, by_route in scorecard.kinds.items():
        whole = reduce(KindScore.__add__, by_route.values(), KindScore())
        lines.append(f"{'fields F1 ' + kind.value:32} {shown(whole.fields.f1):>12}")
    lines.append(f"{'assertions F1':32} {shown(scorecard.assertions.f1):>12}")
    lines.append(f"{'wrong verified facts':32} {scorecard.wrong_verified_facts:>12}")
    lines += [f"{name:32} {shown(rate):>12}" for name, rate in scorecard.answers.rates.items()]
    lines += [f"! {problem}" for problem in problems]
    counted = f"{len(scorecard.cases)} cases, {len(scorecard.scenarios)} scenarios"
    counted += f", {scorecard.answers.questions} questions"
    lines.append(f"{verdict}: {counted} in {scorecard.seconds:.1f} s; report in {options.results}")
    return "\n".join(lines) + "\n"
