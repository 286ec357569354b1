"""Names that cannot reach another tenant's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.store.grants import AccountRole
from arbiter_fhir.store.names import CONTROL_SCHEMA, account_name, control_account_name, tenant_schema

SITES = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=24)


@given(SITES, SITES)
def test_two_sites_share_no_schema_and_no_account(one: str, other: str) -> None:
    names = [
        {tenant_schema(SiteId(site)), *(account_name(SiteId(site), role) for role in AccountRole)}
        for site in (one, other)
    ]
    assert bool(names[0] & names[1]) is (one == other)


@given(SITES)
def test_no_site_takes_a_name_of_the_control_schema(site: str) -> None:
    control = {CONTROL_SCHEMA, *(control_account_name(role) for role in AccountRole)}
    assert tenant_schema(SiteId(site)) != CONTROL_SCHEMA
    assert not control & {account_name(SiteId(site), role) for role in AccountRole}


@pytest.mark.parametrize("site", ["", "a_b", "A", "a-b", "a`b", "a%", "x" * 25])
def test_what_is_no_site_has_no_name(site: str) -> None:
    with pytest.raises(ValueError, match="site name"):
        tenant_schema(SiteId(site))


@pytest.mark.parametrize("schema", ["", "arbiter_alpha", "A"])
def test_a_control_schema_cannot_look_like_a_tenants(schema: str) -> None:
    with pytest.raises(ValueError, match="control schema"):
        control_account_name(AccountRole.AUTH, schema)
