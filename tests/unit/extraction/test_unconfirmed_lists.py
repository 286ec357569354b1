"""Which lists say of themselves that nobody confirmed them."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.unconfirmed_lists import lines_of_unconfirmed_lists
from tests.unit.extraction.clean_pages import write_lines


def unconfirmed(*lines: str) -> list[int]:
    return sorted(line for _, line in lines_of_unconfirmed_lists(write_lines(*lines)))


@pytest.mark.parametrize(
    "heading",
    [
        "Home meds per wife:",
        "MEDICATIONS PER DAUGHTER",
        "Med list from old records",
        "Current medications (as reported by caregiver)",
        "Medications (to be verified):",
        "Allergies (unconfirmed):",
        "Medications: reconciliation pending",
    ],
)
def test_a_heading_leaves_its_list_open(heading: str) -> None:
    assert unconfirmed("Allergies: Codeine", heading, "Warfarin 2 mg daily", "Problems", "Gout") == [1, 2]


@pytest.mark.parametrize(
    "remark",
    [
        "Medications - NOT RECONCILED",
        "Not reconciled",
        "* list not verified",
        "(unable to confirm)",
        "per husband",
        "(above per son)",
    ],
)
def test_a_remark_leaves_its_list_open_before_and_behind(remark: str) -> None:
    assert unconfirmed("Problems", "Gout", "Medications", "Warfarin 2 mg", remark, "Allergies", "Latex") == [2, 3, 4]


@pytest.mark.parametrize(
    "lines",
    [
        ("Home medications", "Warfarin 2 mg daily"),
        ("Medications (reconciled with patient):", "Warfarin 2 mg daily"),
        ("Family history", "Mother: gout"),
        ("Medications", "Warfarin 2 mg daily (dose not verified)", "Gabapentin 300 mg"),
        ("Medications", "Refills from family pharmacy"),
    ],
)
def test_other_lists_stay(lines: tuple[str, ...]) -> None:
    assert unconfirmed(*lines) == []


@pytest.mark.parametrize(
    "remark",
    ["STOPPED 10/2026: all of the above", "All of the above were discontinued", "The above medications were stopped"],
)
def test_a_remark_that_all_of_a_list_is_over_leaves_it_open(remark: str) -> None:
    document = write_lines("Medications", "Lisinopril 10 mg daily", remark)
    assert (1, 1) in lines_of_unconfirmed_lists(document)


def test_a_stopped_entry_is_no_remark_about_its_list() -> None:
    document = write_lines("Medications", "Lisinopril 10 mg daily", "Warfarin 5 mg stopped, all else as before")
    assert lines_of_unconfirmed_lists(document) == frozenset()


def test_a_list_of_which_none_is_confirmed_is_open() -> None:
    document = write_lines("Allergies (none confirmed):", "penicillin")
    assert (1, 1) in lines_of_unconfirmed_lists(document)


def test_a_remark_on_one_entry_leaves_the_others() -> None:
    lines = ("Allergen   Reaction   Status", "Codeine   Vomiting   Confirmed", "Shellfish   Unknown   Unconfirmed")
    assert unconfirmed(*lines) == []
    assert unconfirmed("Allergies", "Codeine", "unconfirmed") == [0, 1, 2]
