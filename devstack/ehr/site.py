"""One OpenEMR site: its schema, its documents folder, its clock and its global settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Engine, text

SITE_NAME = "default"
"""The only site that the stand-in serves; any other name in a URL is unknown."""

FALLBACK_ADDRESS = "https://localhost"
"""What OpenEMR 7.0.1 puts into its own URLs while ``site_addr_oath`` is empty (observed)."""

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Returns the machine's time, aware, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Site:
    """Where a site's rows and files are, and what time it is there.

    Attributes:
        engine: Connections to the site's schema, in OpenEMR's session settings.
        documents_dir: The folder that OpenEMR calls ``sites/default/documents``.
        clock: Gives the present time, aware.
        name: The site's name in addresses; another site's are unknown here.
    """

    engine: Engine
    documents_dir: Path
    clock: Clock = system_clock
    name: str = SITE_NAME

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Yields a connection whose time zone is the site's, if the site has chosen one."""
        with self.engine.connect() as connection:
            zone_name = _global_value(connection, "gbl_time_zone")
            if zone_name:
                offset = self.clock().astimezone(ZoneInfo(zone_name)).strftime("%z")
                connection.execute(text("SET time_zone = :zone"), {"zone": f"{offset[:3]}:{offset[3:]}"})
            else:
                connection.execute(text("SET time_zone = '+00:00'"))
            yield connection

    def global_value(self, name: str) -> str:
        """Returns a row of ``globals``, the empty string if there is none.

        Read from the database on every call: in OpenEMR a plain UPDATE takes effect with the next request.
        """
        with self.engine.connect() as connection:
            return _global_value(connection, name)

    def set_global(self, name: str, value: str) -> None:
        """Writes one row of ``globals``."""
        with self.engine.connect() as connection:
            connection.execute(
                text("REPLACE INTO globals (gl_name, gl_index, gl_value) VALUES (:name, 0, :value)"),
                {"name": name, "value": value},
            )

    def zone(self) -> ZoneInfo:
        """Returns the site's time zone; UTC (PHP's default) while ``gbl_time_zone`` is empty."""
        return ZoneInfo(self.global_value("gbl_time_zone") or "UTC")

    def local_now(self) -> datetime:
        """Returns the site's wall-clock time, naive and in whole seconds, as OpenEMR stores it."""
        return self.clock().astimezone(self.zone()).replace(tzinfo=None, microsecond=0)

    def address(self) -> str:
        """Returns the public address that the site believes it has, without a trailing slash."""
        return self.global_value("site_addr_oath") or FALLBACK_ADDRESS

    def fhir_base(self) -> str:
        """Returns the public base URL of the FHIR API."""
        return f"{self.address()}/apis/{self.name}/fhir"

    def oauth_base(self) -> str:
        """Returns the public base URL of the authorization server (its issuer)."""
        return f"{self.address()}/oauth2/{self.name}"


def _global_value(connection: Connection, name: str) -> str:
    found = connection.execute(
        text("SELECT gl_value FROM globals WHERE gl_name = :name AND gl_index = 0"), {"name": name}
    ).scalar_one_or_none()
    return "" if found is None else str(found)
