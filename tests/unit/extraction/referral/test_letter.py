"""Passages of letters with their sections."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.region import Region, RegionKind, RegionMark
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.referral.letter import Letter, read_letter
from tests.unit.extraction.clean_forms import At, cell, form_page, region


def letter(*lines: str | Sequence[At]) -> Letter:
    return read_letter([form_page(lines)])


def passages(found: Letter) -> list[tuple[SectionKind, str]]:
    return [(each.section, " ".join(run.text for run in each.runs)) for each in found.passages]


def paragraph(number: int, kind: RegionKind = RegionKind.PARAGRAPH, *marks: RegionMark) -> Region:
    return region(kind, f"paragraph {number}", *marks)


def test_sections_open_at_headings_and_labels() -> None:
    found = letter("PMH: asthma; obesity", "Meds:", "- Montelukast 10 mg at bedtime", "Allergies: Latex (itchy rash)")
    assert passages(found) == [
        (SectionKind.PAST_HISTORY, "asthma; obesity"),
        (SectionKind.MEDICATIONS, "Montelukast 10 mg at bedtime"),
        (SectionKind.ALLERGIES, "Latex (itchy rash)"),
    ]


def test_a_sentence_after_a_list_belongs_to_no_list() -> None:
    found = letter("Allergies", "Penicillin (hives)", "The patient denies fever.", "Thank you for seeing this patient.")
    assert passages(found) == [
        (SectionKind.ALLERGIES, "Penicillin (hives)"),
        (SectionKind.UNKNOWN, "The patient denies fever."),
        (SectionKind.UNKNOWN, "Thank you for seeing this patient."),
    ]


def test_a_label_inside_a_sentence_speaks_of_its_sentence() -> None:
    found = letter("The patient denies syncope. Family history: stroke in father.", "Blood pressure 148/92 mmHg")
    assert passages(found) == [
        (SectionKind.UNKNOWN, "The patient denies syncope."),
        (SectionKind.FAMILY_HISTORY, "stroke in father."),
        (SectionKind.UNKNOWN, "Blood pressure 148/92 mmHg"),
    ]


def test_labels_of_the_referral_are_no_passages() -> None:
    found = letter("To: Cardiology", "Reason for referral: chest pain", "Urgency:", "Urgent")
    assert passages(found) == []
    assert [(each.topic, each.answer[0].text) for each in found.labelled] == [
        ("requested_service", "Cardiology"),
        ("reason", "chest pain"),
        ("urgency", "Urgent"),
    ]


def test_unticked_options_are_kept_apart() -> None:
    found = read_letter(
        [
            form_page(
                [
                    [At(50, "Active problems", paragraph(1, RegionKind.HEADING))],
                    [At(50, "\u2610 Pregnancy Z33.1", paragraph(2))],
                    [At(50, "\u2612 Gout M10.9", paragraph(3))],
                ]
            )
        ]
    )
    assert passages(found) == [(SectionKind.PROBLEMS, "Gout M10.9")]
    assert [each.whole.text for each in found.unticked] == ["Pregnancy Z33.1"]


def test_rows_of_labels_and_tables_inside_them() -> None:
    found = read_letter(
        [
            form_page(
                [
                    [At(50, "Priority", cell(1, 1, 1)), At(200, "Routine", cell(1, 1, 2))],
                    [At(50, "Allergies", cell(1, 2, 1)), At(200, "NKDA", cell(1, 2, 2))],
                    [
                        At(50, "Diagnoses", cell(1, 3, 1)),
                        At(200, "ICD-10", cell(2, 1, 1)),
                        At(300, "Description", cell(2, 1, 2)),
                    ],
                    [At(200, "E11.9", cell(2, 2, 1)), At(300, "Type 2 diabetes", cell(2, 2, 2))],
                    [At(50, "Clinical notes", cell(1, 4, 1)), At(200, "The patient denies pain.", cell(1, 4, 2))],
                ]
            )
        ]
    )
    assert [(each.topic, each.answer[0].text) for each in found.labelled] == [("urgency", "Routine")]
    assert (SectionKind.ALLERGIES, "NKDA") in passages(found)
    row = next(each for each in found.passages if each.is_row)
    assert (row.section, row.columns) == (SectionKind.PROBLEMS, (Column.CODE, Column.PROBLEM))
    notes = next(section for section, text in passages(found) if text == "The patient denies pain.")
    assert notes in {SectionKind.UNKNOWN, SectionKind.PRESENT_ILLNESS}


def test_columns_of_cells_keep_their_own_sections() -> None:
    left, right = cell(1, 1, 1), cell(1, 1, 2)
    found = read_letter(
        [
            form_page(
                [
                    [At(50, "Diagnoses", left), At(300, "Medications", right)],
                    [At(50, "Hypertension", left), At(300, "Aspirin 81 mg daily", right)],
                ]
            )
        ]
    )
    assert passages(found) == [
        (SectionKind.PROBLEMS, "Hypertension"),
        (SectionKind.MEDICATIONS, "Aspirin 81 mg daily"),
    ]


def test_a_table_of_results_is_left_to_the_laboratory_rules() -> None:
    found = read_letter(
        [
            form_page(
                [
                    [At(50, "Test", cell(1, 1, 1)), At(200, "Result", cell(1, 1, 2)), At(300, "Units", cell(1, 1, 3))],
                    [
                        At(50, "Creatinine", cell(1, 2, 1)),
                        At(200, "1.86", cell(1, 2, 2)),
                        At(300, "mg/dL", cell(1, 2, 3)),
                    ],
                    "Thank you.",
                ]
            )
        ]
    )
    assert found.results == {(1, 0), (1, 1)}
    assert passages(found) == [(SectionKind.UNKNOWN, "Thank you.")]


def test_headers_and_comments_stand_apart() -> None:
    header, body = region(RegionKind.HEADER, "header"), paragraph(1)
    comment = region(RegionKind.COMMENT, "comment 1")
    found = read_letter(
        [
            form_page(
                [
                    [At(50, "Medications", paragraph(2, RegionKind.HEADING))],
                    [At(50, "Riverbend Family Practice", header)],
                    [At(50, "Aspirin 81 mg daily", body)],
                    [At(50, "Could it be gout?", comment)],
                ]
            )
        ]
    )
    assert passages(found) == [
        (SectionKind.OTHER, "Riverbend Family Practice"),
        (SectionKind.MEDICATIONS, "Aspirin 81 mg daily"),
        (SectionKind.OTHER, "Could it be gout?"),
    ]


def test_a_label_of_the_sheet_holds_for_its_line_only() -> None:
    found = letter("RE: [PERSON_1]", "Medication changes: stop lisinopril", "Metformin 500 mg")
    assert passages(found) == [
        (SectionKind.ADMINISTRATIVE, "[PERSON_1]"),
        (SectionKind.MEDICATION_CHANGES, "stop lisinopril"),
        (SectionKind.UNKNOWN, "Metformin 500 mg"),
    ]


def test_a_table_keeps_the_heading_that_says_its_medicines_are_stopped() -> None:
    header = [At(50, "Medication", cell(1, 1, 1)), At(200, "Dose", cell(1, 1, 2))]
    row = [At(50, "Warfarin", cell(1, 2, 1)), At(200, "5 mg", cell(1, 2, 2))]
    found = letter([At(50, "Discontinued medications", paragraph(1, RegionKind.HEADING))], header, row)
    assert passages(found) == [(SectionKind.PAST_MEDICATIONS, "Warfarin 5 mg")]


def test_cells_of_a_list_without_titles_are_read_together() -> None:
    row = [At(50, "Penicillin", cell(1, 1, 1)), At(200, "hives", cell(1, 1, 2))]
    found = letter([At(50, "Allergies", paragraph(1, RegionKind.HEADING))], row)
    assert passages(found) == [(SectionKind.ALLERGIES, "Penicillin hives")]
    assert len(found.passages[0].runs) == 1


def test_cells_of_a_list_of_problems_stay_apart() -> None:
    row = [At(50, "Asthma", cell(1, 1, 1)), At(200, "Gout", cell(1, 1, 2))]
    found = letter([At(50, "Problems", paragraph(1, RegionKind.HEADING))], row)
    assert [[run.text for run in each.runs] for each in found.passages] == [["Asthma", "Gout"]]


def test_a_verdict_in_a_cell_beside_a_name_is_no_title() -> None:
    row = [At(50, "COPD", cell(1, 1, 1)), At(200, "ruled out", cell(1, 1, 2))]
    found = letter([At(50, "Problems", paragraph(1, RegionKind.HEADING))], row)
    assert [[run.text for run in each.runs] for each in found.passages] == [["COPD", "ruled out"]]


def test_an_unknown_title_ends_a_list_of_stopped_medications() -> None:
    found = letter("STOP taking:", "- aspirin 81 mg", "To add later:", "- apixaban 5 mg")
    assert passages(found) == [
        (SectionKind.PAST_MEDICATIONS, "aspirin 81 mg"),
        (SectionKind.MEDICATION_CHANGES, "apixaban 5 mg"),
    ]


def test_a_condition_in_a_list_of_conditions_is_no_title() -> None:
    found = letter("Problems", "- PE", "- DVT")
    assert passages(found) == [(SectionKind.PROBLEMS, "PE"), (SectionKind.PROBLEMS, "DVT")]


def test_a_verdict_before_one_item_holds_for_that_item() -> None:
    found = letter(
        "Problems", "- Resolved: pneumonia", "- Gout", "Medications", "- Discontinued: warfarin", "- Aspirin"
    )
    assert passages(found) == [
        (SectionKind.RESOLVED_PROBLEMS, "pneumonia"),
        (SectionKind.PROBLEMS, "Gout"),
        (SectionKind.PAST_MEDICATIONS, "warfarin"),
        (SectionKind.MEDICATIONS, "Aspirin"),
    ]


def test_a_relatives_item_among_the_patients_conditions_opens_no_section() -> None:
    item = region(RegionKind.LIST_ITEM, "paragraph 2")
    lines = [
        [At(50, "Past Medical History", region(RegionKind.HEADING, "paragraph 1"))],
        [At(50, "Family: father MI", item)],
        [At(50, "Obesity", region(RegionKind.LIST_ITEM, "paragraph 3"))],
    ]
    assert passages(read_letter([form_page(lines)])) == [
        (SectionKind.FAMILY_HISTORY, "father MI"),
        (SectionKind.PAST_HISTORY, "Obesity"),
    ]


def test_a_list_in_one_paragraph_may_end_in_a_sentence() -> None:
    found = letter("Allergies", "Penicillins: anaphylaxis. Eggs: itching. She reports that her son is well.")
    assert {kind for kind, _ in passages(found)} == {SectionKind.ALLERGIES}
