"""The module under PHP, in the stand-in of both generations: what its unit tests cannot see."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import secrets
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from arbiter_fhir.domain.chart_record import ChartPart
from devstack.ehr import install_schema
from devstack.mariadb import MariaDBHandle
from devstack.openemr_kernel import OpenEmrKernel, Visitor
from tests.integration.openemr_module.service_double import EVENTS, SECRET, SITE, ServiceDouble, serving

DASHBOARD = "/interface/patient_file/summary/demographics.php"
MENU = "/interface/main/main_screen.php"
READS = ("patients/med", "patients/docs", "patients/demo", "patients/lab", "patients/rx")
CLINICIAN = Visitor(user=1, rights=READS, patient=4)


@dataclass
class Browser:
    """A visitor's browser: cookies, no proxy, answers whatever their status."""

    kernel: OpenEmrKernel

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )

    def get(self, path: str) -> tuple[int, Mapping[str, str], str]:
        return self._open(urllib.request.Request(self.kernel.base_url + path))

    def log_in(self, visitor: Visitor = CLINICIAN, then: str = "") -> str:
        return self.get(visitor.login_path(then))[2]

    def module(self, page: str) -> tuple[int, Mapping[str, str], str]:
        return self.get(f"{self.kernel.module_url.removeprefix(self.kernel.base_url)}/{page}")

    def post(self, page: str, form: Mapping[str, str]) -> tuple[int, Mapping[str, str], str]:
        return self._open(
            urllib.request.Request(f"{self.kernel.module_url}/{page}", urllib.parse.urlencode(form).encode())
        )

    def token(self) -> str:
        page = self.module("review.php")[2]
        return re.findall(r"csrf&quot;:&quot;(\w+)&quot;", page)[0]

    def patient_token(self) -> str:
        """The form token of a page that takes no right to documents."""
        return re.findall(r"csrf&quot;:&quot;(\w+)&quot;", self.module("panel.php?pid=4")[2])[0]

    def ask(self, body: object, *, query: str = "") -> tuple[int, Mapping[str, str], str]:
        return self._open(
            urllib.request.Request(
                f"{self.kernel.module_url}/api.php{query}",
                json.dumps(body).encode(),
                {"Content-Type": "application/json"},
            )
        )

    def _open(self, request: urllib.request.Request) -> tuple[int, Mapping[str, str], str]:
        try:
            with self._opener.open(request, timeout=300) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read().decode()


@pytest.fixture(scope="module")
def service() -> Iterator[ServiceDouble]:
    with serving() as service:
        yield service


@pytest.fixture(scope="module", params=[7, 8])
def kernel(
    request: pytest.FixtureRequest,
    mariadb: MariaDBHandle,
    tmp_path_factory: pytest.TempPathFactory,
    service: ServiceDouble,
) -> Iterator[OpenEmrKernel]:
    schema = f"kernel_{secrets.token_hex(4)}"
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE `{schema}` COLLATE utf8mb4_general_ci")
    try:
        install_schema(mariadb.url(schema))
        enter_patients(mariadb, schema)
        folder = tmp_path_factory.mktemp("kernel") / "root"
        with OpenEmrKernel(mariadb, schema, folder, site=SITE, generation=request.param) as kernel:
            # The module's own limits are seconds; a busy machine must not turn an answer into a time-out.
            kernel.configure(url=service.url, secret=SECRET, connect_seconds=30, answer_seconds=300)
            yield kernel
            complaints = [line for line in kernel.log.read_text().splitlines() if re.search(r"PHP \w+:", line)]
            assert complaints == []
    finally:
        with mariadb.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE `{schema}`")


def enter_patients(mariadb: MariaDBHandle, schema: str) -> None:
    """Two whom every clinician may see, one of a squad."""
    with mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute("SET sql_mode = ''")
        for pid, squad in ((4, ""), (5, ""), (6, "north")):
            cursor.execute(
                "INSERT INTO patient_data (id, pid, fname, lname, squad) VALUES (%s, %s, 'Ada', 'Quill', %s)",
                (pid, pid, squad),
            )


@pytest.fixture
def browser(kernel: OpenEmrKernel, service: ServiceDouble) -> Browser:
    service.calls.clear()
    return Browser(kernel)


def add_document(kernel: OpenEmrKernel, mariadb: MariaDBHandle, patient: int) -> int:
    """A new row; its number is above all others, whatever other tests have entered."""
    with mariadb.connect(kernel.schema) as connection, connection.cursor() as cursor:
        cursor.execute("SET sql_mode = ''")
        cursor.execute("SELECT COALESCE(MAX(id), 0) + 1 FROM documents")
        ((number,),) = cursor.fetchall()
        cursor.execute(
            "INSERT INTO documents (id, name, foreign_id, date) VALUES (%s, 'a.pdf', %s, NOW())", (number, patient)
        )
    return int(number)


def error_code(text: str) -> object:
    return json.loads(text)["error"]["code"]


def test_nobody_logged_in_gets_json(browser: Browser) -> None:
    status, headers, text = browser.ask({"action": "overview", "pid": 4})
    assert (status, error_code(text)) == (401, "E_MODULE_LOGIN")
    assert headers["Content-Type"].startswith("application/json")
    assert "script" not in text


def test_a_module_that_is_off_gives_json_and_no_page(browser: Browser) -> None:
    browser.log_in()
    browser.kernel.set_module_active(active=False)
    try:
        status, _, text = browser.ask({"action": "overview", "pid": 4})
        assert (status, error_code(text)) == (401, "E_MODULE_LOGIN")
        assert browser.module("panel.php")[0] == 401
        assert "arbiter" not in browser.get(DASHBOARD)[2]
    finally:
        browser.kernel.set_module_active(active=True)


def test_the_dashboard_has_the_card_and_the_menu_its_entry(browser: Browser) -> None:
    page = browser.log_in(CLINICIAN, DASHBOARD)
    assert 'class="arbiter-fhir-card' in page
    assert "public/panel.php?pid=4" in page
    assert "Review of documents" in browser.get(MENU)[2]
    assert "admin.php" not in browser.get(MENU)[2]
    assert browser.module("card.js")[0] == 200


def test_whoever_may_not_see_the_chart_sees_no_card(browser: Browser) -> None:
    page = browser.log_in(Visitor(user=2, rights=("patients/demo",), patient=4), DASHBOARD)
    assert "arbiter-fhir-card" not in page
    assert browser.module("panel.php?pid=4")[0] == 403


def test_a_chart_of_another_squad_stays_closed_though_it_is_the_sessions_patient(
    browser: Browser, service: ServiceDouble
) -> None:
    browser.log_in(Visitor(rights=READS, patient=6))
    assert browser.module("panel.php?pid=6")[0] == 403
    asked = {"action": "overview", "pid": 6, "csrf_token_form": browser.token()}
    assert (browser.ask(asked)[0], service.calls) == (403, [])
    browser.log_in(Visitor(rights=(*READS, "squads/north"), patient=6))
    assert browser.module("panel.php?pid=6")[0] == 200
    assert browser.ask(asked | {"csrf_token_form": browser.token()})[0] == 200


@pytest.mark.parametrize(
    ("rights", "opened"),
    [
        (("patients/med", "patients/docs"), {"patients|docs"}),
        (("patients/med", "patients/docs", "patients/demo"), {"patients|docs", "patients|demo"}),
        (
            ("patients/med", "patients/docs", "patients/demo", "admin/super"),
            {"patients|docs", "patients|demo", "admin|super"},
        ),
        (("patients/med",), set()),
    ],
)
def test_the_service_is_told_which_categories_are_open_to_the_user(
    browser: Browser, service: ServiceDouble, mariadb: MariaDBHandle, rights: tuple[str, ...], opened: set[str]
) -> None:
    with mariadb.connect(browser.kernel.schema) as connection, connection.cursor() as cursor:
        cursor.execute(
            "INSERT IGNORE INTO categories (id, name, value, parent, lft, rght, aco_spec, codes)"
            " VALUES (9001, 'Cards', '', 1, 0, 0, 'patients|demo', '')"
        )
        connection.commit()
        cursor.execute("SELECT id, aco_spec FROM categories")
        rules = {int(number): str(rule) for number, rule in cursor.fetchall()}
    assert {"patients|docs", "patients|demo", "admin|super"} <= set(rules.values())
    browser.log_in(Visitor(user=1, rights=rights, patient=4))
    assert browser.ask({"action": "overview", "pid": 4, "csrf_token_form": browser.patient_token()})[0] == 200
    ((_, _, caller, _),) = service.calls
    assert caller.categories is not None
    assert {number for number in rules if number in caller.categories} == {
        number for number, rule in rules.items() if rule in opened
    }
    assert (0 in caller.categories) is ("patients/docs" in rights)
    assert (ChartPart.DEMOGRAPHICS in caller.closed_parts) is ("patients/demo" not in rights)
    assert {ChartPart.RESULTS, ChartPart.PRESCRIPTIONS} <= caller.closed_parts
    assert max(rules) + 1 not in caller.categories


def test_the_queue_names_people_by_openemrs_tables_and_leaves_closed_charts_out(
    browser: Browser, service: ServiceDouble, mariadb: MariaDBHandle
) -> None:
    with mariadb.connect(browser.kernel.schema) as connection, connection.cursor() as cursor:
        cursor.execute("SET sql_mode = ''")
        cursor.execute("REPLACE INTO users (id, username, fname, lname) VALUES (77, 'drvance', 'Dana', 'Vance')")
        connection.commit()
    service.waiting = [{"item": f"fact:{pid}", "patient_id": pid, "decided": {"by": "users:77"}} for pid in (4, 5, 6)]
    browser.log_in()
    asked = {"action": "reviews", "pid": None, "csrf_token_form": browser.token()}
    answered = browser.ask(asked)
    assert answered[0] == 200, answered[2]
    told = json.loads(answered[2])["items"]
    assert [(row["patient_id"], row["patient_name"], row["decided"]["by_name"]) for row in told] == [
        (4, "Quill, Ada", "Dana Vance"),
        (5, "Quill, Ada", "Dana Vance"),
    ]
    assert "Quill" not in json.dumps([call[3] for call in service.calls])
    of_one = json.loads(browser.ask(asked | {"pid": 4})[2])["items"]
    assert all("patient_name" not in row and row["decided"]["by_name"] == "Dana Vance" for row in of_one)


def test_a_question_goes_to_the_service_and_its_events_come_back(browser: Browser, service: ServiceDouble) -> None:
    browser.log_in()
    asked = {"action": "ask", "pid": 4, "csrf_token_form": browser.token(), "question": "LDL?"}
    status, headers, text = browser.ask(asked)
    assert (status, text.encode()) == (200, EVENTS)
    assert headers["Content-Type"].startswith("text/event-stream")
    ((method, path, caller, body),) = service.calls
    assert (method, path, body) == ("POST", "/v1/queries/stream", {"patient_id": 4, "question": "LDL?"})
    assert (caller.user, caller.patient_id, sorted(caller.scopes)) == ("users:1", 4, ["query"])


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"csrf_token_form": "0" * 40}, 403, "E_MODULE_FORM"),
        ({"csrf_token_form": None}, 403, "E_MODULE_FORM"),
        ({"pid": 5}, 409, "E_MODULE_OTHER_PATIENT"),
        ({"pid": None}, 400, "E_MODULE_REQUEST"),
        ({"action": "status"}, 403, "E_MODULE_RIGHTS"),
        ({"action": "decide"}, 403, "E_MODULE_RIGHTS"),
        ({"action": "no such"}, 400, "E_MODULE_REQUEST"),
    ],
)
def test_what_is_refused_reaches_no_service(
    browser: Browser, service: ServiceDouble, change: Mapping[str, object], status: int, code: str
) -> None:
    browser.log_in()
    body = {"action": "overview", "pid": 4, "csrf_token_form": browser.token()} | change
    answered, _, text = browser.ask(body)
    assert (answered, error_code(text)) == (status, code)
    assert service.calls == []


def test_a_patient_in_the_address_opens_no_chart(browser: Browser, service: ServiceDouble) -> None:
    browser.log_in(Visitor(rights=("super",)))
    assert browser.module("panel.php?pid=4")[0] == 409
    token = browser.token()
    for query in ("?pid=4", "?set_pid=4", "?site=other&pid=4"):
        status, _, text = browser.ask({"action": "overview", "pid": 4, "csrf_token_form": token}, query=query)
        assert (status, error_code(text)) == (409, "E_MODULE_OTHER_PATIENT")
    assert service.calls == []
    # A form counts as little as an address, on every page.
    for page in ("panel.php", "review.php", "admin.php"):
        browser.post(page, {"pid": "4"})
    status, _, text = browser.ask({"action": "overview", "pid": 4, "csrf_token_form": token})
    assert (status, error_code(text)) == (409, "E_MODULE_OTHER_PATIENT")


def test_a_page_that_looks_again_by_itself_keeps_nobody_logged_in(browser: Browser) -> None:
    sessions = browser.kernel.web.parent / "sessions"
    before = set(sessions.glob("used-*"))
    browser.log_in()
    (used,) = set(sessions.glob("used-*")) - before
    body = {"action": "documents", "pid": 4, "csrf_token_form": browser.token()}
    long_ago = used.stat().st_mtime - 3600
    os.utime(used, (long_ago, long_ago))
    assert browser.ask(body)[0] == 200
    assert used.stat().st_mtime == pytest.approx(long_ago)
    assert browser.ask(body | {"action": "overview"})[0] == 200
    assert used.stat().st_mtime > long_ago + 1800
    os.utime(used, (long_ago - 7200, long_ago - 7200))
    status, _, text = browser.ask(body)
    assert (status, error_code(text)) == (401, "E_MODULE_LOGIN")


def test_another_tab_that_opens_another_patient_ends_this_page(browser: Browser) -> None:
    browser.log_in()
    token = browser.token()
    browser.get(f"{DASHBOARD}?set_pid=5")
    status, _, text = browser.ask({"action": "overview", "pid": 4, "csrf_token_form": token})
    assert (status, error_code(text)) == (409, "E_MODULE_OTHER_PATIENT")
    assert browser.module("panel.php?pid=4")[0] == 409
    assert browser.module("panel.php?pid=5")[0] == 200


def test_the_panels_page_allows_only_its_own_script(browser: Browser) -> None:
    browser.log_in()
    status, headers, page = browser.module("panel.php?pid=4")
    assert status == 200
    nonce = re.findall(r"'nonce-(\w+)'", headers["Content-Security-Policy"])[0]
    assert f'nonce="{nonce}"' in page
    assert nonce not in browser.module("panel.php?pid=4")[1]["Content-Security-Policy"]
    assert "a key" not in page
    assert SECRET not in page
    assert headers["Cache-Control"] == "no-store"


def test_administration_is_the_administrators(browser: Browser, service: ServiceDouble) -> None:
    browser.log_in()
    assert browser.module("admin.php")[0] == 403
    browser.log_in(Visitor(rights=("super",)))
    status, _, page = browser.module("admin.php")
    assert status == 200
    assert "Lab Report" in page
    assert SECRET not in page
    body = {"action": "check", "pid": None, "csrf_token_form": browser.token()}
    told = json.loads(browser.ask(body)[2])
    assert (told["ok"], [finding["name"] for finding in told["findings"]]) == (
        True,
        ["settings", "reachable", "accepted", "ready"],
    )
    assert [call[1] for call in service.calls] == ["/v1/status"]


def test_a_dead_service_costs_the_chart_nothing_and_is_told(browser: Browser, service: ServiceDouble) -> None:
    browser.log_in()
    token = browser.token()
    browser.kernel.configure(url="http://127.0.0.1:1", secret=SECRET)
    try:
        assert 'class="arbiter-fhir-card' in browser.get(DASHBOARD)[2]
        assert browser.module("panel.php?pid=4")[0] == 200
        for action in ("overview", "ask"):
            status, _, text = browser.ask({"action": action, "pid": 4, "csrf_token_form": token, "question": "?"})
            assert (status, error_code(text)) == (503, "E_MODULE_UNREACHABLE")
    finally:
        browser.kernel.configure(url=service.url, secret=SECRET)


def test_another_secret_is_told_in_words(browser: Browser, service: ServiceDouble) -> None:
    browser.log_in(Visitor(rights=("super",), patient=4))
    token = browser.token()
    browser.kernel.configure(url=service.url, secret="00" * 32)
    try:
        status, _, text = browser.ask({"action": "overview", "pid": 4, "csrf_token_form": token})
        assert (status, error_code(text)) == (502, "E_MODULE_NOT_ACCEPTED")
        told = json.loads(browser.ask({"action": "check", "pid": None, "csrf_token_form": token})[2])
        assert [finding["name"] for finding in told["findings"] if not finding["ok"]] == ["accepted"]
    finally:
        browser.kernel.configure(url=service.url, secret=SECRET)


def test_every_text_of_a_page_is_translated(browser: Browser) -> None:
    browser.log_in(Visitor(patient=4, language="marked"))
    page = browser.module("panel.php?pid=4")[2]
    assert "<title>[Clinical documents]</title>" in page
    assert ">[Clinical documents]" in browser.get(DASHBOARD)[2]


def test_the_task_tells_of_new_documents_once_and_by_number(
    browser: Browser, service: ServiceDouble, mariadb: MariaDBHandle
) -> None:
    kernel = browser.kernel
    kernel.run_background()
    service.calls.clear()
    first, second = add_document(kernel, mariadb, 4), add_document(kernel, mariadb, 5)
    kernel.run_background()
    assert [(call[1], call[3], call[2].user) for call in service.calls] == [
        ("/v1/documents/changed", {"document_id": first}, "users:0"),
        ("/v1/documents/changed", {"document_id": second}, "users:0"),
    ]
    kernel.run_background()
    assert len(service.calls) == 2


def test_the_tree_shows_what_became_of_a_document(
    browser: Browser, service: ServiceDouble, mariadb: MariaDBHandle
) -> None:
    seen, unseen = add_document(browser.kernel, mariadb, 4), add_document(browser.kernel, mariadb, 4)
    service.listed = [seen]
    browser.log_in()
    tree = browser.get("/controller.php?document&list")[2]
    assert f"a.pdf-{seen} [read, 1 to review]" in tree
    assert f"a.pdf-{unseen}<" in tree
    assert [call[1] for call in service.calls] == ["/v1/patients/4/documents"]


def test_an_upgrade_completes_itself_when_the_administrator_looks(browser: Browser, mariadb: MariaDBHandle) -> None:
    with mariadb.connect(browser.kernel.schema) as connection, connection.cursor() as cursor:
        cursor.execute("DROP TABLE arbiter_fhir_module")
        cursor.execute("UPDATE background_services SET active = 0 WHERE name = 'Arbiter_FHIR_Ping'")
    browser.log_in(Visitor(rights=("super",)))
    assert browser.module("admin.php")[0] == 200
    with mariadb.connect(browser.kernel.schema) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT name, value FROM arbiter_fhir_module")
        ((name, value),) = cursor.fetchall()
        cursor.execute("SELECT MAX(id) FROM documents")
        assert (name, value) == ("last_document", cursor.fetchone()[0] or 0)
        cursor.execute("SELECT active FROM background_services WHERE name = 'Arbiter_FHIR_Ping'")
        assert cursor.fetchone() == (0,), "what an administrator chose stays"
        cursor.execute("UPDATE background_services SET active = 1 WHERE name = 'Arbiter_FHIR_Ping'")


def test_a_copy_is_what_is_deployed(kernel: OpenEmrKernel) -> None:
    module = kernel.web / "interface" / "modules" / "custom_modules" / "oe-module-arbiter-fhir"
    assert (module / "openemr.bootstrap.php").is_file()
    assert not (module / "tests").exists()
    assert isinstance(module, Path)
