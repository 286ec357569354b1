"""Every route against every kind of token: who gets in and who does not; no route is left out."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from http import HTTPStatus
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute

from arbiter_fhir.app import create_app
from arbiter_fhir.ports.access import KeyScope
from tests.functional.clinic import Clinic
from tests.functional.scripted import register
from tests.functional.served import served


class Level(StrEnum):
    """What a route is about."""

    PATIENT = "patient"
    SITE = "site"
    EITHER = "either"


QUERY, REVIEW, INGEST, ADMIN = KeyScope.QUERY, KeyScope.REVIEW, KeyScope.INGEST, KeyScope.ADMIN
ANYBODY = ("/meta/health/", "/openapi")
#: Route to the scope that it takes and what it is about. A token without the scope, or for the other level, is refused.
ROUTES: dict[tuple[str, str], tuple[KeyScope, Level]] = {
    ("GET", "/v1/patients/{patient_id}/overview"): (QUERY, Level.PATIENT),
    ("GET", "/v1/patients/{patient_id}/documents"): (QUERY, Level.PATIENT),
    ("GET", "/v1/patients/{patient_id}/examples"): (QUERY, Level.PATIENT),
    ("GET", "/v1/patients/{patient_id}/facts"): (QUERY, Level.PATIENT),
    ("GET", "/v1/patients/{patient_id}/documents/{document_id}/pages/{number}"): (QUERY, Level.PATIENT),
    ("POST", "/v1/queries"): (QUERY, Level.PATIENT),
    ("POST", "/v1/queries/stream"): (QUERY, Level.PATIENT),
    ("POST", "/v1/sources"): (QUERY, Level.PATIENT),
    ("GET", "/v1/reviews"): (REVIEW, Level.EITHER),
    ("POST", "/v1/reviews/decisions"): (REVIEW, Level.PATIENT),
    ("POST", "/v1/reviews/accept-all"): (REVIEW, Level.PATIENT),
    ("GET", "/v1/jobs/{job_id}"): (INGEST, Level.PATIENT),
    ("POST", "/v1/jobs/{job_id}/retry"): (INGEST, Level.PATIENT),
    ("POST", "/v1/documents"): (INGEST, Level.PATIENT),
    ("POST", "/v1/documents/changed"): (INGEST, Level.EITHER),
    ("GET", "/v1/mappings"): (ADMIN, Level.SITE),
    ("PUT", "/v1/mappings"): (ADMIN, Level.SITE),
    ("GET", "/v1/automation"): (ADMIN, Level.SITE),
    ("PUT", "/v1/automation"): (ADMIN, Level.SITE),
    ("POST", "/v1/automation/preview"): (ADMIN, Level.SITE),
    ("GET", "/v1/status"): (ADMIN, Level.SITE),
}
#: What the body has to hold before anything is decided; the numbers name nothing.
BODIES: dict[str, dict[str, Any]] = {
    "/v1/queries": {"patient_id": 0, "question": "any allergies?"},
    "/v1/queries/stream": {"patient_id": 0, "question": "any allergies?"},
    "/v1/sources": {"patient_id": 0, "source_id": "documents:987654", "field_or_chunk_id": "x"},
    "/v1/documents": {"document_id": 987_654},
    "/v1/documents/changed": {"document_id": 987_654},
    "/v1/reviews/decisions": {
        "patient_id": 0,
        "document_id": 987_654,
        "item": "fact:987654",
        "version": 0,
        "decision": "approve",
        "reason": "seen_on_page",
    },
    "/v1/reviews/accept-all": {"patient_id": 0, "document_id": 987_654, "items": {"fact:987654": 0}},
    "/v1/mappings": {"category_id": 987_654, "doc_type": "lab_pdf", "active": False},
    "/v1/automation": {"rules": []},
    "/v1/automation/preview": {"rules": [], "days": 30},
}


@pytest.fixture(scope="module")
def base_url(clinic: Clinic) -> Iterator[str]:
    with served(clinic.pipelines) as url:
        yield url


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> int:
    return register(clinic)


def test_every_route_is_in_the_table(clinic: Clinic) -> None:
    there = {
        (method, route.path_format.rstrip("/") or "/")
        for route in create_app(clinic.pipelines).routes
        if isinstance(route, HTTPRoute) and not route.path.startswith(ANYBODY)
        for method in route.methods
        if method not in {"OPTIONS", "HEAD"}
    }
    assert there == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_a_token_gets_in_by_its_scope_and_for_what_it_is(
    clinic: Clinic, base_url: str, patient: int, route: tuple[str, str]
) -> None:
    scope, level = ROUTES[route]
    for held in KeyScope:
        for pid in (patient, None):
            answer = call(clinic, base_url, patient, route, held, pid)
            status = HTTPStatus(answer.status_code)
            fits = level is Level.EITHER or (level is Level.SITE) is (pid is None)
            if held not in {scope, ADMIN}:
                assert status is HTTPStatus.FORBIDDEN, (held, pid, status)
            elif fits:
                assert status not in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}, (held, pid, status)
            else:
                # One patient's object, asked for with a token of the site, looks like none.
                assert status in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}, (held, pid, status)


def call(
    clinic: Clinic, base_url: str, patient: int, route: tuple[str, str], scope: KeyScope, pid: int | None
) -> httpx.Response:
    method, template = route
    path = template.replace("{patient_id}", str(patient))
    for name in ("{document_id}", "{job_id}", "{number}"):
        path = path.replace(name, "987654")
    body = BODIES.get(template)
    body = body | {"patient_id": patient} if body is not None and "patient_id" in body else body
    params = {"patient_id": patient} if template == "/v1/reviews" and pid is not None else None
    headers = {"Authorization": f"Bearer {clinic.site.panel_token(scope, pid=pid)}"}
    return httpx.request(
        method, f"{base_url}{path}", json=body, params=params, headers=headers, trust_env=False, timeout=120
    )
