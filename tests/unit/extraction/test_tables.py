from __future__ import annotations

from importlib import resources

import pytest

from arbiter_fhir.extraction.tables import read_table


@pytest.mark.parametrize("name", ["analytes.tsv", "loinc.tsv", "units.tsv"])
def test_tables_are_whole(name: str) -> None:
    rows = read_table(name)
    assert len(rows) > 40
    assert all(list(row) == list(rows[0]) for row in rows)


def test_the_codes_carry_their_licence() -> None:
    text = resources.files("arbiter_fhir.extraction").joinpath("data", "loinc.tsv").read_text(encoding="utf-8")
    assert "loinc.org/license" in text
