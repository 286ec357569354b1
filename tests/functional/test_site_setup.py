"""What an administrator types while setting a site up: addresses, categories, the client, and who owns the files."""

from __future__ import annotations

import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from arbiter_fhir.bootstrap.database_urls import administrator_url, database_url
from arbiter_fhir.bootstrap.installation import Installation, install, keep_client_id
from arbiter_fhir.bootstrap.mapping import find_category, map_category
from arbiter_fhir.bootstrap.own_service import own_service
from arbiter_fhir.bootstrap.secret_files import write_secret
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ArbiterError, ConfigurationError, ErrorCode, RequestError
from arbiter_fhir.settings import load_settings
from arbiter_fhir.store import AccountRole, open_engine, server_version
from devstack.local_site import LocalSite
from tests.functional.clinic import Clinic
from tests.functional.commands import Run


@pytest.mark.parametrize(
    "text",
    [
        "",
        "root",
        "mysql://root:x@db/",
        "mariadb+pymysql:///",
        "mariadb+pymysql://db/",
        "mariadb+pymysql://root:p@ss:w/rd@db:x/",
        "postgresql://root:x@db/",
    ],
)
def test_what_is_no_address_is_said_with_the_form_and_without_the_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "admin.url"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=r"mariadb\+pymysql://account:password@host/") as refused:
        administrator_url(path)
    assert "root" not in refused.value.message
    with pytest.raises(ConfigurationError, match="ARBITER_QUERY_URL_FILE"):
        database_url(path, "query_url_file")


@pytest.mark.parametrize(
    "text",
    ["mariadb+pymysql://root:x%40y@db/", "mariadb+pymysql://root@localhost/?unix_socket=/run/mysqld/mysqld.sock"],
)
def test_passwords_with_marks_and_sockets_are_addresses(tmp_path: Path, text: str) -> None:
    path = tmp_path / "admin.url"
    path.write_text(f"{text}\n")
    assert administrator_url(path) == text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace("mariadb+pymysql://", "mysql://"), "mariadb+pymysql://account"),
        (lambda _: "mariadb+pymysql://nobody:x@127.0.0.1:1/", "busy or gone"),
    ],
)
def test_an_installation_that_cannot_begin_ends_in_a_sentence(
    run: Run, local_site: LocalSite, tmp_path: Path, change: object, words: str
) -> None:
    path = tmp_path / "admin.url"
    path.write_text(change(local_site.admin_url))  # type: ignore[operator]
    done = run("migrate", "--admin-url-file", path, "--folder", tmp_path / "site")
    said = " ".join(done.stderr.decode().split())
    assert (done.returncode, words in said, "Traceback" in said) == (1, True, False)


def test_an_account_whose_file_is_gone_gets_a_new_password(local_site: LocalSite, tmp_path: Path) -> None:
    with LocalSite(local_site.mariadb, tmp_path / "site", site=f"{local_site.site[:20]}c") as site:
        installation = Installation(site.env_file.parent, site.env_file)
        for role in (AccountRole.QUERY, AccountRole.AUTH):
            path = installation.url_file(role)
            before = path.read_text()
            path.unlink()
            install(site.admin_url, site.site, site.openemr_schema, installation.folder)
            assert path.read_text() != before
            server_version(open_engine(path.read_text().strip()))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_writes_belongs_to_the_folders_owner(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    for path in (folder / "kek", folder / "default" / "kek"):
        write_secret(path, "00")
        found = path.stat()
        assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (65534, 65534, 0o600)
    assert (folder / "default").stat().st_uid == 65534


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="cannot be written"):
        write_secret(tmp_path / "file" / "site" / "kek", "00")


def test_the_clients_id_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "arbiter.env"
    path.write_text("ARBITER_SITE=default\nARBITER_EHR_CLIENT_ID=old\nARBITER_LISTEN_PORT=8351\n")
    keep_client_id(path, "new")
    kept = load_settings(path)
    assert (kept.ehr_client_id, kept.listen_port, path.read_text().count("CLIENT_ID")) == ("new", 8351, 1)


def test_registering_sets_the_client_and_says_what_is_left(run: Run, local_site: LocalSite, tmp_path: Path) -> None:
    path = tmp_path / "arbiter.env"
    path.write_text(local_site.env_file.read_text())
    done = run("register", "--contact", "you@clinic.example", "--env-file", path)
    assert done.returncode == 0, done.stderr.decode()
    client = load_settings(path).ehr_client_id
    assert client != local_site.settings.ehr_client_id
    assert f"Registered as {client}" in done.stdout.decode()
    assert b"Enable Client" in done.stdout


def test_a_key_can_go_into_a_file_that_is_its_owners_alone(run: Run, local_site: LocalSite, tmp_path: Path) -> None:
    (tmp_path / "admin.url").write_text(local_site.admin_url)
    out = tmp_path / "key"
    given = ("--admin-url-file", tmp_path / "admin.url", "--scope", "query", "--label", "check")
    done = run("issue-key", *given, "--out", out, "--env-file", local_site.env_file)
    key = out.read_text().strip()
    assert (done.returncode, out.stat().st_mode & 0o777, key.startswith("arb_")) == (0, 0o600, True)
    assert key.encode() not in done.stdout


NAMES = {2: "Lab Report", 3: "Medical Record", 31: "Intake Form", 40: "Intake form"}


@pytest.mark.parametrize(("given", "found"), [("2", 2), ("lab report", 2), (" Medical Record ", 3)])
def test_a_category_is_found_by_number_or_name(given: str, found: int) -> None:
    assert find_category(given, NAMES) == found


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ("999", ErrorCode.REQUEST_NOT_FOUND, "Lab Report (2), Medical Record (3)"),
        ("Faxes", ErrorCode.REQUEST_NOT_FOUND, "Lab Report (2)"),
        ("intake form", ErrorCode.REQUEST_INVALID, "31, 40"),
    ],
)
def test_a_category_that_is_none_or_several_is_refused(given: str, code: ErrorCode, words: str) -> None:
    with pytest.raises(RequestError) as refused:
        find_category(given, NAMES)
    assert (refused.value.code, words in refused.value.message) == (code, True)


def test_a_category_that_is_gone_can_still_be_unmapped(clinic: Clinic) -> None:
    settings = clinic.site.settings
    number = clinic.site.store.add_category("Faxes For A Day")
    assert map_category(settings, "faxes for a day", DocType.FAX_PACKET, active=True)[number].startswith("Faxes For A")
    with clinic.site.mariadb.connect(clinic.site.openemr_schema) as connection, connection.cursor() as cursor:
        cursor.execute("DELETE FROM categories WHERE id = %s", (number,))
        connection.commit()
    with pytest.raises(ArbiterError, match="no such category"):
        map_category(settings, str(number), DocType.FAX_PACKET, active=True)
    assert number not in map_category(settings, str(number), DocType.FAX_PACKET, active=False)


class Answering(BaseHTTPRequestHandler):
    """Answers with what the server was made with."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.body)  # type: ignore[attr-defined]

    def log_message(self, *_: object) -> None:
        return None


@pytest.mark.parametrize(
    ("body", "state"),
    [(b'{"status":"alive"}', "alive"), (b'{"status":7}', ""), (b"[]", ""), (b"<html>", ""), (None, None)],
)
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_what_answers_at_the_services_address_is_told_apart(body: bytes | None, state: str | None, host: str) -> None:
    server = HTTPServer(("127.0.0.1", 0), Answering)
    server.body = body  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    port = server.server_port
    if body is None:
        server.server_close()
    else:
        thread.start()
    try:
        found = own_service(host, port)
    finally:
        if body is not None:
            server.shutdown()
            thread.join()
            server.server_close()
    assert (found.state, found.address) == (state, f"http://127.0.0.1:{port}")


def test_categories_come_with_their_names(clinic: Clinic) -> None:
    assert map_category(clinic.site.settings, "2", DocType.LAB_PDF, active=True)[2] == "Lab Report -> lab_pdf"
