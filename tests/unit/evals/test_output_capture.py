from __future__ import annotations

import os
import subprocess
import sys

import pytest

from arbiter_fhir.evals.output_capture import capture_output


def test_everything_written_by_whomever_is_caught() -> None:
    with capture_output() as captured:
        os.write(1, b"from a descriptor\n")
        os.write(2, b"from the other\n")
        subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    assert {"from a descriptor", "from the other", "from a child"} <= set(captured.text.splitlines())


def write_and_fail() -> None:
    with capture_output():
        sys.stdout.write("seen by nobody\n")
        raise ValueError("within")


def test_output_flows_again_afterwards_even_after_an_error() -> None:
    before = os.fstat(1).st_ino, os.fstat(2).st_ino, sys.stdout, sys.stderr
    with pytest.raises(ValueError, match="within"):
        write_and_fail()
    assert (os.fstat(1).st_ino, os.fstat(2).st_ino, sys.stdout, sys.stderr) == before


def test_python_streams_are_caught_too() -> None:
    with capture_output() as captured:
        sys.stderr.write("from Python\n")
    assert captured.text == "from Python\n"
