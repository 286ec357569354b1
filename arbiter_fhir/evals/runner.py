"""Runs the real line over the golden documents, in at most two processes, and notes what came out."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Protocol

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.evals.answers.cases import Interview
from arbiter_fhir.evals.answers.evidence import InterviewObservation
from arbiter_fhir.evals.answers.runner import GoldenSources
from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.corpus import Corpus
from arbiter_fhir.evals.observation import Observation, preview_as_text
from arbiter_fhir.evals.output_capture import capture_output
from arbiter_fhir.evals.scenario_cases import Scenario, Upload
from arbiter_fhir.evals.scenario_runner import OpenClinic, ScenarioObservation, play_all
from arbiter_fhir.pipelines.preview import Preview
from arbiter_fhir.telemetry import configure_logging, log_event

__all__ = ["MAXIMUM_PROCESSES", "DocumentLine", "observe", "run_cases"]

#: Two recognizing processes fill the two cores that the gate is meant for.
MAXIMUM_PROCESSES = 2


class DocumentLine(Protocol):
    """The line under judgement: `PreviewPipeline`, or a broken one that the gate must find out."""

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> Preview:
        """Pages, clean text and facts.

        Raises:
            ArbiterError: With the code of what is wrong.
        """
        ...


def observe(case: EvalCase, content: bytes, line: DocumentLine) -> Observation:
    """Put one document through the line and note everything that leaves it.

    A fault of the line is noted by its class, never raised: the case fails and the others go on.
    """
    document = code = message = ""
    started = time.perf_counter()
    with capture_output() as captured:
        configure_logging()
        try:
            preview = line.extract(content, doc_type=case.doc_type, source_id=f"golden:{case.id}")
            document = preview_as_text(preview)
        except ArbiterError as error:
            code, message = error.code.value, error.message
            log_event("golden.failed", error_code=code)
        except Exception as error:  # noqa: BLE001  a fault of the line is a failed case, not the end of the run
            code = type(error).__name__
            log_event("golden.crashed", exception_class=code)
    # The stream that the log led into is gone.
    configure_logging(silent=True)
    return Observation(case.id, document, code, message, captured.text, time.perf_counter() - started)


class _Worker:
    """One process's line, built once."""

    line: DocumentLine | None = None


def _start(build: Callable[[], DocumentLine]) -> None:
    _Worker.line = build()


def _observe(case: EvalCase, content: bytes) -> Observation:
    if _Worker.line is None:
        raise RuntimeError("the process was not started by the runner")
    return observe(case, content, _Worker.line)


def run_cases(
    corpus: Corpus,
    cases: Sequence[EvalCase],
    *,
    build: Callable[[], DocumentLine],
    processes: int = MAXIMUM_PROCESSES,
    scenarios: Sequence[Scenario] = (),
    interviews: Sequence[Interview] = (),
    open_clinic: OpenClinic | None = None,
) -> Iterator[Observation | ScenarioObservation | InterviewObservation]:
    """Observe all cases, play all scenarios and hold all interviews, in the order in which they finish.

    Args:
        corpus: Where the documents are.
        cases: Which of its cases.
        build: Makes the line, once per process; a function that can be found by its name.
        processes: 1 or 2.
        scenarios: Played one after the other in one process, beside the cases; so are interviews, behind them.
        interviews: See `scenarios`.
        open_clinic: Makes the clinic for them; without one they are not played.

    Raises:
        BrokenProcessPool: A process died; the run is not complete.
    """
    # The slow ones first, so that no process works alone at the end.
    ordered = sorted(cases, key=lambda case: (not case.route.is_picture, -case.pages, case.id))
    with ProcessPoolExecutor(
        max_workers=max(1, min(processes, MAXIMUM_PROCESSES, len(ordered) + bool(scenarios or interviews) or 1)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start,
        initargs=(build,),
    ) as pool:
        played = None
        if open_clinic is not None and (scenarios or interviews):
            # First of all: it takes as long as half of the cases.
            played = pool.submit(play_all, scenarios, interviews, _sources(corpus, scenarios, interviews), open_clinic)
        futures = [pool.submit(_observe, case, corpus.content(case)) for case in ordered]
        for future in as_completed(futures):
            yield future.result()
        if played is not None:
            yield from played.result()


def _sources(corpus: Corpus, scenarios: Sequence[Scenario], interviews: Sequence[Interview]) -> GoldenSources:
    names = {step.source for scenario in scenarios for step in scenario.steps if isinstance(step, Upload)}
    names |= {document.source for interview in interviews for document in interview.documents}
    return GoldenSources(
        {name: corpus.source(name) for name in names},
        {case.source: case for case in corpus.cases if case.source in names},
    )
