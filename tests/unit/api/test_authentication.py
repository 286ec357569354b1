"""Nothing that a token asked for leaves where nobody said whose it is, whatever the route forgets."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar, Request, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.testing import TestClient

from arbiter_fhir.api import EXCEPTION_HANDLERS, fence, requires
from arbiter_fhir.api.authentication import admit_patient, admit_site
from arbiter_fhir.domain.tenant import PatientId, SiteId, TenantScope
from arbiter_fhir.ports.access import Caller, KeyScope, OpenCategories

SITE = SiteId("default")
EVERY = OpenCategories(((0, 99),))
KEY = Caller("k1", SITE, frozenset({KeyScope.QUERY}))
TOKENS = {
    "a.a.a": Caller("users:7", SITE, frozenset({KeyScope.QUERY}), PatientId(12), "users:7", EVERY),
    "b.b.b": Caller("users:7", SITE, frozenset({KeyScope.QUERY}), None, "users:7", EVERY),
    "c.c.c": Caller("users:7", SiteId("other"), frozenset({KeyScope.QUERY}), PatientId(12), "users:7", EVERY),
}


class Noted:
    def __init__(self) -> None:
        self.denials: list[dict[str, object]] = []

    def note_denial(self, caller: Caller, **what: object) -> None:
        self.denials.append({"caller": caller.key_id, **what})


@get("/forgot", guards=[requires(KeyScope.QUERY)], sync_to_thread=True)
def forgot() -> dict[str, str]:
    return {"secret": "of somebody"}


@get("/path/{patient_id:int}", guards=[requires(KeyScope.QUERY)], sync_to_thread=True)
def in_path(patient_id: FromPath[int]) -> dict[str, int]:
    return {"patient": patient_id}


@get("/twice", guards=[requires(KeyScope.QUERY), requires(KeyScope.QUERY)], sync_to_thread=True)
def twice(request: Request[Any, Any, Any]) -> dict[str, bool]:
    admit_patient(request, PatientId(12))
    return {"ok": True}


@get("/site", guards=[requires(KeyScope.QUERY)], sync_to_thread=True)
def whole_site(request: Request[Any, Any, Any]) -> dict[str, bool]:
    admit_site(request)
    return {"ok": True}


@get("/open", sync_to_thread=False)
def unguarded() -> dict[str, bool]:
    return {"ok": True}


class Door:
    def __init__(self) -> None:
        self.asked = 0

    def looks_like_token(self, presented: str) -> bool:
        return presented in TOKENS

    def authenticate(self, presented: str) -> Caller | None:
        self.asked += 1
        return TOKENS.get(presented)


def ask(path: str, credential: str) -> tuple[int, Noted, Door]:
    noted, door = Noted(), Door()
    keys = SimpleNamespace(authenticate=lambda presented: KEY if presented == "arb_k1" else None)
    site = SimpleNamespace(scope=TenantScope(SITE), keys=keys, panel=door, records=noted)
    application = Litestar(
        [forgot, in_path, twice, whole_site, unguarded],
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[fence],
        state=State({"site": site}),
        openapi_config=None,
    )
    with TestClient(application) as client:
        answer = client.get(path, headers={"Authorization": f"Bearer {credential}"})
        assert answer.status_code == 200 or "secret" not in answer.text
        return answer.status_code, noted, door


@pytest.mark.parametrize(
    ("path", "credential", "status"),
    [
        ("/forgot", "a.a.a", 403),
        ("/forgot", "b.b.b", 403),
        ("/forgot", "arb_k1", 200),
        ("/path/12", "a.a.a", 200),
        ("/path/13", "a.a.a", 403),
        ("/path/12", "b.b.b", 403),
        ("/path/13", "arb_k1", 200),
        ("/site", "a.a.a", 403),
        ("/site", "b.b.b", 200),
        ("/site", "arb_k1", 200),
        ("/open", "a.a.a", 200),
        ("/path/12", "c.c.c", 401),
        ("/path/12", "unknown", 401),
        ("/path/12", "x" * 5000, 401),
    ],
)
def test_who_gets_out_with_what(path: str, credential: str, status: int) -> None:
    assert ask(path, credential)[0] == status


def test_a_token_is_asked_about_once_for_a_request() -> None:
    status, _, door = ask("/twice", "a.a.a")
    assert (status, door.asked) == (200, 1)


def test_denials_are_noted_with_what_was_asked_for() -> None:
    assert ask("/path/13", "a.a.a")[1].denials == [{"caller": "users:7", "patient_id": 13}]
    assert ask("/site", "a.a.a")[1].denials == [{"caller": "users:7"}]
