"""A site's own settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import SiteGlobals, read_site_globals
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database

NAMES = ("gbl_time_zone", "rest_fhir_api", "rest_system_scopes_api", "site_addr_oath")


@pytest.fixture
def choose(chart: Chart) -> Iterator[Callable[..., SiteGlobals]]:
    """Sets globals as an administrator does and reads them back as the worker."""

    def with_globals(**values: str) -> SiteGlobals:
        with chart.admin.connect() as connection:
            for name in NAMES:
                connection.execute(
                    text("REPLACE INTO globals (gl_name, gl_index, gl_value) VALUES (:name, 0, :value)"),
                    {"name": name, "value": values.get(name, "")},
                )
        with chart.worker.connect() as connection:
            return read_site_globals(connection, chart.tables, default_zone=ZoneInfo("America/Denver"))

    yield with_globals
    with chart.admin.connect() as connection:
        connection.execute(text("DELETE FROM globals WHERE gl_name = 'gbl_time_zone'"))


def test_a_site_that_states_nothing_has_the_given_zone(choose: Callable[..., SiteGlobals]) -> None:
    assert choose() == SiteGlobals(
        zone=ZoneInfo("America/Denver"),
        zone_is_stated=False,
        fhir_enabled=False,
        system_scopes_enabled=False,
        address="",
    )


def test_a_site_states_its_zone_its_apis_and_its_address(choose: Callable[..., SiteGlobals]) -> None:
    found = choose(
        gbl_time_zone="America/New_York",
        rest_fhir_api="1",
        rest_system_scopes_api="1",
        site_addr_oath="https://ehr.example:8443",
    )
    assert found == SiteGlobals(
        zone=ZoneInfo("America/New_York"),
        zone_is_stated=True,
        fhir_enabled=True,
        system_scopes_enabled=True,
        address="https://ehr.example:8443",
    )


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "\x00"])
def test_an_unknown_zone_is_an_error_that_does_not_repeat_it(choose: Callable[..., SiteGlobals], zone: str) -> None:
    with pytest.raises(ChartError) as raised:
        choose(gbl_time_zone=zone)
    assert raised.value.code is ErrorCode.EHR_SCHEMA
    assert zone not in raised.value.message
