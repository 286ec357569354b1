"""What every test may lean on: one private MariaDB 11.8 for the whole session, shared by all test processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from devstack.mariadb import MariaDBHandle, shared_server

# Tesseract with threads is slower and takes the other test process's core (performance notes, section 2).
os.environ.setdefault("OMP_THREAD_LIMIT", "1")

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def mariadb() -> Iterator[MariaDBHandle]:
    """The session's MariaDB server; every test makes its own schemas in it."""
    with shared_server(REPOSITORY / ".arbiter" / "test-server") as handle:
        yield handle
