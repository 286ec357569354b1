"""What a rubric judges: a case, what came out of the line, and which fact speaks of which row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.item_matching import ItemMatch, match_items
from arbiter_fhir.evals.matching import Matching, match_facts
from arbiter_fhir.evals.observation import Observation, ObservedDocument, ObservedFact, parse_document
from arbiter_fhir.evals.printed import same_name, same_print

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
        matching: Results by their rows on paper.
        items: Every other expected fact with the one that speaks of it.
        strays: Facts other than results that no expectation accounts for, with their index.
    """

    case: EvalCase
    observation: Observation
    document: ObservedDocument | None
    problems: tuple[str, ...]
    matching: Matching
    items: tuple[ItemMatch, ...] = ()
    strays: tuple[tuple[int, ObservedFact], ...] = ()

    @property
    def facts(self) -> tuple[ObservedFact, ...]:
        """Facts that came out; none where nothing did."""
        return self.document.facts if self.document else ()

    @property
    def is_missing(self) -> bool:
        """Whether a document was expected and none came out."""
        return self.case.error is None and self.document is None


def _is_unresulted(case: EvalCase, fact: ObservedFact) -> bool:
    """Whether a fact shows a person that a row has no result: asked for by the case, so not invented."""
    return fact.certainty is Certainty.NEEDS_REVIEW and any(
        same_name(fact.result.test_name, row.test_name) and same_print(fact.result.value, row.value)
        for row in case.unresulted
    )


def gather_evidence(case: EvalCase, observation: Observation) -> CaseEvidence:
    """Read an observation back and pair its facts with the case's rows and items."""
    document, problems = parse_document(observation)
    facts = tuple(enumerate(document.facts)) if document else ()
    results = [(index, fact) for index, fact in facts if fact.fact_type is FactType.LAB_RESULT]
    rows = match_facts(case.facts, results)
    others = [(index, fact) for index, fact in facts if fact.fact_type is not FactType.LAB_RESULT]
    items, left = match_items(case.items, [*rows.unmatched, *others])
    invented = [pair for pair in left if pair[1].fact_type is FactType.LAB_RESULT and not _is_unresulted(case, pair[1])]
    matching = Matching(rows.matches, tuple(invented))
    strays = tuple(pair for pair in left if pair[1].fact_type is not FactType.LAB_RESULT)
    return CaseEvidence(case, observation, document, problems, matching, items, strays)


def judged(measured: int, findings: Sequence[str]) -> RubricResult:
    """Failed with findings, passed with something measured, else not measured."""
    if findings:
        return RubricResult(Verdict.FAILED, measured, tuple(findings))
    return RubricResult(Verdict.PASSED if measured else Verdict.NOT_MEASURED, measured)
