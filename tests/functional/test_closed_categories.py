"""What OpenEMR closes to a user by a document's category stays closed: no route tells that it is there.

Every answer to the user is taken before and after closed documents come in, of every kind that could show: read,
failed, waiting, somebody else's, a copy of an open one. Not a byte may change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx
import pytest

from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.chart_record import BY_OWN_RIGHT, ChartPart
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactValue
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.access import KeyScope
from devstack.local_site import EVERY_CATEGORY
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.scripted import Scripted, at, potassium, register, scripted
from tests.functional.served import served

#: "Living Will" in OpenEMR's default categories; nothing else here files anything in it.
CLOSED = 9
ALL_BUT_CLOSED = ((0, CLOSED - 1), (CLOSED + 1, 10**6))
NO_DOCUMENTS: tuple[tuple[int, int], ...] = ()
LAB = SourceType.LAB_PDF
QUESTIONS = (
    "most recent potassium?",
    "potassium trend?",
    "any abnormal labs?",
    "any allergies?",
    "which documents are on file?",
    "what does the newest lab report say?",
    "what changed since January?",
    "most recent HbA1c?",
    "what is missing?",
    "who ordered the potassium?",
    "is she a smoker?",
)
SENTENCE = "Only documents in categories that OpenEMR opens to you were looked at"


@pytest.fixture(scope="module")
def base_url(clinic: Clinic) -> Iterator[str]:
    """The application on a real port, and a category whose documents are read."""
    mappings = build_mappings(clinic.site.settings)
    mappings.put(CLOSED, DocType.LAB_PDF, active=True)
    with served(clinic.pipelines) as url:
        yield url
    mappings.put(CLOSED, DocType.LAB_PDF, active=False)


@pytest.fixture(scope="module")
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


@dataclass
class User:
    """Somebody whom OpenEMR opens some categories to; each call comes with a token of its own."""

    clinic: Clinic
    base_url: str
    patient: PatientId
    categories: tuple[tuple[int, int], ...] = ALL_BUT_CLOSED
    scopes: tuple[KeyScope, ...] = (KeyScope.QUERY, KeyScope.REVIEW, KeyScope.INGEST)
    chart: frozenset[ChartPart] = BY_OWN_RIGHT

    def __call__(self, method: str, path: str, *, site: bool = False, **options: Any) -> httpx.Response:
        pid = None if site else self.patient
        token = self.clinic.site.panel_token(*self.scopes, pid=pid, categories=self.categories, chart=self.chart)
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.request(method, f"{self.base_url}{path}", headers=headers, trust_env=False, timeout=120, **options)

    def ask(self, question: str, follows: str | None = None) -> dict[str, Any]:
        body = {"patient_id": self.patient, "question": question, "follows": follows}
        answer = self("POST", "/v1/queries", json=body)
        assert answer.status_code == HTTPStatus.OK, answer.text
        return dict(answer.json())

    def everything(self) -> dict[str, Any]:
        """All that the routes which read say of this patient, and of the site's queue."""
        said = {
            path: self("GET", f"/v1/patients/{self.patient}/{path}").json()
            for path in ("overview", "documents", "examples", "facts")
        }
        said["reviews"] = self("GET", "/v1/reviews", params={"patient_id": self.patient}).json()
        said["queue"] = self("GET", "/v1/reviews", site=True).json()
        for question in QUESTIONS:
            answer = self.ask(question)
            del answer["request_id"]
            said[question] = answer
        return said


def put(
    clinic: Clinic, script: Scripted, patient: PatientId, *values: FactValue, of: str = "ruled", category: int = CLOSED
) -> DocumentId:
    """A report in a category, that says these things; nobody has read it yet."""
    document = clinic.upload(patient, sample(of).content, category=category)
    script._facts[f"documents:{document}"] = values
    script._channels[f"documents:{document}"] = LAB
    return document


def test_nothing_that_is_closed_changes_a_byte(clinic: Clinic, base_url: str, script: Scripted) -> None:
    patient = register(clinic)
    script.file(patient, LAB, potassium())
    user, whole = User(clinic, base_url, patient), User(clinic, base_url, patient, EVERY_CATEGORY)
    before, whole_before = user.everything(), whole.everything()
    read = put(clinic, script, patient, potassium("6.1", collection_date=None))
    copy = put(clinic, script, patient, potassium())
    others = put(clinic, script, patient, potassium("5.5", collection_date=at(9)), of="open")
    broken = clinic.upload(patient, b"%PDF-1.7\nnothing else", name="broken.pdf", category=CLOSED)
    clinic.work()
    states = [clinic.jobs(number)[-1][0] for number in (read, copy, others, broken)]
    assert states == ["succeeded", "succeeded", "succeeded", "failed"]
    waiting = put(clinic, script, patient)
    clinic.pipelines.watch.scan()
    assert clinic.jobs(waiting)[-1][0] == "pending"
    after, whole_after = user.everything(), whole.everything()
    assert [name for name in before if after[name] != before[name]] == []
    changed = {name for name in before if whole_after[name] != whole_before[name]}
    assert changed >= {"overview", "documents", "facts", "reviews", "queue", "which documents are on file?"}
    clinic.work()


@dataclass
class Hidden:
    """A patient with a closed document whose result is in the chart, another closed one that failed, an open one."""

    patient: PatientId
    closed: DocumentId
    failed: DocumentId
    job: int
    failed_job: int
    fact: int
    waits: int

    @property
    def numbers(self) -> set[int]:
        """Numbers of the documents that nobody may be told."""
        return {self.closed, self.failed}


@pytest.fixture(scope="module")
def hidden(clinic: Clinic, base_url: str, script: Scripted) -> Hidden:
    patient = register(clinic)
    closed = put(
        clinic, script, patient, potassium("4.7", collection_date=at(9)), potassium("5.9", collection_date=None)
    )
    failed = clinic.upload(patient, b"%PDF-1.7\nnothing else", name="broken.pdf", category=CLOSED)
    script.file(patient, LAB, potassium(collection_date=at(month=2)))
    jobs = "SELECT id FROM clinical_document_processing_jobs WHERE document_id = %s"
    facts = "SELECT fact_id FROM clinical_document_promotions WHERE document_id = %s AND active ORDER BY fact_id"
    ((job,),), ((failed_job,),) = clinic.rows(jobs, closed), clinic.rows(jobs, failed)
    ((fact,), (waits,)) = clinic.rows(facts, closed)
    numbers = [int(str(each)) for each in (job, failed_job, fact, waits)]
    return Hidden(patient, closed, failed, *numbers)


def test_a_result_in_the_chart_is_told_and_leads_to_no_closed_document(
    clinic: Clinic, base_url: str, hidden: Hidden
) -> None:
    told = User(clinic, base_url, hidden.patient).ask("most recent potassium?")
    assert "4.7" in told["text"]
    (newest, *_) = told["citations"]
    assert newest["source_id"].startswith("procedure_result:")
    assert newest["quote_or_value"] == "4.7 mmol/L"
    assert f"documents:{hidden.closed}" not in {cited["source_id"] for cited in told["citations"]}
    whole = User(clinic, base_url, hidden.patient, EVERY_CATEGORY).ask("most recent potassium?")
    assert f"documents:{hidden.closed}" in {cited["source_id"] for cited in whole["citations"]}


def test_no_answer_of_any_route_names_a_closed_document(clinic: Clinic, base_url: str, hidden: Hidden) -> None:
    user, whole = User(clinic, base_url, hidden.patient), User(clinic, base_url, hidden.patient, EVERY_CATEGORY)
    assert _named(user.everything()) & hidden.numbers == set()
    assert _named(whole.everything()) >= hidden.numbers


def _named(said: object) -> set[int]:
    """Numbers of documents that are named anywhere."""
    if isinstance(said, dict):
        named = {int(value) for key, value in said.items() if key == "document_id" and isinstance(value, int)}
        return named.union(*(_named(value) for value in said.values()))
    if isinstance(said, list):
        return set().union(*(_named(each) for each in said))
    found = re.findall(r"(?:documents:|document )(\d+)", said) if isinstance(said, str) else []
    return {int(number) for number in found}


@pytest.mark.parametrize(
    "follow", ["and the one before that?", "was that high?", "and before?", "which document says so?"]
)
def test_what_was_asked_before_brings_nothing_closed_in(
    clinic: Clinic, base_url: str, hidden: Hidden, follow: str
) -> None:
    user, whole = User(clinic, base_url, hidden.patient), User(clinic, base_url, hidden.patient, EVERY_CATEGORY)
    before = whole.ask("all potassium results?")
    told = user.ask(follow, follows=before["request_id"])
    assert _named(told) & hidden.numbers == set()
    assert "5.9" not in json.dumps(told)


def test_a_closed_document_that_is_named_is_like_one_that_never_was(
    clinic: Clinic, base_url: str, hidden: Hidden
) -> None:
    user = User(clinic, base_url, hidden.patient)
    for question in ("what does document {} say?", "potassium in document {}?", "is document {} read?"):
        said = []
        for number in (hidden.closed, 987_654):
            answer = user.ask(question.format(number))
            del answer["request_id"]
            said.append(json.dumps(answer).replace(str(number), "N"))
        assert said[0] == said[1], question


def test_whoever_may_see_no_documents_is_answered_from_the_chart(clinic: Clinic, base_url: str, hidden: Hidden) -> None:
    user = User(clinic, base_url, hidden.patient, NO_DOCUMENTS)
    said = user.everything()
    assert said["documents"] == {"documents": []}
    assert said["overview"]["documents"] == {"read": 0, "waiting": 0, "failed": 0, "withdrawn": 0}
    assert (said["overview"]["facts"], said["overview"]["review"]) == ({"found": 0, "in_chart": 0}, 0)
    assert said["reviews"]["items"] == []
    assert set(said["reviews"]["counts"].values()) == set(said["queue"]["counts"].values()) == {0}
    assert said["facts"] == {"facts": [], "needs_review": [], "parts": [], "chart_rows": []}
    assert "4.7" in said["most recent potassium?"]["text"]
    assert _named(said) == set()


def test_results_of_the_chart_are_not_told_where_openemr_closes_them(
    clinic: Clinic, base_url: str, hidden: Hidden
) -> None:
    user = User(clinic, base_url, hidden.patient, chart=BY_OWN_RIGHT - {ChartPart.RESULTS})
    told = user.ask("most recent potassium?")
    # What is left is what an open document says; "4.7" stands in the chart and in a closed one.
    assert "4.7" not in json.dumps(told)
    assert {cited["source_id"].partition(":")[0] for cited in told["citations"]} == {"documents"}
    assert "Laboratory results and orders of the chart are closed to you in OpenEMR" in told["text"]
    nothing = User(clinic, base_url, hidden.patient, NO_DOCUMENTS, chart=frozenset())
    refused = nothing.ask("how old is she?")
    assert (refused["refusal"] or {}).get("reason") == "no_evidence"
    assert "Demographics of the chart are closed to you in OpenEMR" in json.dumps(refused)
    assert nothing("GET", f"/v1/patients/{hidden.patient}/examples").json() == {"questions": []}


def test_that_categories_are_closed_is_said_of_every_record_alike(clinic: Clinic, base_url: str) -> None:
    empty = register(clinic)
    for categories, told in ((ALL_BUT_CLOSED, True), (NO_DOCUMENTS, True), (EVERY_CATEGORY, False)):
        answer = User(clinic, base_url, empty, categories).ask("any allergies?")
        assert (SENTENCE in json.dumps(answer)) is told


def test_a_document_that_is_filed_away_is_closed_at_once_and_to_users_alone(
    clinic: Clinic, base_url: str, script: Scripted
) -> None:
    patient = register(clinic)
    document = script.file(patient, LAB, potassium(collection_date=None))
    user = User(clinic, base_url, patient)

    def named() -> set[int]:
        # The queue is the whole site's: documents of other people wait there too.
        return _named({name: said for name, said in user.everything().items() if name != "queue"})

    assert named() == {document}
    clinic.site.store.move_document_category(document, "Living Will")
    assert named() == set()
    assert document not in _named(user.everything())
    assert user("GET", f"/v1/patients/{patient}/documents/{document}/pages/1").status_code == HTTPStatus.NOT_FOUND
    key = clinic.site.api_key(KeyScope.QUERY)
    listed = httpx.get(
        f"{base_url}/v1/patients/{patient}/documents", headers={"Authorization": f"Bearer {key}"}, trust_env=False
    )
    assert [each["document_id"] for each in listed.json()["documents"]] == [document]


@pytest.fixture(scope="module")
def theirs(clinic: Clinic, script: Scripted) -> dict[str, Any]:
    """Somebody else's document, its job and its fact."""
    document = script.file(register(clinic), LAB, potassium("3.9", collection_date=None))
    ((job, fact),) = clinic.rows(
        "SELECT job_id, fact_id FROM clinical_document_promotions WHERE document_id = %s AND active", document
    )
    return {"document": document, "job": job, "failed_job": job, "fact": fact, "waits": fact}


#: Ways to reach for a document, its job, or something in it: method, path, body.
REACHES: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    ("GET", "/v1/patients/{patient}/documents/{document}/pages/1", None),
    ("GET", "/v1/jobs/{job}", None),
    ("POST", "/v1/jobs/{job}/retry", {}),
    ("POST", "/v1/jobs/{failed_job}/retry", {}),
    ("POST", "/v1/documents", {"document_id": "{document}"}),
    ("POST", "/v1/documents/changed", {"document_id": "{document}"}),
    (
        "POST",
        "/v1/sources",
        {"patient_id": "{patient}", "source_id": "documents:{document}", "field_or_chunk_id": "labresult[0]"},
    ),
    (
        "POST",
        "/v1/reviews/decisions",
        {
            "patient_id": "{patient}",
            "document_id": "{document}",
            "item": "fact:{fact}",
            "version": 99,
            "decision": "reject",
            "reason": "misread",
        },
    ),
    (
        "POST",
        "/v1/reviews/decisions",
        {
            "patient_id": "{patient}",
            "document_id": "{open}",
            "item": "fact:{waits}",
            "version": 99,
            "decision": "reject",
            "reason": "misread",
        },
    ),
    (
        "POST",
        "/v1/reviews/accept-all",
        {"patient_id": "{patient}", "document_id": "{document}", "items": {"fact:{waits}": 99}},
    ),
    (
        "POST",
        "/v1/reviews/accept-all",
        {"patient_id": "{patient}", "document_id": "{open}", "items": {"fact:{waits}": 99}},
    ),
)


#: What happens to whoever may see the document: it is shown, taken in, or met with a version or state of its own.
FURTHER = {HTTPStatus.OK, HTTPStatus.ACCEPTED, HTTPStatus.CONFLICT}


@pytest.mark.parametrize("place", range(len(REACHES)), ids=lambda place: REACHES[place][1].rpartition("/v1/")[2])
def test_not_there_not_yours_and_closed_look_the_same(
    clinic: Clinic, base_url: str, hidden: Hidden, theirs: dict[str, Any], place: int
) -> None:
    method, path, body = REACHES[place]
    user = User(clinic, base_url, hidden.patient)
    (opened,) = [
        each["document_id"] for each in user("GET", f"/v1/patients/{hidden.patient}/documents").json()["documents"]
    ]
    mine = {"patient": hidden.patient, "open": opened}
    closed = {"document": hidden.closed, "job": hidden.job, "failed_job": hidden.failed_job}
    closed |= {"fact": hidden.fact, "waits": hidden.waits}
    nowhere = dict.fromkeys(closed, 987_654)
    said = [
        user(method, path.format(**mine, **names), json=None if body is None else _filled(body, {**mine, **names}))
        for names in (nowhere, theirs, closed)
    ]
    assert {answer.status_code for answer in said} == {HTTPStatus.NOT_FOUND}
    assert len({answer.text for answer in said}) == 1
    for number in (hidden.closed, theirs["document"]):
        assert clinic.jobs(number)[-1][0] == "succeeded"
    # Whoever may see it gets further.
    names = {**mine, **closed, "open": hidden.closed, "failed_job": hidden.job}
    whole = User(clinic, base_url, hidden.patient, EVERY_CATEGORY)
    reached = whole(method, path.format(**names), json=None if body is None else _filled(body, names))
    assert reached.status_code in FURTHER, reached.text
    assert not clinic.rows("SELECT 1 FROM clinical_document_fact_reviews WHERE document_id = %s", hidden.closed)


def _filled(template: Any, names: dict[str, Any]) -> Any:
    if isinstance(template, dict):
        return {_filled(name, names): _filled(value, names) for name, value in template.items()}
    if not isinstance(template, str):
        return template
    filled = template.format(**names)
    return int(filled) if template.startswith("{") and filled.isdigit() else filled


def test_a_reach_for_a_closed_document_is_audited(clinic: Clinic, base_url: str, hidden: Hidden) -> None:
    count = "SELECT COUNT(*) FROM audit_log WHERE action = 'access.denied' AND actor = 'users:1'"
    ((before,),) = clinic.rows(count)
    User(clinic, base_url, hidden.patient)("GET", f"/v1/jobs/{hidden.job}")
    ((after,),) = clinic.rows(count)
    assert int(str(after)) == int(str(before)) + 1
