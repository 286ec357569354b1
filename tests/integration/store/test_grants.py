"""The probe suite: what each account must not be able to do, with the number of the refusal and a twin that succeeds.

Names such as A2 or T5 are those of the probe list in the security notes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pymysql
import pytest

from arbiter_fhir.store import AccountRole
from arbiter_fhir.store.audit_tables import audit_log
from arbiter_fhir.store.grants import tenant_grants
from arbiter_fhir.store.tables import TENANT
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import document, lab

APPEND = "INSERT INTO audit_log (action, actor_type, actor, detail) VALUES ('facts.read', 'worker', 'w1', '{}')"
APPLICATION = (AccountRole.WORKER, AccountRole.QUERY, AccountRole.REID)
EVERY = (*APPLICATION, AccountRole.AUDITOR)


def refused(site: StoreSite, role: AccountRole, *statements: str) -> list[int]:
    """The error number of each statement, run one after the other in one session; 0 where it went through."""
    numbers = []
    with contextlib.closing(site.raw(role)) as connection, connection.cursor() as cursor:
        for statement in statements:
            try:
                cursor.execute(statement)
                cursor.fetchall()
                numbers.append(0)
            except pymysql.MySQLError as error:
                numbers.append(int(error.args[0]))
    return numbers


def number(site: StoreSite, role: AccountRole, *statements: str) -> int:
    return refused(site, role, *statements)[-1]


@pytest.fixture
def log(site: StoreSite) -> Iterator[int]:
    """The audit log holds a row, and after the test not one more or less than before."""
    assert number(site, AccountRole.WORKER, APPEND) == 0
    before = site.admin("SELECT * FROM audit_log ORDER BY seq")
    yield len(before)
    assert site.admin("SELECT * FROM audit_log ORDER BY seq") == before


class TestAuditLog:
    @pytest.mark.parametrize("role", APPLICATION)
    def test_application_accounts_append(self, site: StoreSite, role: AccountRole) -> None:
        before = site.number("audit_log")
        assert number(site, role, APPEND) == 0
        assert site.number("audit_log") == before + 1
        ((account,),) = site.admin("SELECT db_account FROM audit_log ORDER BY seq DESC LIMIT 1")
        assert account == f"{site.credentials.accounts[role].user}@%"

    @pytest.mark.parametrize("role", EVERY)
    @pytest.mark.parametrize(
        ("statement", "expected"),
        [
            ("UPDATE audit_log SET detail = '{}'", {1142}),
            ("DELETE FROM audit_log", {1142}),
            (APPEND.replace("INSERT", "REPLACE"), {1142}),
            (APPEND + " ON DUPLICATE KEY UPDATE action = 'x'", {1142, 1143}),
            ("TRUNCATE audit_log", {1142}),
            ("DROP TABLE audit_log", {1142}),
            ("ALTER TABLE audit_log ADD COLUMN x INT", {1142}),
            ("RENAME TABLE audit_log TO audit_log_2", {1142}),
            ("CREATE INDEX x ON audit_log (action)", {1142}),
            ("DROP TRIGGER audit_log_chain", {1142}),
            ("LOCK TABLES audit_log WRITE", {1044, 1142}),
            ("UPDATE audit_chain_head SET seq = 0", {1142}),
            ("DELETE FROM audit_chain_head", {1142}),
            ("INSERT INTO audit_chain_head VALUES (2, 0, '')", {1142}),
        ],
    )
    def test_a1_a2_a6_a7_nothing_else_can_be_done_to_it(
        self, site: StoreSite, log: int, role: AccountRole, statement: str, expected: set[int]
    ) -> None:
        assert log
        assert number(site, role, statement) in expected

    @pytest.mark.parametrize("role", [AccountRole.QUERY, AccountRole.AUDITOR])
    def test_those_who_answer_for_it_read_it(self, site: StoreSite, log: int, role: AccountRole) -> None:
        assert log
        assert number(site, role, "SELECT * FROM audit_log") == 0

    @pytest.mark.parametrize("role", [AccountRole.WORKER, AccountRole.REID])
    def test_a2_those_who_only_append_cannot_read_it_even_in_passing(
        self, site: StoreSite, log: int, role: AccountRole
    ) -> None:
        assert log
        assert number(site, role, "SELECT * FROM audit_log") in {1142, 1143}
        assert number(site, role, APPEND + " RETURNING seq") == 1143
        assert number(site, role, "SELECT * FROM audit_chain_head") == 1142

    @pytest.mark.parametrize("role", APPLICATION)
    @pytest.mark.parametrize("column", ["seq", "occurred_at", "db_account", "prev_hash", "hash"])
    def test_a3_nobody_says_number_time_account_or_hash(
        self, site: StoreSite, log: int, role: AccountRole, column: str
    ) -> None:
        assert log
        assert column in audit_log.c
        statement = (
            f"INSERT INTO audit_log (action, actor_type, actor, detail, {column}) VALUES ('a', 'b', 'c', '{{}}', 1)"
        )
        assert number(site, role, statement) == 1143

    @pytest.mark.parametrize("role", EVERY)
    def test_a4_the_clock_cannot_be_set(self, site: StoreSite, role: AccountRole) -> None:
        assert number(site, role, "SET timestamp = 1") == 1290

    @pytest.mark.parametrize("role", EVERY)
    def test_a5_no_temporary_table_can_stand_before_the_head(self, site: StoreSite, role: AccountRole) -> None:
        assert number(site, role, "CREATE TEMPORARY TABLE audit_chain_head (id INT)") == 1044
        assert number(site, role, "CREATE TABLE mine (id INT)") == 1142

    @pytest.mark.parametrize("role", APPLICATION)
    @pytest.mark.parametrize("detail", ["not json", "{", ""])
    def test_a8_a_detail_that_is_no_json_is_refused_with_checks_switched_off(
        self, site: StoreSite, log: int, role: AccountRole, detail: str
    ) -> None:
        assert log
        off = ["SET check_constraint_checks = 0", "SET sql_mode = ''"]
        assert number(site, role, *off, APPEND.replace("{}", detail)) == 1644

    def test_a_rolled_back_row_leaves_no_hole(self, site: StoreSite) -> None:
        assert refused(site, AccountRole.WORKER, "START TRANSACTION", APPEND, "ROLLBACK", APPEND) == [0, 0, 0, 0]
        ((low, high, rows),) = site.admin("SELECT MIN(seq), MAX(seq), COUNT(*) FROM audit_log")
        assert (low, high) == (1, rows)

    def test_a14_nobody_logs_in_as_the_definer(self, site: StoreSite) -> None:
        with pytest.raises(pymysql.MySQLError) as locked:
            pymysql.connect(unix_socket=str(site.server.socket), user=f"{site.schema}_definer", password="")
        assert locked.value.args[0] == 4151


class TestPowers:
    @pytest.mark.parametrize("role", EVERY)
    def test_a11_no_role_no_global_no_binlog_switch(self, site: StoreSite, role: AccountRole) -> None:
        assert number(site, role, "SET ROLE whoever") == 1959
        assert number(site, role, "SET GLOBAL max_connections = 1") == 1227
        assert number(site, role, "SET sql_log_bin = 0") == 1227
        assert number(site, role, "SELECT 1") == 0

    @pytest.mark.parametrize("role", EVERY)
    def test_a13_what_the_sessions_rely_on(self, site: StoreSite, role: AccountRole) -> None:
        with contextlib.closing(site.raw(role)) as connection, connection.cursor() as cursor:
            cursor.execute("SELECT @@secure_timestamp, @@local_infile, @@old_mode, CURRENT_USER()")
            stamp, infile, old_mode, user = cursor.fetchone() or ()
        assert (stamp, infile) == ("YES", 0)
        assert "SESSION_USER_IS_USER" not in old_mode
        assert user == f"{site.credentials.accounts[role].user}@%"

    @pytest.mark.parametrize("role", EVERY)
    def test_t8_files_are_out_of_reach(self, site: StoreSite, role: AccountRole) -> None:
        with contextlib.closing(site.raw(role)) as connection, connection.cursor() as cursor:
            cursor.execute("SELECT LOAD_FILE('/etc/passwd')")
            assert cursor.fetchone() == (None,)
        assert number(site, role, "SELECT 1 INTO OUTFILE '/tmp/out'") in {1045, 1227, 1290}
        assert number(site, role, "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE facts") in {1148, 4166}


class TestMap:
    """Probes T6 and T7: who may see which columns of the encrypted map."""

    @pytest.mark.parametrize("role", [AccountRole.WORKER, AccountRole.QUERY])
    def test_t6_the_ciphertext_cannot_be_read_or_asked_about(self, site: StoreSite, role: AccountRole) -> None:
        site.ingest(document(100), [lab()])
        assert number(site, role, "SELECT patient_id, document_id, label FROM phi_tokens") == 0
        assert number(site, role, "SELECT ciphertext FROM phi_tokens") == 1143
        assert number(site, role, "SELECT label FROM phi_tokens WHERE ciphertext > ''") == 1143
        assert number(site, role, "SELECT label FROM phi_tokens ORDER BY ciphertext") == 1143
        assert number(site, role, "SELECT * FROM phi_tokens") in {1142, 1143}
        assert number(site, role, "SELECT extracted_identifiers FROM clinical_document_identity_checks") == 1143

    def test_t7_who_may_read_it_cannot_write_it(self, site: StoreSite) -> None:
        site.ingest(document(100), [lab()])
        role = AccountRole.REID
        assert number(site, role, "SELECT ciphertext FROM phi_tokens") == 0
        insert = "INSERT INTO phi_tokens VALUES (7, 100, '[X_1]', 1, '', utc_timestamp())"
        assert number(site, role, insert) == 1142
        assert number(site, role, "UPDATE phi_tokens SET label = 'x'") == 1142
        assert number(site, role, "DELETE FROM phi_tokens") == 1142
        assert number(site, role, "SELECT * FROM clinical_document_facts") == 1142

    def test_who_may_write_it_cannot_change_it_in_place(self, site: StoreSite) -> None:
        assert number(site, AccountRole.WORKER, "UPDATE phi_tokens SET label = 'x'") == 1142


#: What the query account alone writes and deletes.
OWN_OF_QUERY = frozenset({"clinical_query_turns", "used_panel_tokens"})


class TestQueryAccount:
    @pytest.mark.parametrize("table", sorted(TENANT.tables))
    def test_it_changes_nothing_that_was_read_from_documents(self, site: StoreSite, table: str) -> None:
        written = {grant.target for grant in tenant_grants("s", AccountRole.QUERY) if grant.privilege != "SELECT"}
        # Decided questions and used tokens are its own, and forgotten after their time.
        assert number(site, AccountRole.QUERY, f"DELETE FROM `{table}`") == (0 if table in OWN_OF_QUERY else 1142)
        if table not in written:
            first = next(iter(TENANT.tables[table].c)).name
            assert number(site, AccountRole.QUERY, f"UPDATE `{table}` SET `{first}` = 1") == 1142
            assert number(site, AccountRole.QUERY, f"INSERT INTO `{table}` () VALUES ()") == 1142

    def test_t10_injected_statements_reach_this_tenant_only_and_write_nothing(
        self, site: StoreSite, other_site: StoreSite
    ) -> None:
        site.ingest(document(100), [lab()])
        role = AccountRole.QUERY
        assert (
            number(site, role, "SELECT * FROM clinical_document_facts UNION SELECT * FROM clinical_document_facts") == 0
        )
        assert number(site, role, f"SELECT * FROM `{other_site.schema}`.clinical_document_facts") == 1142
        assert number(site, role, "SELECT User FROM mysql.global_priv") == 1142
        assert number(site, role, f"SELECT * FROM `{site.control_schema}`.api_keys") == 1142


class TestOpenEmr:
    """What the worker and the query account may do in OpenEMR's own schema."""

    @pytest.mark.parametrize("role", [AccountRole.WORKER, AccountRole.QUERY])
    def test_they_read_named_columns_and_no_others(self, site: StoreSite, role: AccountRole) -> None:
        where = f"`{site.openemr_schema}`"
        assert number(site, role, f"SELECT pid, DOB FROM {where}.patient_data") == 0
        assert number(site, role, f"SELECT * FROM {where}.patient_data") == 1143
        assert number(site, role, f"SELECT billing_note FROM {where}.patient_data") == 1143
        assert number(site, role, f"SELECT * FROM {where}.log") == 1142

    def test_the_worker_changes_only_what_withdrawal_needs(self, site: StoreSite) -> None:
        where, role = f"`{site.openemr_schema}`", AccountRole.WORKER
        assert number(site, role, f"UPDATE {where}.procedure_order SET activity = 0 WHERE procedure_order_id = 0") == 0
        assert number(site, role, f"UPDATE {where}.procedure_order SET patient_id = 1") == 1143
        assert number(site, role, f"UPDATE {where}.procedure_result SET result = 'x'") == 1143
        assert number(site, role, f"UPDATE {where}.lists SET activity = 0 WHERE id = 0") == 0
        assert number(site, role, f"UPDATE {where}.lists SET title = 'x'") == 1143
        assert number(site, role, f"DELETE FROM {where}.lists") == 1142
        assert number(site, role, f"DELETE FROM {where}.procedure_order") == 1142
        assert number(site, role, f"INSERT INTO {where}.log (event) VALUES ('x')") == 1142
        assert number(site, role, f"UPDATE {where}.documents SET deleted = 1") == 1142

    @pytest.mark.parametrize("role", [AccountRole.REID, AccountRole.AUDITOR])
    def test_the_others_do_not_see_it(self, site: StoreSite, role: AccountRole) -> None:
        assert number(site, role, f"SELECT pid FROM `{site.openemr_schema}`.patient_data") == 1142


class TestTenants:
    @pytest.mark.parametrize("role", EVERY)
    def test_t1_another_tenants_tables_are_closed(
        self, site: StoreSite, other_site: StoreSite, role: AccountRole
    ) -> None:
        tables = [str(table) for (table,) in other_site.admin("SHOW TABLES")]
        assert set(TENANT.tables) <= set(tables)
        statements = [
            statement.format(f"`{other_site.schema}`.`{table}`")
            for table in tables
            for statement in ("SELECT * FROM {}", "INSERT INTO {} () VALUES ()", "DELETE FROM {}")
        ]
        assert set(refused(site, role, *statements)) == {1142}

    @pytest.mark.parametrize("role", EVERY)
    def test_t2_another_tenant_cannot_be_seen(self, site: StoreSite, other_site: StoreSite, role: AccountRole) -> None:
        with (
            contextlib.closing(other_site.raw(role)),
            contextlib.closing(site.raw(role)) as connection,
            connection.cursor() as cursor,
        ):
            cursor.execute("SHOW DATABASES")
            seen = {str(name) for (name,) in cursor.fetchall()}
            assert site.schema in seen
            assert other_site.schema not in seen
            for table in ("tables", "columns", "triggers", "views", "statistics"):
                column = "trigger_schema" if table == "triggers" else "table_schema"
                cursor.execute(
                    f"SELECT COUNT(*) FROM information_schema.{table} WHERE {column} = %s", (other_site.schema,)
                )
                assert cursor.fetchone() == (0,)
            cursor.execute("SELECT DISTINCT user FROM information_schema.processlist")
            assert {name for (name,) in cursor.fetchall()} == {site.credentials.accounts[role].user}

    def test_t3_what_is_forbidden_looks_like_what_is_missing(self, site: StoreSite, other_site: StoreSite) -> None:
        there = f"SELECT * FROM `{other_site.schema}`.clinical_document_facts"
        missing = f"SELECT * FROM `{other_site.schema}`.no_such_table"
        nowhere = "SELECT * FROM `arbiter_nosuchsite`.clinical_document_facts"
        assert refused(site, AccountRole.WORKER, there, missing, nowhere) == [1142, 1142, 1142]

    def test_t4_an_underscore_is_no_wildcard(self, site: StoreSite) -> None:
        lookalike = site.schema.replace("_", "x")
        site.admin(f"CREATE DATABASE `{lookalike}`")
        try:
            site.admin(f"CREATE TABLE `{lookalike}`.clinical_document_facts (id INT)")
            for role in EVERY:
                assert number(site, role, f"SELECT * FROM `{lookalike}`.clinical_document_facts") == 1142
                assert number(site, role, f"USE `{lookalike}`") == 1044
            assert number(site, AccountRole.WORKER, "SELECT * FROM clinical_document_facts") == 0
        finally:
            site.admin(f"DROP DATABASE `{lookalike}`")

    def test_t5_another_tenants_session_cannot_be_killed(self, site: StoreSite, other_site: StoreSite) -> None:
        with contextlib.closing(other_site.raw(AccountRole.WORKER)) as victim:
            assert number(site, AccountRole.WORKER, f"KILL {victim.thread_id()}") == 1095
            victim.ping(reconnect=False)


def test_every_table_has_its_rights() -> None:
    """A new table that nobody may use, or that everybody may, is noticed here."""
    worker = {grant.target for grant in tenant_grants("s", AccountRole.WORKER)}
    assert set(TENANT.tables) - worker == {"audit_chain_head", *OWN_OF_QUERY}
    for role in EVERY:
        privileges = {grant.privilege for grant in tenant_grants("s", role)}
        assert privileges <= {"SELECT", "INSERT", "UPDATE", "DELETE"}
