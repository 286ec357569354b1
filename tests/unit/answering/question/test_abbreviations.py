"""Shorthand written out."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.abbreviations import abbreviation_words, written_out
from arbiter_fhir.answering.question.tables import read_question_table


@pytest.mark.parametrize(
    "written, meant",
    [
        ("H&H", "hemoglobin and hematocrit"),
        ("pts K+", "patient's potassium"),
        ("all pts", "all patients"),
        ("what meds is pt on", "what medications is patient on"),
        ("PT on statin?", "patient on statin?"),
        ("PT/INR", "PT/INR"),
        ("last PT", "last PT"),
        ("last k and mg", "last potassium and magnesium"),
        ("500 mg of metformin", "500 mg of metformin"),
        ("give us labs", "give us labs"),
        ("abd US", "abd ultrasound"),
        ("hx of afib", "history of afib"),
        ("hx", "history"),
        ("whats", "what is"),
        ("crit", "hematocrit"),
        ("crit labs", "critical labs"),
        ("f/u w/ cardiology", "follow-up with cardiology"),
    ],
)
def test_shorthand(written: str, meant: str) -> None:
    assert written_out(written) == meant


def test_no_row_twice_and_none_that_changes_nothing() -> None:
    rows = read_question_table("abbreviations.tsv")
    assert len({row["written"].casefold() for row in rows}) == len(rows)
    assert all(row["written"] != row["meant"] for row in rows)
    assert "hx" in abbreviation_words()
