"""What a reading of one chart costs does not depend on how many other charts there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, text

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import ChartTables, Grants, SqlChartReader, query_grants
from devstack.bench.patients.copies import CHART_COPIES
from devstack.bench.patients.growth import Growth, kind_of
from devstack.ehr import EhrStore, Site, install_schema
from devstack.ehr.database import open_engine
from devstack.ehr.people import enter_people
from devstack.mariadb import MariaDBHandle, scratch_schema

pytestmark = pytest.mark.database

FEW, MANY = 300, 2_000


@contextmanager
def grown(mariadb: MariaDBHandle, folder: object) -> Iterator[tuple[str, Engine, Growth]]:
    with scratch_schema(mariadb, "openemr") as schema, scratch_schema(mariadb, "numbers") as numbers:
        install_schema(mariadb.url(schema))
        admin = open_engine(mariadb.url(schema))
        store = EhrStore(Site(admin, folder))  # type: ignore[arg-type]
        people = enter_people(store, today=store.today())
        for pid in people.values():
            store.store_document(pid, "Lab Report", "a.txt", f"of {pid}".encode())
        growth = Growth(mariadb, numbers, {schema: CHART_COPIES}, tuple(people.values()))
        growth.prepare()
        yield schema, admin, growth
        admin.dispose()


def rows_read(engine: Engine, read: Callable[[], object]) -> int:
    """Rows and index entries that the account's one connection touched."""

    def counted() -> int:
        with engine.connect() as connection:
            found = connection.execute(text("SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler\\_read\\_%'"))
            return sum(int(value) for _, value in found)

    before = counted()
    read()
    return counted() - before


def test_every_reading_touches_as_many_rows_among_many_patients_as_among_few(
    mariadb: MariaDBHandle,
    tmp_path_factory: pytest.TempPathFactory,
    open_account: Callable[[Engine, str, Grants], Engine],
) -> None:
    with grown(mariadb, tmp_path_factory.mktemp("documents")) as (schema, admin, growth):
        account = open_account(admin, schema, query_grants())
        reader = SqlChartReader(account, ChartTables(schema))
        reader.closed_parts()
        growth.grow(FEW, lambda _: None)
        asked = [pid for pid in range(20, 60) if kind_of(pid) in {0, 1}][:4]

        def costs() -> Mapping[tuple[str, int], int]:
            found = {}
            for pid in asked:
                patient = PatientId(pid)
                for read in (
                    *(reader.labs, reader.lists, reader.vitals, reader.encounters, reader.orders),
                    *(reader.immunizations, reader.demographics, reader.documents, reader.patient),
                ):
                    assert read(patient), read.__name__
                    found[read.__name__, pid] = rows_read(account, lambda read=read, p=patient: read(p))  # type: ignore[misc]
            return found

        among_few = costs()
        growth.grow(MANY, lambda _: None)
        assert costs() == among_few
        assert max(among_few.values()) < 400


def test_copies_are_whole_and_belong_to_themselves(
    mariadb: MariaDBHandle,
    tmp_path_factory: pytest.TempPathFactory,
    open_account: Callable[[Engine, str, Grants], Engine],
) -> None:
    with grown(mariadb, tmp_path_factory.mktemp("documents")) as (schema, admin, growth):
        growth.grow(60, lambda _: None)
        reader = SqlChartReader(open_account(admin, schema, query_grants()), ChartTables(schema))
        for pid in (21, 30, 44, 57):
            template = PatientId(growth.templates[kind_of(pid)])
            copy = PatientId(pid)
            for read in (reader.labs, reader.vitals, reader.encounters, reader.orders, reader.immunizations):
                ours, theirs = read(copy), read(template)  # type: ignore[operator]
                assert len(ours) == len(theirs)
                assert {row.patient_id for row in ours} == {pid}
            assert [(order.tests, order.results) for order in reader.orders(copy)] == [
                (order.tests, order.results) for order in reader.orders(template)
            ]
            assert len(reader.lists(copy).entries) == len(reader.lists(template).entries)
            assert [each.category for each in reader.documents(copy)] == ["Lab Report"]
