"""A worker killed with SIGKILL at any step of a job loses nothing and doubles nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter_fhir.pipelines.ingest import IngestStep


@pytest.mark.timeout(300)
def test_a_kill_at_every_step_loses_nothing_and_doubles_nothing(repository: Path) -> None:
    """Runs in a process of its own: it forks, which a test process with threads must not do."""
    run = subprocess.run(
        [sys.executable, "-m", "devstack.kill_matrix", "--json"],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(repository)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    matrix = json.loads(run.stdout)
    assert set(matrix) == {step.value for step in IngestStep}
    assert all(counts == {"kills": 1, "lost": 0, "doubled": 0} for counts in matrix.values()), matrix
