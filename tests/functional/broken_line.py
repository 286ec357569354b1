"""The line with one fault: what it gives for a golden case, changed before the gate sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.evals.corpus import Corpus
from arbiter_fhir.evals.evidence import gather_evidence
from arbiter_fhir.evals.line import build_line
from arbiter_fhir.evals.runner import observe
from arbiter_fhir.evals.scorecard import JudgedCase, judge_case
from arbiter_fhir.pipelines.preview import Preview

Change = Callable[[Preview], Preview]


@dataclass
class Mutant:
    """The line, with what it gives changed by one fault."""

    preview: Preview
    change: Change

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> Preview:
        return self.change(self.preview)


def previews_of(corpus: Corpus, cases: Iterable[str]) -> dict[str, Preview]:
    """What the real line gives: real child process, real de-identification, real extraction."""
    line, wanted = build_line(), set(cases)
    return {
        case.id: line.extract(corpus.content(case), doc_type=case.doc_type, source_id=f"golden:{case.id}")
        for case in corpus.cases
        if case.id in wanted
    }


def judge(corpus: Corpus, case_id: str, mutant: Mutant) -> JudgedCase:
    """The gate's verdict on a case that the mutant has read."""
    case = next(case for case in corpus.cases if case.id == case_id)
    return judge_case(gather_evidence(case, observe(case, corpus.content(case), mutant)))


def changed(fact: CitedFact, **changes: object) -> CitedFact:
    """A fact with some fields replaced."""
    return replace(fact, seal=FACT_SEAL, **changes)  # type: ignore[arg-type]


def clean(text: str) -> DeidentifiedText:
    """A text that claims to be clean."""
    return DeidentifiedText(text, DEID_SEAL)


def assert_passes(judged: JudgedCase) -> None:
    """The line without a fault has no finding in any rubric."""
    assert {name: result.findings for name, result in judged.results.items() if result.findings} == {}
    assert judged.wrong_verified == ()
