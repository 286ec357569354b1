"""What a confined process can no longer do."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.integration.documents.processes import process_state

PRELUDE = """
import json, os, resource, socket, sys
from arbiter_fhir.documents.child_process.confine import confine
held = confine()
"""


def run(body: str) -> tuple[int, Any]:
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + body], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


def test_memory_is_bounded() -> None:
    _, answer = run("try:\n x = bytearray(2 * 1024 ** 3)\n print('1')\nexcept MemoryError:\n print('0')")
    assert answer == 0


def test_no_byte_can_be_written_to_a_file(tmp_path: Any) -> None:
    path = str(tmp_path / "leak")
    _, answer = run(
        f"leak = os.open({path!r}, os.O_CREAT | os.O_WRONLY)\n"
        "try:\n os.write(leak, b'x')\n print('1')\nexcept OSError:\n print('0')"
    )
    assert answer == 0


def test_limits_cannot_be_raised_again() -> None:
    _, answer = run(
        "try:\n resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)\n print('1')\n"
        "except (ValueError, OSError, PermissionError):\n print('0')\n"
    )
    _, held = run("print(json.dumps(held.privileges))")
    if not held:
        pytest.skip("no user namespaces here: root keeps the power to raise limits")
    assert answer == 0


def test_the_network_is_gone_where_the_system_grants_it() -> None:
    _, answer = run(
        "reached = True\n"
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "try:\n s.connect(('192.0.2.1', 9))\nexcept OSError:\n reached = False\n"
        "print(json.dumps([held.network, reached]))"
    )
    network_cut, reached = answer
    assert not (network_cut and reached)


def test_processor_time_is_bounded() -> None:
    _, answer = run("print(json.dumps(resource.getrlimit(resource.RLIMIT_CPU)))")
    soft, hard = answer
    assert 0 < soft < hard <= 121


def test_a_confined_process_dies_with_its_parent() -> None:
    middle = (
        "import subprocess, sys;"
        "child = subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdout=subprocess.PIPE);"
        "print(child.pid, child.stdout.readline().decode().strip(), flush=True)"
    )
    confined = (
        "import time\nfrom arbiter_fhir.documents.child_process.confine import confine\n"
        "confine()\nprint('ready', flush=True)\ntime.sleep(60)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", middle, confined], capture_output=True, text=True, check=True, timeout=30
    ).stdout.split()
    assert answer[1] == "ready"
    state = ""
    for _ in range(50):
        state = process_state(answer[0])
        if state in {"", "Z"}:
            return
        subprocess.run(["sleep", "0.1"], check=True)
    pytest.fail(f"the child lives on: {state}")
