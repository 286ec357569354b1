"""Installing a site: secrets only their owner can read, safe to repeat, and a doctor that finds what is broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arbiter_fhir.bootstrap.diagnosis import diagnose, diagnose_connections
from arbiter_fhir.bootstrap.installation import install, module_secret
from arbiter_fhir.bootstrap.reading import build_preview
from arbiter_fhir.bootstrap.secret_files import make_key_file, read_key, write_secret
from arbiter_fhir.bootstrap.site_diagnosis import diagnose_site
from arbiter_fhir.bootstrap.watching import build_mappings, build_watching
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.openemr import generate_client_key
from arbiter_fhir.settings import Settings
from devstack.local_site import LocalSite
from devstack.models import ModelServer, completion, reply
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.served import served


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker of these tests is heard of when they let it work, however long everything else takes."""
    monkeypatch.setattr("arbiter_fhir.bootstrap.site_diagnosis.FRESH_SECONDS", 3000.0)


@pytest.fixture(scope="module")
def settings(clinic: Clinic) -> Iterator[Settings]:
    """The site's settings, with the port at which the service answers."""
    with served(clinic.pipelines) as url:
        yield clinic.site.settings.model_copy(update={"listen_port": urlsplit(url).port})


def test_every_secret_is_its_owners_alone(local_site: LocalSite) -> None:
    folder = local_site.env_file.parent
    files = list(folder.iterdir())
    assert len(files) >= 9
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}
    assert "password" not in local_site.env_file.read_text().lower()


def test_installing_again_keeps_keys_and_passwords(local_site: LocalSite) -> None:
    folder = local_site.env_file.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    install(local_site.admin_url, local_site.site, local_site.openemr_schema, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_doctor_finds_a_healthy_site_well(clinic: Clinic, settings: Settings) -> None:
    clinic.work()
    findings = list(diagnose(settings))
    assert [finding for finding in findings if not finding.ok] == []
    assert len(findings) > 12


@pytest.mark.parametrize(
    ("broken", "mended", "subject", "word"),
    [
        ("UPDATE modules SET mod_active = 0", "UPDATE modules SET mod_active = 1", "OpenEMR module", "Enable"),
        ("UPDATE modules SET type = 1", "UPDATE modules SET type = 0", "OpenEMR module", "custom"),
        (
            "UPDATE modules SET mod_directory = 'elsewhere'",
            "UPDATE modules SET mod_directory = 'oe-module-arbiter-fhir'",
            "OpenEMR module",
            "register, install and enable",
        ),
        (
            "UPDATE globals SET gl_value = '0' WHERE gl_name = 'rest_system_scopes_api'",
            "UPDATE globals SET gl_value = '1' WHERE gl_name = 'rest_system_scopes_api'",
            "OpenEMR settings",
            "rest_system_scopes_api",
        ),
        (
            "UPDATE categories SET id = 90002 WHERE id = 2",
            "UPDATE categories SET id = 2 WHERE id = 90002",
            "Categories",
            "no category 2: unmap it with `arbiter-fhir map 2 lab_pdf --off`",
        ),
        (
            "UPDATE globals SET gl_value = '' WHERE gl_name = 'arbiter_fhir_url'",
            "UPDATE globals SET gl_value = 'http://127.0.0.1:8350' WHERE gl_name = 'arbiter_fhir_url'",
            "OpenEMR module",
            "Admin, Config, Arbiter FHIR",
        ),
        (
            "UPDATE globals SET gl_name = 'elsewhere' WHERE gl_name = 'arbiter_fhir_secret'",
            "UPDATE globals SET gl_name = 'arbiter_fhir_secret' WHERE gl_name = 'elsewhere'",
            "OpenEMR module",
            "arbiter-fhir module-secret",
        ),
    ],
)
def test_the_doctor_says_how_to_mend_what_people_set_up(
    clinic: Clinic, settings: Settings, broken: str, mended: str, subject: str, word: str
) -> None:
    clinic.work()

    def run(statement: str) -> None:
        with clinic.site.mariadb.connect(clinic.site.openemr_schema) as connection, connection.cursor() as cursor:
            cursor.execute(statement)
            connection.commit()

    run(broken)
    try:
        findings = {each.subject: each for each in diagnose_site(settings)}
    finally:
        run(mended)
    assert {name for name, each in findings.items() if not each.ok} == {subject}
    assert word in findings[subject].message


def test_the_doctor_misses_a_worker_that_fell_silent(clinic: Clinic, settings: Settings) -> None:
    clinic.work()
    schema = f"arbiter_{clinic.site.site}"
    with clinic.site.mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE worker_heartbeats SET beat_at = utc_timestamp(6) - INTERVAL 1 HOUR")
        connection.commit()
    (finding,) = [each for each in diagnose_site(settings) if not each.ok]
    assert (finding.subject, "60 min" in finding.message) == ("Worker", True)
    clinic.work()


def test_the_doctor_sees_clocks_that_differ(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "arbiter_fhir.bootstrap.site_diagnosis.server_time", lambda _: datetime.now(UTC) + timedelta(minutes=2)
    )
    (finding,) = [each for each in diagnose_site(clinic.site.settings) if each.subject == "Clocks"]
    assert finding.ok is False
    assert "+120 s" in finding.message


def test_the_modules_secret_is_printed_and_renewed(local_site: LocalSite, tmp_path: Path) -> None:
    kept = module_secret(local_site.settings)
    assert (len(kept), module_secret(local_site.settings)) == (64, kept)
    path = tmp_path / "module_secret"
    settings = local_site.settings.model_copy(update={"module_secret_file": path})
    first = module_secret(settings)
    assert module_secret(settings, renew=True) != first
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ConfigurationError, match="ARBITER_MODULE_SECRET_FILE"):
        module_secret(Settings())


@dataclass(frozen=True)
class Wrong:
    """One setting, or the file that it names, as an administrator may have left it.

    Attributes:
        setting: Its name.
        value: What it is set to; ``{folder}`` stands for a folder of the test.
        content: What is in the file of this value; made from what was in the right one.
        words: What the doctor says, finding by finding that is not well.
    """

    setting: str
    value: object
    words: Mapping[str, str]
    content: Callable[[str], str] | None = None


def _another_key(_: str) -> str:
    return generate_client_key().decode()


_WRONG = {
    "password": Wrong(
        "worker_url_file",
        "{folder}/worker.url",
        {
            "Database account worker": "not with this password",
            "Database schema": "",
            "Worker": "not with this password",
        },
        lambda text: re.sub(":[^:@]+@", ":wrong@", text),
    ),
    "database away": Wrong(
        "query_url_file",
        "{folder}/query.url",
        {"Database account query": "check that MariaDB runs", "OpenEMR settings": "busy or gone", "Categories": ""},
        lambda text: re.sub(r"@[^/]*/(\w+).*", r"@127.0.0.1:1/\1", text),
    ),
    "no address": Wrong(
        "query_url_file", "{folder}/query.url", {"Database account query": "holds no database address"}, lambda _: "no"
    ),
    "unreadable file": Wrong("kek_file", "{folder}/none", {"Key kek": "ARBITER_KEK_FILE names a file"}),
    "short key": Wrong("kek_file", "{folder}/kek", {"Key kek": "at least 32 bytes"}, lambda text: text[:8]),
    "site": Wrong(
        "site",
        "elsewhere",
        {
            **{f"Database account {each}": "set ARBITER_SITE to the site" for each in ("worker", "query", "control")},
            "OpenEMR FHIR": "site name",
        },
    ),
    "schema": Wrong("openemr_schema", "elsewhere", {"OpenEMR tables (worker)": "set ARBITER_OPENEMR_SCHEMA"}),
    "no OpenEMR address": Wrong(
        "ehr_base_url", "", {"OpenEMR FHIR": "Set ARBITER_EHR_BASE_URL", "Clocks": "Set ARBITER_EHR_BASE_URL"}
    ),
    "no certificates": Wrong(
        "ehr_ca_file", "{folder}/ca.pem", {"OpenEMR FHIR": "ARBITER_EHR_CA_FILE"}, lambda _: "no PEM"
    ),
    "not registered": Wrong("ehr_client_id", "", {"OpenEMR token and scopes": "`arbiter-fhir register`"}),
    "unknown client": Wrong("ehr_client_id", "nobody", {"OpenEMR token and scopes": "Admin, System, API Clients"}),
    "another key": Wrong(
        "ehr_private_key_file",
        "{folder}/key.pem",
        {"OpenEMR token and scopes": "holds this key's public half"},
        _another_key,
    ),
    "no secret": Wrong("module_secret_file", None, {"OpenEMR module": "`arbiter-fhir migrate`"}),
    "port": Wrong("listen_port", 1, {"Service": "start `arbiter-fhir serve`"}),
}


@pytest.mark.parametrize("wrong", list(_WRONG.values()), ids=list(_WRONG))
def test_the_doctor_names_the_setting_that_is_wrong(
    clinic: Clinic, settings: Settings, tmp_path: Path, wrong: Wrong
) -> None:
    clinic.work()
    value = wrong.value
    if isinstance(value, str):
        value = value.format(folder=tmp_path)
    if wrong.content is not None:
        right = getattr(settings, wrong.setting)
        write_secret(Path(str(value)), wrong.content(right.read_text().strip() if right else ""))
    if wrong.setting.endswith("_file") and value is not None:
        value = Path(str(value))
    findings = {each.subject: each for each in diagnose_connections(settings.model_copy(update={wrong.setting: value}))}
    for subject, words in wrong.words.items():
        assert findings[subject].ok is not True, subject
        assert words in findings[subject].message
    assert (wrong is _WRONG["password"]) == any("gives new passwords" in each.message for each in findings.values())
    assert not any("localhost" in each.message for each in findings.values()), "what the database said is not repeated"


def test_grants_that_are_missing_are_named_by_table(clinic: Clinic, settings: Settings) -> None:
    clinic.work()
    account = f"'arbiter_{clinic.site.site}_worker'@'%'"
    schema = clinic.site.openemr_schema
    with clinic.site.mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute(f"REVOKE INSERT ON procedure_result FROM {account}")
        try:
            broken = {each.subject: each.message for each in diagnose_connections(settings) if not each.ok}
        finally:
            install(clinic.site.admin_url, clinic.site.site, schema, clinic.site.env_file.parent)
    assert set(broken) == {"Database grants worker", "OpenEMR tables (worker)"}
    assert broken["OpenEMR tables (worker)"].count("INSERT on procedure_result (") == 1
    assert all("`arbiter-fhir migrate`" in message for message in broken.values())


def test_the_doctor_names_what_is_broken_and_what_to_do(clinic: Clinic, settings: Settings) -> None:
    with clinic.site.mariadb.connect(f"arbiter_{clinic.site.site}") as connection, connection.cursor() as cursor:
        account = f"'arbiter_{clinic.site.site}_worker'@'%'"
        clinic.work()
        cursor.execute(f"GRANT DELETE ON audit_log TO {account}")
        try:
            broken = [finding for finding in diagnose(settings) if not finding.ok]
        finally:
            cursor.execute(f"REVOKE DELETE ON audit_log FROM {account}")
    assert [finding.subject for finding in broken] == ["Database grants worker"]
    assert "arbiter-fhir migrate" in broken[0].message


def test_the_doctor_looks_on_where_everything_is_missing() -> None:
    findings = list(diagnose(Settings()))
    assert any(finding.ok for finding in findings), "OCR and models need no settings"
    assert any(finding.ok is False and "ARBITER_KEK_FILE" in finding.message for finding in findings)


def test_the_doctor_asks_a_configured_model_and_believes_no_other_answer() -> None:
    with ModelServer([reply(completion('{"ready": true}')), reply(completion("Sure!"))]) as server:
        settings = Settings(model_base_url=server.base_url, model_name="small-model")
        for well in (True, False):
            (finding,) = [each for each in diagnose(settings) if each.subject == "Language model"]
            assert finding.ok is well
    unsafe = Settings(model_base_url="http://llm.example/v1", model_name="small-model")
    (finding,) = [each for each in diagnose(unsafe) if each.subject == "Language model"]
    assert finding.ok is False
    assert "https" in finding.message


def test_the_watch_loads_no_model(local_site: LocalSite) -> None:
    assert build_watching(local_site.settings).scan() is not None


def test_a_file_can_be_read_without_any_setting() -> None:
    preview = build_preview(Settings()).extract(
        sample("ruled").content, doc_type=DocType.LAB_PDF, source_id="file:x.pdf"
    )
    assert preview.extraction.facts


@pytest.mark.parametrize("content", ["", "not hex", "abcd"])
def test_an_unusable_key_is_named_and_not_shown(tmp_path: Path, content: str) -> None:
    path = tmp_path / "kek"
    write_secret(path, content)
    with pytest.raises(ConfigurationError, match="ARBITER_KEK_FILE") as caught:
        read_key(path, "kek_file")
    assert content == "" or content not in str(caught.value)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "kek"
    make_key_file(path)
    first = read_key(path, "kek_file")
    make_key_file(path)
    assert read_key(path, "kek_file") == first
    assert len(first) == 32


def test_installing_a_second_site_leaves_the_first_one_working(
    clinic: Clinic, settings: Settings, tmp_path: Path
) -> None:
    clinic.work()
    with LocalSite(clinic.site.mariadb, tmp_path / "second", site=f"{clinic.site.site[:20]}b") as second:
        build_mappings(second.settings).put(2, DocType.LAB_PDF, active=True)
        # Nobody works or serves there, and nothing else is missing.
        beside = second.settings.model_copy(update={"listen_port": 1})
        assert [finding.subject for finding in diagnose(beside) if not finding.ok] == ["Worker", "Service"]
        assert [finding for finding in diagnose(settings) if not finding.ok] == []
