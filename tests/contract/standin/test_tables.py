"""The schema is the one that a running OpenEMR 7.0.1 described."""

from __future__ import annotations

import csv

from devstack.ehr import StandInEhr
from devstack.ehr.schema.seeds import list_options
from devstack.ehr.schema.tables import COLUMNS_FILE
from tests.contract.standin.backend import execute, rows


def test_every_column_has_the_type_default_and_key_mark_of_openemr(ehr: StandInEhr) -> None:
    described = {
        (row["table_name"], row["column_name"]): tuple(
            "NULL" if row[name] is None else str(row[name])
            for name in ("column_type", "is_nullable", "column_default", "column_key", "extra")
        )
        for row in rows(
            ehr,
            "SELECT table_name AS table_name, column_name AS column_name, column_type AS column_type,"
            " is_nullable AS is_nullable, column_default AS column_default, column_key AS column_key, extra AS extra"
            " FROM information_schema.columns WHERE table_schema = DATABASE()",
        )
    }
    with COLUMNS_FILE.open(encoding="utf-8", newline="") as lines:
        observed = {
            (line["table_name"], line["column_name"]): (
                line["column_type"],
                line["is_nullable"],
                line["column_default"],
                line["column_key"] or "",
                line["extra"] or "",
            )
            for line in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        }
    assert len(observed) == 709
    observed_tables = {table for table, _ in observed}
    assert {name: facts for name, facts in described.items() if name[0] in observed_tables} == observed
    assert {table for table, _ in described} - observed_tables == {
        *("codes", "code_types", "immunizations", "openemr_postcalendar_categories"),
    }


def test_tables_are_innodb_in_the_collation_of_openemr(ehr: StandInEhr) -> None:
    kinds = rows(
        ehr,
        "SELECT DISTINCT engine AS engine, table_collation AS collation FROM information_schema.tables"
        " WHERE table_schema = DATABASE()",
    )
    assert [(kind["engine"], kind["collation"]) for kind in kinds] == [("InnoDB", "utf8mb4_general_ci")]


def test_categories_are_a_nested_set_with_the_known_numbers(ehr: StandInEhr) -> None:
    names = {row["id"]: row["name"] for row in rows(ehr, "SELECT id, name FROM categories")}
    assert (names[2], names[3], names[4], names[6], names[12]) == (
        "Lab Report",
        "Medical Record",
        "Patient Information",
        "Advance Directive",
        "CCD",
    )
    assert rows(ehr, "SELECT codes FROM categories WHERE id = 12")[0]["codes"] == "LOINC:34133-9"
    outside = rows(
        ehr,
        "SELECT c.id FROM categories c JOIN categories p ON p.id = c.parent"
        " WHERE NOT (p.lft < c.lft AND c.rght < p.rght)",
    )
    assert outside == []
    edges = sorted(edge for row in rows(ehr, "SELECT lft, rght FROM categories") for edge in (row["lft"], row["rght"]))
    assert edges == list(range(1, 2 * len(names) + 1))


def test_a_new_category_keeps_the_nested_set_whole(own_ehr: StandInEhr) -> None:
    number = own_ehr.store.add_category("Outside Labs", parent=2)
    edges = sorted(
        edge for row in rows(own_ehr, "SELECT lft, rght FROM categories") for edge in (row["lft"], row["rght"])
    )
    assert edges == list(range(1, len(edges) + 1))
    inside = rows(
        own_ehr,
        "SELECT 1 FROM categories c JOIN categories p ON p.id = 2"
        " WHERE c.id = :id AND p.lft < c.lft AND c.rght < p.rght",
        id=number,
    )
    assert len(inside) == 1


def test_list_options_are_the_observed_ones(ehr: StandInEhr) -> None:
    stored = {(row["list_id"], row["option_id"]) for row in rows(ehr, "SELECT list_id, option_id FROM list_options")}
    assert stored == {(row["list_id"], row["option_id"]) for row in list_options()}
    assert ("proc_res_abnormal", "vhigh") in stored


def test_built_in_users_have_their_numbers(ehr: StandInEhr) -> None:
    users = {row["username"]: row["id"] for row in rows(ehr, "SELECT id, username FROM users")}
    assert (users["admin"], users["portal-user"], users["oe-system"]) == (1, 3, 4)


def test_sessions_run_without_strict_mode_and_each_statement_commits(ehr: StandInEhr) -> None:
    assert rows(ehr, "SELECT @@sql_mode AS mode, @@autocommit AS auto")[0] == {"mode": "", "auto": 1}
    # Strict mode would refuse a value that is too long; OpenEMR cuts it without a word.
    execute(ehr, "REPLACE INTO globals (gl_name, gl_index, gl_value) VALUES ('too_long', 0, REPEAT('x', 300))")
    assert rows(ehr, "SELECT LENGTH(gl_value) AS n FROM globals WHERE gl_name = 'too_long'")[0]["n"] == 255
