"""no_phi_in_logs: no known identifier in anything that leaves the line: clean text, facts, messages, logs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.evals.answers.evidence import InterviewEvidence
from arbiter_fhir.evals.cases import KnownIdentifier
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.phi_scan import find_leaks, patient_identifiers
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence

__all__ = ["judge_interview_privacy", "judge_privacy", "judge_scenario_privacy"]

#: The structured value may hold clinical dates; no other part of the output may.
_DATED = {"collection_date", "report_date", "started", "stopped", "onset"}


def judge_privacy(evidence: CaseEvidence) -> RubricResult:
    """Scan the output, the error's message and all that was logged for every identifier of the case."""
    case, observation = evidence.case, evidence.observation
    everything = [part for part in case.identifiers if part.scope == "everywhere"]
    dates = [part for part in case.identifiers if part.scope == "text"]
    scanned = case.route.is_picture
    output: object = json.loads(observation.document) if observation.document else {}
    places = {
        "output": ("\n".join(_texts(output, dated=True)), everything),
        "text": ("\n".join(_texts(output, dated=False)), dates),
        "logs": (observation.logs, [*everything, *dates]),
        "error message": (observation.error_message, [*everything, *dates]),
    }
    findings = [
        f"{place}: {leak.kind.value} identifier stands there {leak.count} x{' misread' if leak.misread else ''}"
        for place, (text, identifiers) in places.items()
        for leak in find_leaks(text, identifiers, scanned=scanned)
    ]
    # Where nothing came out, nothing could have leaked: that says nothing good about the line.
    return judged(0 if evidence.is_missing else len(case.identifiers), findings)


def judge_scenario_privacy(evidence: ScenarioEvidence) -> RubricResult:
    """Scan all that was logged while a scenario was played for everything that identifies its patients."""
    identifiers = [part for patient in evidence.scenario.patients for part in patient_identifiers(patient)]
    leaks = find_leaks(evidence.observation.logs, identifiers)
    findings = [f"logs: {leak.kind.value} identifier stands there {leak.count} x" for leak in leaks]
    return judged(len(identifiers), findings)


def judge_interview_privacy(evidence: InterviewEvidence) -> RubricResult:
    """Scan logs, what the product's tables hold, and what a model was sent, for the person and the clinician."""
    interview, seen = evidence.interview, evidence.observation
    identifiers = [
        *patient_identifiers(interview.patient),
        *(KnownIdentifier(kind=IdentifierKind.PERSON, text=name) for name in interview.clinician),
    ]
    places = {"logs": seen.logs, "stored rows": seen.stored, "prompts": seen.prompts}
    findings = [
        f"{place}: {leak.kind.value} identifier stands there {leak.count} x"
        for place, text in places.items()
        for leak in find_leaks(text, identifiers)
    ]
    return judged(len(identifiers), findings)


def _texts(part: object, *, dated: bool, key: str = "") -> Iterator[str]:
    """Every string of a JSON value, with or without the structured dates."""
    if isinstance(part, str):
        if dated or key not in _DATED:
            yield part
    elif isinstance(part, dict):
        for name, inner in part.items():
            yield from _texts(inner, dated=dated, key=name)
    elif isinstance(part, list):
        for inner in part:
            yield from _texts(inner, dated=dated, key=key)
