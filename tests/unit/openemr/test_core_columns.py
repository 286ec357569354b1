from __future__ import annotations

import pytest

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.openemr.core_columns import (
    CoreTable,
    Privilege,
    SqlKind,
    answer_columns,
    choice_column,
    ended_column,
    optional_column,
    read_columns,
    switched_columns,
    text_column,
    written_columns,
)


def test_each_kind_of_column_has_the_privileges_of_its_use() -> None:
    (read,) = read_columns(SqlKind.INTEGER, "id")
    (written,) = written_columns(SqlKind.MOMENT, "date")
    (switched,) = switched_columns(SqlKind.TEXT, "comments", chars=10)
    assert read.privileges == {Privilege.SELECT}
    assert written.privileges == {Privilege.SELECT, Privilege.INSERT}
    assert (switched.privileges, switched.chars) == (set(Privilege), 10)
    assert ended_column("enddate", SqlKind.MOMENT).privileges == {Privilege.SELECT, Privilege.UPDATE}
    assert (text_column("title", 255).chars, text_column("title", 255).kind) == (255, SqlKind.TEXT)
    assert choice_column("history_order", "1").choices == ("1",)


def test_a_column_for_answers_is_only_read_and_says_for_what() -> None:
    (column,) = answer_columns([ChartPart.VITALS], SqlKind.NUMBER, "pulse")
    assert column.privileges == {Privilege.SELECT}
    assert column.parts == {ChartPart.VITALS}
    assert not column.optional


def test_an_optional_column_is_read_or_written() -> None:
    assert optional_column("preferred_name", SqlKind.TEXT).privileges == {Privilege.SELECT}
    assert Privilege.INSERT in optional_column("is_primary_record", SqlKind.INTEGER, written=True).privileges


def test_a_table_knows_whether_it_is_written_and_its_columns_by_name() -> None:
    table = CoreTable("t", read_columns(SqlKind.INTEGER, "id"))
    assert not table.is_written
    assert table.column("id").name == "id"
    with pytest.raises(KeyError):
        table.column("other")
    assert CoreTable("t", written_columns(SqlKind.INTEGER, "id")).is_written
