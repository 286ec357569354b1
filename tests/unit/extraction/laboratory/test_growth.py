"""Words about growth: denied, doubted, former, stated."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.growth import (
    denies_growth,
    doubts_growth,
    formerly_at,
    label_end,
    labels_another_test,
    speaks_of_amount,
    speaks_of_culture,
    states_growth,
)
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("No Salmonella isolated", True),
        ("Candida albicans not detected", True),
        ("Escherichia coli >100,000 CFU/mL", False),
        ("Coagulase-negative Staphylococcus", False),
        ("Isolate No. 2 Proteus mirabilis", False),
        ("Gram negative rods: Escherichia coli", False),
    ],
)
def test_denial(text: str, denied: bool) -> None:
    assert denies_growth(text) is denied


@pytest.mark.parametrize(
    ("text", "doubted"),
    [("Possible Proteus", True), ("Proteus mirabilis?", True), ("Moderate Proteus mirabilis", False)],
)
def test_doubt(text: str, doubted: bool) -> None:
    assert doubts_growth(text) is doubted


@pytest.mark.parametrize(("text", "at"), [("Cefazolin S (previously R)", 2), ("Cefazolin 4 S", 3)])
def test_where_a_former_report_begins(text: str, at: int) -> None:
    assert formerly_at(view_page(write_lines(text).pages[0]).lines[0].fragments) == at


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("No growth in 48 hours", True),
        ("Mixed skin flora", True),
        ("Gram positive cocci in clusters", True),
        ("Sodium 140 mmol/L", False),
        ("Page 2 of 3", False),
    ],
)
def test_growth_without_a_name(text: str, states: bool) -> None:
    assert states_growth(view_page(write_lines(text).pages[0]).lines[0].fragments) is states


@pytest.mark.parametrize(("text", "speaks"), [("Antibiotic   MIC", True), ("Sodium 140", False)])
def test_words_of_susceptibility_tables(text: str, speaks: bool) -> None:
    assert speaks_of_culture(text) is speaks


@pytest.mark.parametrize(
    ("text", "speaks"),
    [("Proteus >100,000 CFU/mL", True), ("Proteus moderate growth", True), ("Proteus IgG 1.2", False)],
)
def test_words_of_amount(text: str, speaks: bool) -> None:
    assert speaks_of_amount(text) is speaks


@pytest.mark.parametrize(
    ("text", "end", "another"),
    [
        ("BLOOD CULTURE SET 1: No growth", 4, False),
        ("Stool O&P: No ova seen", 2, True),
        ("C. difficile toxin PCR: detected", 4, True),
        ("Gram stain: gram positive cocci", 2, False),
        ("No growth after 5 days", 0, False),
    ],
)
def test_labels(text: str, end: int, another: bool) -> None:
    (line,) = view_page(write_lines(text).pages[0]).lines
    assert label_end(line.fragments) == end
    assert labels_another_test(line.fragments) is another
