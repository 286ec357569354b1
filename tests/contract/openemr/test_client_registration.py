"""Registration at the stand-in, which refuses what OpenEMR 7.0.1 was seen to refuse."""

from __future__ import annotations

import pytest

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import SYSTEM_SCOPES, ClientCredentials, RegisteredClient, TokenSource, register_client
from tests.contract.openemr.conftest import Connected, SystemClock

pytestmark = pytest.mark.database


def register(site: Connected, key: bytes, **changes: object) -> RegisteredClient:
    values: dict[str, object] = {
        "client_name": "Arbiter",
        "private_key_pem": key,
        "redirect_uri": "https://arbiter.example/unused",
        "contact": "admin@arbiter.example",
        **changes,
    }
    return register_client(site.exchange, site.address, **values)  # type: ignore[arg-type]


def test_a_registered_client_works_once_it_is_enabled(own_site: Connected, key: bytes) -> None:
    made = register(own_site, key)
    assert set(SYSTEM_SCOPES) <= set(made.scopes)
    tokens = TokenSource(
        own_site.exchange, own_site.address, ClientCredentials(made.client_id, key), clock=SystemClock()
    )
    with pytest.raises(ChartError) as raised:
        tokens.token()
    assert "not enabled" in raised.value.message
    own_site.ehr.enable_client(made.client_id)
    assert tokens.token()


def test_a_scope_that_does_not_exist_is_refused(own_site: Connected, key: bytes) -> None:
    with pytest.raises(ChartError) as raised:
        register(own_site, key, scopes=("system/Patient.rs",))
    assert raised.value.code is ErrorCode.EHR_SCOPE


def test_a_site_without_system_scopes_is_told_which_switch(own_site: Connected, key: bytes) -> None:
    own_site.ehr.site.set_global("rest_system_scopes_api", "0")
    with pytest.raises(ChartError) as raised:
        register(own_site, key)
    assert raised.value.code is ErrorCode.EHR_SCOPE
    assert "rest_system_scopes_api" in raised.value.message
