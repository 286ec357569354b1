"""Starts the stand-in under PHP's own server: a web root in a folder, the module in it, a site's database behind it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from devstack.mariadb import MariaDBHandle
from devstack.module_package import MODULE, MODULE_NAME, deployed_files

__all__ = ["KernelError", "OpenEmrKernel", "Visitor"]

START_SECONDS: Final = 120.0
PORT_ATTEMPTS: Final = 3
#: A stream keeps its process until it ends; a page asks for several things at once.
PHP_PROCESSES: Final = 8

_FOLDER: Final = Path(__file__).resolve().parent
_POLL_SECONDS: Final = 0.05


class KernelError(RuntimeError):
    """PHP is missing, or the stand-in did not start."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who logs in with the test login.

    Attributes:
        user: Number in ``users``.
        rights: ``section/object`` to see, ``section/object:write`` to change, ``super`` for everything.
        patient: The patient whose chart is open.
        theme: ``light`` or ``dark``.
        language: ``marked`` puts every translated text into brackets, ``long`` lengthens its words, ``mirrored`` runs
            from right to left.
    """

    user: int = 1
    rights: Sequence[str] = ("super",)
    patient: int | None = None
    theme: str = "light"
    language: str = ""

    def login_path(self, then: str = "") -> str:
        """The address that logs in and goes on to ``then``."""
        query: dict[str, str | int] = {"user": self.user, "rights": ",".join(self.rights), "theme": self.theme}
        if self.language:
            query["language"] = self.language
        if self.patient is not None:
            query["pid"] = self.patient
        if then:
            query["next"] = then
        return f"/interface/login.php?{urllib.parse.urlencode(query)}"


class OpenEmrKernel:
    """One running stand-in.

    Args:
        mariadb: The server.
        schema: OpenEMR's schema of the site.
        folder: For the web root, sessions and the log; made anew at each start.
        site: The site's name, as the module's tokens tell it.
        generation: 7 or 8: how session, form token and globals are reached.
        port: 0 takes a free one.
    """

    def __init__(
        self,
        mariadb: MariaDBHandle,
        schema: str,
        folder: Path,
        *,
        site: str = "default",
        generation: int = 7,
        port: int = 0,
    ) -> None:
        self._mariadb = mariadb
        self.schema = schema
        self._folder = folder
        self._site = site
        self._generation = generation
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base_url(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def module_url(self) -> str:
        """Where the module's ``public`` folder is."""
        return f"{self.base_url}/interface/modules/custom_modules/{MODULE_NAME}/public"

    @property
    def log(self) -> Path:
        """What PHP wrote: requests, warnings, errors."""
        return self._folder / "php.log"

    def login_url(self, visitor: Visitor, then: str = "") -> str:
        """The address that logs the visitor in and goes on to ``then``, a path from the host's root."""
        return self.base_url + visitor.login_path(then)

    def start(self) -> str:
        """Lay out the web root, install and enable the module, start PHP; gives the base URL.

        Raises:
            KernelError: PHP is missing or did not start.
        """
        if shutil.which("php") is None:
            raise KernelError("PHP is missing: scripts/setup --tests installs it.")
        self._lay_out()
        self._install_module()
        for _ in range(1 if self._port else PORT_ATTEMPTS):
            port = self._port or _free_port()
            if self._serve(port):
                self._port = port
                return self.base_url
        raise KernelError(f"the stand-in did not start; its log: {self.log}")

    def _serve(self, port: int) -> bool:
        """Start PHP on this port; false where it does not answer, the port being another's by now."""
        # The process lives as long as the stand-in: it keeps its copy of the log's handle, ours is closed again.
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._php(), "-S", f"127.0.0.1:{port}", "-t", str(self.web), str(self.web / "router.php")],
                env=self._environment() | {"PHP_CLI_SERVER_WORKERS": str(PHP_PROCESSES)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if self._answers(f"http://127.0.0.1:{port}/interface/login.php"):
            return True
        self.stop()
        return False

    def configure(self, *, url: str, secret: str, **more: str | int) -> None:
        """Write the module's settings as OpenEMR's configuration page would.

        Args:
            url: The service's address.
            secret: 64 hexadecimal digits; stored encrypted.
            more: Further settings without their prefix, for example ``answer_seconds=5``.
        """
        values = {"arbiter_fhir_url": url, "arbiter_fhir_secret": secret}
        values |= {f"arbiter_fhir_{name}": str(value) for name, value in more.items()}
        self._run([str(_FOLDER / "bin" / "configure.php")], json.dumps(values).encode())

    def set_module_active(self, *, active: bool) -> None:
        """Switch the module on or off, as the Manage Modules page does."""
        with self._mariadb.connect(self.schema) as connection, connection.cursor() as cursor:
            cursor.execute("UPDATE modules SET mod_active = %s WHERE mod_directory = %s", (int(active), MODULE_NAME))

    def run_background(self) -> None:
        """Run the module's scheduled task once, as OpenEMR's scheduler would."""
        self._run([str(_FOLDER / "bin" / "background.php")], b"")

    def stop(self) -> None:
        """End PHP and its worker processes."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 15)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, 9)
            self._process.wait()
        self._process = None

    @property
    def web(self) -> Path:
        """The web root."""
        return self._folder / "web"

    def _php(self) -> list[str]:
        settings = {"display_errors": "0", "log_errors": "1", "error_log": str(self.log), "error_reporting": "E_ALL"}
        return ["php", *(part for name, value in settings.items() for part in ("-d", f"{name}={value}"))]

    def _environment(self) -> dict[str, str]:
        dsn = f"mysql:unix_socket={self._mariadb.socket};dbname={self.schema};charset=utf8mb4"
        return dict(os.environ) | {
            "ARBITER_KERNEL_FOLDER": str(_FOLDER),
            "ARBITER_KERNEL_ROOT": str(self._folder),
            "ARBITER_KERNEL_MODULE": str(MODULE),
            "ARBITER_KERNEL_GENERATION": str(self._generation),
            "ARBITER_KERNEL_SITE": self._site,
            "ARBITER_KERNEL_DSN": dsn,
            "ARBITER_KERNEL_DB_USER": self._mariadb.root_user,
            "ARBITER_KERNEL_DB_PASSWORD": self._mariadb.root_password,
        }

    def _lay_out(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        (self._folder / "sessions").mkdir(parents=True, mode=0o700)
        shutil.copytree(_FOLDER / "web", self.web)
        target = self.web / "interface" / "modules" / "custom_modules" / MODULE_NAME
        for path in deployed_files(MODULE):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(MODULE / path, target / path)

    def _install_module(self) -> None:
        """The module's row and tables, as Manage Modules makes them."""
        statements = _install_statements((MODULE / "sql" / "install.sql").read_text(encoding="utf-8"))
        with self._mariadb.connect(self.schema) as connection, connection.cursor() as cursor:
            cursor.execute("SET sql_mode = ''")
            cursor.execute("DROP TABLE IF EXISTS arbiter_fhir_module")
            cursor.execute("DELETE FROM background_services WHERE name = 'Arbiter_FHIR_Ping'")
            cursor.execute("DELETE FROM modules WHERE mod_directory = %s", (MODULE_NAME,))
            for statement in statements:
                cursor.execute(statement)
            cursor.execute(
                "INSERT INTO modules (mod_name, mod_directory, mod_active, mod_ui_name, mod_relative_link, directory,"
                " date, sql_run, type, sql_version, acl_version)"
                " VALUES (%s, %s, 1, %s, 'index.php', %s, NOW(), 1, 0, '0.1.0', '')",
                ("Arbiter FHIR", MODULE_NAME, "Arbiter FHIR", MODULE_NAME),
            )

    def _run(self, arguments: Sequence[str], given: bytes) -> None:
        done = subprocess.run(
            [*self._php(), *arguments], input=given, env=self._environment(), capture_output=True, check=False
        )
        if done.returncode != 0:
            raise KernelError(f"{Path(arguments[0]).name} ended with {done.returncode}; see {self.log}")

    def _answers(self, url: str) -> bool:
        deadline = time.monotonic() + START_SECONDS
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                return False
            with contextlib.suppress(OSError), opener.open(url, timeout=START_SECONDS):
                return True
            time.sleep(_POLL_SECONDS)
        return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _install_statements(script: str) -> list[str]:
    """The statements of an install script, its conditions all met: on a schema that has none of it yet."""
    lines = [line for line in script.splitlines() if not line.startswith(("#", "--"))]
    return [statement.strip() for statement in "\n".join(lines).split(";\n") if statement.strip(" ;\n")]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
