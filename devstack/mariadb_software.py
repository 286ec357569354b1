"""Finds a MariaDB server of version 11.8 or newer: the system's own, or Debian's packages in a private folder.

Debian 13's server needs a newer C library than Debian 12 has, so the private copy brings its own libraries and is
started through its own dynamic loader. Nothing of the system is installed, upgraded or started.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from devstack.debian import DebianPackagesError, unpack_packages

__all__ = [
    "DEFAULT_HOME",
    "MINIMUM_VERSION",
    "MariaDBError",
    "MariaDBSoftware",
    "locked",
    "parse_version",
    "prepare_software",
    "template_data",
]

# The first long-term release with VECTOR columns and secure_timestamp as we rely on them.
MINIMUM_VERSION = (11, 8)
DEBIAN_SUITE = "trixie"
DEBIAN_PACKAGES = ("mariadb-server-core", "mariadb-client-core")
DEFAULT_HOME = Path(__file__).resolve().parent.parent / ".arbiter"

_VERSION = re.compile(r"\bVer (\d+)\.(\d+)\.(\d+)-MariaDB")
_SYSTEM_PLACES = ("/usr/sbin/mariadbd", "/usr/libexec/mariadbd", "/usr/local/sbin/mariadbd", "/usr/local/bin/mariadbd")
_SYSTEM_SHARES = ("/usr/share/mariadb", "/usr/share/mysql", "/usr/local/share/mariadb")

# What mariadb-install-db feeds a bootstrapping server, in its order; the help tables are left out, nobody reads them.
_BOOTSTRAP_FILES = (
    "mariadb_system_tables.sql",
    "mariadb_performance_tables.sql",
    "mariadb_system_tables_data.sql",
    "maria_add_gis_sp_bootstrap.sql",
    "mariadb_sys_schema.sql",
)
_BOOTSTRAP_SECONDS = 120


class MariaDBError(RuntimeError):
    """The private database server could not be prepared, started or stopped; the message says what to do."""


@dataclass(frozen=True, slots=True)
class MariaDBSoftware:
    """A server that can be started: its version and the start of its command line."""

    version: str
    command: tuple[str, ...]
    share: Path
    origin: str

    @property
    def base_options(self) -> tuple[str, ...]:
        """Options that every run needs, first of all; root must be named, the server refuses to run as root unasked."""
        options = [
            "--no-defaults",
            f"--lc-messages-dir={self.share}",
            f"--character-sets-dir={self.share / 'charsets'}",
        ]
        plugins = self.share.parent.parent / "lib/mysql/plugin"
        if plugins.is_dir():
            options.append(f"--plugin-dir={plugins}")
        if os.geteuid() == 0:
            options.append("--user=root")
        return tuple(options)


def parse_version(text: str) -> tuple[int, int, int] | None:
    """Reads `mariadbd --version`; None when the text is not MariaDB's."""
    match = _VERSION.search(text)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def prepare_software(home: Path = DEFAULT_HOME) -> MariaDBSoftware:
    """Gives a usable server, and fetches Debian's packages into `home` when the system has none; idempotent.

    Raises:
        MariaDBError: there is no server here and none could be fetched.
    """
    system = _system_software()
    if system is not None:
        return system
    home.mkdir(parents=True, exist_ok=True)
    folder = home / f"mariadb-{MINIMUM_VERSION[0]}.{MINIMUM_VERSION[1]}"
    with locked(home / "mariadb.lock"):
        stamp = folder / "packages.json"
        if not stamp.exists():
            _tell(f"fetching MariaDB from Debian's packages ({DEBIAN_SUITE}, about 17 MB)")
            try:
                packages = unpack_packages(DEBIAN_PACKAGES, suite=DEBIAN_SUITE, target=folder)
            except DebianPackagesError as error:
                raise MariaDBError(str(error)) from error
            stamp.write_text(json.dumps(packages, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return _private_software(folder)


def template_data(software: MariaDBSoftware, home: Path = DEFAULT_HOME) -> Path:
    """Gives a data directory fresh from bootstrap, to be copied and never started; made once per server version.

    Its root account has no password yet: `devstack.mariadb` sets one at the first start of each copy.

    Raises:
        MariaDBError: the bootstrap failed.
    """
    home.mkdir(parents=True, exist_ok=True)
    template = home / f"mariadb-template-{software.version}"
    with locked(home / "mariadb.lock"):
        if not template.exists():
            _tell(f"making an empty database with MariaDB {software.version}")
            partial = template.with_name(template.name + ".partial")
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(mode=0o700)
            _bootstrap(software, partial)
            partial.rename(template)
    return template


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds `path` as an advisory lock between processes; it falls away when the process dies."""
    with path.open("a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _system_software() -> MariaDBSoftware | None:
    """The system's own server, when it is new enough and its bootstrap files are there."""
    found = shutil.which("mariadbd")
    shares = [Path(share) for share in _SYSTEM_SHARES]
    share = next((share for share in shares if (share / _BOOTSTRAP_FILES[0]).exists()), None)
    for place in ([found] if found else []) + [place for place in _SYSTEM_PLACES if Path(place).exists()]:
        version = parse_version(_output([place, "--version"]))
        if version is not None and version[:2] >= MINIMUM_VERSION and share is not None:
            return MariaDBSoftware(".".join(map(str, version)), (place,), share, "system")
    return None


def _private_software(folder: Path) -> MariaDBSoftware:
    """The unpacked server, started through the loader that came with it."""
    loader = next(
        iter(
            sorted(folder.glob("usr/lib/*-linux-gnu*/ld-linux*.so.*")) or sorted(folder.glob("usr/lib/ld-linux*.so.*"))
        ),
        None,
    )
    if loader is None:
        message = f"no dynamic loader among the unpacked packages: delete {folder.name} and run scripts/setup again"
        raise MariaDBError(message)
    libraries = next(path for path in sorted(folder.glob("usr/lib/*-linux-gnu*")) if path.is_dir())
    command = (str(loader), "--library-path", str(libraries), str(folder / "usr/sbin/mariadbd"))
    said = _output([*command, "--version"])
    version = parse_version(said)
    if version is None or version[:2] < MINIMUM_VERSION:
        message = f"no MariaDB 11.8 came out of the packages: delete {folder.name} and run scripts/setup again"
        raise MariaDBError(message)
    return MariaDBSoftware(".".join(map(str, version)), command, folder / "usr/share/mariadb", "private")


def _bootstrap(software: MariaDBSoftware, data: Path) -> None:
    """Lets the server make its system tables in the empty directory `data`."""
    statements = [
        "create database mysql;",
        "use mysql;",
        "SET @auth_root_socket=NULL;",
        "SET @current_hostname='localhost';",
    ]
    statements += [(software.share / name).read_text(encoding="utf-8") for name in _BOOTSTRAP_FILES]
    # Only root at localhost is left of the accounts: none without a name, none for this machine's host name.
    statements.append("DELETE FROM mysql.global_priv WHERE User='' OR Host<>'localhost';")
    statements.append("DELETE FROM mysql.proxies_priv WHERE Host<>'localhost';\n")
    log = data.parent / f"{data.name}.log"
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.run(
            [
                *software.command,
                *software.base_options,
                f"--datadir={data}",
                "--bootstrap",
                "--silent-startup",
                "--innodb-log-file-size=4M",
                "--max-allowed-packet=8M",
                "--enforce-storage-engine=",
            ],
            input="\n".join(statements),
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_BOOTSTRAP_SECONDS,
            check=False,
        )
    said = log.read_text(encoding="utf-8", errors="replace")
    if done.returncode != 0 or "[ERROR]" in said:
        lines = [line for line in said.splitlines() if "ERROR" in line][-3:]
        message = f"MariaDB could not make its system tables (exit code {done.returncode}): {' / '.join(lines)}"
        raise MariaDBError(message)
    log.unlink()


def _output(command: list[str]) -> str:
    """What a tool prints, or nothing when it cannot be run."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _tell(line: str) -> None:
    print(f"mariadb: {line}", file=sys.stderr, flush=True)
