"""Empty schemas to migrate."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from devstack.mariadb import MariaDBHandle, scratch_schema


@pytest.fixture
def schema(mariadb: MariaDBHandle) -> Iterator[str]:
    with scratch_schema(mariadb, "migrated") as name:
        yield name


@pytest.fixture
def second_schema(mariadb: MariaDBHandle) -> Iterator[str]:
    with scratch_schema(mariadb, "compared") as name:
        yield name
