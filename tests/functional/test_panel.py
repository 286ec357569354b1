"""The endpoints of the chart panel over a real socket, asked with the module's tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from arbiter_fhir.app import create_app
from arbiter_fhir.domain.record_view import EVERY_DOCUMENT
from arbiter_fhir.domain.tenant import PatientId
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


class Panel:
    """Calls with a token for each, as the module makes them."""

    def __init__(self, clinic: Clinic, base_url: str, pid: int | None, *scopes: KeyScope) -> None:
        self._clinic, self._base_url, self._pid, self._scopes = clinic, base_url, pid, scopes

    def __call__(self, method: str, path: str, **options: Any) -> httpx.Response:
        token = self._clinic.site.panel_token(*self._scopes, pid=self._pid)
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.request(method, f"{self._base_url}{path}", headers=headers, trust_env=False, timeout=60, **options)


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> int:
    registered = clinic.register(PERSON)
    clinic.upload_sample(registered)
    clinic.work()
    return registered


@pytest.fixture(scope="module")
def document(clinic: Clinic, patient: int) -> int:
    ((number,),) = clinic.site_rows("SELECT id FROM documents WHERE foreign_id = %s", patient)
    return int(str(number))


@pytest.fixture
def panel(clinic: Clinic, base_url: str, patient: int) -> Panel:
    return Panel(clinic, base_url, patient, KeyScope.QUERY)


def test_the_overview_counts_documents_and_facts(panel: Panel, patient: int) -> None:
    answer = panel("GET", f"/v1/patients/{patient}/overview")
    assert answer.status_code == HTTPStatus.OK
    body = answer.json()
    assert body["documents"] == {"read": 1, "waiting": 0, "failed": 0, "withdrawn": 0}
    assert 0 < body["facts"]["in_chart"] <= body["facts"]["found"]
    (listed,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert body["review"] == listed["facts"]["review"]


def test_documents_come_with_their_state(panel: Panel, patient: int, document: int) -> None:
    (found,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert found["document_id"] == document
    assert (found["doc_type"], found["state"], found["pages"], found["unread_pages"]) == ("lab_pdf", "read", 1, 0)
    assert found["identity"]["status"] == "identity_verified"
    assert (found["error"], found["can_retry"]) == (None, False)
    facts = found["facts"]
    assert facts["in_chart"] > 0
    assert facts["found"] == facts["in_chart"] + facts["review"] + facts["kept"]


def test_every_example_has_an_answer(clinic: Clinic, panel: Panel, patient: int) -> None:
    questions = panel("GET", f"/v1/patients/{patient}/examples").json()["questions"]
    assert 2 <= len(questions) <= 6
    assert "Any abnormal labs?" in questions
    for question in questions:
        assert clinic.ask(patient, question).status.value == "answered", question  # type: ignore[arg-type]
    values = {lab.value for lab in clinic.chart(patient)}  # type: ignore[arg-type]
    assert not any(value in question.split() for value in values for question in questions)


def test_nobody_has_no_examples(clinic: Clinic, base_url: str) -> None:
    stranger = clinic.register(PERSON, mrn="P-EMPTY")
    asked = Panel(clinic, base_url, stranger, KeyScope.QUERY)
    assert asked("GET", f"/v1/patients/{stranger}/examples").json() == {"questions": []}
    assert asked("GET", f"/v1/patients/{stranger}/documents").json() == {"documents": []}


def citations(panel: Panel, patient: int) -> list[dict[str, Any]]:
    asked = {"patient_id": patient, "question": "most recent HbA1c?"}
    return [
        cited
        for cited in panel("POST", "/v1/queries", json=asked).json()["citations"]
        if cited["source_id"].startswith("documents:")
    ]


def opened(panel: Panel, patient: int, cited: dict[str, Any]) -> httpx.Response:
    asked = {"patient_id": patient} | {name: cited[name] for name in ("source_id", "field_or_chunk_id", "page")}
    return panel("POST", "/v1/sources", json=asked)


def test_a_citation_opens_at_its_box(panel: Panel, patient: int, document: int) -> None:
    (cited, *_) = citations(panel, patient)
    source = opened(panel, patient, cited).json()
    assert source["state"] == "open"
    assert source["document_id"] == document
    assert source["boxes"] == [cited["bounding_box"]]
    assert source["fallback"] == "none"
    assert source["quote"] == cited["quote_or_value"]
    assert (source["page"], source["pages"]) == (1, 1)
    assert source["certainty"] == "verified"
    assert source["chart_row"]["row"].startswith("procedure_result:")
    assert source["chart_row"]["outcome"] == "promoted"
    assert source["quarantined"] is False
    assert source["read_at"]


def test_a_page_is_drawn_at_its_width(panel: Panel, patient: int, document: int) -> None:
    answer = panel("GET", f"/v1/patients/{patient}/documents/{document}/pages/1", params={"width": 400})
    assert answer.status_code == HTTPStatus.OK
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-page-count"] == "1"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.content.startswith(b"\x89PNG")
    assert int.from_bytes(answer.content[16:20], "big") == 400


@pytest.mark.parametrize(("page", "width", "status"), [(2, 400, 404), (1, 100, 400), (1, 4000, 400), (0, 400, 404)])
def test_a_page_that_is_not_there_or_too_large_is_refused(
    panel: Panel, patient: int, document: int, page: int, width: int, status: int
) -> None:
    answer = panel("GET", f"/v1/patients/{patient}/documents/{document}/pages/{page}", params={"width": width})
    assert answer.status_code == status


def test_every_look_is_audited_with_the_user(clinic: Clinic, panel: Panel, patient: int, document: int) -> None:
    panel("GET", f"/v1/patients/{patient}/documents/{document}/pages/1", params={"width": 200})
    rows = clinic.rows("SELECT actor_type, actor, detail FROM audit_log WHERE action = 'source.opened' ORDER BY seq")
    kind, actor, detail = rows[-1]
    assert (kind, actor) == ("user", "users:1")
    assert json.loads(str(detail)) == {"document_id": document, "kind": "page", "page": 1}


def refusals(panel: Panel, patient: int, document: int, cited: dict[str, Any]) -> str:
    """The reason that source and page give alike."""
    source = opened(panel, patient, cited).json()
    page = panel("GET", f"/v1/patients/{patient}/documents/{document}/pages/1")
    assert source["state"] == "refused"
    assert source["quote"] == source["text"] == ""
    assert source["boxes"] == []
    assert (page.status_code, page.json()["code"]) == (HTTPStatus.CONFLICT, "E_SOURCE_WITHHELD")
    assert page.json()["detail"] == source["refusal"]["message"]
    return str(source["refusal"]["reason"])


Doing = Callable[[Clinic, int], None]


def _moved(clinic: Clinic, document: int) -> None:
    clinic.site.store.move_document_patient(document, clinic.register(PERSON, given="Other", mrn="P-OTHER"))


def _replaced(clinic: Clinic, document: int) -> None:
    with clinic.site.mariadb.connect(clinic.site.openemr_schema) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE documents SET hash = REPEAT('0', 128) WHERE id = %s", (document,))
        connection.commit()


@pytest.mark.parametrize(
    ("doing", "at_once", "later"),
    [
        (lambda clinic, document: clinic.site.store.delete_document(document), "deleted", "deleted"),
        (_moved, "moved", "moved"),
        (
            lambda clinic, document: clinic.site.store.move_document_category(document, "Medical Record"),
            None,
            "withdrawn",
        ),
    ],
    ids=["deleted", "moved", "withdrawn"],
)
def test_what_is_gone_is_refused_before_and_after_the_watch_has_seen_it(
    clinic: Clinic, base_url: str, doing: Doing, at_once: str | None, later: str
) -> None:
    patient = clinic.register(PERSON)
    document = clinic.upload_sample(patient)
    clinic.work()
    panel = Panel(clinic, base_url, patient, KeyScope.QUERY)
    (cited, *_) = citations(panel, patient)
    doing(clinic, document)
    if at_once is not None:
        assert refusals(panel, patient, document, cited) == at_once
    clinic.work()
    assert refusals(panel, patient, document, cited) == later
    (listed,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert listed["state"] == "withdrawn"
    assert panel("GET", f"/v1/patients/{patient}/overview").json()["documents"]["withdrawn"] == 1


def test_what_was_replaced_is_refused_until_it_is_read_again(clinic: Clinic, base_url: str) -> None:
    patient = clinic.register(PERSON)
    document = clinic.upload_sample(patient)
    clinic.work()
    panel = Panel(clinic, base_url, patient, KeyScope.QUERY)
    (cited, *_) = citations(panel, patient)
    _replaced(clinic, document)
    assert refusals(panel, patient, document, cited) == "replaced"


@pytest.fixture(scope="module")
def quarantined(clinic: Clinic) -> tuple[int, int, dict[str, Any]]:
    """A document of somebody else in this chart: patient, document, a place in it."""
    patient = clinic.register(
        PERSON, given="Another", family="Body", mrn="P-WRONG", birth_date=PERSON.birth_date.replace(year=1931)
    )
    document = clinic.upload_sample(patient)
    clinic.work()
    cited = {"source_id": f"documents:{document}", "field_or_chunk_id": "results[0]", "page": 1}
    return patient, document, cited


def test_a_document_of_doubtful_identity_is_refused(
    clinic: Clinic, base_url: str, quarantined: tuple[int, int, dict[str, Any]]
) -> None:
    patient, document, cited = quarantined
    panel = Panel(clinic, base_url, patient, KeyScope.QUERY)
    assert refusals(panel, patient, document, cited) == "identity_not_trusted"
    (listed,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert listed["identity"]["status"] == "identity_mismatch_quarantined"
    assert listed["identity"]["sentence"].endswith(".")
    assert listed["facts"]["kept"] == listed["facts"]["in_chart"] == listed["facts"]["review"] == 0
    assert panel("GET", f"/v1/patients/{patient}/overview").json()["review"] == 1


def test_a_reviewer_sees_it_under_a_banner(
    clinic: Clinic, base_url: str, quarantined: tuple[int, int, dict[str, Any]]
) -> None:
    patient, document, cited = quarantined
    panel = Panel(clinic, base_url, patient, KeyScope.QUERY, KeyScope.REVIEW)
    source = opened(panel, patient, cited).json()
    assert (source["state"], source["quarantined"]) == ("open", True)
    assert source["identity_status"] == "identity_mismatch_quarantined"
    page = panel("GET", f"/v1/patients/{patient}/documents/{document}/pages/1", params={"width": 300})
    assert page.status_code == HTTPStatus.OK


def test_a_rejected_fact_is_shown_to_reviewers_alone(clinic: Clinic, base_url: str) -> None:
    patient = clinic.register(PERSON)
    document = clinic.upload_sample(patient)
    clinic.work()
    reviewer = Panel(clinic, base_url, patient, KeyScope.QUERY, KeyScope.REVIEW)
    (cited, *_) = citations(reviewer, patient)
    found = reviewer("GET", f"/v1/patients/{patient}/facts").json()["facts"]
    (fact,) = [each for each in found if each["citation"]["field_or_chunk_id"] == cited["field_or_chunk_id"]]
    item, review = f"fact:{fact['fact_id']}", clinic.pipelines.review
    shown = review._view(PatientId(patient), item, review._find(PatientId(patient), EVERY_DOCUMENT, item, None))
    decision = {"item": item, "version": shown.version, "decision": "reject", "reason": "misread"}
    body = {"patient_id": patient, "document_id": document, **decision}
    decided = reviewer("POST", "/v1/reviews/decisions", json=body)
    assert decided.status_code == HTTPStatus.OK, decided.text
    clinic.work()
    source = opened(Panel(clinic, base_url, patient, KeyScope.QUERY), patient, cited).json()
    assert (source["state"], source["refusal"]["reason"]) == ("refused", "rejected")
    again = opened(reviewer, patient, cited).json()
    assert (again["state"], again["quarantined"]) == ("open", True)
    assert (again["review"]["decision"], again["review"]["by"]) == ("reject", "users:1")
    assert again["chart_row"] is None
    (listed,) = reviewer("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert (listed["document_id"], listed["facts"]["found"]) == (document, len(found) - 1 + listed["facts"]["review"])


def test_somebody_elses_document_looks_like_none(
    clinic: Clinic, base_url: str, panel: Panel, patient: int, quarantined: tuple[int, int, dict[str, Any]]
) -> None:
    _, other, cited = quarantined
    nowhere = {**cited, "source_id": "documents:999999"}
    answers = [opened(panel, patient, each) for each in (cited, nowhere)]
    answers += [panel("GET", f"/v1/patients/{patient}/documents/{each}/pages/1") for each in (other, 999_999)]
    assert {answer.status_code for answer in answers} == {HTTPStatus.NOT_FOUND}
    assert len({answer.text for answer in answers}) == 1


@pytest.mark.parametrize("source", ["procedure_result:1", "documents:0", "documents:1 or 1", "../documents:1", "x"])
def test_only_documents_are_sources(panel: Panel, patient: int, source: str) -> None:
    asked = {"patient_id": patient, "source_id": source, "field_or_chunk_id": "results[0]", "page": 1}
    assert panel("POST", "/v1/sources", json=asked).status_code == HTTPStatus.BAD_REQUEST


def test_a_place_where_nothing_is_cited_is_not_found(panel: Panel, patient: int, document: int) -> None:
    asked = {"patient_id": patient, "source_id": f"documents:{document}", "page": 1}
    for field in ("results[999]", "chunks:999999", "%", "' OR 1=1 -- "):
        answer = panel("POST", "/v1/sources", json={**asked, "field_or_chunk_id": field})
        assert answer.status_code == HTTPStatus.NOT_FOUND, field


@pytest.fixture(scope="module")
def failed(clinic: Clinic) -> tuple[int, int]:
    """A document that cannot be read: patient, job."""
    patient = clinic.register(PERSON)
    document = clinic.upload(patient, b"%PDF-1.7\nnothing else", name="broken.pdf")  # type: ignore[arg-type]
    clinic.work()
    ((job,),) = clinic.rows("SELECT id FROM clinical_document_processing_jobs WHERE document_id = %s", document)
    return patient, int(str(job))


def test_a_failed_document_says_why_and_can_be_tried_again(
    clinic: Clinic, base_url: str, failed: tuple[int, int]
) -> None:
    patient, job = failed
    panel = Panel(clinic, base_url, patient, KeyScope.QUERY, KeyScope.INGEST)
    (listed,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert (listed["state"], listed["can_retry"], listed["job_id"]) == ("failed", True, job)
    assert listed["error"]["code"].startswith("E_")
    assert listed["error"]["message"].endswith(".")
    again = panel("POST", f"/v1/jobs/{job}/retry")
    assert (again.status_code, again.json()["status"]) == (HTTPStatus.OK, "pending")
    twice = panel("POST", f"/v1/jobs/{job}/retry")
    assert (twice.status_code, twice.json()["code"]) == (HTTPStatus.CONFLICT, "E_REQUEST_CONFLICT")
    (waiting,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert waiting["state"] == "waiting"
    noted = clinic.rows("SELECT actor, detail FROM audit_log WHERE action = 'job.retried' ORDER BY seq")
    assert noted[-1][0] == "users:1"
    assert json.loads(str(noted[-1][1]))["job_id"] == job
    clinic.work()
    (ended,) = panel("GET", f"/v1/patients/{patient}/documents").json()["documents"]
    assert ended["state"] == "failed"


def test_the_status_names_workers_and_failures_and_no_patient(
    clinic: Clinic, base_url: str, failed: tuple[int, int]
) -> None:
    _, job = failed
    administrator = Panel(clinic, base_url, None, KeyScope.ADMIN)
    body = administrator("GET", "/v1/status").json()
    assert set(body) == {"ready", "checks", "queue", "workers", "failures", "version"}
    assert body["queue"]["failed"] >= 1
    assert "functional" in {worker["worker"] for worker in body["workers"]}
    listed = {failure["job_id"]: failure for failure in body["failures"]}
    assert listed[job]["error_message"]
    assert "patient" not in json.dumps(body)


def test_an_administrator_of_the_site_tries_any_job_again(
    clinic: Clinic, base_url: str, failed: tuple[int, int]
) -> None:
    _, job = failed
    assert Panel(clinic, base_url, None, KeyScope.ADMIN)("POST", f"/v1/jobs/{job}/retry").status_code == HTTPStatus.OK
    assert Panel(clinic, base_url, None, KeyScope.INGEST)("GET", f"/v1/jobs/{job}").status_code == HTTPStatus.NOT_FOUND
    clinic.work()


def test_a_token_is_used_up_by_its_call(clinic: Clinic, base_url: str, patient: int) -> None:
    token = clinic.site.panel_token(KeyScope.QUERY, pid=patient)
    with httpx.Client(base_url=base_url, trust_env=False, headers={"Authorization": f"Bearer {token}"}) as client:
        first = client.get(f"/v1/patients/{patient}/overview")
        second = client.get(f"/v1/patients/{patient}/overview")
        unknown = client.get(f"/v1/patients/{patient}/overview", headers={"Authorization": "Bearer x.y.z"})
        bad_key = client.get(f"/v1/patients/{patient}/overview", headers={"Authorization": "Bearer arb_no"})
    assert first.status_code == HTTPStatus.OK
    assert {second.status_code, unknown.status_code, bad_key.status_code} == {HTTPStatus.UNAUTHORIZED}
    assert second.text == unknown.text == bad_key.text


def test_a_token_without_the_scope_is_refused(clinic: Clinic, base_url: str, patient: int) -> None:
    answer = Panel(clinic, base_url, patient, KeyScope.INGEST)("GET", f"/v1/patients/{patient}/overview")
    assert answer.status_code == HTTPStatus.FORBIDDEN


def test_a_question_with_a_token_names_its_patient_by_number(clinic: Clinic, base_url: str, patient: int) -> None:
    other = clinic.register(PERSON, mrn="P-SECRET")
    panel = Panel(clinic, base_url, patient, KeyScope.QUERY)
    for named in ({"patient_external_id": "P-SECRET"}, {"patient_external_id": "P-NOBODY"}, {"patient_id": other}):
        answer = panel("POST", "/v1/queries", json={**named, "question": "LDL?"})
        assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.FORBIDDEN, "E_REQUEST_FORBIDDEN")


# Every route of the application, asked about patient B with a token of patient A.

#: What a route takes to reach patient B by something else than the path's ``patient_id``: {b}, {document}, {job} are
#: his. A route that is not named here is asked without a body.
BODIES: dict[str, dict[str, Any]] = {
    "/v1/queries": {"patient_id": "{b}", "question": "any abnormal labs?"},
    "/v1/queries/stream": {"patient_id": "{b}", "question": "any abnormal labs?"},
    "/v1/documents": {"document_id": "{document}"},
    "/v1/documents/changed": {"document_id": "{document}"},
    "/v1/sources": {"patient_id": "{b}", "source_id": "documents:{document}", "field_or_chunk_id": "results[0]"},
    "/v1/reviews/decisions": {
        "patient_id": "{b}",
        "document_id": "{document}",
        "item": "fact:{fact}",
        "version": 0,
        "decision": "approve",
        "reason": "seen_on_page",
    },
    "/v1/reviews/accept-all": {"patient_id": "{b}", "document_id": "{document}", "items": {"fact:{fact}": 0}},
    "/v1/mappings": {"category_id": 2, "doc_type": "lab_pdf", "active": False},
    "/v1/automation": {"rules": []},
    "/v1/automation/preview": {"rules": [], "days": 30},
}
QUERIES: dict[str, dict[str, str]] = {"/v1/reviews": {"patient_id": "{b}"}}
#: Open to everybody, and free of anything about patients.
OPEN = ("/meta/health/", "/openapi")


@pytest.fixture(scope="module")
def victim(clinic: Clinic) -> dict[str, int]:
    """Patient B, with a document, its job and a fact."""
    registered = clinic.register(PERSON)
    document = clinic.upload_sample(registered)
    clinic.work()
    ((job,),) = clinic.rows("SELECT id FROM clinical_document_processing_jobs WHERE document_id = %s", document)
    ((fact,),) = clinic.rows("SELECT MIN(id) FROM clinical_document_facts WHERE document_id = %s", document)
    return {"b": registered, "document": document, "job": int(str(job)), "fact": int(str(fact))}


def _filled(template: Any, victim: dict[str, int]) -> Any:
    if isinstance(template, dict):
        return {_filled(name, victim): _filled(value, victim) for name, value in template.items()}
    if isinstance(template, str) and template == "{b}":
        return victim["b"]
    if isinstance(template, str) and template == "{document}":
        return victim["document"]
    return template.format(**victim) if isinstance(template, str) and "{" in template else template


def _routes(application: Litestar) -> list[tuple[str, str]]:
    return sorted(
        (method, route.path_format)
        for route in application.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method not in {"OPTIONS", "HEAD"} and not route.path.startswith(OPEN)
    )


def test_no_route_lets_a_token_of_one_patient_reach_another(
    clinic: Clinic, base_url: str, patient: int, victim: dict[str, int]
) -> None:
    before = clinic.rows("SELECT COUNT(*) FROM clinical_document_processing_jobs WHERE status <> 'succeeded'")
    names = {"patient_id": "b", "document_id": "document", "job_id": "job", "number": "page"}
    thief = Panel(clinic, base_url, patient)
    asked = _routes(create_app(clinic.pipelines))
    assert len(asked) >= 15
    for method, template in asked:
        path = template
        for parameter, name in names.items():
            path = path.replace(f"{{{parameter}}}", str({**victim, "page": 1}[name]))
        assert "{" not in path, f"say whose {template} is"
        key = template.rstrip("/") or "/"
        body = _filled(BODIES.get(key, {}), victim) if method != "GET" else None
        answer = thief(method, path, json=body, params=_filled(QUERIES.get(key, {}), victim))
        assert answer.status_code in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}, (
            method,
            template,
            answer.status_code,
            answer.text,
        )
        # The same with the path's own patient: another patient's document or job is none at all.
        if "{patient_id}" in template and "{document_id}" in template:
            mine = template.replace("{patient_id}", str(patient)).replace("{document_id}", str(victim["document"]))
            assert thief(method, mine.replace("{number}", "1")).status_code == HTTPStatus.NOT_FOUND
    after = clinic.rows("SELECT COUNT(*) FROM clinical_document_processing_jobs WHERE status <> 'succeeded'")
    assert after == before
    assert clinic.rows("SELECT 1 FROM audit_log WHERE action = 'access.denied' AND actor = 'users:1' LIMIT 1")


def test_a_token_of_the_site_reaches_no_patient(clinic: Clinic, base_url: str, victim: dict[str, int]) -> None:
    site = Panel(clinic, base_url, None)
    for path in ("overview", "documents", "examples", "facts", f"documents/{victim['document']}/pages/1"):
        assert site("GET", f"/v1/patients/{victim['b']}/{path}").status_code == HTTPStatus.FORBIDDEN
    asked = {"patient_id": victim["b"], "question": "any abnormal labs?"}
    assert site("POST", "/v1/queries", json=asked).status_code == HTTPStatus.FORBIDDEN


def test_the_ping_of_the_site_is_heard(clinic: Clinic, base_url: str, victim: dict[str, int]) -> None:
    answer = Panel(clinic, base_url, None, KeyScope.INGEST)(
        "POST", "/v1/documents/changed", json={"document_id": victim["document"]}
    )
    assert answer.status_code == HTTPStatus.ACCEPTED
    assert answer.json() == {"enqueued": 0, "retracted": 0}
