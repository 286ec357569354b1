"""Tokens are used once, whichever process sees them, and forgotten when none of them could be used any more."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import SqlUsedTokens
from arbiter_fhir.store.panel_tokens import KEPT_BEYOND, SWEEP_SECONDS
from tests.integration.store.conftest import StoreSite

ONE, TWO = "1" * 32, "2" * 32


def soon() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=1)


def test_a_token_is_spent_once_whoever_asks(site: StoreSite) -> None:
    assert SqlUsedTokens(site.query).spend(ONE, expires_at=soon())
    assert not SqlUsedTokens(site.query).spend(ONE, expires_at=soon())
    assert SqlUsedTokens(site.query).spend(TWO, expires_at=soon())


def test_of_many_at_the_same_moment_one_is_let_in(site: StoreSite) -> None:
    used = SqlUsedTokens(site.query)
    together = threading.Barrier(8)
    outcomes: list[bool] = []

    def spend() -> None:
        together.wait()
        outcomes.append(used.spend(ONE, expires_at=soon()))

    threads = [threading.Thread(target=spend) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False] * 7 + [True]


def test_what_has_run_out_is_swept_away_and_nothing_else(site: StoreSite) -> None:
    times = iter([0.0, SWEEP_SECONDS - 1, SWEEP_SECONDS])
    used = SqlUsedTokens(site.query, clock=lambda: next(times))
    assert used.spend(ONE, expires_at=datetime.now(UTC) - KEPT_BEYOND - timedelta(hours=1))
    assert site.number("used_panel_tokens") == 0, "swept with the first use of a process"
    assert used.spend(ONE, expires_at=datetime.now(UTC) - KEPT_BEYOND - timedelta(hours=1))
    assert site.number("used_panel_tokens") == 1, "not again at once"
    assert used.spend(TWO, expires_at=soon())
    assert site.admin("SELECT jti FROM used_panel_tokens") == [(TWO,)]


def test_the_worker_can_spend_nothing(site: StoreSite) -> None:
    with pytest.raises(StoreError) as refused:
        SqlUsedTokens(site.worker).spend(ONE, expires_at=soon())
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE
