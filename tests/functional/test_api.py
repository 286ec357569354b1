"""The HTTP edge over a real socket: keys, scopes, problem+json, the four sections, health."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus

import httpx
import pytest
import uvicorn

from arbiter_fhir.app import create_app
from arbiter_fhir.pipelines.warmup import Warmth
from arbiter_fhir.ports.access import KeyScope
from devstack.samples import PEOPLE, sample
from tests.functional.clinic import Clinic


@pytest.fixture(scope="module")
def base_url(clinic: Clinic) -> Iterator[str]:
    """The application on a real port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(clinic.pipelines), log_config=None, access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 20
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(timeout=10)


def client(clinic: Clinic, base_url: str, *scopes: KeyScope) -> httpx.Client:
    key = clinic.site.api_key(*scopes)
    return httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {key}"}, trust_env=False, timeout=60)


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> int:
    """A patient with one report, read."""
    registered = clinic.register(sample("ruled").truth.person)
    clinic.upload_sample(registered)
    clinic.work()
    return registered


def test_a_question_is_answered_in_four_sections_with_boxes(clinic: Clinic, base_url: str, patient: int) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        answer = caller.post("/v1/queries", json={"patient_id": patient, "question": "most recent HbA1c?"})
    assert answer.status_code == HTTPStatus.OK
    body = answer.json()
    assert list(body["sections"]) == [
        "Patient Findings",
        "Needs Human Review",
        "Guideline Evidence",
        "Missing or Not Found",
    ]
    assert body["status"] == "answered"
    boxed = [item for item in body["citations"] if item["bounding_box"]]
    assert boxed
    assert set(boxed[0]["bounding_box"]) == {"x", "y", "width", "height"}


def test_the_patient_may_be_named_by_external_id(clinic: Clinic, base_url: str) -> None:
    person = PEOPLE[4]
    registered = clinic.register(person, mrn="EXT-4711")
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        answer = caller.post("/v1/queries", json={"patient_external_id": "EXT-4711", "question": "LDL results?"})
    assert answer.status_code == HTTPStatus.OK
    assert answer.json()["refusal"]["reason"] == "no_evidence"
    assert registered


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer nonsense", "Basic abc", "Bearer arb_x_" + "y" * 600])
def test_a_caller_without_a_valid_key_gets_one_answer(base_url: str, header: str | None) -> None:
    headers = {"Authorization": header} if header is not None else {}
    answer = httpx.post(
        f"{base_url}/v1/queries", json={"patient_id": 1, "question": "LDL?"}, headers=headers, trust_env=False
    )
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["code"] == "E_REQUEST_UNAUTHENTICATED"


def test_a_key_without_the_scope_is_refused_and_audited(clinic: Clinic, base_url: str, patient: int) -> None:
    with client(clinic, base_url, KeyScope.INGEST) as caller:
        answer = caller.post("/v1/queries", json={"patient_id": patient, "question": "LDL?"})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert clinic.rows("SELECT action FROM audit_log WHERE action = 'access.denied'")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"question": "LDL?"},
        {"patient_id": 1},
        {"patient_id": 1, "patient_external_id": "x", "question": "LDL?"},
        {"patient_id": 1, "question": ""},
        {"patient_id": 1, "question": "🙂🙂"},
        {"patient_id": -1, "question": "LDL?"},
        {"patient_id": 1, "question": "LDL?", "tenant": "other"},
        {"patient_id": "Ruth Canary", "question": "LDL?"},
    ],
)
def test_a_malformed_question_is_a_400_that_repeats_nothing(
    clinic: Clinic, base_url: str, body: dict[str, object]
) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        answer = caller.post("/v1/queries", json=body)
    assert answer.status_code in {HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND}
    assert "Canary" not in answer.text


def test_a_body_beyond_the_cap_is_not_read(clinic: Clinic, base_url: str) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        answer = caller.post("/v1/queries", content=b"x" * 200_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert answer.json()["code"] == "E_REQUEST_TOO_LARGE"


@pytest.mark.parametrize("path", ["/v1/jobs/999999", "/v1/nothing"])
def test_what_is_not_there_is_a_404_problem(clinic: Clinic, base_url: str, path: str) -> None:
    with client(clinic, base_url, KeyScope.INGEST) as caller:
        answer = caller.get(path)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.json()["code"] == "E_REQUEST_NOT_FOUND"


def test_facts_come_with_citations_and_the_read_is_audited(clinic: Clinic, base_url: str, patient: int) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        answer = caller.get(f"/v1/patients/{patient}/facts")
    facts = answer.json()["facts"]
    assert facts
    assert all(fact["citation"]["quote_or_value"] for fact in facts)
    rows = answer.json()["chart_rows"]
    assert {row["row"].partition(":")[0] for row in rows} == {"procedure_result"}
    assert all(source["outcome"] == "promoted" for row in rows for source in row["sources"])
    assert clinic.rows("SELECT action FROM audit_log WHERE action = 'facts.read'")


def test_a_stored_document_can_be_attached_and_its_job_polled(clinic: Clinic, base_url: str) -> None:
    registered = clinic.register(PEOPLE[1])
    document = clinic.upload_sample(registered, "open")
    with client(clinic, base_url, KeyScope.INGEST) as caller:
        first = caller.post("/v1/documents", json={"document_id": document})
        again = caller.post("/v1/documents", json={"document_id": document})
        assert first.status_code == HTTPStatus.ACCEPTED
        assert first.json()["job_id"] == again.json()["job_id"]
        clinic.work()
        job = caller.get(f"/v1/jobs/{first.json()['job_id']}").json()
    assert job["status"] == "succeeded"


def test_mappings_need_an_admin(clinic: Clinic, base_url: str) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        assert caller.get("/v1/mappings").status_code == HTTPStatus.FORBIDDEN
    with client(clinic, base_url, KeyScope.ADMIN) as caller:
        assert {"category_id": 2, "doc_type": "lab_pdf"} in caller.get("/v1/mappings").json()


def test_health_is_open_and_says_what_it_checked(clinic: Clinic, base_url: str) -> None:
    clinic.work()
    assert httpx.get(f"{base_url}/meta/health/livez", trust_env=False).json() == {"status": "alive"}
    ready = httpx.get(f"{base_url}/meta/health/readyz", trust_env=False)
    assert ready.status_code == HTTPStatus.OK
    runtime = ready.json()["components"]["arbiter_runtime"]
    assert runtime["mariadb"]["version"].startswith("11.8")
    assert runtime["worker"]["fresh"] is True
    assert runtime["questions"] == {"healthy": True, "status": "cold"}


def test_it_is_not_ready_while_it_warms_up_and_says_so(clinic: Clinic) -> None:
    clinic.work()
    warmup = clinic.pipelines.warmup
    seen: list[tuple[bool, bool]] = []

    def look() -> None:
        readiness = clinic.pipelines.records.readiness()
        seen.append((readiness.ready, readiness.checks["questions"]))

    steps, warmup._steps = warmup._steps, (look,)
    try:
        warmup.run()
        look()
        warmup._steps = steps
        warmup.run()
        look()
    finally:
        warmup._steps, warmup._warmth = steps, Warmth.COLD
    assert seen == [(False, False), (True, True), (True, True)]


def test_the_contract_is_served(base_url: str) -> None:
    contract = httpx.get(f"{base_url}/openapi/openapi.json", trust_env=False).json()
    assert "/v1/queries" in contract["paths"]


def test_no_answer_may_be_cached_or_framed(base_url: str) -> None:
    headers = httpx.get(f"{base_url}/meta/health/livez", trust_env=False).headers
    assert headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def events(answer: httpx.Response) -> list[tuple[str, dict[str, object]]]:
    """Server-sent events by name; comments left out."""
    found = []
    for block in answer.text.replace("\r\n", "\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def test_a_question_can_be_followed_stage_by_stage_to_the_same_answer(
    clinic: Clinic, base_url: str, patient: int
) -> None:
    question = {"patient_id": patient, "question": "most recent HbA1c?"}
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        plain = caller.post("/v1/queries", json=question).json()
        followed = caller.post("/v1/queries/stream", json=question)
    assert followed.headers["content-type"].startswith("text/event-stream")
    seen = events(followed)
    assert [name for name, _ in seen] == ["routed", "evidence", "drafting", "validating", "done"]
    assert seen[1][1]["findings"] == 1
    done = seen[-1][1]
    assert {**done, "request_id": ""} == {**plain, "request_id": ""}
    assert not any("8." in json.dumps(body) for _, body in seen[:-1]), "no stage shows a word of a draft"


def test_a_followed_question_that_is_refused_ends_with_its_reason(clinic: Clinic, base_url: str, patient: int) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        seen = events(caller.post("/v1/queries/stream", json={"patient_id": patient, "question": "Should I stop it?"}))
    assert [name for name, _ in seen] == ["routed", "done"]
    assert seen[-1][1]["status"] == "refused"


def test_a_followed_question_about_nobody_is_an_ordinary_problem(clinic: Clinic, base_url: str) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        answer = caller.post("/v1/queries/stream", json={"patient_id": 999_999, "question": "LDL?"})
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.json()["code"] == "E_REQUEST_NOT_FOUND"


def test_a_fault_in_the_middle_of_a_stream_is_a_coded_event(clinic: Clinic, base_url: str, patient: int) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        seen = events(caller.post("/v1/queries/stream", json={"patient_id": patient, "question": "🙂🙂"}))
    assert seen == [("error", {"code": "E_REQUEST_INVALID", "detail": "Ask a question in words."})]
