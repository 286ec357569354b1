"""Identifiers that a line of prose parts at its end."""

from __future__ import annotations

from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.wrapped_lines import findings_over_line_ends


def over(text: str) -> list[str]:
    return [text[each.start : each.end] for each in findings_over_line_ends(Reading(text))]


def test_a_number_and_an_address_over_a_line_end() -> None:
    assert "309-555-\n0146" in over("She can be reached in the evening at 309-555-\n0146 or at work.")
    found = over("Identity was verified with the home address 31374 Sycamore\nStreet and the date of birth.")
    assert any(each.startswith("31374 Sycamore\nStreet") for each in found)


def test_a_name_over_a_line_end() -> None:
    assert any(
        "Thaddeus\nVandermolen" in each for each in over("She was seen in clinic today by Dr. Thaddeus\nVandermolen.")
    )


def test_short_lines_and_tables_do_not_wrap() -> None:
    assert over("Seen by Bela\nGlucose 101 mg/dL and a very long line of other words that goes on and on") == []
    assert over("Hemoglobin 13.2 g/dL 12.0 - 16.0\n555 0146 x") == []
