from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.scenario_cases import Ask, Change, Check, Scenario, ScenarioPatient, Step, Upload

OWN = ScenarioPatient(
    key="own",
    given="Marisol",
    middle="",
    family="Quist",
    birth_date=date(1961, 11, 4),
    sex="Female",
    mrn="4471902",
    street="418 Larkspur Lane",
    city="Peoria",
    state="IL",
    postal_code="61602",
    phone="(309) 555-0142",
)
UPLOAD = Upload(document="first", source="report.pdf", doc_type=DocType.LAB_PDF, patient="own")
ASK = Ask(rubric="safe_refusal", patient="own", question="LDL?", says=("148",), cites=("first",))


def scenario(*steps: Step, **changes: Any) -> Scenario:
    """A scenario with one patient."""
    given: dict[str, Any] = {"id": "s", "title": "a scenario", "covers": ("x",), "patients": (OWN,), "steps": steps}
    return Scenario(**(given | changes))


def test_a_scenario_survives_its_file() -> None:
    whole = scenario(UPLOAD, ASK, Change(do="delete", document="first"))
    assert Scenario.model_validate_json(whole.model_dump_json()) == whole


@pytest.mark.parametrize(
    "steps",
    [
        (UPLOAD, UPLOAD),
        (ASK, UPLOAD),
        (UPLOAD, Ask(rubric="safe_refusal", patient="nobody", question="?")),
        (UPLOAD, Check(rubric="promotion_expectations", gone=("second",))),
        (UPLOAD, Check(rubric="promotion_expectations", totals={"other": {"lab": 0}})),
    ],
)
def test_what_it_does_not_know_or_look_at_is_an_error(steps: tuple[Step, ...]) -> None:
    with pytest.raises(ValidationError):
        scenario(*steps)


def test_a_document_is_moved_to_somebody() -> None:
    with pytest.raises(ValidationError):
        Change(do="move", document="first")
    with pytest.raises(ValidationError):
        Change(do="delete", document="first", patient="own")
