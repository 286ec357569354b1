"""Whether OpenEMR loads the module."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import MODULE_DIRECTORY, ChartTables, ModuleRow, read_module
from arbiter_fhir.openemr.site import categories_known
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database

_COLUMNS = tuple(("modules", name) for name in ("mod_directory", "mod_active", "type"))
INSERT = text(
    "INSERT INTO modules (mod_name, mod_directory, mod_active, directory, date, type, sql_version, acl_version)"
    " VALUES ('x', :directory, :active, '', now(), :type, '', '')"
)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], None),
        ([("oe-module-other", 1, 0)], None),
        ([(MODULE_DIRECTORY, 1, 0)], ModuleRow(active=True, custom=True)),
        ([(MODULE_DIRECTORY, 0, 0)], ModuleRow(active=False, custom=True)),
        ([(MODULE_DIRECTORY, 1, 1)], ModuleRow(active=True, custom=False)),
    ],
)
def test_the_row_is_read(chart: Chart, rows: list[tuple[str, int, int]], found: ModuleRow | None) -> None:
    with chart.admin.connect() as connection:
        connection.execute(text("DELETE FROM modules"))
        for directory, active, kind in rows:
            connection.execute(INSERT, {"directory": directory, "active": active, "type": kind})
        tables = ChartTables(chart.tables.schema, optional=_COLUMNS)
        assert read_module(connection, tables) == found
        connection.execute(text("DELETE FROM modules"))


def test_an_account_that_may_not_read_it_says_what_to_do(chart: Chart) -> None:
    with chart.admin.connect() as connection, pytest.raises(ChartError, match="arbiter-fhir migrate") as refused:
        read_module(connection, ChartTables(chart.tables.schema))
    assert refused.value.code is ErrorCode.EHR_SCHEMA


def test_categories_that_are_there_are_told(chart: Chart) -> None:
    with chart.worker.connect() as connection:
        assert categories_known(connection, chart.tables, (2, 3, 90_001)) == {2, 3}
        assert categories_known(connection, chart.tables, ()) == frozenset()
