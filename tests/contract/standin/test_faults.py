"""Faults on request: each kind does to a client what its name says."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from devstack.ehr import Fault, FaultKind, NewPatient, StandInEhr
from tests.contract.standin.backend import Backend

CONTENT = b"%PDF-1.4 " + b"0123456789" * 500


@pytest.fixture
def path(ehr: StandInEhr, patient: NewPatient) -> str:
    """Path of a document's bytes, with no fault in force."""
    ehr.faults.clear()
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", CONTENT)
    return f"Binary/{ehr.store.document_uuid(document)}"


def test_status_with_both_forms_of_retry_after(ehr: StandInEhr, backend: Backend, path: str) -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=5), usegmt=True)
    ehr.faults.add("status", "/Binary/", status=429, headers={"Retry-After": "1"})
    ehr.faults.add("status", "/Binary/", status=429, headers={"Retry-After": moment})
    first, second, third = (backend.get(path) for _ in range(3))
    assert [first.status_code, second.status_code, third.status_code] == [429, 429, 200]
    assert (first.headers["retry-after"], second.headers["retry-after"]) == ("1", moment)
    assert ehr.faults.strikes == 2


@pytest.mark.parametrize("status", [500, 503])
def test_server_errors_as_often_as_asked(ehr: StandInEhr, backend: Backend, path: str, status: int) -> None:
    ehr.faults.add("status", "/Binary/", status=status, times=2, body="down")
    answers = [backend.get(path) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [status, status, 200]
    assert answers[0].text == "down"


def test_skip_and_method_and_match_choose_the_request(ehr: StandInEhr, backend: Backend, path: str) -> None:
    ehr.faults.add("status", "/Binary/", method="POST", status=500)
    ehr.faults.add("status", "/Patient", status=500)
    ehr.faults.add("status", "/Binary/", status=418, skip=1)
    assert [backend.get(path).status_code for _ in range(3)] == [200, 418, 200]
    assert backend.get("Patient").status_code == 500
    ehr.faults.clear()


def test_without_times_it_lasts_until_cleared(ehr: StandInEhr, backend: Backend, path: str) -> None:
    ehr.faults.add("status", path, status=503, times=None)
    assert {backend.get(path).status_code for _ in range(4)} == {503}
    ehr.faults.clear()
    assert backend.get(path).status_code == 200


def test_slow_and_drip_are_right_but_late(ehr: StandInEhr, backend: Backend, path: str) -> None:
    for kind in ("slow", "drip"):
        ehr.faults.add(kind, path, delay_seconds=0.4)
        started = time.monotonic()
        assert backend.get(path).content == CONTENT
        assert time.monotonic() - started >= 0.4


def test_slow_meets_a_read_time_out(ehr: StandInEhr, backend: Backend, path: str) -> None:
    ehr.faults.add("slow", path, delay_seconds=1.0)
    with pytest.raises(httpx.ReadTimeout):
        backend.http.get(
            f"{ehr.fhir_base_url}/{path}", headers={"Authorization": f"Bearer {backend.token()}"}, timeout=0.2
        )


def test_reset_before_and_after_the_work(ehr: StandInEhr, backend: Backend, path: str) -> None:
    backend.token()
    ehr.faults.add("reset", path)
    with pytest.raises(httpx.TransportError):
        backend.get(path)
    assert backend.get(path).content == CONTENT
    # The token endpoint takes the assertion and the answer is lost: the same assertion is then used up.
    assertion = backend.assertion()
    ehr.faults.add("reset_after", "/token")
    with pytest.raises(httpx.TransportError):
        backend.ask_token(assertion)
    assert backend.ask_token(assertion).json()["error"] == "invalid_client"
    assert [seen.status for seen in ehr.traffic.requests][-2:] == [None, 400]


def test_truncated_body(ehr: StandInEhr, backend: Backend, path: str) -> None:
    ehr.faults.add("truncate", path)
    with pytest.raises(httpx.RemoteProtocolError):
        backend.get(path)


def test_empty_and_wrong_bytes(ehr: StandInEhr, backend: Backend, path: str) -> None:
    ehr.faults.add("empty", path)
    answer = backend.get(path)
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, b"", "application/pdf")
    ehr.faults.add("wrong_bytes", path)
    answer = backend.get(path)
    assert len(answer.content) == len(CONTENT)
    assert answer.content != CONTENT


def test_redirect_to_another_host(ehr: StandInEhr, backend: Backend, path: str) -> None:
    ehr.faults.add("redirect", path, location="https://elsewhere.example/stolen")
    answer = backend.get(path)
    assert (answer.status_code, answer.headers["location"]) == (302, "https://elsewhere.example/stolen")


def test_huge_body_has_no_length(ehr: StandInEhr, backend: Backend, path: str) -> None:
    size = 3_000_001
    ehr.faults.add("huge", path, size_bytes=size)
    answer = backend.get(path)
    assert "content-length" not in answer.headers
    assert len(answer.content) == size


def test_control_endpoint(ehr: StandInEhr, backend: Backend, path: str, http: httpx.Client) -> None:
    control = f"{ehr.base_url}/__faults__"
    fault = {"match": "/Binary/", "kind": "status", "status": 429, "headers": {"Retry-After": "1"}, "times": 2}
    assert http.post(control, json=fault).json()["faults"] == [
        {"kind": "status", "match": "/Binary/", "times": 2, "skip": 0}
    ]
    assert backend.get(path).status_code == 429
    assert http.get(control).json()["strikes"] == 1
    assert http.delete(control).json() == {"faults": [], "strikes": 0}
    assert backend.get(path).status_code == 200


@pytest.mark.parametrize(
    "body", [[], {"kind": "nonsense"}, {"kind": "slow", "speed": 3}, {"kind": "status", "headers": 1}]
)
def test_control_endpoint_refuses_what_is_no_fault(ehr: StandInEhr, http: httpx.Client, body: object) -> None:
    answer = http.post(f"{ehr.base_url}/__faults__", json=body)
    assert answer.status_code == 400
    assert "error" in answer.json()
    assert ehr.faults.active() == []


def test_json_and_value_say_the_same() -> None:
    assert Fault.from_json({"kind": "slow", "match": "/x", "delay_seconds": 2, "times": None}) == Fault(
        FaultKind.SLOW, "/x", delay_seconds=2.0, times=None
    )
    assert Fault.from_json({"kind": "redirect"}).status == 302
