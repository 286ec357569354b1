"""Which servers count as MariaDB, and as new enough."""

from __future__ import annotations

import pytest

from devstack.mariadb_software import MINIMUM_VERSION, parse_version


@pytest.mark.parametrize(
    ("said", "version"),
    [
        (
            "mariadbd from 11.8.3-MariaDB, client 15.2 for debian-linux-gnu (x86_64)\nmariadbd  Ver 11.8.3-MariaDB",
            (11, 8, 3),
        ),
        ("/usr/sbin/mariadbd  Ver 10.11.14-MariaDB-0+deb12u2 for debian-linux-gnu on x86_64 (Debian 12)", (10, 11, 14)),
        ("mariadbd  Ver 12.0.2-MariaDB for Linux", (12, 0, 2)),
    ],
)
def test_a_version_line_is_read(said: str, version: tuple[int, int, int]) -> None:
    assert parse_version(said) == version


@pytest.mark.parametrize(
    "said", ["", "mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)", "Ver 11.8"]
)
def test_what_is_not_mariadb_has_no_version(said: str) -> None:
    assert parse_version(said) is None


def test_debian_12s_own_server_is_too_old() -> None:
    version = parse_version("mariadbd  Ver 10.11.14-MariaDB")
    assert version is not None
    assert version[:2] < MINIMUM_VERSION
