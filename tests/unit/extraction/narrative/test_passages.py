from __future__ import annotations

from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.passages import passage_of, read_passages
from arbiter_fhir.extraction.narrative.sections import SectionKind
from tests.unit.extraction.clean_pages import write_lines


def sections(*lines: str) -> list[tuple[str, str]]:
    return [(passage.section.value, passage.whole.text) for passage in read_passages(write_lines(*lines))]


def test_passages_stand_in_the_section_that_is_open() -> None:
    assert sections("PMH: HTN, DM2", "Medications", "Metformin 500 mg", "Allergies: NKDA") == [
        ("past_history", "HTN, DM2"),
        ("medications", "Metformin 500 mg"),
        ("allergies", "NKDA"),
    ]


def test_labels_of_the_sheet_leave_a_list_open() -> None:
    assert sections("Medications", "Aspirin 81 mg", "Pharmacy: on the corner", "Metformin 500 mg") == [
        ("medications", "Aspirin 81 mg"),
        ("administrative", "on the corner"),
        ("medications", "Metformin 500 mg"),
    ]


def test_a_table_is_what_its_header_says() -> None:
    passages = read_passages(write_lines("Notes", "Allergen      Reaction", "Penicillin    hives", "Medications"))
    assert [(passage.section, passage.is_row) for passage in passages] == [(SectionKind.ALLERGIES, True)]
    reaction = passages[0].cell(Column.REACTION)
    assert reaction is not None
    assert reaction.text == "hives"
    assert passages[0].cell(Column.SEVERITY) is None


def test_labels_in_mid_line_and_side_by_side() -> None:
    assert sections("PMH: HTN. Meds: metformin 500 mg.") == [
        ("past_history", "HTN."),
        ("medications", "metformin 500 mg."),
    ]
    assert sections("Drug allergies: none      Food allergies: shrimp") == [
        ("allergies", "none"),
        ("allergies", "shrimp"),
    ]


def test_unchecked_boxes_say_nothing() -> None:
    assert sections("Problems: [ ] Diabetes [x] Asthma [ ] Stroke") == [("problems", "Asthma")]


def test_a_caller_may_name_the_section() -> None:
    page = write_lines("Lisinopril 10 mg daily").pages[0]
    passage = passage_of(page, page.words, SectionKind.MEDICATIONS)
    assert (passage.section, passage.whole.text) == (SectionKind.MEDICATIONS, "Lisinopril 10 mg daily")


def test_a_sentence_about_the_patient_is_no_item_of_a_list() -> None:
    assert sections("Allergies: latex", "The patient denies seizures.") == [
        ("allergies", "latex"),
        ("present_illness", "The patient denies seizures."),
    ]
    assert sections("Allergies:", "Patient is allergic to latex.") == [("allergies", "Patient is allergic to latex.")]


def test_a_name_beside_boxes_says_nothing() -> None:
    assert sections("Problems:", "Depression      [ ]     [X]", "Diabetes        ]       [X]", "Asthma") == [
        ("problems", "Asthma")
    ]


def test_a_verdict_in_a_cell_is_no_title() -> None:
    assert sections("Problems:", "COPD          ruled out") == [("problems", "COPD ruled out")]


def test_a_condition_in_a_list_of_conditions_is_no_title() -> None:
    assert sections("Problems", "PE", "DVT", "PE: lungs clear") == [
        ("problems", "PE"),
        ("problems", "DVT"),
        ("exam", "lungs clear"),
    ]
