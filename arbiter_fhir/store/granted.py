"""What an account may really do, read from the server, and how it differs from the manifest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from arbiter_fhir.store.grants import Grant

__all__ = ["GrantDrift", "compare", "granted_to", "parse_grant"]

_LINE: Final = re.compile(
    r"GRANT (?P<rights>.+?) ON (?P<kind>PROCEDURE |FUNCTION |PACKAGE (?:BODY )?)?"
    r"(?P<schema>\*|`(?:[^`]|``)+`)\.(?P<target>\*|`(?:[^`]|``)+`) TO (?P<account>\S+)(?P<rest>.*)"
)
_RIGHT: Final = re.compile(r"(?P<name>[A-Z ]+?)(?: \((?P<columns>[^)]*)\))?(?:, |$)")


@dataclass(frozen=True, slots=True)
class GrantDrift:
    """How one account differs from the manifest.

    Attributes:
        missing: In the manifest, not on the server.
        extra: On the server, not in the manifest, as `Grant`s.
        strange: Lines of `SHOW GRANTS` that no account of ours should have (roles, whole schemas, grant options),
            without any password hash.
    """

    account: str
    missing: tuple[Grant, ...]
    extra: tuple[Grant, ...]
    strange: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Server and manifest agree."""
        return not (self.missing or self.extra or self.strange)


def granted_to(connection: Connection, account: str | None = None) -> tuple[set[Grant], list[str]]:
    """Grants and strange lines of an account.

    Args:
        connection: Any; without ``account`` the answer is about its own.
        account: Quoted, as in ``'name'@'host'``.
    """
    statement = "SHOW GRANTS" if account is None else f"SHOW GRANTS FOR {account}"
    grants: set[Grant] = set()
    strange: list[str] = []
    # The driver takes % for a place to put a value, also where it is a host.
    for (line,) in connection.exec_driver_sql(statement.replace("%", "%%")):
        found, oddity = parse_grant(line)
        grants |= found
        strange += [oddity] if oddity else []
    return grants, strange


def parse_grant(line: str) -> tuple[set[Grant], str | None]:
    """Reads one line of `SHOW GRANTS`: its grants, or the line itself (without secrets) where it is a strange one."""
    match = _LINE.fullmatch(line)
    if match is None:
        return set(), _without_secret(line)
    if match["schema"] == "*" and match["target"] == "*" and match["rights"] == "USAGE":
        return set(), _without_secret(line) if "GRANT OPTION" in match["rest"] else None
    if "*" in {match["schema"], match["target"]} or "GRANT OPTION" in match["rest"] or match["account"] == "`PUBLIC`":
        return set(), _without_secret(line)
    schema, target = _unquoted(match["schema"]), _unquoted(match["target"])
    grants = set()
    for right in _RIGHT.finditer(match["rights"]):
        columns = [_unquoted(column.strip()) for column in (right["columns"] or "").split(",")]
        grants |= {Grant(schema, target, right["name"], column) for column in columns}
    return grants, None


def compare(account: str, wanted: Iterable[Grant], found: tuple[set[Grant], list[str]]) -> GrantDrift:
    """The difference between manifest and server."""
    manifest = set(wanted)
    grants, strange = found
    return GrantDrift(account, tuple(sorted(manifest - grants)), tuple(sorted(grants - manifest)), tuple(strange))


def _unquoted(name: str) -> str:
    return name[1:-1].replace("``", "`") if name.startswith("`") else name


def _without_secret(line: str) -> str:
    return re.sub(r" IDENTIFIED (BY PASSWORD|VIA) .*?(?= WITH | REQUIRE |$)", "", line)
