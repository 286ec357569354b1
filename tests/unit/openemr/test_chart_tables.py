from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.dialects import mysql

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import ChartTables

EXTRA = frozenset({("patient_data", "preferred_name")})


def test_every_statement_names_the_schema_and_quotes_what_must_be_quoted() -> None:
    tables = ChartTables("openemr")
    statement = str(select(tables.procedure_result.c.range).compile(dialect=mysql.dialect()))
    assert "FROM openemr.procedure_result" in statement
    assert "`range`" in statement


def test_a_column_that_we_do_not_rely_on_cannot_be_named() -> None:
    with pytest.raises(AttributeError):
        _ = ChartTables("openemr").documents.c.url


def test_optional_columns_are_in_statements_where_a_site_has_them() -> None:
    assert "preferred_name" not in ChartTables("openemr").patient_data.c
    assert "preferred_name" in ChartTables("openemr", optional=EXTRA).patient_data.c


def test_two_sites_do_not_share_their_tables() -> None:
    assert ChartTables("one").documents.schema == "one"
    assert ChartTables("two").documents.schema == "two"


@pytest.mark.parametrize("schema", ["", "open emr", "a`b", "a.b", "x" * 65, "a;b", "a\n"])
def test_a_schema_name_cannot_carry_sql(schema: str) -> None:
    with pytest.raises(ChartError) as raised:
        ChartTables(schema)
    assert raised.value.code is ErrorCode.EHR_SCHEMA
