"""The running demonstration: database, stand-in EHR, and the product's own processes beside it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from arbiter_fhir.bootstrap.watching import build_mappings
from devstack.demo.interruption import Interruption
from devstack.local_site import CATEGORIES, LocalSite
from devstack.mariadb import PrivateMariaDB

__all__ = ["Clinic", "open_clinic"]

#: The first start of a site indexes the guideline corpus as well.
START_SECONDS = 240.0
#: Somebody looks on: pauses are shorter than in service.
QUICK: Mapping[str, object] = {"ARBITER_WATCH_SECONDS": 0.5, "ARBITER_IDLE_SECONDS": 0.3}
_POLL_SECONDS = 0.25
_HTTP_SECONDS = 60.0


class Clinic:
    """A clinic with OpenEMR's stand-in and arbiter-fhir running beside it."""

    def __init__(self, site: LocalSite, api_url: str, api_key: str) -> None:
        self.site = site
        self.api_url = api_url
        self._api_key = api_key

    def get(self, path: str) -> tuple[int, Mapping[str, object]]:
        """GET from the API: status and JSON."""
        return self._call(path, None)

    def post(self, path: str, body: Mapping[str, object]) -> tuple[int, Mapping[str, object]]:
        """POST to the API: status and JSON."""
        return self._call(path, json.dumps(body).encode())

    def _call(self, path: str, body: bytes | None) -> tuple[int, Mapping[str, object]]:
        headers = {"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.api_url}{path}", body, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=_HTTP_SECONDS) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")


@contextlib.contextmanager
def open_clinic(
    root: Path, progress: Callable[[str], None], interruption: Interruption, *, settings: Mapping[str, object] = QUICK
) -> Iterator[Clinic]:
    """Start everything, give the clinic, stop everything, also when interrupted on the way.

    Args:
        root: Folder of the demonstration's own data; the clinic in it is made anew.
        progress: Told what is happening, one line at a time.
        interruption: Held back while something starts or ends.
        settings: Lines of the settings file beside those of the installation.

    Raises:
        RuntimeError: Another demonstration uses the folder, or something did not start.
        Interrupted: A signal came; everything is stopped.
    """
    with _alone(root):
        server = PrivateMariaDB(root / "mariadb")
        site: LocalSite | None = None
        try:
            progress("starting MariaDB 11.8")
            with interruption.held():
                mariadb = server.start()
            site = LocalSite(mariadb, root / "clinic", site="demo")
            progress(f"MariaDB {mariadb.version} is up; making a clinic and installing arbiter-fhir beside it")
            site.set_up()
            _map_categories(site)
            port = _free_port()
            site.configure(ARBITER_LISTEN_PORT=port, **settings)
            clinic = Clinic(site, f"http://127.0.0.1:{port}", site.api_key())
            log = root / "arbiter-fhir.log"
            with _processes(site, log, interruption):
                progress("starting watch, work and serve")
                _wait_until_ready(clinic, log)
                progress("ready")
                yield clinic
        finally:
            with interruption.held():
                if site is not None:
                    site.tear_down()
                server.stop()


@contextlib.contextmanager
def _alone(root: Path) -> Iterator[None]:
    """One demonstration at a time in a folder: a second one would replace the first one's clinic under its feet."""
    with (root / "demo.lock").open("a", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RuntimeError(
                "Another scripts/demo is running in this checkout: end it first (Ctrl-C where it runs), or wait for it."
            ) from None
        yield


def _map_categories(site: LocalSite) -> None:
    mappings = build_mappings(site.settings)
    with site.mariadb.connect(site.openemr_schema) as connection, connection.cursor() as cursor:
        for name, doc_type in CATEGORIES.items():
            cursor.execute("SELECT id FROM categories WHERE name = %s", (name,))
            (category_id,) = cursor.fetchone() or (None,)
            if category_id is None:
                category_id = site.store.add_category(name)
            mappings.put(int(category_id), doc_type, active=True)


@contextlib.contextmanager
def _processes(site: LocalSite, log: Path, interruption: Interruption) -> Iterator[None]:
    """`arbiter-fhir up`, its log in a file of this start alone."""
    command = [sys.executable, "-m", "arbiter_fhir", "up", "--env-file", str(site.env_file)]
    process: subprocess.Popen[bytes] | None = None
    try:
        with interruption.held(), log.open("wb") as sink:
            process = subprocess.Popen(command, stdout=sink, stderr=sink, start_new_session=True)
        yield
    finally:
        with interruption.held():
            _end(process)


def _end(process: subprocess.Popen[bytes] | None) -> None:
    if process is None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=40)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_until_ready(clinic: Clinic, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            status, _ = clinic.get("/meta/health/readyz")
            if status == 200:
                return
        time.sleep(_POLL_SECONDS)
    raise RuntimeError(f"arbiter-fhir did not get ready within {START_SECONDS:.0f} s; its log: {log}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
