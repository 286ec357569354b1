"""The way to an answer can be seen: route, evidence with scores, checks, hand-overs, times; and nobody's name."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from arbiter_fhir.cli.explain import explanation_as_json, print_explanation
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.pipelines.query_trail import Explanation
from devstack.samples import sample
from tests.functional.clinic import Clinic


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> PatientId:
    registered = clinic.register(sample("ruled").truth.person)
    clinic.upload_sample(registered)
    clinic.work()
    return registered


def explained(clinic: Clinic, patient: PatientId, question: str) -> Explanation:
    return clinic.pipelines.query.explain(RecordView.whole(patient), question, caller="test")[1]


def test_an_answer_names_its_route_evidence_and_times(clinic: Clinic, patient: PatientId) -> None:
    way = explained(clinic, patient, "most recent HbA1c?")
    plain = json.loads(json.dumps(explanation_as_json(way)))
    assert plain["route"]["intent"] == "factual_lookup"
    (item,) = plain["evidence"]
    assert item["topic"] == "labs"
    assert item["score"] == 1.0
    assert {source.split(":")[0] for source in item["sources"]} == {"documents", "procedure_result"}
    assert [(each["source"], each["destination"]) for each in plain["handoffs"]] == [
        ("caller", "supervisor"),
        ("supervisor", "evidence-retriever"),
        ("evidence-retriever", "answer-composer"),
        ("answer-composer", "validator"),
    ]
    assert {"deidentify", "route", "retrieve", "draft", "validate"} <= {each["stage"] for each in plain["stages"]}
    assert plain["problems"] == []


def test_a_refusal_names_its_reason_and_no_evidence(clinic: Clinic, patient: PatientId) -> None:
    plain = json.loads(json.dumps(explanation_as_json(explained(clinic, patient, "Should I stop the metformin?"))))
    assert plain["evidence"] == []
    assert plain["route"]["intent"] == "unsafe"
    assert plain["route"]["reason"]


def test_what_is_shown_to_people_holds_no_name(clinic: Clinic, patient: PatientId) -> None:
    person = sample("ruled").truth.person
    shown = io.StringIO()
    way = explained(clinic, patient, f"What is the A1c of {person.given} {person.family}?")
    print_explanation(way, Console(file=shown, width=200))
    text = shown.getvalue()
    assert "Evidence (1)" in text
    assert "validator" in text
    assert person.family not in text
    assert person.given not in text
