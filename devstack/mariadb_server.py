"""One private server: laid out, started, stopped, killed, found again by any later process."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import pymysql
from sqlalchemy import URL

from devstack.mariadb_process import arguments, ask_version, free_port, is_gone, is_listening, write_private
from devstack.mariadb_software import (
    DEFAULT_HOME,
    MariaDBError,
    MariaDBSoftware,
    locked,
    prepare_software,
    template_data,
)

__all__ = ["SERVER_OPTIONS", "MariaDBHandle", "PrivateMariaDB"]

ROOT_USER = "root"

# sun_path holds 108 bytes with its end mark (unix(7)); MariaDB and PyMySQL both refuse longer ones.
MAX_SOCKET_PATH_BYTES = 100
START_SECONDS = 60.0
STOP_SECONDS = 60.0
PORT_ATTEMPTS = 3
_POLL_SECONDS = 0.02

# Isolation that the product relies on: times cannot be forged, files are out of reach, values are not cut silently.
SERVER_OPTIONS: Mapping[str, str] = {
    "secure-timestamp": "YES",
    "local-infile": "0",
    "general-log": "0",
    "slow-query-log": "0",
    "sql-mode": "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION",
    "character-set-server": "utf8mb4",
    "collation-server": "utf8mb4_general_ci",
    "skip-name-resolve": "1",
    "bind-address": "127.0.0.1",
    "innodb-flush-log-at-trx-commit": "1",
    "innodb-buffer-pool-size": "256M",
    "innodb-log-file-size": "64M",
    "performance-schema": "0",
    "max-connections": "200",
    "max-allowed-packet": "64M",
}


@dataclass(frozen=True, slots=True)
class MariaDBHandle:
    """Where a running server answers, and its root account."""

    socket: Path
    port: int
    root_user: str
    root_password: str = field(repr=False)
    version: str

    def url(self, database: str = "", user: str = ROOT_USER, password: str | None = None) -> str:
        """Gives the SQLAlchemy URL for the server's socket; root's password is filled in for root."""
        secret = self.root_password if password is None and user == self.root_user else password
        url = URL.create(
            "mariadb+pymysql",
            username=user,
            password=secret,
            host="localhost",
            database=database or None,
            query={"unix_socket": str(self.socket), "charset": "utf8mb4"},
        )
        return url.render_as_string(hide_password=False)

    def connect(self, database: str | None = None) -> pymysql.connections.Connection:
        """Opens a plain connection as root, with autocommit."""
        return pymysql.connect(
            unix_socket=str(self.socket),
            user=self.root_user,
            password=self.root_password,
            database=database,
            charset="utf8mb4",
            autocommit=True,
            connect_timeout=10,
        )


class PrivateMariaDB:
    """One server in one folder. Any process may start it; any later one may stop it or ask for its handle."""

    def __init__(self, root: Path, *, home: Path = DEFAULT_HOME, options: Mapping[str, str] | None = None) -> None:
        """Names the folder; nothing is made or started yet.

        Args:
            root: folder of this server alone; made with mode 0700.
            home: where the unpacked server and the empty template are kept, shared by all servers.
            options: server options that add to or replace `SERVER_OPTIONS`, without leading dashes.
        """
        self.root = root.resolve()
        self._home = home
        self._options = {**SERVER_OPTIONS, **(options or {})}
        self._data = self.root / "data"
        self._pid_file = self.root / "server.pid"
        self._state_file = self.root / "server.json"
        self._password_file = self.root / "root-password"
        self._log_file = self.root / "server.log"

    def start(self) -> MariaDBHandle:
        """Starts the server, or joins it when it runs already; returns when it answers.

        Raises:
            MariaDBError: it could not be prepared or did not answer in time.
        """
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(self.root / "lock"):
            if self.is_running():
                return self.handle()
            software = prepare_software(self._home)
            self._lay_out(software)
            for attempt in range(PORT_ATTEMPTS):
                port = free_port(self._last_port() if attempt == 0 else None)
                if port is not None and self._launch(software, port):
                    return self.handle()
        message = f"MariaDB found no free port on 127.0.0.1 in {PORT_ATTEMPTS} attempts"
        raise MariaDBError(message)

    def handle(self) -> MariaDBHandle:
        """Gives the running server's address.

        Raises:
            MariaDBError: it is not running.
        """
        if not self.is_running() or not self._state_file.exists():
            message = f"no MariaDB runs in {self.root.name}: start it first"
            raise MariaDBError(message)
        state = json.loads(self._state_file.read_text(encoding="utf-8"))
        return MariaDBHandle(self._socket(), int(state["port"]), ROOT_USER, self._password(), str(state["version"]))

    def is_running(self) -> bool:
        """True when the process named in the pid file is alive and is this folder's server (pids are reused)."""
        return self._pid() is not None

    def stop(self) -> None:
        """Asks the server to end cleanly and waits; nothing happens when none runs.

        Raises:
            MariaDBError: it still ran after `STOP_SECONDS`.
        """
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the server at once, as a crash would, and waits until it is gone."""
        self._end(signal.SIGKILL)

    def erase(self) -> None:
        """Kills the server if it runs and forgets all its data; the next start makes an empty one."""
        self.kill()
        shutil.rmtree(self._data, ignore_errors=True)

    def __enter__(self) -> MariaDBHandle:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _lay_out(self, software: MariaDBSoftware) -> None:
        """Makes what is missing in the root folder; the data directory appears complete or not at all."""
        for name in ("files", "tmp"):
            (self.root / name).mkdir(mode=0o700, exist_ok=True)
        if not self._password_file.exists():
            write_private(self._password_file, secrets.token_urlsafe(24))
        if not self._data.exists():
            partial = self.root / "data.partial"
            shutil.rmtree(partial, ignore_errors=True)
            shutil.copytree(template_data(software, self._home), partial)
            partial.rename(self._data)

    def _launch(self, software: MariaDBSoftware, port: int) -> bool:
        """Starts the server process and waits for its first answer; False when the port was taken meanwhile."""
        socket_path = self._socket()
        for leftover in (self._pid_file, socket_path):
            leftover.unlink(missing_ok=True)
        init_file = self.root / "init.sql"
        write_private(init_file, _root_accounts(self._password()))
        log_start = self._log_file.stat().st_size if self._log_file.exists() else 0
        command = [*software.command, *software.base_options, *self._command_options(socket_path, port, init_file)]
        # The shell leaves at once, so the server is no child of ours: it outlives us, and nobody need reap it.
        subprocess.run(
            ["/bin/sh", "-c", '"$@" >>"$0" 2>&1 </dev/null &', str(self._log_file), *command],
            cwd=self.root,
            start_new_session=True,
            check=True,
        )
        try:
            version = self._wait_for_answer(socket_path, log_start)
        finally:
            init_file.unlink(missing_ok=True)
        if version is None:
            return False
        write_private(self._state_file, json.dumps({"port": port, "version": version}))
        return True

    def _wait_for_answer(self, socket_path: Path, log_start: int) -> str | None:
        """Polls until root can log in; gives the server's version, or None when the port was taken."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if is_listening(socket_path):
                return ask_version(socket_path, ROOT_USER, self._password())
            errors = self._log_errors(log_start)
            if any("Bind on TCP/IP port" in line for line in errors):
                return None
            if any("Aborting" in line or "error while loading" in line for line in errors):
                break
            time.sleep(_POLL_SECONDS)
        pid = self._pid()
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        why = " / ".join(self._log_errors(log_start)[-3:]) or "no answer"
        message = f"MariaDB did not start in {self.root.name}: {why}"
        raise MariaDBError(message)

    def _command_options(self, socket_path: Path, port: int, init_file: Path) -> list[str]:
        places = {
            "datadir": str(self._data),
            "socket": str(socket_path),
            "pid-file": str(self._pid_file),
            "port": str(port),
            "tmpdir": str(self.root / "tmp"),
            "secure-file-priv": str(self.root / "files"),
            "init-file": str(init_file),
        }
        return [f"--{name}={value}" for name, value in {**self._options, **places}.items()]

    def _end(self, how: signal.Signals) -> None:
        if not self.root.exists():
            return
        with locked(self.root / "lock"):
            pid = self._pid()
            if pid is None:
                return
            with suppress(ProcessLookupError):
                os.kill(pid, how)
            deadline = time.monotonic() + STOP_SECONDS
            while not is_gone(pid):
                if time.monotonic() > deadline:
                    message = f"MariaDB in {self.root.name} did not end within {STOP_SECONDS:.0f} s: kill it"
                    raise MariaDBError(message)
                time.sleep(_POLL_SECONDS)

    def _pid(self) -> int | None:
        try:
            pid = int(self._pid_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
        return pid if f"--datadir={self._data}" in arguments(pid) else None

    def _socket(self) -> Path:
        """The socket's place: in the root folder, or in a short private one when that path would be too long."""
        inside = self.root / "mariadb.sock"
        if len(os.fsencode(inside)) <= MAX_SOCKET_PATH_BYTES:
            return inside
        name = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        folder = Path("/tmp") / f"arbiter-{os.geteuid()}-{name}"
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
            message = f"{folder} is not a private folder of this user: remove it"
            raise MariaDBError(message)
        return folder / "m.sock"

    def _password(self) -> str:
        return self._password_file.read_text(encoding="ascii")

    def _last_port(self) -> int | None:
        try:
            return int(json.loads(self._state_file.read_text(encoding="utf-8"))["port"])
        except (OSError, ValueError, KeyError):
            return None

    def _log_errors(self, start: int) -> list[str]:
        try:
            text = self._log_file.read_bytes()[start:].decode("utf-8", errors="replace")
        except OSError:
            return []
        return [line for line in text.splitlines() if "[ERROR]" in line or "error while loading" in line]


def _root_accounts(password: str) -> str:
    """Statements for the server's first moment, one a line; harmless when they have run before."""
    accounts = [f"'{ROOT_USER}'@'{host}'" for host in ("localhost", "127.0.0.1")]
    lines = [f"CREATE USER IF NOT EXISTS {account};" for account in accounts]
    lines += [f"ALTER USER {account} IDENTIFIED BY '{password}';" for account in accounts]
    lines += [f"GRANT ALL PRIVILEGES ON *.* TO {account} WITH GRANT OPTION;" for account in accounts]
    return "\n".join(lines) + "\n"
