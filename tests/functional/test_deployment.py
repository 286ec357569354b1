"""What an administrator runs against a new installation: the health check and the check from end to end."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from arbiter_fhir.__main__ import app
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.ports.access import KeyScope
from tests.functional.clinic import Clinic
from tests.functional.served import served


@pytest.fixture(scope="module")
def service(clinic: Clinic) -> Iterator[str]:
    clinic.work()
    with served(clinic.pipelines) as url:
        yield url


def health(repository: Path, *arguments: str, path: str | None = None) -> tuple[int, str]:
    done = subprocess.run(
        ["sh", str(repository / "scripts" / "health_check.sh"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=None if path is None else {"PATH": path},
    )
    return done.returncode, done.stdout + done.stderr


def test_a_live_service_is_well(repository: Path, service: str) -> None:
    assert health(repository, "--live", service) == (0, f"well: {service}/meta/health/livez\n")


def test_what_is_not_ready_names_its_checks(repository: Path, clinic: Clinic, service: str) -> None:
    with clinic.site.mariadb.connect(f"arbiter_{clinic.site.site}") as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE worker_heartbeats SET beat_at = utc_timestamp(6) - INTERVAL 1 HOUR")
        connection.commit()
    code, said = health(repository, service)
    clinic.work()
    assert (code, said.startswith("not ready: "), "worker" in said) == (1, True, True)


def test_nobody_there_and_a_wrong_call_have_codes_of_their_own(repository: Path) -> None:
    with socket.socket() as probe:
        # Bound and not listening: nobody answers there, and nobody else can take it meanwhile.
        probe.bind(("127.0.0.1", 0))
        assert health(repository, f"http://127.0.0.1:{probe.getsockname()[1]}")[0] == 2
    assert health(repository, "--nonsense")[0] == 64
    assert health(repository, "one", "two")[0] == 64
    assert health(repository, "--help")[0] == 0


def test_wget_will_do_where_there_is_no_curl(repository: Path, service: str, tmp_path: Path) -> None:
    for name in ("sh", "wget", "tr", "sed", "cat"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"{name} is not installed")
        (tmp_path / name).symlink_to(found)
    assert health(repository, "--live", service, path=str(tmp_path))[0] == 0


@pytest.fixture(scope="module")
def compose(repository: Path) -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((repository / "deploy" / "docker-compose.yml").read_text())
    return parsed


def test_containers_get_their_secrets_as_files(repository: Path, compose: dict[str, Any]) -> None:
    made = (repository / "deploy" / "make_secrets.sh").read_text()
    for name, secret in compose["secrets"].items():
        assert set(secret) == {"file"}, name
        assert Path(secret["file"]).name in made
    for name, service in compose["services"].items():
        assert set(service.get("secrets", ())) <= set(compose["secrets"]), name
        values = [str(value) for value in service.get("environment", {}).values()]
        assert not [value for value in values if "password" in value.lower() and not value.startswith("/run/secrets/")]


def test_containers_run_commands_that_there_are(compose: dict[str, Any]) -> None:
    known = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    for name in ("serve", "watch", "work", "index-guidelines"):
        assert compose["services"][name]["command"] == [name]
        assert name in known
    assert {"migrate", "doctor", "module-secret"} <= known


def test_the_service_is_reached_through_openemrs_network_alone(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["serve"]["network_mode"] == "service:openemr"
    assert [name for name, service in services.items() if "ports" in service] == ["openemr"]
    for name in ("database", "openemr", "serve"):
        assert services[name]["healthcheck"]["test"][0] == "CMD", name


def test_the_image_is_made_of_files_that_there_are(repository: Path) -> None:
    lines = (repository / "deploy" / "Dockerfile").read_text().splitlines()
    copied = [
        word for line in lines if line.startswith("COPY ") and "--from" not in line for word in line.split()[1:-1]
    ]
    assert len(copied) >= 7
    assert [name for name in copied if not (repository / name).exists()] == []
    sent = (repository / "deploy" / "Dockerfile.dockerignore").read_text().splitlines()
    assert [name for name in copied if f"!{name}" not in sent] == []


def test_units_start_roles_that_there_are(repository: Path) -> None:
    roles = set()
    for path in (repository / "deploy" / "systemd").glob("*.service"):
        unit = configparser.RawConfigParser(strict=False, interpolation=None)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read_string(path.read_text())
        program, role, *_ = unit["Service"]["ExecStart"].split()
        assert program == "/opt/arbiter-fhir/bin/arbiter-fhir"
        assert path.name.partition("@")[0].removesuffix(".service") == f"arbiter-fhir-{role}"
        assert unit["Service"]["NoNewPrivileges"] == "yes"
        assert "user" in unit["Service"]["RestrictNamespaces"].split(), "the reader's child needs it"
        roles.add(role)
    assert roles == {"serve", "watch", "work"}


def test_the_host_is_installed_from_files_that_there_are(repository: Path) -> None:
    script = repository / "deploy" / "install_service.sh"
    subprocess.run(["sh", "-n", str(script)], check=True, timeout=60)
    told = subprocess.run([str(script), "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert "--back" in told
    assert subprocess.run([str(script), "--nonsense"], capture_output=True, check=False, timeout=60).returncode == 64
    text = script.read_text()
    packed = ("requirements.lock", "pyproject.toml", "README.md", "arbiter_fhir", "migrations", "docs/reasons.md")
    for name in (*packed, "fixtures/clinical-guideline-corpus", "scripts/health_check.sh", "deploy/systemd"):
        assert name in text
        assert (repository / name).exists()
    assert "program=/opt/arbiter-fhir\n" in text, "where the units look for it"


def test_the_guides_name_commands_and_options_that_there_are(repository: Path) -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    found = 0
    for name in ("installing.md", "upgrading.md"):
        text = (repository / "docs" / name).read_text(encoding="utf-8")
        for line in re.findall(r"(?:^|`|watch |serve )arbiter-fhir ((?!FOLDER)[a-z][^`\n]*)", text, re.MULTILINE):
            command, *rest = line.split("#")[0].split()
            assert command in commands, line
            options = {option for parameter in commands[command].params for option in parameter.opts}
            assert {word for word in rest if word.startswith("--")} <= options, line
            found += 1
    assert found > 15


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_secrets_are_made_once_and_fit_together(repository: Path, tmp_path: Path) -> None:
    script = ["sh", str(repository / "deploy" / "make_secrets.sh"), "--host", "ehr.example", str(tmp_path / "secrets")]
    folder = tmp_path / "secrets"
    # As a container engine leaves it that was started too early: open to everybody.
    folder.mkdir(mode=0o755)
    subprocess.run(script, check=True, capture_output=True, timeout=120)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    subprocess.run(script, check=True, capture_output=True, timeout=120)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert folder.stat().st_mode & 0o077 == 0
    assert before["database_root_password"].decode() in before["database_admin_url"].decode()
    for host in ("openemr", "localhost", "ehr.example"):
        checked = ["openssl", "verify", "-CAfile", str(folder / "ca.cert.pem"), "-verify_hostname", host]
        subprocess.run([*checked, str(folder / "openemr.cert.pem")], check=True, capture_output=True, timeout=60)


class Working:
    """Watch and worker, in a thread, for as long as a process outside waits for them."""

    def __init__(self, clinic: Clinic) -> None:
        self._clinic = clinic
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self._stop.wait(0.1):
            self._clinic.work()

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


def smoke(repository: Path, clinic: Clinic, service: str, folder: Path, *, key: str, intake: str) -> dict[str, object]:
    token = clinic.site.ehr.user_token("user/patient.write", "user/document.write")
    (folder / "token").write_text(token)
    (folder / "key").write_text(key)
    command = [sys.executable, str(repository / "scripts" / "deploy_smoke.py"), "--ehr", clinic.site.ehr.base_url]
    command += ["--ehr-token-file", str(folder / "token"), "--key-file", str(folder / "key"), "--service", service]
    command += ["--site", clinic.site.site, "--intake-category", intake, "--out", str(folder / "smoke.json")]
    with Working(clinic):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=170)
    artifact: dict[str, object] = json.loads((folder / "smoke.json").read_text())
    assert done.returncode == (0 if artifact["ok"] else 1), done.stderr
    return artifact


def test_the_smoke_test_goes_from_upload_to_cited_answers(
    repository: Path, clinic: Clinic, service: str, tmp_path: Path
) -> None:
    category = clinic.site.store.add_category("Smoke Intake")
    build_mappings(clinic.site.settings).put(category, DocType.INTAKE_FORM, active=True)
    key = clinic.site.api_key(KeyScope.QUERY)
    artifact = smoke(repository, clinic, service, tmp_path, key=key, intake="Smoke Intake")
    assert artifact["failed"] is None
    assert artifact["answer_lab"] == {"status": "answered", "document_citations": 1, "boxes": 1}
    answer = artifact["answer_intake"]
    assert isinstance(answer, dict)
    assert answer["document_citations"] >= 1
    documents = artifact["documents"]
    assert isinstance(documents, list)
    assert {each["identity"] for each in documents} == {"identity_verified"}
    text = json.dumps(artifact)
    assert not any(word in text for word in ("Deploya", "Smoketest", "enicillin", "7.4", "1961", key))


def test_the_smoke_test_says_where_it_stopped(repository: Path, clinic: Clinic, service: str, tmp_path: Path) -> None:
    artifact = smoke(repository, clinic, service, tmp_path, key="arb_nobody", intake="Lab Report")
    assert artifact["ok"] is False
    assert artifact["failed"] == "documents: answered 401"
