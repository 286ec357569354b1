from __future__ import annotations

from arbiter_fhir.extraction.laboratory.datebook import DateBook
from arbiter_fhir.extraction.laboratory.duplicates import find_duplicates
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.interpretation import Interpretation, interpret
from arbiter_fhir.extraction.laboratory.neighbours import look_around
from arbiter_fhir.extraction.laboratory.rules.reader import read_pages
from tests.unit.extraction.clean_pages import write_lines


def interpreted(*lines: str) -> list[Interpretation]:
    document = write_lines("Collected: 04/10/2026", "", *lines)
    reading = read_pages([view_page(page) for page in document.pages])
    book = DateBook(tuple(reading.dates), document.dates)
    return [interpret(row, book, look_around(reading.rows)) for row in reading.rows]


def test_equal_values_repeat_and_unequal_ones_conflict() -> None:
    found = interpreted(
        "Test         Result   Units",
        "Glucose      105      mg/dL",
        "Sodium       140      mmol/L",
        "Glucose      105.0    mg/dL",
        "Sodium       139      mmol/L",
    )
    assert find_duplicates(found) == ({2}, {1, 3})


def test_another_unit_or_specimen_is_another_measurement() -> None:
    found = interpreted(
        "Test         Result   Units",
        "Neutrophils  71       %",
        "Neutrophils  8.4      x10E3/uL",
        "WBC          11.8     x10E3/uL",
        "WBC          6-10     /hpf",
    )
    assert find_duplicates(found) == (set(), set())
