"""The review queue and automation over HTTP: shapes, scopes, lost races, bodies that make no sense."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

import httpx
import pytest

from arbiter_fhir.ports.access import KeyScope
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.served import served

PERSON = sample("ruled").truth.person


@pytest.fixture(scope="module")
def base_url(clinic: Clinic) -> Iterator[str]:
    """The application on a real port."""
    with served(clinic.pipelines) as url:
        yield url


def client(clinic: Clinic, base_url: str, *scopes: KeyScope) -> httpx.Client:
    key = clinic.site.api_key(*scopes)
    return httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {key}"}, trust_env=False, timeout=120)


@pytest.fixture(scope="module")
def reviewer(clinic: Clinic, base_url: str) -> Iterator[httpx.Client]:
    with client(clinic, base_url, KeyScope.REVIEW) as made:
        yield made


@pytest.fixture(scope="module")
def admin(clinic: Clinic, base_url: str) -> Iterator[httpx.Client]:
    with client(clinic, base_url, KeyScope.ADMIN) as made:
        yield made


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> int:
    """A patient with a document of another birth date and record number."""
    registered = clinic.register(PERSON, mrn="API-1", birth_date=PERSON.birth_date.replace(year=1950))
    clinic.upload_sample(registered)
    clinic.work()
    return registered


def test_a_decision_goes_its_way(clinic: Clinic, reviewer: httpx.Client, patient: int) -> None:
    page = reviewer.get("/v1/reviews", params={"patient_id": patient}).json()
    assert page["counts"] == {"identity": 1, "fact": 0, "conflict": 0}
    assert page["next"] is None
    (item,) = page["items"]
    assert set(item) == {
        *("item", "kind", "version", "patient_id", "document_id", "doc_type", "page", "sentence", "reasons"),
        *("raised_at", "citation", "identity", "fact", "chart", "decided", "actions", "state"),
    }
    assert (item["kind"], item["version"], item["actions"]) == ("identity", 0, ["approve", "reject"])
    assert item["reasons"][0]["sentence"] == item["sentence"]
    outcomes = {field["field"]: field["outcome"] for field in item["identity"]["fields"]}
    assert outcomes["birth_date"] == "mismatch"
    body = {"patient_id": patient, "item": item["item"], "version": 0, "decision": "approve", "reason": "right_patient"}
    made = reviewer.post("/v1/reviews/decisions", json=body)
    assert made.status_code == HTTPStatus.OK
    assert made.json()["item"]["decided"]["decision"] == "approve"
    assert made.json()["job"]["status"] == "pending"
    late = reviewer.post("/v1/reviews/decisions", json=body)
    assert late.status_code == HTTPStatus.CONFLICT
    assert late.headers["content-type"].startswith("application/problem+json")
    assert late.json()["code"] == "E_REVIEW_STALE"
    clinic.work()
    assert clinic.chart(patient)  # type: ignore[arg-type]
    events = clinic.rows("SELECT actor_type, detail FROM audit_log WHERE action = 'review.decided' ORDER BY seq DESC")
    assert events[0][0] == "reviewer"
    assert PERSON.family not in str(events[0][1])


def test_looking_is_audited(clinic: Clinic, reviewer: httpx.Client, patient: int) -> None:
    reviewer.get("/v1/reviews", params={"patient_id": patient})
    assert clinic.rows("SELECT 1 FROM audit_log WHERE action = 'review.opened'")


def test_the_site_has_a_queue(reviewer: httpx.Client) -> None:
    page = reviewer.get("/v1/reviews")
    assert page.status_code == HTTPStatus.OK
    assert all(item["decided"] is None for item in page.json()["items"])
    assert reviewer.get("/v1/reviews", params={"after": "no cursor"}).status_code == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    "change",
    [
        {"item": "fact:0"},
        {"item": "facts:1"},
        {"item": "identity:1 or 1=1"},
        {"version": -1},
        {"decision": "maybe"},
        {"reason": "because"},
        {"note": "x" * 301},
        {"corrections": {"value": "x" * 256}},
        {"corrections": {"value": 1}},
        {"patient_id": 0},
        {"document_id": 0},
        {"surprise": 1},
    ],
    ids=str,
)
def test_a_malformed_decision_is_refused(reviewer: httpx.Client, patient: int, change: dict[str, object]) -> None:
    body = {"patient_id": patient, "item": "identity:1", "version": 0, "decision": "approve", **change}
    answer = reviewer.post("/v1/reviews/decisions", json=body)
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert answer.json()["code"] == "E_REQUEST_INVALID"


def test_what_is_not_the_patients_is_not_there(reviewer: httpx.Client, patient: int) -> None:
    for item in ("identity:999999", "fact:999999"):
        body = {"patient_id": patient, "item": item, "version": 0, "decision": "approve"}
        assert reviewer.post("/v1/reviews/decisions", json=body).status_code == HTTPStatus.NOT_FOUND
    body = {"patient_id": patient, "document_id": 1, "items": {"fact:999999": 0}}
    assert reviewer.post("/v1/reviews/accept-all", json=body).status_code == HTTPStatus.NOT_FOUND


def test_who_may_ask_may_not_decide(clinic: Clinic, base_url: str, patient: int) -> None:
    with client(clinic, base_url, KeyScope.QUERY) as caller:
        assert caller.get("/v1/reviews", params={"patient_id": patient}).status_code == HTTPStatus.FORBIDDEN
        body = {"patient_id": patient, "item": "identity:1", "version": 0, "decision": "approve"}
        assert caller.post("/v1/reviews/decisions", json=body).status_code == HTTPStatus.FORBIDDEN
        assert caller.get("/v1/automation").status_code == HTTPStatus.FORBIDDEN


def test_bars_are_set_tried_and_taken_away(admin: httpx.Client, reviewer: httpx.Client) -> None:
    rule = {"doc_type": "intake_form", "fact_type": "allergy", "mode": "review", "min_confidence": 0.95}
    assert admin.get("/v1/automation").json() == {"rules": []}
    assert admin.put("/v1/automation", json={"rules": [rule]}).json() == {"rules": [rule]}
    tried = admin.post("/v1/automation/preview", json={"rules": [rule], "days": 30})
    assert tried.json()["rules"][0] == {
        **rule,
        "would_write": 0,
        "would_wait": 0,
        "decided": {"approved": 0, "corrected": 0, "kept": 0, "rejected": 0},
        "share_accepted": None,
    }
    for wrong in ([rule, rule], [{**rule, "fact_type": "vital_sign"}], [{**rule, "min_confidence": 2}]):
        assert admin.put("/v1/automation", json={"rules": wrong}).status_code == HTTPStatus.BAD_REQUEST
    assert reviewer.put("/v1/automation", json={"rules": []}).status_code == HTTPStatus.FORBIDDEN
    assert admin.put("/v1/automation", json={"rules": []}).json() == {"rules": []}


class TestTokens:
    """A token names the patient that it opens, and its user is the reviewer."""

    def call(
        self, clinic: Clinic, base_url: str, pid: int | None, method: str, path: str, **options: object
    ) -> httpx.Response:
        token = clinic.site.panel_token(KeyScope.REVIEW, pid=pid)
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.request(method, f"{base_url}{path}", headers=headers, trust_env=False, timeout=120, **options)  # type: ignore[arg-type]

    def test_it_opens_its_patient_alone(self, clinic: Clinic, base_url: str, patient: int) -> None:
        mine, others = {"patient_id": patient}, {"patient_id": patient + 1}
        assert self.call(clinic, base_url, patient, "GET", "/v1/reviews", params=mine).status_code == HTTPStatus.OK
        for params in (others, {}):
            answer = self.call(clinic, base_url, patient, "GET", "/v1/reviews", params=params)
            assert answer.status_code == HTTPStatus.FORBIDDEN
        body = {**others, "item": "identity:1", "version": 0, "decision": "approve"}
        answer = self.call(clinic, base_url, patient, "POST", "/v1/reviews/decisions", json=body)
        assert answer.status_code == HTTPStatus.FORBIDDEN
        assert self.call(clinic, base_url, None, "GET", "/v1/reviews").status_code == HTTPStatus.OK

    def test_its_user_is_written_down(self, clinic: Clinic, base_url: str) -> None:
        registered = clinic.register(PERSON, mrn="API-2", birth_date=PERSON.birth_date.replace(year=1951))
        clinic.upload_sample(registered)
        clinic.work()
        listed = self.call(clinic, base_url, registered, "GET", "/v1/reviews", params={"patient_id": registered})
        (item,) = listed.json()["items"]
        body = {"patient_id": registered, "item": item["item"], "version": 0, "decision": "reject"}
        unnamed = self.call(clinic, base_url, registered, "POST", "/v1/reviews/decisions", json=body)
        assert (unnamed.status_code, unnamed.json()["code"]) == (HTTPStatus.BAD_REQUEST, "E_REQUEST_INVALID")
        foreign = {**body, "document_id": item["document_id"] + 1}
        answer = self.call(clinic, base_url, registered, "POST", "/v1/reviews/decisions", json=foreign)
        assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.NOT_FOUND, "E_REQUEST_NOT_FOUND")
        body["document_id"] = item["document_id"]
        made = self.call(clinic, base_url, registered, "POST", "/v1/reviews/decisions", json=body)
        assert made.json()["item"]["decided"]["by"].startswith("users:")
