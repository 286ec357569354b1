"""Sessions keep their settings; a unit that collides is run again; what the database says stays inside."""

from __future__ import annotations

import threading
import traceback
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, Engine, select, text

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import AccountRole, open_engine, server_version
from arbiter_fhir.store import session as session_module
from arbiter_fhir.store.session import UNIT_ATTEMPTS, run_unit, transaction
from arbiter_fhir.store.tables import heartbeats, watch_state
from tests.integration.store.conftest import StoreSite


def test_a_session_is_strict_in_utc_and_read_committed(site: StoreSite) -> None:
    with transaction(site.worker) as connection:
        row = connection.execute(
            text("SELECT @@sql_mode, @@time_zone, @@tx_isolation, @@character_set_client, @@innodb_lock_wait_timeout")
        ).one()
    assert "STRICT_ALL_TABLES" in row[0]
    assert tuple(row[1:4]) == ("+00:00", "READ-COMMITTED", "utf8mb4")
    assert row[4] == 15


def test_the_version_is_told(site: StoreSite) -> None:
    assert server_version(site.worker).startswith("11.")


def test_a_value_that_does_not_fit_is_an_error_and_never_cut(site: StoreSite) -> None:
    with pytest.raises(StoreError) as refused, transaction(site.worker) as connection:
        connection.execute(heartbeats.insert().values(worker="w" * 121, status="running"))
    assert refused.value.code is ErrorCode.STORE_CONFLICT
    assert "1406" in refused.value.message
    assert site.number("worker_heartbeats") == 0


def test_times_come_back_aware(site: StoreSite) -> None:
    site.queue().beat(worker="w1", status="running")
    with transaction(site.worker) as connection:
        beat = connection.execute(select(heartbeats.c.beat_at)).scalar_one()
    assert abs((datetime.now(UTC) - beat).total_seconds()) < 60


def test_what_the_database_said_is_neither_shown_nor_chained(site: StoreSite) -> None:
    secret = "Zyxwva Qponml 1970-01-31"

    def insert_twice() -> None:
        with transaction(site.worker) as connection:
            for _ in range(2):
                connection.execute(heartbeats.insert().values(worker=secret, status="running"))

    with pytest.raises(StoreError) as refused:
        insert_twice()
    assert refused.value.code is ErrorCode.STORE_CONFLICT
    shown = "".join(traceback.format_exception(refused.value))
    assert "Zyxwva" not in shown.replace(f'secret = "{secret}"', "")
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__


@pytest.fixture
def two_rows(site: StoreSite) -> Engine:
    with transaction(site.worker) as connection:
        connection.execute(watch_state.insert(), [{"name": "a", "value": 0}, {"name": "b", "value": 0}])
    return site.worker


def test_units_that_deadlock_are_run_again_until_both_are_done(two_rows: Engine) -> None:
    """Two units lock the same rows in opposite order; the barrier makes them meet in their first attempt."""
    barrier = threading.Barrier(2)
    failures: list[BaseException] = []

    def unit(first: str, second: str) -> None:
        tries: list[int] = []

        def work(connection: Connection) -> None:
            tries.append(1)
            raise_value = watch_state.update().values(value=watch_state.c.value + 1)
            connection.execute(raise_value.where(watch_state.c.name == first))
            if len(tries) == 1:
                barrier.wait(10)
            connection.execute(raise_value.where(watch_state.c.name == second))

        try:
            run_unit(two_rows, work)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=unit, args=names) for names in (("a", "b"), ("b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failures == []
    with transaction(two_rows) as connection:
        assert connection.execute(select(watch_state.c.value)).scalars().all() == [2, 2]


def test_a_failure_that_lasts_is_raised_after_the_last_attempt(site: StoreSite) -> None:
    pauses: list[float] = []
    tries: list[int] = []

    def work(_: Connection) -> None:
        tries.append(1)
        raise StoreError(ErrorCode.STORE_UNAVAILABLE, "down", retryable=True)

    with pytest.raises(StoreError):
        run_unit(site.worker, work, sleep=pauses.append)
    assert len(tries) == UNIT_ATTEMPTS
    assert len(pauses) == UNIT_ATTEMPTS - 1
    assert pauses == sorted(pauses) or sum(pauses) < 2


def test_a_failure_that_will_not_pass_is_raised_at_once(site: StoreSite) -> None:
    tries: list[int] = []

    def work(connection: Connection) -> None:
        tries.append(1)
        connection.execute(text("SELECT * FROM audit_log"))

    with pytest.raises(StoreError) as refused:
        run_unit(site.worker, work)
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE
    assert len(tries) == 1


def test_a_session_killed_between_two_units_is_replaced_unnoticed(site: StoreSite) -> None:
    engine = open_engine(site.url(AccountRole.WORKER), pool_size=1)
    with transaction(engine) as connection:
        session = connection.execute(text("SELECT CONNECTION_ID()")).scalar_one()
    site.admin(f"KILL {session}")
    with transaction(engine) as connection:
        assert connection.execute(text("SELECT CONNECTION_ID()")).scalar_one() != session
    engine.dispose()


def test_a_wrong_password_and_a_server_that_is_not_there_have_their_codes(site: StoreSite) -> None:
    user = site.credentials.accounts[AccountRole.WORKER].user
    for url, code in (
        (site.server.url(site.schema, user=user, password="wrong"), ErrorCode.STORE_PRIVILEGE),
        ("mariadb+pymysql://a:b@127.0.0.1:1/x", ErrorCode.STORE_UNAVAILABLE),
    ):
        engine = open_engine(url)
        with pytest.raises(StoreError) as refused, transaction(engine):
            pass
        assert refused.value.code is code
        engine.dispose()


@pytest.mark.parametrize(
    ("session", "named"),
    [
        (("10.11.6-MariaDB", "STRICT_ALL_TABLES", "+00:00", "READ-COMMITTED", "utf8mb4"), "11.8"),
        (("9.1.0", "STRICT_ALL_TABLES", "+00:00", "READ-COMMITTED", "utf8mb4"), "11.8"),
        (("11.8.2-MariaDB", "", "+00:00", "READ-COMMITTED", "utf8mb4"), "sql_mode"),
        (("12.0.1-MariaDB", "STRICT_ALL_TABLES", "SYSTEM", "READ-COMMITTED", "utf8mb4"), "time_zone"),
        (("11.8.2-MariaDB", "STRICT_ALL_TABLES", "+00:00", "REPEATABLE-READ", "utf8mb4"), "tx_isolation"),
        (("11.8.2-MariaDB", "STRICT_ALL_TABLES", "+00:00", "READ-COMMITTED", "latin1"), "character_set_client"),
    ],
)
def test_a_session_that_does_not_keep_its_settings_is_refused(session: tuple[str, ...], named: str) -> None:
    problem = session_module._problem(session)
    assert problem is not None
    assert named in problem
