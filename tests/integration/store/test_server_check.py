"""Whether the server keeps what isolation relies on."""

from __future__ import annotations

import pytest

from arbiter_fhir.store import AccountRole, check_server, open_engine
from arbiter_fhir.store.server_check import _RULES
from tests.integration.store.conftest import StoreSite


@pytest.mark.parametrize("role", list(AccountRole)[:4])
def test_the_private_server_keeps_all_of_it_and_every_account_is_limited(site: StoreSite, role: AccountRole) -> None:
    findings = check_server(site.engine(role))
    assert [finding.setting for finding in findings if not finding.ok] == []
    assert len(findings) == len(_RULES) + 1


def test_the_administrators_account_is_not_for_serving(site: StoreSite) -> None:
    engine = open_engine(site.server.url(site.schema))
    (account,) = [finding for finding in check_server(engine) if not finding.ok]
    engine.dispose()
    assert account.setting == "account"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("secure_timestamp", "NO"),
        ("secure_timestamp", "REPLICATION"),
        ("local_infile", "1"),
        ("old_mode", "UTF8_IS_UTF8MB3,SESSION_USER_IS_USER"),
        ("check_constraint_checks", "0"),
        ("innodb_flush_log_at_trx_commit", "2"),
    ],
)
def test_a_server_that_does_not_is_told_apart(setting: str, value: str) -> None:
    assert not _RULES[setting].fits(value)
    assert _RULES[setting].remedy
