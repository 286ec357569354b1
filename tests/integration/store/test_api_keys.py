"""API keys: usable by who holds them, by nobody else, and not after they were revoked."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pymysql
import pytest
from sqlalchemy import Engine, text

from arbiter_fhir.errors import ConfigurationError, StoreError
from arbiter_fhir.ports.access import Caller, KeyScope
from arbiter_fhir.store import NewKey, Peppers, SqlKeyDirectory, create_key, open_engine, revoke_key
from arbiter_fhir.store.api_keys import CACHE_SECONDS
from arbiter_fhir.store.session import transaction
from tests.integration.store.conftest import StoreSite

PEPPERS = Peppers({1: b"p" * 32})


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def control_admin(shared_site: StoreSite) -> Iterator[Engine]:
    engine = open_engine(shared_site.server.url(shared_site.control_schema))
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def auth(shared_site: StoreSite) -> Iterator[Engine]:
    engine = open_engine(shared_site.auth.url(shared_site.server.url()))
    yield engine
    engine.dispose()


@pytest.fixture
def key(control_admin: Engine, shared_site: StoreSite) -> NewKey:
    scopes = [KeyScope.QUERY, KeyScope.INGEST]
    return create_key(control_admin, PEPPERS, site=shared_site.name, scopes=scopes, label="front desk")


def test_a_key_is_its_holders_way_in(auth: Engine, key: NewKey, shared_site: StoreSite) -> None:
    scopes = frozenset({KeyScope.QUERY, KeyScope.INGEST})
    directory = SqlKeyDirectory(auth, PEPPERS)
    assert directory.authenticate(key.key) == Caller(key.key_id, shared_site.name, scopes)


def test_nothing_else_is(auth: Engine, key: NewKey) -> None:
    directory = SqlKeyDirectory(auth, PEPPERS)
    assert directory.authenticate(key.key) is not None
    last = "A" if key.key[-1] != "A" else "B"
    other_id = key.key.replace(key.key_id, "a" * 12)
    forged = f"arb_{key.key_id}_{secrets.token_urlsafe(32)}"
    for presented in ("", "arb_", key.key_id, key.key[:-1] + last, key.key + "x", key.key.upper(), other_id, forged):
        assert directory.authenticate(presented) is None
    assert directory.authenticate(f"arb_{'a' * 12}_' OR 1=1 -- {'x' * 31}") is None


def test_the_database_holds_nothing_that_opens(control_admin: Engine, key: NewKey) -> None:
    with transaction(control_admin) as connection:
        row = connection.execute(text("SELECT * FROM api_keys WHERE key_id = :id"), {"id": key.key_id}).one()
    secret = key.key.rsplit("_", 1)[1]
    assert all(secret not in str(value) and secret.encode() not in bytes(str(value), "utf-8") for value in row)
    assert key.key not in repr(key)


def test_another_pepper_opens_nothing(auth: Engine, key: NewKey) -> None:
    assert SqlKeyDirectory(auth, Peppers({1: b"q" * 32})).authenticate(key.key) is None
    assert SqlKeyDirectory(auth, Peppers({2: b"p" * 32})).authenticate(key.key) is None


def test_two_peppers_work_side_by_side_while_one_replaces_the_other(
    auth: Engine, control_admin: Engine, key: NewKey, shared_site: StoreSite
) -> None:
    both = Peppers({1: b"p" * 32, 2: b"n" * 32})
    newer = create_key(control_admin, both, site=shared_site.name, scopes=[KeyScope.QUERY], label="new")
    directory = SqlKeyDirectory(auth, both)
    assert directory.authenticate(key.key) is not None
    assert directory.authenticate(newer.key) is not None
    assert SqlKeyDirectory(auth, PEPPERS).authenticate(newer.key) is None


def test_revocation_lands_within_a_minute_in_a_process_that_knew_the_key(
    auth: Engine, control_admin: Engine, key: NewKey
) -> None:
    clock = Clock()
    directory = SqlKeyDirectory(auth, PEPPERS, clock=clock)
    assert directory.authenticate(key.key) is not None
    revoke_key(control_admin, key.key_id)
    revoke_key(control_admin, key.key_id)
    assert CACHE_SECONDS < 60
    clock.now += CACHE_SECONDS
    assert directory.authenticate(key.key) is None
    assert SqlKeyDirectory(auth, PEPPERS).authenticate(key.key) is None


def test_a_known_key_is_not_looked_up_again_and_a_strange_one_always(
    auth: Engine, key: NewKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    directory = SqlKeyDirectory(auth, PEPPERS, clock=clock)
    assert directory.authenticate(key.key) is not None
    monkeypatch.setattr(directory, "_engine", None)
    clock.now += CACHE_SECONDS - 1
    assert directory.authenticate(key.key) is not None
    with pytest.raises(AttributeError):
        directory.authenticate(f"arb_{'b' * 12}_{secrets.token_urlsafe(32)}")


def test_a_disabled_tenants_keys_open_nothing(
    auth: Engine, control_admin: Engine, key: NewKey, shared_site: StoreSite
) -> None:
    change = text("UPDATE tenants SET disabled_at = :at WHERE site = :site")
    with transaction(control_admin) as connection:
        connection.execute(change, {"at": "2026-01-01 00:00:00", "site": shared_site.name})
    try:
        assert SqlKeyDirectory(auth, PEPPERS).authenticate(key.key) is None
    finally:
        with transaction(control_admin) as connection:
            connection.execute(change, {"at": None, "site": shared_site.name})
    assert SqlKeyDirectory(auth, PEPPERS).authenticate(key.key) is not None


def test_the_looking_account_reads_no_table(shared_site: StoreSite) -> None:
    account = shared_site.auth
    with (
        pymysql.connect(
            unix_socket=str(shared_site.server.socket),
            user=account.user,
            password=account.password or "",
            database=account.schema,
        ) as connection,
        connection.cursor() as cursor,
    ):
        for statement in ("SELECT * FROM api_keys", "SELECT * FROM tenants", "DELETE FROM api_keys"):
            with pytest.raises(pymysql.MySQLError, match="1142"):
                cursor.execute(statement)
        cursor.execute("CALL find_api_key('aaaaaaaaaaaa')")
        assert cursor.fetchall() == ()


def test_what_cannot_be_a_key_or_a_pepper_is_refused(control_admin: Engine, shared_site: StoreSite) -> None:
    with pytest.raises(ValueError, match="scope"):
        create_key(control_admin, PEPPERS, site=shared_site.name, scopes=[], label="x")
    with pytest.raises(StoreError, match="no API key"):
        revoke_key(control_admin, "nosuchkey")
    for wrong in ({}, {1: b"short"}):
        with pytest.raises(ConfigurationError):
            Peppers(wrong)
    assert "ppp" not in repr(PEPPERS)
