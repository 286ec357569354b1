"""Commands of the product for tests, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

SERVER = Path(__file__).with_name("command_server.py")


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: bytes
    stderr: bytes


#: Takes the arguments of a command, and ``stdin`` as bytes.
Run = Callable[..., Done]


class Commands:
    """Runs commands by the command server; see there.

    Args:
        folder: For the streams of the commands.
    """

    def __init__(self, folder: Path) -> None:
        self._streams = tuple(folder / name for name in ("stdin", "stdout", "stderr"))
        self._server = subprocess.Popen(
            [sys.executable, SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, *arguments: str | Path, stdin: bytes = b"") -> Done:
        """One command."""
        for path, content in zip(self._streams, (stdin, b"", b""), strict=True):
            path.write_bytes(content)
        request = {"arguments": [*map(str, arguments)], "streams": [*map(str, self._streams)]}
        _pipe(self._server.stdin).write(json.dumps(request) + "\n")
        _pipe(self._server.stdin).flush()
        code = _pipe(self._server.stdout).readline()
        if not code:
            raise RuntimeError("the command server has ended")
        _, stdout, stderr = self._streams
        return Done(int(code), stdout.read_bytes(), stderr.read_bytes())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._server:
            _pipe(self._server.stdin).close()


def _pipe(stream: IO[str] | None) -> IO[str]:
    if stream is None:
        raise RuntimeError("the command server has no pipes")
    return stream
