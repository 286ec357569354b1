"""Makes a site's schema and accounts, and brings their grants to exactly what the manifest says.

Idempotent: run again after an upgrade it migrates, adds what is missing and takes away what is too much. Passwords are
made here, returned once and stored nowhere; an account that exists keeps its password unless rotation is asked for.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import URL, Connection, Engine, MetaData, create_engine, text
from sqlalchemy.dialects.mysql import insert as mysql_insert
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store.control_tables import tenants
from arbiter_fhir.store.failures import translated
from arbiter_fhir.store.granted import GrantDrift, compare, granted_to
from arbiter_fhir.store.grants import (
    FIND_API_KEY,
    AccountRole,
    ChartGrants,
    Grant,
    chart_grants,
    control_grants,
    tenant_grants,
)
from arbiter_fhir.store.migrate import SchemaKind, migrate
from arbiter_fhir.store.names import CONTROL_SCHEMA, TENANT_ROLES, account_name, control_account_name, tenant_schema
from arbiter_fhir.store.session import transaction

__all__ = [
    "Account",
    "SiteCredentials",
    "provision_control",
    "provision_site",
    "verify_account",
    "verify_site",
    "wanted_grants",
]

_PASSWORD_BYTES: Final = 24
_SCHEMA_NAME: Final = re.compile(r"[A-Za-z0-9_$-]{1,64}")
_SETTLE_ROUNDS: Final = 3
_DEFINER_HOST: Final = "localhost"

# Per account: connections at once and seconds per statement, so that one tenant or one bad question cannot take the
# server from the others (security notes, 6.2).
_LIMITS: Final[Mapping[AccountRole, tuple[int, int]]] = {
    AccountRole.WORKER: (100, 120),
    AccountRole.QUERY: (100, 30),
    AccountRole.REID: (50, 30),
    AccountRole.AUDITOR: (5, 600),
    AccountRole.AUTH: (100, 10),
}


@dataclass(frozen=True, slots=True)
class Account:
    """A database account.

    Attributes:
        password: Set when it was made or changed now; ``None`` for an account that keeps the one it had.
        schema: Where it works.
    """

    user: str
    host: str
    password: str | None = field(repr=False)
    schema: str

    def url(self, server: str) -> str:
        """The SQLAlchemy URL of this account on the server of the URL ``server``; it holds the password.

        Raises:
            ValueError: The password is not known here.
        """
        if self.password is None:
            raise ValueError(f"the password of {self.user} was returned when it was made, and is stored nowhere")
        url: URL = make_url(server).set(username=self.user, password=self.password, database=self.schema)
        return url.render_as_string(hide_password=False)


@dataclass(frozen=True, slots=True)
class SiteCredentials:
    """What provisioning gives: the site's accounts by role."""

    site: SiteId
    schema: str
    accounts: Mapping[AccountRole, Account]


def provision_control(
    admin_url: str,
    *,
    site: SiteId | None = None,
    schema: str = CONTROL_SCHEMA,
    host: str = "%",
    rotate: bool = False,
) -> Account:
    """Make or update the control schema and its one account, which can only look up keys.

    Args:
        admin_url: URL of an administrator of the server.
        site: Make a key account of this site's own, so that installing one site never changes another's password.
        schema: Another name than `CONTROL_SCHEMA`, where two installations share a server.
        host: Host part of the account.
        rotate: Give an existing account a new password.

    Raises:
        StoreError: The database refused or failed.
    """
    definer = control_account_name(AccountRole.DEFINER, schema)
    user = account_name(site, AccountRole.AUTH) if site else control_account_name(AccountRole.AUTH, schema)
    with _administrator(admin_url) as admin:
        _make_schema(admin, schema)
        _make_definer(admin, definer)
        migrate(admin_url, schema, kind=SchemaKind.CONTROL)
        _settle(admin, _quoted(definer, _DEFINER_HOST), control_grants(schema, AccountRole.DEFINER))
        account = _make_account(
            admin,
            Account(user, host, None, schema),
            AccountRole.AUTH,
            rotate=rotate,
        )
        _settle(admin, _quoted(account.user, host), control_grants(schema, AccountRole.AUTH))
    return account


def provision_site(
    admin_url: str,
    site: SiteId,
    openemr_schema: str,
    *,
    chart: Mapping[AccountRole, ChartGrants] | None = None,
    control_schema: str = CONTROL_SCHEMA,
    host: str = "%",
    rotate: bool = False,
) -> SiteCredentials:
    """Make or update a site's schema, accounts and grants, and enter the site as a tenant.

    Args:
        admin_url: URL of an administrator of the server that holds OpenEMR's schema too.
        site: The OpenEMR site.
        openemr_schema: Its schema.
        chart: What worker and query account may do in it, from the OpenEMR room; without it they cannot look into it.
        control_schema: As in `provision_control`.
        host: Host part of the accounts.
        rotate: Give existing accounts new passwords.

    Raises:
        ValueError: Not a site name or schema name.
        StoreError: The database refused or failed; run it again after the cause is gone.
    """
    schema = tenant_schema(site)
    if not _SCHEMA_NAME.fullmatch(openemr_schema):
        raise ValueError("a schema name is 1-64 letters, digits, _, $ or -")
    provision_control(admin_url, schema=control_schema, host=host)
    with _administrator(admin_url) as admin:
        _check_columns(admin, openemr_schema, (chart or {}).values())
        _make_schema(admin, schema)
        _make_definer(admin, account_name(site, AccountRole.DEFINER))
        migrate(admin_url, schema)
        accounts = {}
        for role in TENANT_ROLES:
            account = Account(account_name(site, role), host, None, schema)
            accounts[role] = _make_account(admin, account, role, rotate=rotate)
        for quoted, grants in wanted_grants(site, openemr_schema, chart=chart, host=host).items():
            _settle(admin, quoted, grants)
        _enter_tenant(admin, control_schema, site, openemr_schema)
    return SiteCredentials(site, schema, accounts)


def wanted_grants(
    site: SiteId, openemr_schema: str, *, chart: Mapping[AccountRole, ChartGrants] | None = None, host: str = "%"
) -> Mapping[str, frozenset[Grant]]:
    """The manifest of a site: quoted account to grants."""
    schema = tenant_schema(site)
    manifest = {
        _quoted(account_name(site, AccountRole.DEFINER), _DEFINER_HOST): tenant_grants(schema, AccountRole.DEFINER)
    }
    for role in TENANT_ROLES:
        rights = (chart or {}).get(role, {})
        manifest[_quoted(account_name(site, role), host)] = tenant_grants(schema, role) | chart_grants(
            openemr_schema, rights
        )
    return manifest


def verify_site(
    admin_url: str,
    site: SiteId,
    openemr_schema: str,
    *,
    chart: Mapping[AccountRole, ChartGrants] | None = None,
    control_schema: str = CONTROL_SCHEMA,
    host: str = "%",
) -> tuple[GrantDrift, ...]:
    """How the site's accounts and those of the control schema differ from the manifest; all are ``ok`` where none does.

    Raises:
        StoreError: An account is missing, or the database refused or failed.
    """
    manifest = dict(wanted_grants(site, openemr_schema, chart=chart, host=host))
    for role, where in ((AccountRole.AUTH, host), (AccountRole.DEFINER, _DEFINER_HOST)):
        account = _quoted(control_account_name(role, control_schema), where)
        manifest[account] = control_grants(control_schema, role)
    with _administrator(admin_url) as admin:
        return tuple(compare(account, grants, granted_to(admin, account)) for account, grants in manifest.items())


def verify_account(
    engine: Engine, role: AccountRole, site: SiteId, openemr_schema: str, *, chart: ChartGrants | None = None
) -> GrantDrift:
    """The same for one account, asked by itself: no administrator is needed.

    Raises:
        StoreError: The database refused or failed.
    """
    if role is AccountRole.AUTH:
        manifest = control_grants(CONTROL_SCHEMA, role)
    else:
        manifest = tenant_grants(tenant_schema(site), role) | chart_grants(openemr_schema, chart or {})
    with transaction(engine) as connection:
        return compare(account_name(site, role), manifest, granted_to(connection))


@contextmanager
def _administrator(url: str) -> Iterator[Connection]:
    engine = create_engine(
        make_url(url).set(database=None), poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
    )
    with translated(), engine.connect() as connection:
        yield connection


def _run(admin: Connection, statement: str) -> None:
    """Runs a statement that takes no values; the driver takes % for a place to put one, also where it is a host."""
    admin.exec_driver_sql(statement.replace("%", "%%"))


def _quoted(user: str, host: str) -> str:
    """``'user'@'host'``; both are ours or the operator's, and neither may hold a quote.

    Raises:
        ValueError: A quote or backslash in a name.
    """
    if any(mark in user + host for mark in "'`\\"):
        raise ValueError("account names hold no quotes")
    return f"'{user}'@'{host}'"


def _make_schema(admin: Connection, schema: str) -> None:
    _run(admin, f"CREATE DATABASE IF NOT EXISTS `{schema}` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")


def _make_definer(admin: Connection, user: str) -> None:
    """The account that triggers and procedures run as; it is locked, so nobody can log in as it."""
    quoted = _quoted(user, _DEFINER_HOST)
    _run(admin, f"CREATE USER IF NOT EXISTS {quoted} ACCOUNT LOCK")
    _run(admin, f"ALTER USER {quoted} ACCOUNT LOCK")


def _make_account(admin: Connection, account: Account, role: AccountRole, *, rotate: bool) -> Account:
    """Make the account, or set its limits; with its password where that is new."""
    quoted = _quoted(account.user, account.host)
    connections, seconds = _LIMITS[role]
    limits = f"WITH MAX_USER_CONNECTIONS {connections} MAX_STATEMENT_TIME {seconds}"
    known = admin.execute(
        text("SELECT COUNT(*) FROM mysql.global_priv WHERE User = :user AND Host = :host"),
        {"user": account.user, "host": account.host},
    ).scalar_one()
    if known and not rotate:
        _run(admin, f"ALTER USER {quoted} {limits}")
        return account
    password = secrets.token_urlsafe(_PASSWORD_BYTES)
    # The password is of our own making: letters, digits, - and _ only.
    verb = "ALTER USER" if known else "CREATE USER"
    _run(admin, f"{verb} {quoted} IDENTIFIED BY '{password}' {limits}")
    return Account(account.user, account.host, password, account.schema)


def _settle(admin: Connection, quoted: str, grants: frozenset[Grant]) -> None:
    """Revoke what is too much and grant what is missing, until server and manifest agree.

    Raises:
        StoreError: E_STORE_PRIVILEGE where they still differ (a role, or a grant to PUBLIC).
    """
    for _ in range(_SETTLE_ROUNDS):
        drift = compare(quoted, grants, granted_to(admin, quoted))
        if drift.ok:
            return
        if drift.strange:
            # Whole schemas or grant options: start from nothing.
            _run(admin, f"REVOKE ALL PRIVILEGES, GRANT OPTION FROM {quoted}")
            continue
        for verb, preposition, changes in (("REVOKE", "FROM", drift.extra), ("GRANT", "TO", drift.missing)):
            for (schema, target), rights in _by_target(changes).items():
                kind = "PROCEDURE " if target == FIND_API_KEY else ""
                _run(admin, f"{verb} {rights} ON {kind}`{schema}`.`{target}` {preposition} {quoted}")
    if not compare(quoted, grants, granted_to(admin, quoted)).ok:
        raise StoreError(
            ErrorCode.STORE_PRIVILEGE,
            f"The account {quoted} keeps rights that are not in the manifest; revoke its roles and PUBLIC's grants.",
        )


def _by_target(grants: Iterable[Grant]) -> dict[tuple[str, str], str]:
    """One list of privileges per table, columns gathered."""
    columns: dict[tuple[str, str], dict[str, list[str]]] = {}
    for grant in grants:
        columns.setdefault((grant.schema, grant.target), {}).setdefault(grant.privilege, []).append(grant.column)
    return {
        place: ", ".join(_right(name, named) for name, named in rights.items()) for place, rights in columns.items()
    }


def _right(privilege: str, columns: list[str]) -> str:
    named = ", ".join(f"`{column}`" for column in columns if column)
    whole = [privilege] if "" in columns else []
    return ", ".join(whole + ([f"{privilege} ({named})"] if named else []))


def _enter_tenant(admin: Connection, control_schema: str, site: SiteId, openemr_schema: str) -> None:
    there = tenants.to_metadata(MetaData(), schema=control_schema)
    entry = mysql_insert(there).values(site=site, openemr_schema=openemr_schema)
    admin.execute(entry.on_duplicate_key_update(openemr_schema=openemr_schema))


def _check_columns(admin: Connection, schema: str, rights: Iterable[ChartGrants]) -> None:
    """Name the tables and columns that OpenEMR lacks, before anything is granted.

    Raises:
        StoreError: E_STORE_SCHEMA with their names.
    """
    wanted = {(grant.target, grant.column) for each in rights for grant in chart_grants(schema, each)}
    rows = admin.execute(
        text("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = :schema"),
        {"schema": schema},
    )
    found = {(str(table), str(column)) for table, column in rows}
    found |= {(table, "") for table, _ in found}
    lacking = sorted(f"{table}.{column}" if column else table for table, column in wanted - found)
    if lacking:
        raise StoreError(
            ErrorCode.STORE_SCHEMA,
            f"OpenEMR's schema lacks {', '.join(lacking)}: is {schema} the right schema, and a supported version?",
        )
