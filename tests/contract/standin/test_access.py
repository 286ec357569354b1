"""Section 5 of the observations: how the FHIR API refuses."""

from __future__ import annotations

import uuid

import httpx
import pytest

from devstack.ehr import NewPatient, StandInEhr
from tests.contract.standin.backend import Backend, register, rows

RESOURCES = ("Patient", "DocumentReference", "Observation", "DiagnosticReport")


@pytest.mark.parametrize(
    ("header", "hint"),
    [
        (None, 'Missing "Authorization" header'),
        ("Basic dXNlcjpzZWNyZXQ=", "The JWT string must have two dots"),
        ("Bearer garbage", "The JWT string must have two dots"),
        ("Bearer e30.e30.e30", "Access token could not be verified"),
    ],
    ids=["none", "basic", "garbage", "forged"],
)
def test_no_usable_token_is_401_with_json(ehr: StandInEhr, http: httpx.Client, header: str | None, hint: str) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = http.get(f"{ehr.fhir_base_url}/Patient", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/json"
    words = "The resource owner or authorization server denied the request."
    assert answer.json() == {"error": "access_denied", "error_description": words, "hint": hint, "message": words}


def test_missing_scope_is_401_without_a_body(ehr: StandInEhr, http: httpx.Client) -> None:
    backend = register(ehr, http, ("system/Patient.read",))
    for path in ("DocumentReference", f"Binary/{uuid.uuid4()}", "Observation"):
        answer = backend.get(path)
        assert (answer.status_code, answer.content) == (401, b"")
        assert answer.headers["content-type"].startswith("text/html")
    assert backend.get("Patient").status_code == 200


def test_unknown_resource_is_404_without_a_body(backend: Backend) -> None:
    answer = backend.get("Nonsense")
    assert (answer.status_code, answer.content) == (404, b"")
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("resource", RESOURCES)
def test_read_of_an_unknown_uuid_is_404_with_an_empty_list(backend: Backend, resource: str) -> None:
    answer = backend.get(f"{resource}/{uuid.uuid4()}")
    assert (answer.status_code, answer.json()) == (404, [])


def test_read_of_something_else_is_400(backend: Backend) -> None:
    answer = backend.get("DocumentReference/12")
    assert answer.status_code == 400
    assert list(answer.json()["validationErrors"]) == ["_id"]


def test_accept_is_ignored(backend: Backend, http: httpx.Client) -> None:
    for accept in ("application/fhir+xml", "application/fhir+json", "text/html"):
        answer = http.get(
            f"{backend.ehr.fhir_base_url}/Patient",
            headers={"Authorization": f"Bearer {backend.token()}", "Accept": accept},
        )
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["resourceType"] == "Bundle"


def test_each_authorized_call_is_logged_with_its_whole_answer_and_a_401_is_not(
    ehr: StandInEhr, http: httpx.Client, backend: Backend, patient: NewPatient
) -> None:
    def logged() -> int:
        return int(rows(ehr, "SELECT COUNT(*) AS n FROM api_log")[0]["n"])

    before = logged()
    http.get(f"{ehr.fhir_base_url}/Patient")
    assert logged() == before
    answer = backend.get("Patient", identifier=patient.pubpid)
    assert logged() == before + 1
    [row] = rows(ehr, "SELECT * FROM api_log ORDER BY id DESC LIMIT 1")
    assert row["response"] == answer.text
    assert (row["method"], row["user_id"]) == ("GET", 4)
    assert row["request_url"].endswith(f"/apis/default/fhir/Patient?identifier={patient.pubpid}")
    ehr.site.set_global("api_log_option", "1")
    backend.get("Patient", identifier=patient.pubpid)
    ehr.site.set_global("api_log_option", "2")
    assert rows(ehr, "SELECT response FROM api_log ORDER BY id DESC LIMIT 1")[0]["response"] == ""
