"""schema_valid: what came out has the published shape, and its parts do not contradict each other."""

from __future__ import annotations

from decimal import Decimal

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.lab_comparison import read_value
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.observation import ObservedFact, ObservedLab

__all__ = ["judge_schema"]


def judge_schema(evidence: CaseEvidence) -> RubricResult:
    """Strict shapes, boxes on the page, a number that is the printed number, a proven box behind ``verified``."""
    if evidence.case.error is not None:
        return judged(0, [])
    findings = list(evidence.problems)
    for index, fact in enumerate(evidence.facts):
        findings += [f"facts[{index}]: {problem}" for problem in _contradictions(fact)]
    return judged(1, findings)


def _contradictions(fact: ObservedFact) -> list[str]:
    problems = _box_problems(fact)
    if fact.is_result:
        problems += [*_number_problems(fact.result), *_flag_problems(fact.result)]
    if fact.certainty is not Certainty.VERIFIED and not fact.reasons:
        problems.append("held back without a reason")
    return problems


def _box_problems(fact: ObservedFact) -> list[str]:
    box = fact.citation.bounding_box
    if box is None:
        return ["verified without a box"] if fact.certainty is Certainty.VERIFIED else []
    problems = [] if fact.citation.page is not None else ["a box without a page"]
    try:
        box.as_box()
    except ValueError:
        problems.append("the box leaves the page")
    return problems


def _number_problems(lab: ObservedLab) -> list[str]:
    """The exact number and its comparator are those of the printed value, where that is a number."""
    printed = read_value(lab.value)
    if lab.numeric is None or printed.number is None:
        return []
    problems = [] if Decimal(lab.numeric) == printed.number else ["the number is not the printed value"]
    if lab.comparator is not printed.comparator:
        problems.append("the comparator is not the printed one")
    return problems


def _flag_problems(lab: ObservedLab) -> list[str]:
    problems = ["a flag both printed and derived"] if lab.flag_derived and lab.flag_printed else []
    if lab.flag_derived and lab.abnormal_flag is None:
        problems.append("derived, but no flag")
    return problems
