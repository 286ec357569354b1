"""Blocks of letters."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.extraction.referral.blocks import Block, blocks_of_page
from tests.unit.extraction.clean_forms import At, cell, form_page, region


def texts(blocks: list[Block]) -> list[list[list[str]]]:
    return [[[paragraph.text for paragraph in each] for each in block.cells] for block in blocks]


def test_paragraphs_of_a_word_file_are_whole_over_their_lines() -> None:
    one, two = region(RegionKind.PARAGRAPH, "paragraph 1"), region(RegionKind.HEADING, "paragraph 2")
    page = form_page([[At(50, "The patient denies", one)], [At(50, "chest pain.", one)], [At(50, "Plan", two)]])
    blocks = blocks_of_page(page)
    assert texts(blocks) == [[["The patient denies chest pain."]], [["Plan"]]]
    assert [block.region for block in blocks] == [RegionKind.PARAGRAPH, RegionKind.HEADING]


def test_marks_on_a_part_of_a_paragraph_are_no_blocks() -> None:
    whole = region(RegionKind.PARAGRAPH, "paragraph 1")
    page = form_page([[At(50, "Reason: new words", whole)]])
    inner = region(RegionKind.PARAGRAPH, "paragraph 1", RegionMark.INSERTED)
    start = page.text.value.index("new")
    marked = replace(page, regions=(*page.regions, replace(inner, spans=((start, len(page.text)),))))
    assert texts(blocks_of_page(marked)) == [[["Reason: new words"]]]


def test_cells_of_a_row_stand_together_with_their_paragraphs() -> None:
    left, right = cell(1, 1, 1), cell(1, 1, 2)
    page = form_page(
        [
            [At(50, "Diagnoses", left), At(300, "Medications", right)],
            [At(50, "I10 Hypertension", left), At(300, "Aspirin 81 mg,", right)],
            [At(300, "by mouth daily", right)],
        ]
    )
    (block,) = blocks_of_page(page)
    assert block.is_row
    assert texts([block]) == [[["Diagnoses", "I10 Hypertension"], ["Medications", "Aspirin 81 mg, by mouth daily"]]]


def test_lines_of_paper_go_on_where_the_next_word_would_not_have_fitted() -> None:
    page = form_page(
        [
            "I am referring this patient to your clinic for an evaluation of chest pain that",
            "began three weeks ago.",
            "Thank you.",
        ]
    )
    assert texts(blocks_of_page(page)) == [
        [["I am referring this patient to your clinic for an evaluation of chest pain that began three weeks ago."]],
        [["Thank you."]],
    ]


def test_cells_on_paper_are_rows_and_bullets_are_not() -> None:
    page = form_page([[At(50, "Urgency"), At(200, "Routine")], "\u2022 Hypertension", "1. Gout"])
    blocks = blocks_of_page(page)
    assert [block.is_row for block in blocks] == [True, False, False]
    assert [block.cells[0][0].is_item for block in blocks] == [False, True, True]
    assert blocks[1].cells[0][0].text == "Hypertension"


def test_a_box_at_the_start_says_whether_the_item_counts() -> None:
    blocks = blocks_of_page(form_page(["\u2610 Pregnancy", "\u2612 Hypertension"]))
    assert [block.cells[0][0].unticked for block in blocks] == [True, False]


def test_a_title_or_label_never_goes_on_with_a_full_line() -> None:
    told = "He was told of the plan and agrees with it, and his daughter has been given a copy of"
    page = form_page(
        [
            "Reason for consultation: Assessment of progressive tremor with falls and slowness of gait",
            "Medications",
            "Carbidopa-levodopa three times a day, as he has been taking it since the last visit in March",
            "Urgency: Routine",
            told,
            "Medications",
            "and allergies.",
        ]
    )
    assert texts(blocks_of_page(page)) == [
        [["Reason for consultation: Assessment of progressive tremor with falls and slowness of gait"]],
        [["Medications"]],
        [["Carbidopa-levodopa three times a day, as he has been taking it since the last visit in March"]],
        [["Urgency: Routine"]],
        [[f"{told} Medications and allergies."]],
    ]


def test_lines_of_a_leaning_scan_belong_together_by_their_first_words() -> None:
    straight = form_page(
        ["I am sending this patient to you because of a swelling of the left knee", "Orthopedics saw her before."]
    )
    # The right end of each line stands lower than the left end of the next one.
    lean = [replace(word, box=replace(word.box, y=word.box.y + 0.06 * word.box.x)) for word in straight.words]
    assert len(blocks_of_page(replace(straight, words=tuple(lean)))) == 1
    apart = [replace(w, box=replace(w.box, y=w.box.y + 0.03)) if w.line else w for w in lean]
    assert len(blocks_of_page(replace(straight, words=tuple(apart)))) == 2


def test_a_list_in_small_letters_begins_below_its_title() -> None:
    page = form_page(["Medications", "metformin 500 mg daily"])
    assert texts(blocks_of_page(page)) == [[["Medications"]], [["metformin 500 mg daily"]]]
