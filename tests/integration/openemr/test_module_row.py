"""Whether OpenEMR loads the module."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import (
    MODULE_DIRECTORY,
    ChartTables,
    ModuleRow,
    ModuleSettings,
    read_module,
    read_module_settings,
)
from arbiter_fhir.openemr.site import category_names
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


def test_categories_are_told_by_number_and_name(chart: Chart) -> None:
    with chart.worker.connect() as connection:
        names = category_names(connection, chart.tables)
    assert (names[2], names[3]) == ("Lab Report", "Medical Record")
    assert 1 not in names, "the root takes no document"


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ({}, ModuleSettings("", has_secret=False)),
        (
            {"arbiter_fhir_url": " https://arbiter.example ", "arbiter_fhir_secret": "sealed"},
            ModuleSettings("https://arbiter.example", has_secret=True),
        ),
        ({"arbiter_fhir_url": "", "arbiter_fhir_secret": ""}, ModuleSettings("", has_secret=False)),
    ],
)
def test_what_was_entered_for_the_module_is_told_without_the_secret(
    chart: Chart, rows: dict[str, str], found: ModuleSettings
) -> None:
    with chart.admin.begin() as connection:
        connection.execute(text("DELETE FROM globals WHERE gl_name LIKE 'arbiter\\_fhir\\_%'"))
        for name, value in rows.items():
            connection.execute(
                text("INSERT INTO globals (gl_name, gl_index, gl_value) VALUES (:name, 0, :value)"),
                {"name": name, "value": value},
            )
        assert read_module_settings(connection, chart.tables) == found
        connection.rollback()
