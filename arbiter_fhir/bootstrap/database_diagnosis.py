"""`doctor` at the database: whose accounts these are, whether they get in, what they may do and see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from arbiter_fhir.bootstrap.database_urls import database_url, named_account
from arbiter_fhir.bootstrap.finding import Finding, FixNeededError, look_at
from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.errors import ArbiterError, ErrorCode, StoreError
from arbiter_fhir.openemr import (
    Grants,
    check_schema_contract,
    connected,
    open_chart_engine,
    optional_columns,
    query_grants,
    worker_grants,
)
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import (
    CONTROL_SCHEMA,
    AccountRole,
    GrantDrift,
    account_name,
    check_server,
    check_version,
    open_engine,
    server_version,
    tenant_schema,
    verify_account,
)

__all__ = ["diagnose_accounts", "diagnose_chart"]

_ROLES: Final[Mapping[str, AccountRole]] = {
    "worker": AccountRole.WORKER,
    "query": AccountRole.QUERY,
    "reidentify": AccountRole.REID,
    "control": AccountRole.AUTH,
}
_MIGRATE: Final = "run `arbiter-fhir migrate` again with an administrator's address"
#: More than these of one kind help nobody to find the cause.
_SHOWN: Final = 3


def diagnose_accounts(settings: Settings) -> Iterator[Finding]:
    """Each account is this site's and can log in; schema, grants and server are as they should be."""
    for name in _ROLES:
        yield look_at(f"Database account {name}", partial(_log_in, settings, name))
    yield look_at("Database schema", lambda: _version(settings))
    for name, role in _ROLES.items():
        yield _grants(settings, name, role)
    try:
        checks = check_server(open_engine(database_url(settings.worker_url_file, "worker_url_file")))
    except ArbiterError as error:
        yield Finding("Database server", ok=None, message=f"not looked at: {error.message}")
        return
    for check in checks:
        yield Finding(f"Database {check.setting}", ok=check.ok, message=check.found if check.ok else check.remedy)


def diagnose_chart(settings: Settings) -> Iterator[Finding]:
    """OpenEMR's tables are as this code relies on, as each account sees them."""
    for name, grants in (("worker", worker_grants()), ("query", query_grants())):
        subject = f"OpenEMR tables ({name})"
        try:
            engine = open_chart_engine(_url(settings, name))
            with connected(engine, "comparing OpenEMR's tables") as connection:
                problems = check_schema_contract(connection, settings.openemr_schema, grants)
        except ArbiterError as error:
            yield Finding(subject, ok=None, message=f"not looked at: {error.message}")
            continue
        yield Finding(subject, ok=not problems, message=_shortened(problems) or "as relied on; promotion is possible")


def _url(settings: Settings, name: str) -> str:
    setting = f"{name}_url_file"
    return database_url(getattr(settings, setting), setting)


def _log_in(settings: Settings, name: str) -> str:
    """Whose account it is comes first: another site's would get in, and find all of its grants wrong."""
    url = _url(settings, name)
    if _is_strange(settings, name, url):
        account, schema = named_account(url)
        raise FixNeededError(
            f"ARBITER_SITE is {settings.site}, and the file of ARBITER_{name.upper()}_URL_FILE holds the account"
            f" {account} of the schema {schema or '(none)'}: set ARBITER_SITE to the site that `arbiter-fhir migrate`"
            " was run for, or run it with --site and a --folder of its own for this one."
        )
    try:
        server_version(open_engine(url))
    except StoreError as error:
        if error.code is not ErrorCode.STORE_PRIVILEGE:
            raise
        raise FixNeededError(f"{error.code.value}: {error.message} {_way_in(name)}") from None
    return "can log in"


def _is_strange(settings: Settings, name: str, url: str) -> bool:
    """Whether this is an account of another site, or of another role."""
    site, role = SiteId(settings.site), _ROLES[name]
    schema = CONTROL_SCHEMA if role is AccountRole.AUTH else tenant_schema(site)
    return named_account(url) != (account_name(site, role), schema)


def _way_in(name: str) -> str:
    return (
        f"Delete the file of ARBITER_{name.upper()}_URL_FILE and run `arbiter-fhir migrate` again: it gives new"
        " passwords to the accounts. Start the services again afterwards."
    )


def _version(settings: Settings) -> str:
    check_version(open_engine(_url(settings, "worker")))
    return "up to date"


def _grants(settings: Settings, name: str, role: AccountRole) -> Finding:
    """The account holds exactly what the manifest says."""
    subject = f"Database grants {name}"
    rights = {"worker": worker_grants, "query": query_grants}.get(name)
    try:
        url = _url(settings, name)
        if _is_strange(settings, name, url):
            return Finding(subject, ok=None, message="not looked at: it is another site's account")
        chart: Grants = {}
        if rights is not None:
            with connected(open_chart_engine(url), "looking at OpenEMR's columns") as connection:
                chart = rights(optional_columns(connection, settings.openemr_schema))
        drift = verify_account(open_engine(url), role, SiteId(settings.site), settings.openemr_schema, chart=chart)
    except ArbiterError as error:
        return Finding(subject, ok=None, message=f"not looked at: {error.message}")
    return Finding(subject, ok=drift.ok, message="exactly the manifest" if drift.ok else _drift(drift))


def _drift(drift: GrantDrift) -> str:
    return f"{len(drift.missing)} missing, {len(drift.extra) + len(drift.strange)} too many: {_MIGRATE}."


def _shortened(problems: list[str]) -> str:
    rest = len(problems) - _SHOWN
    return " ".join(problems[:_SHOWN]) + (f" And {rest} more like these." if rest > 0 else "")
