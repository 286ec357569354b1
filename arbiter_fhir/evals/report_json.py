"""The run as JSON, with ``null`` for what was not measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbiter_fhir.evals.answers.scores import AnswerScore, JudgedInterview, JudgedQuestion
from arbiter_fhir.evals.field_scores import Score
from arbiter_fhir.evals.item_scores import KindScore
from arbiter_fhir.evals.scorecard import JudgedCase, JudgedScenario, RouteScore, Scorecard

__all__ = ["as_json"]


def as_json(
    scorecard: Scorecard, *, verdict: str, problems: Sequence[str], awaited: Mapping[str, str] | None = None
) -> dict[str, object]:
    """Everything; ``awaited`` are rubrics that cannot be measured yet, with the reason."""
    return {
        "verdict": verdict,
        "problems": list(problems),
        "seconds": round(scorecard.seconds, 2),
        "case_seconds": round(scorecard.case_seconds, 2),
        "cases": len(scorecard.cases),
        "scenarios": len(scorecard.scenarios),
        "wrong_verified_facts": scorecard.wrong_verified_facts,
        "rubrics": {
            name: {
                "rate": rate.rate,
                "passed": rate.passed,
                "failed": rate.failed,
                "not_measured": rate.not_measured,
                "awaited": (awaited or {}).get(name),
            }
            for name, rate in scorecard.rubrics.items()
        },
        "routes": {route.value: _route(score) for route, score in scorecard.routes.items()},
        "types": {
            doc_type.value: {
                "cases": score.cases,
                "failed": score.failed,
                "fields": _score(score.fields),
                "assertions": _score(score.assertions),
            }
            for doc_type, score in scorecard.types.items()
        },
        "kinds": {
            kind.value: {route.value: _kind(score) for route, score in by_route.items()}
            for kind, by_route in scorecard.kinds.items()
        },
        "assertions": _score(scorecard.assertions),
        "details": [_case(case) for case in scorecard.cases],
        "questions": scorecard.answers.questions,
        "answers": _answers(scorecard.answers),
        "question_details": [
            _question(interview, question) for interview in scorecard.interviews for question in interview.questions
        ],
        "interview_details": [_interview(interview) for interview in scorecard.interviews],
        "scenario_details": [_scenario(scenario) for scenario in scorecard.scenarios],
    }


def _score(score: Score) -> dict[str, object]:
    return {
        "right": score.right,
        "wrong": score.wrong,
        "missed": score.missed,
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
    }


def _kind(score: KindScore) -> dict[str, object]:
    return {"found": _score(score.found), "fields": _score(score.fields)}


def _route(score: RouteScore) -> dict[str, object]:
    return {
        "cases": score.cases,
        "rows": score.rows,
        "joint_f1": score.joint_f1,
        "verified_share": score.verified_share,
        "box_iou_mean": score.box_agreement[0] if score.box_agreement else None,
        "box_iou_least": score.box_agreement[1] if score.box_agreement else None,
        "confidence_right": score.confidence_right,
        "confidence_wrong": score.confidence_wrong,
        "fields": {field.value: _score(counts) for field, counts in score.fields.items()},
    }


def _case(case: JudgedCase) -> dict[str, object]:
    facts = case.evidence.facts
    return {
        "id": case.evidence.case.id,
        "doc_type": case.evidence.case.doc_type.value,
        "route": case.evidence.case.route.value,
        "categories": [category.value for category in case.evidence.case.categories],
        "seconds": round(case.evidence.observation.seconds, 3),
        "error_code": case.evidence.observation.error_code or None,
        "rows": len(case.evidence.case.facts),
        "items": len(case.evidence.case.items),
        "facts": len(facts),
        "certainty": _counts([fact.certainty.value for fact in facts]),
        "rubrics": {name: result.verdict.value for name, result in case.results.items()},
        "findings": {name: list(result.findings) for name, result in case.results.items() if result.findings},
        "wrong_verified": list(case.wrong_verified),
    }


def _scenario(scenario: JudgedScenario) -> dict[str, object]:
    return {
        "id": scenario.evidence.scenario.id,
        "covers": list(scenario.evidence.scenario.covers),
        "seconds": round(scenario.evidence.observation.seconds, 3),
        "failure": scenario.evidence.observation.failure or None,
        "rubrics": {name: result.verdict.value for name, result in scenario.results.items()},
        "findings": {name: list(result.findings) for name, result in scenario.results.items() if result.findings},
    }


def _answers(score: AnswerScore) -> dict[str, object]:
    latency = score.latency
    return {
        **{name.removeprefix("answers."): rate for name, rate in score.rates.items()},
        "unsupported_statements": score.statements[1],
        "seconds_p50": round(latency[0], 4) if latency else None,
        "seconds_p95": round(latency[1], 4) if latency else None,
    }


def _question(interview: JudgedInterview, question: JudgedQuestion) -> dict[str, object]:
    asked, reply = question.evidence.question, question.evidence.reply
    return {
        "interview": interview.evidence.interview.id,
        "question": asked.key,
        "kind": asked.kind.value,
        "text": asked.text,
        "refusal": (reply.refusal or None) if reply else None,
        "rubrics": {name: result.verdict.value for name, result in question.results.items()},
        "findings": {name: list(result.findings) for name, result in question.results.items() if result.findings},
    }


def _interview(interview: JudgedInterview) -> dict[str, object]:
    return {
        "id": interview.evidence.interview.id,
        "seconds": round(interview.evidence.observation.seconds, 3),
        "failure": interview.evidence.observation.failure or None,
        "rubrics": {name: result.verdict.value for name, result in interview.results.items()},
        "findings": {name: list(result.findings) for name, result in interview.results.items() if result.findings},
    }


def _counts(words: Sequence[str]) -> Mapping[str, int]:
    return {word: words.count(word) for word in sorted(set(words))}
