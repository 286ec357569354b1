"""Starting, stopping, TLS, the command line."""

from __future__ import annotations

import json
import signal
import socket
import ssl
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from devstack.ehr import StandInEhr, install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.contract.standin.backend import Backend, register


def test_tls_is_trusted_through_its_own_authority_only(mariadb: MariaDBHandle, tmp_path: Path) -> None:
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        with StandInEhr(mariadb.url(schema), tmp_path / "documents", tls=True) as ehr:
            assert ehr.base_url.startswith("https://")
            assert ehr.ca_pem is not None
            trusting = ssl.create_default_context(cafile=str(ehr.ca_pem))
            with httpx.Client(verify=trusting, trust_env=False) as http:
                backend = register(ehr, http)
                assert backend.get("Patient").status_code == 200
                assert backend.get("metadata").json()["implementation"]["url"].startswith("https://")
                assert http.get(ehr.base_url.replace("127.0.0.1", "localhost")).status_code == 200
                ehr.faults.add("reset", "/Patient")
                with pytest.raises(httpx.TransportError):
                    backend.get("Patient")
            with httpx.Client(trust_env=False) as doubting, pytest.raises(httpx.ConnectError):
                doubting.get(ehr.base_url)
            # A client that did not trust it, or never spoke TLS, does not disturb the next one.
            with httpx.Client(trust_env=False) as plain, pytest.raises(httpx.TransportError):
                plain.get(ehr.base_url.replace("https", "http"), timeout=5)
            with httpx.Client(verify=trusting, trust_env=False) as http:
                assert http.get(ehr.base_url).status_code == 200


def test_it_stops_and_comes_back_on_the_same_port_with_its_clients(own_ehr: StandInEhr, http: httpx.Client) -> None:
    backend = register(own_ehr, http)
    token = backend.token()
    address = own_ehr.base_url
    own_ehr.stop()
    with pytest.raises(httpx.TransportError):
        http.get(address)
    assert own_ehr.start() == address
    assert backend.get("Patient", token=token).status_code == 200


def test_many_clients_at_once(ehr: StandInEhr, backend: Backend) -> None:
    token = backend.token()
    statuses: list[int] = []

    def ask() -> None:
        with httpx.Client(trust_env=False, timeout=30) as client:
            for _ in range(5):
                answer = client.get(f"{ehr.fhir_base_url}/Patient", headers={"Authorization": f"Bearer {token}"})
                statuses.append(answer.status_code)

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 60


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /oauth2/default/token HTTP/1.1\r\nContent-Length: 1000000000000\r\n\r\n",
        b"POST /oauth2/default/token HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /oauth2/default/token HTTP/1.1\r\nContent-Length: many\r\n\r\n",
        b"\x16\x03\x01 not HTTP at all\r\n\r\n",
    ],
    ids=["too-large", "negative", "no-number", "no-http"],
)
def test_nonsense_ends_the_connection_and_not_the_server(ehr: StandInEhr, http: httpx.Client, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", httpx.URL(ehr.base_url).port or 0), timeout=10) as connection:
        connection.sendall(sent)
        received = b""
        while part := connection.recv(65536):
            received += part
    assert b"200 OK" not in received
    assert http.get(f"{ehr.fhir_base_url}/metadata").status_code == 200


def test_traffic_is_remembered(ehr: StandInEhr, http: httpx.Client) -> None:
    before = ehr.traffic.count("/metadata", "GET")
    http.get(f"{ehr.fhir_base_url}/metadata")
    assert ehr.traffic.count("/metadata", "GET") == before + 1


def test_command_line_serves_until_it_is_told_to_stop(
    mariadb: MariaDBHandle, tmp_path: Path, http: httpx.Client, repository: Path
) -> None:
    with scratch_schema(mariadb, "openemr") as schema:
        command = [sys.executable, "-m", "devstack.ehr", "serve", "--install", "--browse"]
        command += ["--database-url", mariadb.url(schema), "--documents", str(tmp_path / "documents")]
        with subprocess.Popen(command, cwd=repository, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            urls = json.loads(process.stdout.readline())
            assert http.get(f"{urls['fhir_base_url']}/metadata").status_code == 200
            assert http.get(urls["base_url"]).status_code == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=20) == 0
        again = subprocess.run(
            [sys.executable, "-m", "devstack.ehr", "install", "--database-url", mariadb.url(schema)],
            cwd=repository,
            check=False,
        )
        assert again.returncode == 0


def test_without_its_database_it_answers_500_and_recovers(
    mariadb: MariaDBHandle, http: httpx.Client, tmp_path: Path
) -> None:
    with scratch_schema(mariadb, "openemr") as schema, mariadb.connect() as connection, connection.cursor() as cursor:
        name = f"ehr_{schema[-12:]}"
        account = f"'{name}'@'localhost'"
        cursor.execute(f"CREATE USER {account} IDENTIFIED BY 'stand-in'")
        cursor.execute(f"GRANT ALL ON `{schema}`.* TO {account}")
        url = mariadb.url(schema, name, "stand-in")
        install_schema(url)
        with StandInEhr(url, tmp_path / "documents") as ehr:
            backend = register(ehr, http)
            token = backend.token()
            cursor.execute(f"ALTER USER {account} ACCOUNT LOCK")
            cursor.execute(f"KILL USER {account}")
            answer = backend.get("Patient", token=token)
            assert (answer.status_code, answer.content) == (500, b"")
            cursor.execute(f"ALTER USER {account} ACCOUNT UNLOCK")
            assert backend.get("Patient", token=token).status_code == 200
            assert ehr.traffic.crashes == []
        cursor.execute(f"DROP USER {account}")
