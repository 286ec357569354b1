from __future__ import annotations

import re

import pytest

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.conditions import conditions, find_conditions


@pytest.mark.parametrize(
    ("name", "normal", "code"),
    [
        ("HTN", "hypertension", "I10"),
        ("T2DM", "type 2 diabetes mellitus", "E11.9"),
        ("CAD", "coronary artery disease", "I25.10"),
        ("stage 3b CKD", "CKD stage 3b", "N18.32"),
        ("Crohn's disease", "Crohn disease", "K50.90"),
        ("diabetes", "diabetes mellitus", None),
        ("stroke", "stroke", None),
        ("breast cancer", "breast cancer", None),
    ],
)
def test_a_code_is_given_only_where_one_is_right(name: str, normal: str, code: str | None) -> None:
    found = conditions().get(name)
    assert found is not None
    assert (found.name, found.icd10) == (normal, code)


@pytest.mark.parametrize(
    ("text", "listed", "wanted"),
    [
        ("seen in the ED for asthma", False, ["asthma"]),
        ("ED", True, ["ED"]),
        ("rule out PE", False, ["PE"]),
        ("PE unremarkable", False, []),
        ("as needed for gout", False, ["gout"]),
        ("AS moderate", True, ["AS"]),
        ("he was mi", False, []),
        ("history of MS", False, ["MS"]),
    ],
)
def test_doubtful_abbreviations_count_only_as_meant(text: str, listed: bool, wanted: list[str]) -> None:
    assert [text[match.start : match.end] for match in find_conditions(text, listed=listed)] == wanted


def test_the_table_is_consistent() -> None:
    rows = read_table("conditions.tsv")
    assert len(rows) >= 400
    for row in rows:
        assert row["kind"] in {"disease", "symptom"}
        assert not row["icd10"] or re.fullmatch(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?", row["icd10"]), row
    names = [name.casefold() for row in rows for name in [row["condition"], *filter(None, row["names"].split("|"))]]
    assert len(names) == len(set(names))
