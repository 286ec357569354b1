"""Names near others."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.analyte import known_analytes
from arbiter_fhir.domain.data_table import read_domain_table
from arbiter_fhir.domain.near_term import near_names, near_tests
from arbiter_fhir.extraction import CuratedTerms

ROWS = read_domain_table("near_terms.tsv")


def test_near_names_and_tests() -> None:
    assert "hashimoto thyroiditis" in near_names("hypothyroidism")
    assert near_names("Hashimoto thyroiditis")[0] == "hypothyroidism"
    assert "urine_albumin_creatinine_ratio" in near_tests("urine_albumin")
    assert near_names("urine_albumin") == ()
    assert near_tests("hypothyroidism") == ()


@pytest.mark.parametrize("row", [row for row in ROWS if row["kind"] != "test"], ids=lambda row: str(row["asked"]))
def test_whatever_is_asked_is_a_name_of_the_vocabularies(row: dict[str, str]) -> None:
    found = {mention.name for mention in CuratedTerms().mentions(row["asked"])}
    assert row["asked"] in found
    assert row["asked"] not in row["near"].split("|")


def test_tests_are_tests_of_the_vocabulary() -> None:
    keys = {key for row in ROWS if row["kind"] == "test" for key in (row["asked"], *row["near"].split("|"))}
    assert keys <= set(known_analytes())


def test_nothing_is_asked_for_twice() -> None:
    assert len(ROWS) == len({(row["kind"], row["asked"]) for row in ROWS})
