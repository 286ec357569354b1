"""Identifiers that a line of prose parts at its end."""

from __future__ import annotations

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.wrapped_lines import findings_over_line_ends
from tests.unit.deid.written_pages import write_document


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


def test_what_the_other_line_tells_counts_at_a_line_end_too() -> None:
    assert "2256-72521" in over("The potassium chloride is taken daily. Account\n2256-72521, accession to follow.")


def test_a_labelled_given_name_at_the_end_of_a_full_line_takes_the_name_below(
    deidentifier: PresidioDeidentifier,
) -> None:
    full = "FAX COVER SHEET for the other office To: Bela Reyes From: Styalaie\nField Fax received today."
    assert clean(deidentifier, full).endswith("From: [PERSON_2]\n[PERSON_2] Fax received today.")
    heading = "FAX COVER SHEET for the other office To: Bela Reyes From: Styalaie\nHistory: none."
    assert clean(deidentifier, heading).endswith("From: [PERSON_2]\nHistory: none.")


def clean(deidentifier: PresidioDeidentifier, text: str) -> str:
    return deidentifier.deidentify(write_document(text), patient=None).pages[0].text.value
