"""A running stand-in EHR over a schema of its own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest

from devstack.ehr import NewPatient, StandInEhr, install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.contract.standin.backend import Backend, register

_counter = itertools.count(1)


@pytest.fixture(scope="session")
def http() -> Iterator[httpx.Client]:
    """One HTTP client that no proxy of the environment reaches."""
    with httpx.Client(trust_env=False, timeout=20) as client:
        yield client


def running_ehr(mariadb: MariaDBHandle, folder: Path, **options: object) -> Iterator[StandInEhr]:
    with scratch_schema(mariadb, "openemr") as schema:
        url = mariadb.url(schema)
        install_schema(url)
        with StandInEhr(url, folder / "documents", **options) as ehr:  # type: ignore[arg-type]
            yield ehr
        assert ehr.traffic.crashes == []


@pytest.fixture(scope="module")
def ehr(mariadb: MariaDBHandle, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandInEhr]:
    """A switched-on site, shared by the tests of a module; each test uses patients of its own."""
    yield from running_ehr(mariadb, tmp_path_factory.mktemp("ehr"))


@pytest.fixture
def own_ehr(mariadb: MariaDBHandle, tmp_path: Path) -> Iterator[StandInEhr]:
    """A switched-on site for one test, which may change its globals."""
    yield from running_ehr(mariadb, tmp_path)


@pytest.fixture
def new_ehr(mariadb: MariaDBHandle, tmp_path: Path) -> Iterator[StandInEhr]:
    """A site as it is right after installation: every API off."""
    yield from running_ehr(mariadb, tmp_path, configure=False)


@pytest.fixture
def newer_ehr(mariadb: MariaDBHandle, tmp_path: Path) -> Iterator[StandInEhr]:
    """A switched-on site in the 8.x variant."""
    yield from running_ehr(mariadb, tmp_path, variant="8.x")


@pytest.fixture(scope="module")
def backend(ehr: StandInEhr, http: httpx.Client) -> Backend:
    """A client with all scopes at the module's site."""
    return register(ehr, http)


@pytest.fixture
def add_patient() -> Callable[..., NewPatient]:
    """Makes patients with a record number that no other has and that differs from the pid."""

    def add(ehr: StandInEhr, **columns: object) -> NewPatient:
        number = next(_counter)
        values: dict[str, object] = {
            "fname": "Ada",
            "lname": "Quill",
            "dob": date(1970, 1, 31),
            "pubpid": f"MRN-{number:05d}",
            **columns,
        }
        return ehr.store.create_patient(**values)  # type: ignore[arg-type]

    return add


@pytest.fixture
def patient(ehr: StandInEhr, add_patient: Callable[..., NewPatient]) -> NewPatient:
    """A patient at the module's site."""
    return add_patient(ehr)
