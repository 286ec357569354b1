"""What a rubric judges: a case, what came out of the line, and which fact speaks of which row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.matching import Matching, match_facts
from arbiter_fhir.evals.observation import Observation, ObservedDocument, ObservedFact, parse_document

__all__ = ["CaseEvidence", "RubricResult", "Verdict", "gather_evidence", "judged"]


class Verdict(StrEnum):
    """What a rubric says about a case. Nothing to look at is its own word: it is neither passed nor failed."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_MEASURED = "not_measured"


@dataclass(frozen=True, slots=True)
class RubricResult:
    """A rubric's word on one case.

    Attributes:
        measured: How many things were looked at.
        findings: What is wrong: indices, fields and clinical words; never an identifier.
    """

    verdict: Verdict
    measured: int
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseEvidence:
    """A case with its observation.

    Attributes:
        document: What came out, read back strictly; ``None`` where an error ended the reading or the shape is wrong.
        problems: What is wrong with the shape.
    """

    case: EvalCase
    observation: Observation
    document: ObservedDocument | None
    problems: tuple[str, ...]
    matching: Matching

    @property
    def facts(self) -> tuple[ObservedFact, ...]:
        """Facts that came out; none where nothing did."""
        return self.document.facts if self.document else ()

    @property
    def is_missing(self) -> bool:
        """Whether a document was expected and none came out."""
        return self.case.error is None and self.document is None


def gather_evidence(case: EvalCase, observation: Observation) -> CaseEvidence:
    """Read an observation back and pair its facts with the case's rows."""
    document, problems = parse_document(observation)
    matching = match_facts(case.facts, document.facts if document else ())
    return CaseEvidence(case, observation, document, problems, matching)


def judged(measured: int, findings: Sequence[str]) -> RubricResult:
    """Failed with findings, passed with something measured, else not measured."""
    if findings:
        return RubricResult(Verdict.FAILED, measured, tuple(findings))
    return RubricResult(Verdict.PASSED if measured else Verdict.NOT_MEASURED, measured)
