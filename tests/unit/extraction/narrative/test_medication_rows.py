from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Medication, MedicationStatus
from arbiter_fhir.extraction.narrative.medication_rows import read_row
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def rows(*lines: str) -> list[Medication]:
    document = write_lines(*lines)
    found = [read_row(passage, document.dates) for passage in read_passages(document) if passage.columns]
    return [each.value for each in found if each is not None and isinstance(each.value, Medication)]


def test_cells_say_what_their_header_says() -> None:
    (read,) = rows(
        "Medication       Strength    Directions                        Start Date     Status",
        "Metformin ER     500 mg      take 2 tablets twice daily        01/05/2022     active",
    )
    assert (read.name, read.strength, read.dose, read.frequency) == (
        "Metformin ER",
        "500 mg",
        "2 tablets",
        "twice daily",
    )
    assert read.status is MedicationStatus.ACTIVE
    assert read.started is not None
    assert read.started.iso == "2022-01-05"


def test_status_cells_and_stop_dates() -> None:
    read = rows(
        "Drug            Dose       Status          Stop Date",
        "Aspirin         81 mg      inactive",
        "Warfarin        5 mg       on hold",
        "Naproxen        500 mg     discontinued",
        "Ibuprofen       400 mg                     03/04/2023",
    )
    assert [each.status.value for each in read] == ["stopped", "on-hold", "stopped", "stopped"]


def test_need_and_purpose_in_one_cell() -> None:
    (read,) = rows("Drug            How often", "Albuterol       2 puffs every 4 hours as needed for wheezing")
    assert (read.dose, read.frequency, read.as_needed, read.indication) == (
        "2 puffs",
        "every 4 hours",
        True,
        "wheezing",
    )


def test_empty_names_are_no_rows() -> None:
    assert rows("Drug            Dose", "None            n/a", "-               5 mg") == []


def test_still_taking_is_a_status() -> None:
    read = rows(
        "Drug            Dose       Still taking?",
        "Lisinopril      10 mg      Yes",
        "Warfarin        5 mg       No",
        "Sertraline      50 mg      stopped 2020",
    )
    assert [each.status.value for each in read] == ["active", "stopped", "stopped"]


def test_any_cell_may_speak_against_a_medication() -> None:
    document = write_lines("Drug            Dose       Pharmacy said", "Sertraline      50 mg      discontinued")
    (candidate,) = find_medications(read_passages(document), dates=document.dates)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_rows_of_changes_are_in_doubt() -> None:
    document = write_lines("Medication changes", "Drug            Dose", "Sertraline      50 mg")
    (candidate,) = find_medications(read_passages(document), dates=document.dates)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_rows_below_a_heading_of_stopped_medications_are_stopped() -> None:
    document = write_lines("Discontinued medications", "Drug            Dose", "Sertraline      50 mg")
    (candidate,) = find_medications(read_passages(document), dates=document.dates)
    assert isinstance(candidate.value, Medication)
    assert candidate.value.status.value == "stopped"


@pytest.mark.parametrize("action", ["Increase to 20 mg", "New", "changed", "\u2717"])
def test_a_cell_that_tells_of_a_change_leaves_the_amount_open(action: str) -> None:
    document = write_lines("Drug            Dose       Action", f"Lisinopril      10 mg      {action}")
    (candidate,) = find_medications(read_passages(document), dates=document.dates)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_a_year_of_an_end_is_an_end() -> None:
    read = rows("Drug            Dose       Start      Stop", "Warfarin        5 mg       2015       2018")
    assert [each.status.value for each in read] == ["stopped"]


def test_a_yes_that_goes_on_takes_the_row_back() -> None:
    document = write_lines(
        "Home medication            Dose         Taking?",
        "Insulin glargine           20 units     Y - but only 15 units",
        "Lisinopril                 10 mg        Y",
    )
    insulin, lisinopril = find_medications(read_passages(document), dates=document.dates)
    assert Reason.STATED_AS_UNCERTAIN in insulin.reasons
    assert not lisinopril.reasons


@pytest.mark.parametrize(
    ("dose", "left"), [("5 mg M/W/F, 2.5", True), ("5 mg", False), ("2 tablets", False), ("500", False)]
)
def test_a_number_of_a_dose_that_nothing_takes_in_leaves_the_dose_open(dose: str, left: bool) -> None:
    document = write_lines("Drug            Dose                How often", f"Warfarin        {dose:<20}daily")
    (candidate,) = find_medications(read_passages(document), dates=document.dates)
    assert (Reason.DOSE_CHANGING in candidate.reasons) is left
