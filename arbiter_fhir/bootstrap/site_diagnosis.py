"""`doctor` at the running site: OpenEMR's switches, module and categories, clocks, workers, the service itself.

The statements run as the accounts that the service itself uses, so that what is found is what it meets.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.bootstrap.ehr import build_fhir_client
from arbiter_fhir.bootstrap.finding import Finding, FixNeededError, look_at
from arbiter_fhir.bootstrap.own_service import own_service
from arbiter_fhir.openemr import (
    MODULE_DIRECTORY,
    ChartTables,
    SiteGlobals,
    category_names,
    connected,
    open_chart_engine,
    optional_columns,
    read_module,
    read_module_settings,
    read_site_globals,
)
from arbiter_fhir.pipelines.records import FRESH_SECONDS
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import SqlJobQueue, SqlMappingStore, open_engine, server_time

__all__ = ["diagnose_site"]

#: Tokens of the module and assertions for OpenEMR are good for a minute, with a few seconds of grace.
CLOCK_TOLERANCE: Final = timedelta(seconds=5)
#: An HTTP date has whole seconds, and an answer takes its time.
_HTTP_SLACK: Final = timedelta(seconds=2)
_CONNECTORS: Final = "Admin, Config, Connectors"


def diagnose_site(settings: Settings) -> Iterator[Finding]:
    """Look at what people set up at the site, in the order in which they do it."""
    yield look_at("OpenEMR settings", lambda: _globals(settings))
    yield look_at("Clocks", lambda: _clocks(settings))
    yield look_at("Categories", lambda: _categories(settings))
    yield look_at("Worker", lambda: _worker(settings))
    yield look_at("Service", lambda: _service(settings))
    yield look_at("OpenEMR module", lambda: _module(settings))


def _chart(settings: Settings) -> AbstractContextManager[Connection]:
    engine = open_chart_engine(database_url(settings.query_url_file, "query_url_file"))
    return connected(engine, "looking into OpenEMR's database")


def _globals(settings: Settings) -> str:
    with _chart(settings) as connection:
        site = read_site_globals(connection, ChartTables(settings.openemr_schema), default_zone=ZoneInfo("UTC"))
    _require_switches(site, settings)
    stated = site.zone.key if site.zone_is_stated else f"{site.zone.key} (gbl_time_zone is empty: PHP's own is used)"
    return f"FHIR and system scopes are on; address {site.address}; time zone {stated}"


def _require_switches(site: SiteGlobals, settings: Settings) -> None:
    if not site.fhir_enabled:
        raise FixNeededError(f"Switch on the FHIR REST API (rest_fhir_api) in {_CONNECTORS}.")
    if not site.system_scopes_enabled:
        raise FixNeededError(f"Switch on system scopes (rest_system_scopes_api) in {_CONNECTORS}.")
    if not site.address:
        raise FixNeededError(f"Set the site address (site_addr_oath) in {_CONNECTORS} to {settings.ehr_base_url}.")
    if site.address.rstrip("/") != settings.ehr_base_url.rstrip("/"):
        raise FixNeededError(
            f"Make ARBITER_EHR_BASE_URL ({settings.ehr_base_url or 'not set'}) and OpenEMR's site address"
            f" ({site.address}, in {_CONNECTORS}) the same: tokens are asked for that address."
        )


def _clocks(settings: Settings) -> str:
    database = server_time(open_engine(database_url(settings.query_url_file, "query_url_file")))
    here = datetime.now(UTC)
    differences = {"the database": (database - here, CLOCK_TOLERANCE)}
    said = build_fhir_client(settings).capability().server_time
    if said is not None:
        differences["OpenEMR"] = (said - datetime.now(UTC), CLOCK_TOLERANCE + _HTTP_SLACK)
    for name, (difference, tolerance) in differences.items():
        if abs(difference) > tolerance:
            raise FixNeededError(
                f"The clock of {name} differs by {difference.total_seconds():+.0f} s from this machine's: synchronise"
                " both with the same time servers (chrony or systemd-timesyncd), or the module's tokens are refused."
            )
    return f"{' and '.join(differences)} agree with this machine within {CLOCK_TOLERANCE.total_seconds():.0f} s"


def _categories(settings: Settings) -> str:
    mapped = SqlMappingStore(open_engine(database_url(settings.query_url_file, "query_url_file"))).active()
    if not mapped:
        raise FixNeededError("Map the categories that are to be read: `arbiter-fhir map CATEGORY TYPE`.")
    with _chart(settings) as connection:
        names = category_names(connection, ChartTables(settings.openemr_schema))
    gone = sorted(set(mapped) - set(names))
    if gone:
        numbers = ", ".join(str(number) for number in gone)
        commands = " and ".join(f"`arbiter-fhir map {number} {mapped[number].value} --off`" for number in gone)
        raise FixNeededError(f"OpenEMR has no category {numbers}: unmap it with {commands}.")
    return ", ".join(f"{names[number]} ({number}) is {doc_type.value}" for number, doc_type in sorted(mapped.items()))


def _worker(settings: Settings) -> str:
    health = SqlJobQueue(open_engine(database_url(settings.worker_url_file, "worker_url_file"))).health()
    age = health.newest_heartbeat_age_seconds
    if age is None or age > FRESH_SECONDS:
        last = "none was ever heard of" if age is None else f"the last sign of life is {age / 60:.0f} min old"
        raise FixNeededError(f"No worker runs ({last}): start `arbiter-fhir work`, or `arbiter-fhir up` for all roles.")
    if health.stale_running:
        raise FixNeededError(
            f"{health.stale_running} job(s) outlived their worker; another takes them over within a minute, look again."
        )
    return f"heard of {age:.0f} s ago; {health.pending} waiting, {health.running} running, {health.failed} failed"


def _service(settings: Settings) -> str:
    found = own_service(settings.listen_host, settings.listen_port)
    if found.state == "alive":
        return f"answers at {found.address}"
    if found.state is None:
        raise FixNeededError(
            f"Nothing answers at {found.address}: start `arbiter-fhir serve`, and run this on its machine."
        )
    raise FixNeededError(
        f"Something else answers at {found.address}: choose another ARBITER_LISTEN_PORT, and enter the new address for"
        " the module."
    )


def _module(settings: Settings) -> str:
    with _chart(settings) as connection:
        present = optional_columns(connection, settings.openemr_schema)
        tables = ChartTables(settings.openemr_schema, optional=present)
        row = read_module(connection, tables)
        entered = read_module_settings(connection, tables)
    if row is None:
        raise FixNeededError(
            f"Put the module into interface/modules/custom_modules/{MODULE_DIRECTORY} and register, install and enable"
            " it in Modules, Manage Modules."
        )
    if not row.custom:
        raise FixNeededError(
            "Register the module as a custom one (Manage Modules, Unregister, then the tab of unregistered modules):"
            " OpenEMR may answer with empty pages until then."
        )
    if not row.active:
        raise FixNeededError("Enable the module in Modules, Manage Modules.")
    if settings.module_secret_file is None:
        raise FixNeededError("Run `arbiter-fhir migrate` again: it makes the module's secret and sets its file.")
    if not entered.address or not entered.has_secret:
        raise FixNeededError(
            "Enter the service's address and what `arbiter-fhir module-secret` prints in Admin, Config, Arbiter FHIR."
        )
    return f"enabled, a custom module; calls {entered.address} (its page checks the secret: Check the connection)"
