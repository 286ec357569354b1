"""Addresses of databases in files: checked for their form before anything is opened with them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.errors import ConfigurationError

__all__ = ["administrator_url", "database_url", "named_account"]

_DRIVER: Final = "mariadb+pymysql"
_FORM: Final = "one line of the form mariadb+pymysql://account:password@host/"
#: How a password with such marks is written, see https://docs.sqlalchemy.org/en/20/core/engines.html.
_QUOTING: Final = "with @ : / % # ? in the password as %40 %3A %2F %25 %23 %3F"


def database_url(path: Path | None, setting: str) -> str:
    """The address of one of the service's accounts.

    Args:
        path: The file.
        setting: Name of the setting, for the message.

    Raises:
        ConfigurationError: Not set, unreadable, or not such an address.
    """
    found = read_secret(path, setting)
    if _parsed(found) is None:
        raise ConfigurationError(
            f"The file of ARBITER_{setting.upper()} holds no database address: `arbiter-fhir migrate` writes it anew"
            " where the file is gone."
        )
    return found


def administrator_url(path: Path) -> str:
    """The address of an administrator of the server, as a person wrote it down.

    Raises:
        ConfigurationError: Unreadable, or not such an address.
    """
    try:
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError):
        raise ConfigurationError("The file with the administrator's address cannot be read.") from None
    if _parsed(found) is None:
        raise ConfigurationError(f"The file with the administrator's address needs {_FORM}, {_QUOTING}.")
    return found


def named_account(url: str) -> tuple[str, str]:
    """Account and schema that a checked address names; empty words where it names none."""
    parsed = make_url(url)
    return parsed.username or "", parsed.database or ""


def _parsed(text: str) -> URL | None:
    """``text`` as an address that our driver can use; ``None`` where it is none."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        return None
    place = url.host or url.query.get("unix_socket")
    return url if url.drivername == _DRIVER and url.username and place else None
