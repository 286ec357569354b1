"""What a site says about itself in `globals`: its time zone and which of its APIs are switched on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, select

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables

__all__ = ["SiteGlobals", "category_names", "read_site_globals", "shows_metric"]

_ZONE = "gbl_time_zone"
_FHIR = "rest_fhir_api"
_SYSTEM_SCOPES = "rest_system_scopes_api"
_ADDRESS = "site_addr_oath"
_SWITCHED_ON = "1"
#: The parent of the tree's root, which takes no document.
_ROOT_PARENT = 0
_UNITS = "units_of_measurement"
#: Values of that setting by which the main unit on OpenEMR's pages is the metric one: both, and metric alone.
_METRIC = frozenset({"2", "4"})


@dataclass(frozen=True, slots=True)
class SiteGlobals:
    """The settings of a site that decide how we talk to it.

    Attributes:
        zone: The zone of every date and time in the site's tables.
        zone_is_stated: False where the site leaves it to PHP's own setting, so that `zone` is only the default given.
        fhir_enabled: Global `rest_fhir_api`.
        system_scopes_enabled: Global `rest_system_scopes_api`.
        address: Global `site_addr_oath`: the scheme, host and port that the site puts into its own URLs and expects as
            the audience of assertions; empty where unset.
    """

    zone: ZoneInfo
    zone_is_stated: bool
    fhir_enabled: bool
    system_scopes_enabled: bool
    address: str


def read_site_globals(connection: Connection, tables: ChartTables, *, default_zone: ZoneInfo) -> SiteGlobals:
    """Read a site's settings.

    Args:
        connection: Any connection that may read `globals`.
        tables: OpenEMR's tables.
        default_zone: The zone of PHP on that machine, for sites that leave `gbl_time_zone` empty.

    Raises:
        ChartError: E_EHR_SCHEMA: the site names a zone that is not known here; or the database failed.
    """
    table = tables.globals
    with chart_errors("reading the site's settings"):
        rows = connection.execute(
            select(table.c.gl_name, table.c.gl_value)
            .where(table.c.gl_name.in_([_ZONE, _FHIR, _SYSTEM_SCOPES, _ADDRESS]))
            .where(table.c.gl_index == 0)
        )
        values = {str(row[0]): str(row[1] or "").strip() for row in rows}
    zone_name = values.get(_ZONE, "")
    try:
        zone = ZoneInfo(zone_name) if zone_name else default_zone
    except (ZoneInfoNotFoundError, ValueError):
        raise ChartError(
            ErrorCode.EHR_SCHEMA,
            "OpenEMR's setting gbl_time_zone names a time zone that this machine does not know; install the zone data"
            " or choose another zone (Admin, Config, Locale).",
        ) from None
    return SiteGlobals(
        zone=zone,
        zone_is_stated=bool(zone_name),
        fhir_enabled=values.get(_FHIR) == _SWITCHED_ON,
        system_scopes_enabled=values.get(_SYSTEM_SCOPES) == _SWITCHED_ON,
        address=values.get(_ADDRESS, ""),
    )


def category_names(connection: Connection, tables: ChartTables) -> Mapping[int, str]:
    """The document categories of the site: id to name, the root left out.

    Raises:
        ChartError: The database failed.
    """
    table = tables.categories
    with chart_errors("reading the document categories"):
        rows = connection.execute(select(table.c.id, table.c.name).where(table.c.parent != _ROOT_PARENT))
        return {int(row.id): str(row.name) for row in rows}


def shows_metric(connection: Connection, tables: ChartTables) -> bool:
    """Whether the site's pages show vital signs in metric units first (global `units_of_measurement`)."""
    table = tables.globals
    stored = connection.execute(
        select(table.c.gl_value).where(table.c.gl_name == _UNITS, table.c.gl_index == 0)
    ).scalar()
    return str(stored or "").strip() in _METRIC
