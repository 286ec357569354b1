"""`scripts/demo` as people treat it: a second one beside it, an end in the middle. Its story is tested in the line."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
from pathlib import Path

import pytest


def start(root: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "devstack.demo", "--once", "--json", "--root", str(root)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def running_in(root: Path) -> list[str]:
    """Command lines of live processes that name the folder."""
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    return [line.decode(errors="replace").replace("\0", " ") for line in lines if str(root).encode() in line]


def test_a_second_demo_says_that_one_runs_already(tmp_path: Path) -> None:
    with (tmp_path / "demo.lock").open("w") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        second = start(tmp_path)
        out, err = second.communicate(timeout=60)
    assert second.returncode == 1
    assert out == ""
    assert "Another scripts/demo is running" in err
    assert "Traceback" not in err
    assert not (tmp_path / "mariadb").exists()


@pytest.mark.parametrize(
    ("moment", "number"), [("starting MariaDB", signal.SIGINT), ("starting watch", signal.SIGTERM)]
)
def test_an_end_in_the_middle_leaves_nothing_running(tmp_path: Path, moment: str, number: signal.Signals) -> None:
    demo = start(tmp_path)
    assert demo.stderr is not None
    assert any(moment in line for line in demo.stderr), "it ended too early"
    demo.send_signal(number)
    out, err = demo.communicate(timeout=100)
    assert demo.returncode == 128 + number
    assert out == ""
    assert "Traceback" not in err
    assert running_in(tmp_path) == []
