"""Every script in Python answers to its name, from any folder, with whichever Python comes first on the PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
#: The Python that the environment was made with: it sees no library of the project.
OUTSIDE = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"


def _calls() -> list[str]:
    texts = {path.name: path.read_bytes()[:80] for path in SCRIPTS.iterdir() if path.is_file()}
    return sorted(name for name, text in texts.items() if text.startswith(b"#!/usr/bin/env python3"))


def _run(*command: Path | str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)], cwd=folder, env={"PATH": os.defpath}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", _calls())
def test_a_script_explains_itself_whichever_python_calls_it(name: str, tmp_path: Path) -> None:
    ended = _run(OUTSIDE, SCRIPTS / name, "--help", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(f"usage: {name}")


def test_before_the_set_up_a_script_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("own_python.py", "sweep_scans.py"):
        shutil.copy(SCRIPTS / name, tmp_path / "scripts" / name)
    # -S: where the machine's own Python has the libraries, it has them here as little as on a fresh one.
    ended = _run(OUTSIDE, "-S", tmp_path / "scripts" / "sweep_scans.py", folder=tmp_path)
    assert ended.returncode == 1
    assert "scripts/setup" in ended.stderr
    assert "Traceback" not in ended.stderr
