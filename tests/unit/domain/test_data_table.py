"""Tables of the domain."""

from __future__ import annotations

from arbiter_fhir.domain.data_table import read_domain_table


def test_rows_have_the_columns_of_the_first_line() -> None:
    rows = read_domain_table("analyte_groups.tsv")
    assert set(rows[0]) == {"group", "display", "spellings", "members"}
    assert rows[0]["group"] == "group:kidney_function"
