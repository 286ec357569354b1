"""The token of one of OpenEMR's users: registered, asked for by a person, kept where only its owner can read it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest


@pytest.fixture(scope="module")
def script(repository: Path) -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("ehr_user_token", repository / "scripts" / "ehr_user_token.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(repository / "scripts")  # as it is where a script is called by its name
        spec.loader.exec_module(module)
        yield module


class Person:
    """Who signs in: sees what is shown, pastes where the browser ended."""

    def __init__(self, *, state: str | None = None) -> None:
        self.shown: list[str] = []
        self._state = state

    def __call__(self, text: str) -> str:
        self.shown.append(text)
        address = next((word for word in text.split() if "/authorize?" in word), None)
        if address is None:
            return ""
        asked = parse_qs(urlsplit(address).query)
        state = asked["state"][0] if self._state is None else self._state
        return f"{asked['redirect_uri'][0]}?code=c0de&state={state}\n"


def ehr(posted: dict[str, str], *, registers: int = 200) -> httpx.Client:
    def answer(request: httpx.Request) -> httpx.Response:
        posted[request.url.path] = request.content.decode()
        if request.url.path.endswith("/registration"):
            return httpx.Response(registers, json={"client_id": "id1", "client_secret": "s1", "error": "invalid_scope"})
        return httpx.Response(200, json={"access_token": "t0ken"})

    return httpx.Client(base_url="https://ehr.example", transport=httpx.MockTransport(answer))


def test_the_code_of_this_run_becomes_a_token(script: ModuleType) -> None:
    posted: dict[str, str] = {}
    person = Person()
    assert script.user_token(ehr(posted), "clinic2", "you@clinic.example", person) == "t0ken"
    assert "API Clients" in person.shown[0]
    sent = parse_qs(posted["/oauth2/clinic2/token"])
    assert (sent["code"], sent["client_secret"]) == (["c0de"], ["s1"])
    assert sent["redirect_uri"] == ["https://ehr.example/arbiter-fhir-token"]


@pytest.mark.parametrize(
    ("person", "registers", "words"),
    [(Person(state="another"), 200, "no code of this run"), (Person(), 400, "register: OpenEMR answered 400")],
)
def test_what_cannot_become_a_token_is_said(script: ModuleType, person: Person, registers: int, words: str) -> None:
    with pytest.raises(script.TokenError, match=words):
        script.user_token(ehr({}, registers=registers), "default", "you@clinic.example", person)
