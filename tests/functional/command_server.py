"""Runs commands, each in a process of its own that is forked from one that has loaded what they need.

    python command_server.py

A command of the product spends most of its time on importing; here that is done once. Reads one JSON object a line from
standard input (``arguments``, and paths of the files that are its three streams) and writes its exit code.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import traceback
from importlib import import_module
from typing import NoReturn

from arbiter_fhir.bootstrap.reading import build_deidentifier

#: Loaded before the first command, so that none of them loads them again.
_MODULES = ("bootstrap.guidelines", "bootstrap.site", "cli.ask", "cli.extract", "cli.trace")


def _run(request: dict[str, list[str]]) -> NoReturn:
    modes = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
    for descriptor, (path, mode) in enumerate(zip(request["streams"], modes, strict=True)):
        os.dup2(os.open(path, mode), descriptor)
    sys.argv = ["arbiter-fhir", *request["arguments"]]
    code = 0
    try:
        runpy.run_module("arbiter_fhir", run_name="__main__", alter_sys=False)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        if isinstance(ended.code, str):
            sys.stderr.write(f"{ended.code}\n")
    except BaseException:  # noqa: BLE001  as the interpreter itself does at the end
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main() -> None:
    """Serve until standard input ends."""
    for name in _MODULES:
        import_module(f"arbiter_fhir.{name}")
    build_deidentifier("month_first")
    answers = os.fdopen(os.dup(1), "w")
    requests = os.fdopen(os.dup(0), "r")
    for line in requests:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(request)
        _, status = os.waitpid(child, 0)
        answers.write(f"{os.waitstatus_to_exitcode(status)}\n")
        answers.flush()


if __name__ == "__main__":
    main()
