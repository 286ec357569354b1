"""The row in OpenEMR's `modules` that decides whether our module is loaded at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, case, func, select

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables

__all__ = ["MODULE_DIRECTORY", "ModuleRow", "ModuleSettings", "read_module", "read_module_settings"]

#: Directory below `interface/modules/custom_modules/`.
MODULE_DIRECTORY: Final = "oe-module-arbiter-fhir"
#: `modules.type`: 0 is a custom module, 1 a Laminas module; OpenEMR 7.0.1 answers nothing but empty pages where a
#: custom module's row says 1.
_CUSTOM: Final = 0
#: What the module's own settings are called in `globals` (openemr_module/src/Sidecar/Settings.php).
_ADDRESS: Final = "arbiter_fhir_url"
_SECRET: Final = "arbiter_fhir_secret"  # noqa: S105  the name of a setting


@dataclass(frozen=True, slots=True)
class ModuleRow:
    """How OpenEMR knows our module.

    Attributes:
        active: Whether it is enabled.
        custom: Whether it is registered as a custom module, as it has to be.
    """

    active: bool
    custom: bool


@dataclass(frozen=True, slots=True)
class ModuleSettings:
    """What an administrator entered for the module.

    Attributes:
        address: Where it calls the service; empty where unset.
        has_secret: Whether a secret is stored; it is encrypted there, and not read here.
    """

    address: str
    has_secret: bool


def read_module_settings(connection: Connection, tables: ChartTables) -> ModuleSettings:
    """The module's settings in `globals`.

    Raises:
        ChartError: The database failed.
    """
    table = tables.globals
    with chart_errors("reading the module's settings"):
        rows = connection.execute(
            select(
                table.c.gl_name,
                case((table.c.gl_name == _ADDRESS, table.c.gl_value), else_="").label("address"),
                (func.char_length(table.c.gl_value) > 0).label("is_set"),
            )
            .where(table.c.gl_name.in_([_ADDRESS, _SECRET]))
            .where(table.c.gl_index == 0)
        ).all()
    found = {str(row.gl_name): row for row in rows}
    address, secret = found.get(_ADDRESS), found.get(_SECRET)
    return ModuleSettings(
        address=str(address.address or "").strip() if address is not None else "",
        has_secret=secret is not None and bool(secret.is_set),
    )


def read_module(connection: Connection, tables: ChartTables) -> ModuleRow | None:
    """Our module's row; ``None`` where it was never registered.

    Raises:
        ChartError: E_EHR_SCHEMA: the account may not read `modules`; or the database failed.
    """
    table = tables.modules
    if {"mod_directory", "mod_active", "type"} - set(table.c.keys()):
        raise ChartError(
            ErrorCode.EHR_SCHEMA,
            "The account may not read OpenEMR's list of modules; run `arbiter-fhir migrate` again, it grants that.",
        )
    with chart_errors("reading OpenEMR's list of modules"):
        row = connection.execute(
            select(table.c.mod_active, table.c.type).where(table.c.mod_directory == MODULE_DIRECTORY).limit(1)
        ).one_or_none()
    return None if row is None else ModuleRow(active=bool(row.mod_active), custom=row.type == _CUSTOM)
