"""What a scenario's rubric judges: each step that looks at something, with what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter_fhir.evals.clinic import ChartRow, SeenAnswer
from arbiter_fhir.evals.evidence import RubricResult, judged
from arbiter_fhir.evals.scenario_cases import Ask, Check, Scenario
from arbiter_fhir.evals.scenario_runner import ScenarioObservation, SeenState

__all__ = ["ScenarioEvidence", "answer_problems", "judge_steps", "state_problems"]


@dataclass(frozen=True, slots=True)
class ScenarioEvidence:
    """A scenario with its observation."""

    scenario: Scenario
    observation: ScenarioObservation

    def asked(self, rubric: str) -> Iterator[tuple[int, Ask, SeenAnswer | None]]:
        """Questions that a rubric judges, with their answers; ``None`` where the play did not get there."""
        for number, step in enumerate(self.scenario.steps):
            if isinstance(step, Ask) and step.rubric == rubric:
                seen = self.observation.seen.get(number)
                yield number, step, seen if isinstance(seen, SeenAnswer) else None

    def checked(self, rubric: str) -> Iterator[tuple[int, Check, SeenState | None]]:
        """Looks that a rubric judges, with what they showed."""
        for number, step in enumerate(self.scenario.steps):
            if isinstance(step, Check) and step.rubric == rubric:
                seen = self.observation.seen.get(number)
                yield number, step, seen if isinstance(seen, SeenState) else None


def judge_steps(evidence: ScenarioEvidence, rubric: str) -> RubricResult:
    """All questions and looks that belong to a rubric."""
    findings: list[str] = []
    measured = 0
    for number, ask, answer in evidence.asked(rubric):
        measured += 1
        findings += [f"step {number}: {problem}" for problem in answer_problems(evidence, ask, answer)]
    for number, check, state in evidence.checked(rubric):
        measured += 1
        findings += [f"step {number}: {problem}" for problem in state_problems(check, state)]
    return judged(measured, findings)


def answer_problems(evidence: ScenarioEvidence, ask: Ask, answer: SeenAnswer | None) -> list[str]:
    """What is wrong with an answer."""
    if answer is None:
        return [f"was not reached ({evidence.observation.failure or 'nothing came out'})"]
    if ask.refused:
        wanted = " or ".join(reason.value for reason in ask.refused)
        got = answer.refusal or "an answer"
        return [] if answer.refusal in set(ask.refused) else [f"a refusal ({wanted}) was expected and {got} came"]
    if answer.refusal:
        return [f"an answer was expected and the refusal {answer.refusal} came"]
    text = answer.text.casefold()
    problems = [f"the answer does not say {part!r}" for part in ask.says if part.casefold() not in text]
    problems += [f"the answer says {part!r}" for part in ask.never if part.casefold() in text]
    documents = evidence.observation.documents
    problems += [f"the answer does not cite {name}" for name in ask.cites if documents[name] not in answer.sources]
    problems += [f"the answer cites {name}" for name in ask.never_cites if documents[name] in answer.sources]
    if answer.unmarked:
        problems.append(f"{answer.unmarked} sentences about the patient cite nothing")
    return problems


def state_problems(check: Check, state: SeenState | None) -> list[str]:
    """What is wrong with the state of the clinic."""
    if state is None:
        return ["was not reached"]
    problems = []
    for document, statuses in check.identity.items():
        got = ", ".join(state.identity[document]) or "without a check"
        missing = [status.value for status in statuses if status.value not in state.identity[document]]
        problems += [f"no part of {document} is {status}; it is {got}" for status in missing]
    for document, wanted in check.jobs.items():
        if state.jobs[document] != (wanted.value if wanted else ""):
            problems.append(f"the job of {document} is {state.jobs[document] or 'missing'}, not {wanted or 'missing'}")
    problems += _outcome_problems(check, state)
    problems += _row_problems(check, state)
    problems += [
        f"{document} still counts: {', '.join(sorted(state.left[document]))}"
        for document in check.gone
        if state.left[document]
    ]
    return problems


def _outcome_problems(check: Check, state: SeenState) -> Iterator[str]:
    for expected in check.outcomes:
        found = [
            decision
            for decision in state.decisions[expected.document]
            if decision.kind == expected.kind.value
            and decision.name.casefold() == expected.name.casefold()
            and (not expected.value or decision.value == expected.value)
        ]
        wanted = {outcome.value for outcome in expected.outcomes}
        what = f"{expected.kind.value} {expected.name!r} of {expected.document}"
        if not found:
            yield f"nothing was decided about {what}"
        yield from (
            f"{what} is {decision.outcome} ({decision.reason or 'no reason'}), not {' or '.join(sorted(wanted))}"
            for decision in found
            if decision.outcome not in wanted
        )


def _is_named(row: ChartRow, name: str) -> bool:
    """Results bear their whole name; titles of lists may go on with strength and dose."""
    title, wanted = row.name.casefold(), name.casefold()
    return title == wanted or (row.kind != "lab" and title.startswith(f"{wanted} "))


def _row_problems(check: Check, state: SeenState) -> Iterator[str]:
    for expected in check.rows:
        count = sum(
            row.kind == expected.kind
            and _is_named(row, expected.name)
            and (not expected.value or row.value == expected.value)
            for row in state.chart[expected.patient]
        )
        if count != expected.count:
            value = f" {expected.value!r}" if expected.value else ""
            yield f"the chart shows {expected.kind} {expected.name!r}{value} {count} times, not {expected.count}"
    for patient, totals in check.totals.items():
        for kind, wanted in totals.items():
            count = sum(row.kind == kind for row in state.chart[patient])
            if count != wanted:
                yield f"the chart of {patient} shows {count} rows of {kind}, not {wanted}"
