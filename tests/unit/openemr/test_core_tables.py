from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from arbiter_fhir.openemr import OPENEMR_QUERY_GRANTS, OPENEMR_WORKER_GRANTS, query_grants, worker_grants
from arbiter_fhir.openemr.answer_tables import ANSWER_COLUMNS
from arbiter_fhir.openemr.core_columns import SqlKind
from arbiter_fhir.openemr.core_tables import CORE_TABLES

EXTRA = frozenset({("patient_data", "preferred_name")})


def test_only_results_and_lists_are_written_and_only_withdrawal_changes_a_column() -> None:
    inserted = {table for table, privileges in OPENEMR_WORKER_GRANTS.items() if "INSERT" in privileges}
    changed = {
        (table, privileges["UPDATE"]) for table, privileges in OPENEMR_WORKER_GRANTS.items() if "UPDATE" in privileges
    }
    assert inserted == {
        *("procedure_order", "procedure_order_code", "procedure_report", "procedure_result"),
        *("lists", "lists_medication", "lists_touch"),
    }
    assert changed == {
        ("procedure_order", ("activity", "order_status")),
        ("procedure_report", ("procedure_order_id", "procedure_order_seq")),
        ("procedure_result", ("comments",)),
        ("lists", ("activity", "verification", "comments", "enddate")),
    }


def test_no_uuid_password_or_file_name_is_in_reach_of_a_write_or_a_read() -> None:
    for privileges in OPENEMR_WORKER_GRANTS.values():
        assert "uuid" not in privileges.get("INSERT", ())
    assert not {"password", "email", "notes"} & set(OPENEMR_WORKER_GRANTS["users"]["SELECT"])
    assert not {"name", "url", "document_data"} & set(OPENEMR_WORKER_GRANTS["documents"]["SELECT"])


def test_the_query_account_only_reads_what_the_worker_reads_and_what_answers_need() -> None:
    for table, privileges in OPENEMR_QUERY_GRANTS.items():
        assert list(privileges) == ["SELECT"]
        worked = OPENEMR_WORKER_GRANTS.get(table, {}).get("SELECT", ())
        further = {column.name for column in CORE_TABLES[table].columns if column.parts}
        assert set(privileges["SELECT"]) == {*worked, *further}
    assert OPENEMR_WORKER_GRANTS.keys() < OPENEMR_QUERY_GRANTS.keys()


def test_the_worker_reads_no_visits_vital_signs_or_vaccines() -> None:
    assert (
        not {"forms", "form_vitals", "form_encounter", "immunizations", "list_options"} & OPENEMR_WORKER_GRANTS.keys()
    )
    assert "docdate" not in OPENEMR_WORKER_GRANTS["documents"]["SELECT"]
    assert "indication" not in OPENEMR_WORKER_GRANTS["prescriptions"]["SELECT"]


def test_no_account_reads_notes_file_names_or_addresses_for_answers() -> None:
    for table in CORE_TABLES.values():
        named = {column.name for column in table.columns if column.parts}
        assert not {"note", "name", "url", "lot_number", "user", "password"} & named


def test_optional_columns_are_granted_where_a_site_has_them() -> None:
    assert "preferred_name" not in OPENEMR_WORKER_GRANTS["patient_data"]["SELECT"]
    for grants in (worker_grants(EXTRA), query_grants(EXTRA)):
        assert "preferred_name" in grants["patient_data"]["SELECT"]


def test_every_text_column_that_is_written_states_its_width() -> None:
    for table in CORE_TABLES.values():
        for column in table.columns:
            if len(column.privileges) > 1 and column.kind is SqlKind.TEXT:
                assert column.chars > 0, f"{table.name}.{column.name}"


def test_names_and_widths_are_those_of_openemr_7_0_1(repository: Path) -> None:
    facts: list[list[str]] = []
    for name in ("columns.tsv", "more_columns.tsv"):
        with (repository / "devstack/ehr/schema" / name).open(encoding="utf-8", newline="") as file:
            facts += [row for row in csv.reader(file, delimiter="\t") if row and not row[0].startswith("#")]
    types = {(row[0], row[1]): row[2] for row in facts}
    for table in CORE_TABLES.values():
        for column in table.columns:
            if column.optional:
                continue
            found = types[table.name, column.name]
            if found.startswith(("varchar", "char")) and column.chars:
                assert found.endswith(f"({column.chars})"), f"{table.name}.{column.name}"


def test_an_unknown_column_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        CORE_TABLES["documents"].column("name")


def test_the_installation_guide_lists_every_column_that_answers_read(repository: Path) -> None:
    guide = (repository / "docs/installing.md").read_text(encoding="utf-8")
    section = guide[guide.index("for answers alone") : guide.index("No row can be deleted")]
    listed: dict[str, set[str]] = {}
    for line in section.splitlines():
        cells = [re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0]:
            for table in cells[0]:
                listed.setdefault(table, set()).update(cells[1])
    for table, columns in ANSWER_COLUMNS.items():
        assert {column.name for column in columns} <= listed[table], table
    granted = {column.name for columns in ANSWER_COLUMNS.values() for column in columns}
    assert set().union(*listed.values()) == granted
