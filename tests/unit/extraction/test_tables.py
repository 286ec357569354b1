from __future__ import annotations

from importlib import resources

import pytest

from arbiter_fhir.extraction.tables import read_phrases, read_table


@pytest.mark.parametrize(
    "name", ["drugs.tsv", "conditions.tsv", "allergens.tsv", "reactions.tsv", "procedures.tsv", "units.tsv"]
)
def test_tables_are_whole(name: str) -> None:
    rows = read_table(name)
    assert len(rows) > 40
    assert all(list(row) == list(rows[0]) for row in rows)


def test_every_table_names_its_source_or_licence() -> None:
    for path in resources.files("arbiter_fhir.extraction").joinpath("data").iterdir():
        if path.name.endswith(".tsv"):
            head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
            assert any("Source" in line or "urated" in line for line in head), path.name


def test_phrases_come_with_their_kind() -> None:
    phrases = read_phrases("section_titles.tsv")
    assert ("allergies", "drug allergies") in phrases
    assert all(phrase == phrase.strip() and phrase for _, phrase in phrases)
