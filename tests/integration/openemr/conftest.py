"""OpenEMR's tables in a schema of their own, and the two accounts that the product works with there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.promotion import LabPlan, ListKind, ListPlan
from arbiter_fhir.domain.seal import PLAN_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.openemr import ChartTables, Grants, open_chart_engine, query_grants, worker_grants
from devstack.ehr import EhrStore, NewPatient, Site, install_schema
from devstack.ehr.database import open_engine
from devstack.mariadb import MariaDBHandle, scratch_schema

#: OpenEMR's tables hold the site's local time without a zone.
local = datetime.fromisoformat


@dataclass(frozen=True, slots=True)
class Chart:
    """One site's tables, what people do to them, and the product's accounts."""

    schema: str
    store: EhrStore
    admin: Engine
    worker: Engine
    query: Engine
    tables: ChartTables


def grant(admin: Engine, schema: str, user: str, grants: Grants) -> None:
    """Give an account exactly these column privileges."""
    with admin.connect() as connection:
        for table, privileges in grants.items():
            for privilege, columns in privileges.items():
                listed = ", ".join(f"`{name}`" for name in columns)
                connection.execute(
                    text(f"GRANT {privilege} ({listed}) ON `{schema}`.`{table}` TO '{user}'@'localhost'")
                )


@pytest.fixture(scope="session")
def open_account(mariadb: MariaDBHandle) -> Iterator[Callable[[Engine, str, Grants], Engine]]:
    """Makes accounts with the given grants; they stand in no schema, as the worker's stands in our own."""
    made: list[tuple[str, Engine]] = []

    def account(admin: Engine, schema: str, grants: Grants) -> Engine:
        user, password = f"chart_{secrets.token_hex(5)}", secrets.token_hex(16)
        with admin.connect() as connection:
            connection.execute(text(f"CREATE USER '{user}'@'localhost' IDENTIFIED BY '{password}'"))
        grant(admin, schema, user, grants)
        engine = open_chart_engine(mariadb.url(user=user, password=password), pool_size=2)
        made.append((user, engine))
        return engine

    yield account
    with mariadb.connect() as connection, connection.cursor() as cursor:
        for user, engine in made:
            engine.dispose()
            cursor.execute(f"DROP USER '{user}'@'localhost'")


@pytest.fixture(scope="module")
def chart(
    mariadb: MariaDBHandle,
    tmp_path_factory: pytest.TempPathFactory,
    open_account: Callable[[Engine, str, Grants], Engine],
) -> Iterator[Chart]:
    """A site, shared by the tests of a module; each test uses patients of its own."""
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        admin = open_engine(mariadb.url(schema))
        folder: Path = tmp_path_factory.mktemp("documents")
        yield Chart(
            schema=schema,
            store=EhrStore(Site(admin, folder)),
            admin=admin,
            worker=open_account(admin, schema, worker_grants()),
            query=open_account(admin, schema, query_grants()),
            tables=ChartTables(schema),
        )
        admin.dispose()


@pytest.fixture
def patient(chart: Chart) -> NewPatient:
    """A patient whom no other test has."""
    return chart.store.create_patient(
        fname="Ada", lname="Quill", dob=date(1970, 1, 31), pubpid=f"MRN-{secrets.token_hex(4).upper()}"
    )


@pytest.fixture
def plan(patient: NewPatient) -> Callable[..., LabPlan]:
    """Makes plans for the test's patient."""

    def make(**changes: object) -> LabPlan:
        values: dict[str, object] = {
            "patient_id": PatientId(patient.pid),
            "document_id": DocumentId(4711),
            "external_id": f"af-{secrets.token_hex(8)}",
            "observed_at": local("2026-04-10 08:30:00"),
            "collected_at": local("2026-04-10 08:30:00"),
            "code": "4548-4",
            "name": "Hemoglobin A1c",
            "value": "7.20",
            "value_is_numeric": True,
            "unit": "%",
            "reference_range": "4.0-5.6",
            "abnormal": AbnormalFlag.HIGH,
            "comment": "Read from document 4711, page 1.",
            "seal": PLAN_SEAL,
            **changes,
        }
        return LabPlan(**values)  # type: ignore[arg-type]

    return make


@pytest.fixture
def entry(patient: NewPatient) -> Callable[..., ListPlan]:
    """Makes plans of list entries for the test's patient."""

    def make(**changes: object) -> ListPlan:
        values: dict[str, object] = {
            "patient_id": PatientId(patient.pid),
            "document_id": DocumentId(4711),
            "external_id": f"arb{secrets.token_hex(8)}",
            "kind": ListKind.MEDICATION,
            "title": "Metformin 500 mg tablet",
            "diagnosis": "RXNORM:6809",
            "recorded_on": date(2026, 4, 12),
            "began": date(2026, 1, 5),
            "reaction": "",
            "severity": "",
            "instructions": "1 tablet twice daily",
            "comment": "arbiter-fhir: documents:4711 page 1, as reported",
            "seal": PLAN_SEAL,
            **changes,
        }
        return ListPlan(**values)  # type: ignore[arg-type]

    return make


def rows(engine: Engine, statement: str, **values: object) -> list[Mapping[str, object]]:
    """What the database holds, seen by its administrator."""
    with engine.connect() as connection:
        return [dict(row) for row in connection.execute(text(statement), values).mappings()]
