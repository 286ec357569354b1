"""What the operating system knows of a running server: its process, its socket, its port, its private files."""

from __future__ import annotations

import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

import pymysql

__all__ = ["arguments", "ask_version", "free_port", "is_gone", "is_listening", "write_private"]


def arguments(pid: int) -> list[str]:
    """The command line of a live process; empty for a dead one, even while nobody has reaped it."""
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return []
    return [os.fsdecode(part) for part in line.split(b"\0")] if line else []


def is_gone(pid: int) -> bool:
    """True when the process holds no file, port or lock any more: it left /proc, or is a zombie with no thread left."""
    if arguments(pid):
        return False
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return lines.get("State", "Z").lstrip().startswith("Z") and lines.get("Threads", "1").strip() == "1"


def is_listening(path: Path) -> bool:
    """True when a server accepts at the socket; asked first, since a refused PyMySQL connection leaks its socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def ask_version(path: Path, user: str, password: str) -> str:
    """Logs in and asks; the server listens only after it has run its init file, so this proves the account."""
    connection = pymysql.connect(unix_socket=str(path), user=user, password=password)
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT VERSION()")
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def free_port(preferred: int | None) -> int | None:
    """A TCP port that is free on 127.0.0.1 right now, the preferred one if possible; None when there is none."""
    for port in (preferred or 0, 0):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return int(probe.getsockname()[1])
    return None


def write_private(path: Path, text: str) -> None:
    """Replaces a file in one step; nobody but its owner can ever read it."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    Path(name).replace(path)
