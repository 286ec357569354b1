"""Whether the server itself keeps what isolation and the audit chain rely on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, text

from arbiter_fhir.store.session import transaction

__all__ = ["ServerFinding", "check_server"]


@dataclass(frozen=True, slots=True)
class ServerFinding:
    """One checked setting, with what to do where it is wrong."""

    setting: str
    found: str
    ok: bool
    remedy: str


@dataclass(frozen=True, slots=True)
class _Rule:
    fits: Callable[[str], bool]
    remedy: str


# Security notes, 6.2 and probe A13.
_RULES: Final[Mapping[str, _Rule]] = {
    "secure_timestamp": _Rule(
        lambda value: value in {"YES", "SUPER"},
        "Start MariaDB with --secure-timestamp=YES: without it an account can shift its own clock.",
    ),
    "local_infile": _Rule(lambda value: value in {"0", "OFF"}, "Start MariaDB with --local-infile=0."),
    "old_mode": _Rule(
        lambda value: "SESSION_USER_IS_USER" not in value,
        "Take SESSION_USER_IS_USER out of old_mode: the audit log would name the wrong account.",
    ),
    "check_constraint_checks": _Rule(lambda value: value in {"1", "ON"}, "Leave check_constraint_checks on."),
    "innodb_flush_log_at_trx_commit": _Rule(
        lambda value: value == "1", "Set innodb_flush_log_at_trx_commit=1: a power cut would lose finished jobs."
    ),
}


def check_server(engine: Engine) -> tuple[ServerFinding, ...]:
    """Checks settings, and that the account is not one that may do everything.

    Raises:
        StoreError: The database refused or failed.
    """
    names = ", ".join(f"@@{name}" for name in _RULES)
    with transaction(engine) as connection:
        values = connection.execute(text(f"SELECT {names}")).one()
        lines = [line for (line,) in connection.exec_driver_sql("SHOW GRANTS")]
    findings = [
        ServerFinding(name, str(value), rule.fits(str(value)), rule.remedy)
        for (name, rule), value in zip(_RULES.items(), values, strict=True)
    ]
    powerful = any("ALL PRIVILEGES ON *.*" in line or "SUPER" in line.split(" ON ")[0] for line in lines)
    findings.append(
        ServerFinding(
            "account",
            "may do everything" if powerful else "limited",
            not powerful,
            "Use the accounts that provisioning made, never the server's administrator.",
        )
    )
    return tuple(findings)
