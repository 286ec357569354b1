"""Which lines of letters and forms may speak of somebody else than the patient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.extraction.other_people import lines_of_others
from tests.unit.extraction.clean_pages import write_lines

LETTER, FORM = DocType.REFERRAL_DOCX, DocType.INTAKE_FORM
RE = "Re: [PERSON_1], DOB: 03/04/1970"


def others(*lines: str, doc_type: DocType = LETTER) -> list[int]:
    return sorted(line for _, line in lines_of_others(write_lines(*lines), doc_type))


@pytest.mark.parametrize(
    "introduction",
    [
        "Her brother [PERSON_2], DOB 11/12/1981:",
        "We also saw his wife [PERSON_2], date of birth 11/12/1981.",
        "Twin sister [PERSON_2] (MRN [MRN_2])",
        "About the husband:",
        "His partner [PERSON_2]",
        "Her mother-in-law [PERSON_2]:",
        "[PERSON_2], born on 11/12/1981",
        "[PERSON_2], D.O.B. 11/12/1981",
    ],
)
def test_an_introduced_person_keeps_what_follows(introduction: str) -> None:
    assert others(RE, "Allergies: Codeine", introduction, "Allergies: Latex", "Medications: Digoxin") == [2, 3, 4]


@pytest.mark.parametrize(
    "turn", ["Patient medications", "For our patient:", "Re: [PERSON_1], DOB: 03/04/1970", "Ms. [PERSON_1]:"]
)
def test_a_line_of_the_patient_turns_back(turn: str) -> None:
    assert others(RE, "Her son [PERSON_2]:", "Allergies: Latex", turn, "Warfarin 2 mg daily") == [1, 2]


def test_a_clinician_beside_takes_nothing_back() -> None:
    seen = "Dr. [PERSON_3] also follows her cousin [PERSON_2], DOB 11/12/1981:"
    assert others(RE, "Dear Dr. [PERSON_4],", seen, "Allergies: Latex") == [2, 3]


def test_a_sentence_about_the_patient_turns_nothing() -> None:
    said = "The patient came along."
    assert others(RE, "Her son [PERSON_2]:", said, "Allergies: Latex") == [1, 2, 3]


def test_a_birth_date_on_the_next_line_counts() -> None:
    assert others(RE, "seen together with her daughter [PERSON_2],", "DOB 11/12/2001:", "Allergies: Latex") == [1, 2, 3]


def test_a_relatives_list_ends_with_the_next_heading() -> None:
    assert others(RE, "Husband's medications", "Warfarin 2 mg", "Allergies", "Latex") == [1, 2]


@pytest.mark.parametrize(
    "lines",
    [
        ("Family history:", "Mother:", "Breast cancer", "Allergies: Latex"),
        ("Her mother has diabetes.", "Allergies: Latex"),
        ("Emergency contact: [PERSON_2] (sister), DOB 11/12/1981", "Allergies: Latex"),
        ("Subscriber: [PERSON_2]", "Spouse, DOB 11/12/1981", "Allergies: Latex"),
        ("[PERSON_1], DOB 03/04/1970", "Allergies: Latex"),
        ("Her daughter was born on 11/12/2001.", "Allergies: Latex"),
        ("The patient's mother reports hives.", "Allergies: Latex"),
    ],
)
def test_relatives_that_are_only_spoken_of_take_nothing(lines: tuple[str, ...]) -> None:
    assert others(RE, *lines) == []


def test_a_form_has_fields_for_relatives() -> None:
    field = "Mother: [PERSON_2]  DOB: 11/12/1950"
    assert others(RE, field, "Insurance: Acme", "Allergies: Latex", doc_type=FORM) == []
    below = ("Address", "Phone", "Insurance", "Allergies: Latex")
    assert others(RE, field, *below, doc_type=FORM) == []
    assert others(RE, "Mother:", "Allergies: Latex", doc_type=FORM) == []
    assert others(RE, field, "Allergies: Latex", doc_type=FORM) == [1, 2]


def test_a_second_record_number_with_a_name_is_a_second_person() -> None:
    assert others("Re: [PERSON_1] [MRN_1]", "[PERSON_2] [MRN_2]", "Allergies: Latex") == [1, 2]
    assert others("Re: [PERSON_1] [MRN_1]", "our number [MRN_2]", "Allergies: Latex") == []


def test_a_second_birth_date_is_a_second_person_by_whatever_name() -> None:
    assert others(RE, "Household member: Rosamund DOB: 11/12/1981", "Allergies: Latex") == [1, 2]
    form = (
        "Name: [PERSON_1]",
        "Date of birth: 03/04/1970",
        "Name: [PERSON_2]",
        "Date of birth: 11/12/1981",
        "ALLERGIES",
    )
    assert others(*form, "Latex", doc_type=FORM) == [3, 4, 5]


def test_a_heading_of_the_format_brings_in_a_relative() -> None:
    document = write_lines("Allergies: Codeine", "Wife", "Retired teacher", "Allergies: Latex")
    page = document.pages[0]
    start = page.text.value.index("Wife")
    titled = replace(page, regions=(Region(RegionKind.HEADING, "paragraph 2", ((start, start + 4),)),))
    assert lines_of_others(document, LETTER) == frozenset()
    assert lines_of_others(replace(document, pages=(titled,)), LETTER) == {(1, 1), (1, 2), (1, 3)}


@pytest.mark.parametrize("line", ["Niece", "Husband - [PERSON_2]", "[PERSON_2] (husband)", "Wife: [PERSON_2]"])
def test_a_relative_right_above_a_list_of_a_letter_is_whose_it_is(line: str) -> None:
    assert others(RE, line, "Allergies: Latex") == [1, 2]
    assert others(RE, line, "Retired teacher", "Allergies: Latex") == []
    assert others(RE, line, "Allergies: Latex", doc_type=FORM) == []
