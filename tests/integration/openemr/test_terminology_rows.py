"""Titles of options and names of vaccines."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from arbiter_fhir.openemr.terminology_rows import option_titles, vaccine_names
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database


def test_lists_are_read_whole_and_apart(chart: Chart) -> None:
    with chart.query.connect() as connection:
        titles = option_titles(connection, chart.tables, ["drug_route", "reaction"])
    assert titles["drug_route", "bymouth"] == "By Mouth"
    assert titles["reaction", "hives"] == "Hives"
    assert {name for name, _ in titles} == {"drug_route", "reaction"}


def test_only_vaccine_codes_name_vaccines(chart: Chart) -> None:
    with chart.admin.connect() as connection:
        connection.execute(
            text(
                "INSERT INTO codes (code, code_text, code_text_short, code_type) VALUES ('115', 'An ICD code', '', 102)"
            )
        )
        connection.execute(
            text("INSERT INTO codes (code, code_text, code_text_short, code_type) VALUES ('21', 'varicella', '', 100)")
        )
    with chart.query.connect() as connection:
        assert vaccine_names(connection, chart.tables, ["115", "21", "", "0"]) == {"115": "Tdap", "21": "varicella"}
        assert vaccine_names(connection, chart.tables, []) == {}
