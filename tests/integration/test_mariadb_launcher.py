"""The private MariaDB: isolated, strict, found again by any process, and unharmed by a crash."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pymysql
import pytest
from sqlalchemy import create_engine, text

from devstack.mariadb import MariaDBError, MariaDBHandle, PrivateMariaDB, main, scratch_schema, shared_server
from devstack.mariadb_software import MINIMUM_VERSION

pytestmark = pytest.mark.database


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PrivateMariaDB]:
    private = PrivateMariaDB(tmp_path / "db")
    yield private
    private.kill()


def _ask(handle: MariaDBHandle, statement: str, database: str | None = None) -> tuple[tuple[object, ...], ...]:
    with handle.connect(database) as connection, connection.cursor() as cursor:
        cursor.execute(statement)
        return tuple(cursor.fetchall())


def _refusal(handle: MariaDBHandle, statement: str, database: str | None = None) -> int:
    with pytest.raises(pymysql.err.MySQLError) as caught:
        _ask(handle, statement, database)
    return int(caught.value.args[0])


def test_the_sessions_server_is_new_enough_and_has_vectors(mariadb: MariaDBHandle) -> None:
    version = tuple(int(part) for part in mariadb.version.split("-")[0].split("."))
    assert version[:2] >= MINIMUM_VERSION
    distance = _ask(mariadb, "SELECT VEC_DISTANCE_EUCLIDEAN(VEC_FromText('[0,3]'), VEC_FromText('[4,0]'))")
    assert distance == ((5.0,),)


def test_isolation_options_are_in_force(mariadb: MariaDBHandle) -> None:
    assert _refusal(mariadb, "SET timestamp = 1") == 1290
    assert _refusal(mariadb, "SELECT 1 INTO OUTFILE '/tmp/arbiter-outside-secure-file-priv'") == 1290
    asked = (
        "SELECT @@local_infile, @@general_log, @@skip_name_resolve, @@innodb_flush_log_at_trx_commit, @@bind_address"
    )
    assert _ask(mariadb, asked) == ((0, 0, 1, 1, "127.0.0.1"),)


def test_a_value_that_does_not_fit_is_refused_not_cut(mariadb: MariaDBHandle) -> None:
    with scratch_schema(mariadb) as schema:
        _ask(mariadb, "CREATE TABLE t (unit VARCHAR(3))", schema)
        assert _refusal(mariadb, "INSERT INTO t VALUES ('mmol/L')", schema) == 1406
        assert _ask(mariadb, "SELECT COUNT(*) FROM t", schema) == ((0,),)


def test_a_scratch_schema_is_gone_afterwards(mariadb: MariaDBHandle) -> None:
    with scratch_schema(mariadb, "one") as first, scratch_schema(mariadb, "one") as second:
        assert first != second
    assert _ask(mariadb, f"SHOW DATABASES LIKE '{first}'") == ()


def test_only_root_with_its_password_gets_in(server: PrivateMariaDB) -> None:
    handle = server.start()
    accounts = _ask(handle, "SELECT user, host FROM mysql.global_priv WHERE user <> 'mariadb.sys' ORDER BY host")
    assert accounts == (("root", "127.0.0.1"), ("root", "localhost"))
    for user in ("root", "nobody"):
        with socket.socket(socket.AF_UNIX) as plain:
            plain.connect(str(handle.socket))
            connection = pymysql.connect(user=user, password="", defer_connect=True)
            with pytest.raises(pymysql.err.OperationalError) as caught:
                connection.connect(plain)
        assert caught.value.args[0] in {1045, 1698}
    with closing(
        pymysql.connect(host="127.0.0.1", port=handle.port, user="root", password=handle.root_password)
    ) as over_tcp:
        assert over_tcp.open


def test_the_password_is_for_its_owner_alone(server: PrivateMariaDB) -> None:
    handle = server.start()
    assert handle.root_password not in repr(handle)
    assert stat.S_IMODE(server.root.stat().st_mode) == 0o700
    assert stat.S_IMODE((server.root / "root-password").stat().st_mode) == 0o600
    command_line = Path(f"/proc/{(server.root / 'server.pid').read_text().strip()}/cmdline").read_bytes()
    assert handle.root_password.encode() not in command_line
    holders = {
        path.name
        for path in server.root.iterdir()
        if path.is_file() and handle.root_password.encode() in path.read_bytes()
    }
    assert holders == {"root-password"}


def test_the_url_opens_an_engine(server: PrivateMariaDB) -> None:
    handle = server.start()
    _ask(handle, "CREATE USER app@localhost IDENTIFIED BY 'p@ss/w:rd?#'")
    _ask(handle, "GRANT SELECT ON mysql.help_topic TO app@localhost")
    for url in (handle.url("mysql"), handle.url("mysql", "app", "p@ss/w:rd?#")):
        engine = create_engine(url)
        try:
            with engine.connect() as connection:
                assert connection.execute(text("SELECT DATABASE()")).scalar_one() == "mysql"
        finally:
            engine.dispose()


def test_a_second_start_joins_the_running_server(server: PrivateMariaDB) -> None:
    first = server.start()
    assert PrivateMariaDB(server.root).start() == first
    assert _ask(first, "SELECT COUNT(*) FROM information_schema.processlist") == ((1,),)


def test_data_password_and_port_outlive_a_stop(server: PrivateMariaDB) -> None:
    before = server.start()
    _ask(before, "CREATE DATABASE kept")
    server.stop()
    assert not server.is_running()
    with pytest.raises(MariaDBError, match="start it first"):
        server.handle()
    after = server.start()
    assert after == before
    assert _ask(after, "SHOW DATABASES LIKE 'kept'") == (("kept",),)


def test_what_was_committed_outlives_a_kill(server: PrivateMariaDB) -> None:
    handle = server.start()
    _ask(handle, "CREATE DATABASE d")
    _ask(handle, "CREATE TABLE t (n INT PRIMARY KEY)", "d")
    for number in range(50):
        _ask(handle, f"INSERT INTO t VALUES ({number})", "d")
    server.kill()
    assert not server.is_running()
    assert (server.root / "server.pid").exists(), "a kill leaves its files behind, as a crash does"
    assert _ask(server.start(), "SELECT COUNT(*), MAX(n) FROM t", "d") == ((50, 49),)


def test_a_reused_pid_is_not_taken_for_the_server(server: PrivateMariaDB) -> None:
    server.start()
    server.stop()
    (server.root / "server.pid").write_text(f"{os.getpid()}\n", encoding="ascii")
    assert not server.is_running()
    server.kill()
    assert server.start().port


def test_a_port_taken_meanwhile_is_left_alone(server: PrivateMariaDB) -> None:
    before = server.start()
    server.stop()
    with socket.socket() as other:
        other.bind(("127.0.0.1", before.port))
        other.listen()
        assert server.start().port != before.port


def test_two_servers_run_side_by_side(server: PrivateMariaDB, tmp_path: Path) -> None:
    one = server.start()
    with PrivateMariaDB(tmp_path / "other") as two:
        assert (one.port, one.socket, one.root_password) != (two.port, two.socket, two.root_password)
        _ask(two, "CREATE DATABASE only_here")
        assert _ask(one, "SHOW DATABASES LIKE 'only_here'") == ()
    assert server.is_running()


def test_a_deep_folder_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("a-long-name-" * 8) / "db"
    with PrivateMariaDB(deep) as handle:
        assert len(os.fsencode(handle.socket)) <= 107
        assert stat.S_IMODE(handle.socket.parent.stat().st_mode) == 0o700
        assert _ask(handle, "SELECT 1") == ((1,),)
    handle.socket.parent.rmdir()


def test_options_can_be_replaced(tmp_path: Path) -> None:
    with PrivateMariaDB(tmp_path / "db", options={"max-connections": "20"}) as handle:
        assert _ask(handle, "SELECT @@max_connections, @@secure_timestamp") == ((20, "YES"),)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    server = PrivateMariaDB(tmp_path / "db", options={"no-such-option": "1"})
    with pytest.raises(MariaDBError, match="no-such-option"):
        server.start()
    assert not server.is_running()


def test_erase_forgets_the_data(server: PrivateMariaDB) -> None:
    _ask(server.start(), "CREATE DATABASE gone")
    server.erase()
    assert _ask(server.start(), "SHOW DATABASES LIKE 'gone'") == ()


def test_the_command_line_starts_tells_and_stops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(tmp_path / "db")
    assert main(["status", "--root", root]) == 3
    try:
        assert main(["start", "--root", root]) == 0
        assert f"socket {root}/mariadb.sock" in capsys.readouterr().out
        assert main(["status", "--root", root]) == 0
    finally:
        assert main(["stop", "--root", root]) == 0
    assert main(["stop", "--root", root]) == 0
    assert main(["status", "--root", root]) == 3


USER = """
import sys, time
from pathlib import Path
from devstack.mariadb import shared_server
with shared_server(Path(sys.argv[1])) as handle:
    print(handle.port, flush=True)
    sys.stdin.read()
"""


def _other_user(root: Path, repository: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", USER, str(root)],
        cwd=repository,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_processes_share_one_server_and_the_last_one_stops_it(tmp_path: Path, repository: Path) -> None:
    root = tmp_path / "shared"
    server = PrivateMariaDB(root)
    with _other_user(root, repository) as leaves, _other_user(root, repository) as dies:
        assert leaves.stdout is not None
        assert dies.stdout is not None
        ports = {int(leaves.stdout.readline()), int(dies.stdout.readline())}
        with shared_server(root) as handle:
            assert ports == {handle.port}
            _ask(handle, "CREATE DATABASE left_over")
            leaves.communicate()
            assert leaves.returncode == 0
            assert server.is_running()
        assert server.is_running(), "one user is still in"
        dies.send_signal(signal.SIGKILL)
        dies.communicate()
    with shared_server(root) as handle:
        assert _ask(handle, "SHOW DATABASES LIKE 'left_over'") == (), "a new session starts empty"
    assert not server.is_running()
