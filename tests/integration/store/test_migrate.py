"""Migrating as provisioning does it; what the statements make is compared with the model in `tests/migrations`."""

from __future__ import annotations

import pytest

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import AccountRole, check_version, migrate
from tests.integration.store.conftest import StoreSite


@pytest.mark.parametrize("role", [AccountRole.WORKER, AccountRole.QUERY])
def test_the_accounts_that_serve_can_tell_the_version(site: StoreSite, role: AccountRole) -> None:
    check_version(site.engine(role))


@pytest.mark.parametrize("role", list(AccountRole)[:4])
def test_no_account_of_the_application_can_migrate(site: StoreSite, role: AccountRole) -> None:
    ((head,),) = site.admin("SELECT version_num FROM alembic_version")
    site.admin("UPDATE alembic_version SET version_num = 't0003'")
    try:
        with pytest.raises(StoreError) as refused:
            migrate(site.url(role), site.schema)
        assert refused.value.code is ErrorCode.STORE_PRIVILEGE
    finally:
        site.admin(f"UPDATE alembic_version SET version_num = '{head}'")


def test_a_schema_of_a_later_release_is_left_alone(site: StoreSite) -> None:
    ((head,),) = site.admin("SELECT version_num FROM alembic_version")
    site.admin("UPDATE alembic_version SET version_num = 't9999'")
    try:
        with pytest.raises(StoreError, match="t9999, which a later release made") as refused:
            migrate(site.url(AccountRole.WORKER), site.schema)
        assert refused.value.code is ErrorCode.STORE_SCHEMA
        with pytest.raises(StoreError, match="a later release"):
            check_version(site.engine(AccountRole.WORKER))
        assert site.admin("SELECT version_num FROM alembic_version") == [("t9999",)]
    finally:
        site.admin(f"UPDATE alembic_version SET version_num = '{head}'")


def test_the_audit_trigger_runs_as_the_locked_account(site: StoreSite) -> None:
    ((definer, body),) = site.admin(
        "SELECT definer, action_statement FROM information_schema.triggers WHERE trigger_schema = database()"
    )
    assert definer == f"{site.schema}_definer@localhost"
    assert "SIGNAL" in str(body)
