"""The sweep for numbers, addresses and birth dates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.number_sweep import NumberSweep
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.identity import ChartPatient


def covered(text: str, patient: ChartPatient | None, **further: object) -> str:
    """The text with all that was found crossed out."""
    crossed = list(text)
    for each in NumberSweep(patient, load_lexicon(), **further).find(Reading(text)):
        crossed[each.start : each.end] = "x" * (each.end - each.start)
    return "".join(crossed)


@pytest.mark.parametrize(
    "text",
    [
        "MRN-448192", "448192", "448-192", "000448192", "44B192", "4481 92",
        "987-65-4320", "987654320", "987 65 4320", "9B7-65-432O",
        "(555) 234-0142", "555.234.0142", "5552340142", "+1 555 234 0142", "234-0142", "555 234 0142 x12",
        "rose.graves62@mail.example", "rose.graves62 @ mail.example",
        "1234 Maple Grove Rd", "1234 MAPLE GROVE ROAD", "1234 Maple\nGrove Road",
        "04/10/1962", "4/10/62", "10.04.1962", "1962-04-10", "April 10, 1962", "10 Apr 62", "04101962",
        "19620410", "O4/1O/1962",
        "62704", "62704-1180", "Springfield", "XWZ884213907", "XWZ 8842 13907",
    ],
)  # fmt: skip
def test_a_value_is_found_in_every_form(text: str, patient: ChartPatient) -> None:
    crossed = covered(f"a {text} z", patient)
    assert not any(sign.isalnum() for sign in crossed[2:-2].replace("x", ""))


@pytest.mark.parametrize(
    "text",
    ["62704 mg/dL", "Glucose 448 mg/dL", "04/10/2026", "1234 ng/mL", "960.4", "Maple syrup", "1.62704"],
)
def test_results_and_other_values_stay(text: str, patient: ChartPatient) -> None:
    assert covered(text, patient) == text


def test_a_short_number_is_left_to_its_label(patient: ChartPatient) -> None:
    assert covered("seen 12 times", replace(patient, mrn="12", postal_code="")) == "seen 12 times"


def test_a_number_without_digits_is_sought_as_it_is_written(patient: ChartPatient) -> None:
    lettered = replace(patient, mrn="S-KIDNEY")
    assert covered("Chart S-KIDNEY, S KIDNEY", lettered) == "Chart xxxxxxxx, xxxxxxxx"
    assert covered("s kidney stone, KIDNEY", lettered) == "s kidney stone, KIDNEY"


def test_a_barcode_that_holds_the_number_goes_as_a_whole(patient: ChartPatient) -> None:
    assert covered("code 77448192003Z end", patient) == "code xxxxxxxxxxxx end"


def test_a_city_that_is_a_word_needs_its_place(patient: ChartPatient) -> None:
    reading = replace(patient, city="Reading", state="PA")
    assert covered("Reading the chart. From Reading", reading).startswith("Reading the chart")
    assert "xxxxxxx" in covered("lives in Reading now", reading)
    assert "xxxxxxx" in covered("Reading, PA 19601", reading)


def test_what_a_document_labelled_is_sought_again() -> None:
    further = {("A-99182-7", IdentifierKind.ACCOUNT): None}
    assert covered("copy of a99182 7 here", None, further=further) == "copy of xxxxxxxx here"
