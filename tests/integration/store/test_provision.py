"""Provisioning: exact grants, idempotent, and a drift of one privilege is seen and mended."""

from __future__ import annotations

from collections.abc import Callable

import pymysql
import pytest

from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import AccountRole, provision_control, provision_site, verify_account, verify_site
from arbiter_fhir.store.grants import Grant
from tests.integration.store.conftest import CHART, StoreSite

ROLES = (AccountRole.WORKER, AccountRole.QUERY, AccountRole.REID, AccountRole.AUDITOR)


@pytest.fixture(scope="module")
def own(make_site: Callable[[], StoreSite]) -> StoreSite:
    """A site whose grants these tests may spoil."""
    return make_site()


def drifts(site: StoreSite) -> dict[str, tuple[int, int, int]]:
    """Accounts that differ from the manifest: how much is missing, extra, strange."""
    found = verify_site(
        site.server.url(), site.name, site.openemr_schema, chart=CHART, control_schema=site.control_schema
    )
    assert len(found) == 7
    return {
        drift.account: (len(drift.missing), len(drift.extra), len(drift.strange)) for drift in found if not drift.ok
    }


def provision(site: StoreSite, **options: bool) -> dict[AccountRole, str | None]:
    credentials = provision_site(
        site.server.url(),
        site.name,
        site.openemr_schema,
        chart=CHART,
        control_schema=site.control_schema,
        **options,
    )
    return {role: account.password for role, account in credentials.accounts.items()}


def test_a12_grants_are_exactly_the_manifest(site: StoreSite) -> None:
    assert drifts(site) == {}


@pytest.mark.parametrize("role", ROLES)
def test_an_account_checks_itself(site: StoreSite, role: AccountRole) -> None:
    assert verify_account(site.engine(role), role, site.name, site.openemr_schema, chart=CHART.get(role)).ok
    other = AccountRole.REID if role is not AccountRole.REID else AccountRole.AUDITOR
    assert not verify_account(site.engine(role), other, site.name, site.openemr_schema).ok


def test_again_changes_nothing_and_gives_no_passwords(own: StoreSite) -> None:
    own.queue()
    assert provision(own) == dict.fromkeys(ROLES, None)
    assert drifts(own) == {}
    with own.raw(AccountRole.WORKER):
        pass


def test_rotation_gives_new_passwords_and_ends_the_old(own: StoreSite) -> None:
    old = {role: account.password for role, account in own.credentials.accounts.items()}
    new = provision(own, rotate=True)
    assert all(new.values())
    assert not set(new.values()) & set(old.values())
    with pytest.raises(pymysql.MySQLError) as refused:
        own.raw(AccountRole.WORKER)
    assert refused.value.args[0] == 1045


SPOILS = [
    *((role, f"GRANT {right} ON {{schema}}.* TO {{account}}") for role in ROLES for right in ("SELECT", "CREATE")),
    *((role, "GRANT CREATE TEMPORARY TABLES ON {schema}.* TO {account}") for role in ROLES),
    *((role, "GRANT UPDATE ON {schema}.audit_log TO {account}") for role in ROLES),
    *((role, "GRANT DELETE ON {schema}.clinical_document_retractions TO {account}") for role in ROLES),
    *((role, "GRANT INSERT (hash) ON {schema}.audit_log TO {account}") for role in ROLES),
    *((role, "GRANT SELECT ON {schema}.audit_chain_head TO {account} WITH GRANT OPTION") for role in ROLES),
    *((role, "GRANT PROCESS ON *.* TO {account}") for role in ROLES),
    *((role, "GRANT EXECUTE ON PROCEDURE {control}.find_api_key TO {account}") for role in ROLES),
    (AccountRole.QUERY, "GRANT SELECT (ciphertext) ON {schema}.phi_tokens TO {account}"),
    (AccountRole.QUERY, "GRANT SELECT ON {schema}.phi_tokens TO {account}"),
    (AccountRole.WORKER, "GRANT UPDATE (patient_id) ON {schema}.clinical_document_processing_jobs TO {account}"),
    (AccountRole.WORKER, "GRANT UPDATE (result) ON {openemr}.procedure_result TO {account}"),
    (AccountRole.WORKER, "GRANT SELECT ON {openemr}.log TO {account}"),
    (AccountRole.WORKER, "REVOKE INSERT (action) ON {schema}.audit_log FROM {account}"),
    (AccountRole.QUERY, "REVOKE SELECT ON {schema}.clinical_document_facts FROM {account}"),
]


@pytest.mark.parametrize(("role", "spoil"), SPOILS)
def test_one_privilege_too_much_or_too_little_is_seen_and_mended(own: StoreSite, role: AccountRole, spoil: str) -> None:
    account = own.credentials.accounts[role]
    own.admin(
        spoil.format(
            schema=f"`{own.schema}`",
            openemr=f"`{own.openemr_schema}`",
            control=f"`{own.control_schema}`",
            account=f"'{account.user}'@'%'",
        )
    )
    found = drifts(own)
    assert list(found) == [f"'{account.user}'@'%'"]
    assert any(found[f"'{account.user}'@'%'"])
    provision(own)
    assert drifts(own) == {}


def test_a_column_that_openemr_lacks_is_named_before_anything_is_granted(own: StoreSite) -> None:
    lacking = {AccountRole.WORKER: {"patient_data": {"SELECT": ("pid", "shoe_size")}, "no_table": {"SELECT": ("x",)}}}
    with pytest.raises(StoreError, match=r"no_table\.x, patient_data\.shoe_size") as refused:
        provision_site(own.server.url(), own.name, own.openemr_schema, chart=lacking, control_schema=own.control_schema)
    assert refused.value.code is ErrorCode.STORE_SCHEMA


@pytest.mark.parametrize("name", ["", "A", "a_b", "a`b", "x" * 25, "ä"])
def test_a_name_that_is_no_sites_is_refused(own: StoreSite, name: str) -> None:
    with pytest.raises(ValueError, match="site name"):
        provision_site(own.server.url(), SiteId(name), own.openemr_schema)


@pytest.mark.parametrize("schema", ["", "a`b", "x" * 65, "a b"])
def test_a_name_that_is_no_schemas_is_refused(own: StoreSite, schema: str) -> None:
    with pytest.raises(ValueError, match="schema name"):
        provision_site(own.server.url(), own.name, schema)


@pytest.mark.parametrize("schema", ["", "arbiter_x", "A", "a`b"])
def test_a_name_that_is_no_control_schemas_is_refused(own: StoreSite, schema: str) -> None:
    with pytest.raises(ValueError, match="control schema"):
        provision_control(own.server.url(), schema=schema)


def test_passwords_are_not_shown(site: StoreSite) -> None:
    account = site.credentials.accounts[AccountRole.WORKER]
    assert account.password
    assert account.password not in repr(site.credentials)
    assert account.password in account.url(site.server.url())


def test_an_administrator_without_rights_gets_a_code(site: StoreSite) -> None:
    with pytest.raises(StoreError) as refused:
        provision_control(site.url(AccountRole.WORKER), schema=site.control_schema)
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE


def test_grants_are_ordered_values() -> None:
    first, second = sorted([Grant("s", "b", "SELECT"), Grant("s", "a", "UPDATE", "x")])
    assert (first.target, second.target) == ("a", "b")
