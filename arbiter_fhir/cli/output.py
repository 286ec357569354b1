"""Where a command's result goes: a console for people, or one JSON object for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.console import Console

from arbiter_fhir.errors import ArbiterError

__all__ = ["Output", "wide_console"]

#: What a pipe or a file is taken to hold in a line: enough for a table of results without cutting its cells.
PIPE_WIDTH = 160


def wide_console() -> Console:
    """Standard output for tables: as wide as the terminal, and wide where there is none."""
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)


@dataclass(frozen=True, slots=True)
class Output:
    """One command's output. With ``as_json`` nothing but one JSON object reaches standard output."""

    console: Console
    as_json: bool

    def show(self, as_json: Callable[[], Mapping[str, object]], for_people: Callable[[Console], None]) -> None:
        """Show a result in the form that was asked for."""
        if self.as_json:
            sys.stdout.write(json.dumps(as_json(), ensure_ascii=False) + "\n")
        else:
            for_people(self.console)

    def error(self, error: ArbiterError, *, document: Mapping[str, object] | None = None) -> None:
        """Show why the input cannot be used: code and sentence; as JSON in the shape of a success, empty.

        Args:
            error: What is wrong.
            document: What the input claimed to be, for JSON.
        """
        if self.as_json:
            empty: dict[str, object] = {name: [] for name in ("pages", "identifiers", "facts", "rejected", "warnings")}
            described = {"code": error.code.value, "message": error.message}
            sys.stdout.write(json.dumps({"document": document, **empty, "error": described}) + "\n")
        else:
            Console(stderr=True).print(f"{error.code.value}: {error.message}", markup=False)
