from __future__ import annotations

import dataclasses

from arbiter_fhir.domain.deid import DeidentifiedPage
from arbiter_fhir.domain.region import GridPlace, Region, RegionKind, RegionMark
from arbiter_fhir.extraction.narrative.blocks import blocks_of
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.passages import read_passages
from tests.unit.extraction.clean_pages import write_lines


def texts(page: DeidentifiedPage) -> list[list[str]]:
    return [[run.text for run in block.runs] for block in blocks_of(page)]


def with_regions(
    page: DeidentifiedPage, *regions: tuple[RegionKind, str, GridPlace | None, RegionMark | None]
) -> DeidentifiedPage:
    text = page.text.value
    made = []
    for kind, said, grid, mark in regions:
        start = text.index(said)
        made.append(Region(kind, "x", ((start, start + len(said)),), grid, (mark,) if mark else ()))
    return dataclasses.replace(page, regions=tuple(made))


def test_prose_wraps_and_lists_do_not() -> None:
    prose = "The patient has had a cough for three weeks and was seen in the clinic for it where an"
    page = write_lines(prose, "x-ray was taken.", "", "Next paragraph.").pages[0]
    assert texts(page)[0] == [f"{prose} x-ray was taken."]
    page = write_lines("Metformin 500 mg twice daily", "Lisinopril 10 mg", "Aspirin 81 mg").pages[0]
    assert len(texts(page)) == 3


def test_a_wrapped_cell_belongs_to_its_row() -> None:
    page = write_lines(
        "Medication      Dose      Frequency",
        "Gabapentin      300 mg    three times a day",
        "                          as needed",
        "Aspirin         81 mg     daily",
    ).pages[0]
    rows = blocks_of(page)
    assert [[run.text for run in row.runs] for row in rows[1:]] == [
        ["Gabapentin", "300 mg", "three times a day as needed"],
        ["Aspirin", "81 mg", "daily"],
    ]
    assert rows[1].columns == (Column.MEDICATION, Column.DOSE, Column.FREQUENCY)


def test_two_columns_of_text_are_read_one_after_the_other() -> None:
    left = ["Medications:", "Metformin 500 mg", "Lisinopril 10 mg", "Aspirin 81 mg", "Atorvastatin 20 mg"]
    right = ["Allergies:", "Penicillin - hives", "Latex", "Codeine", "Sulfa"]
    page = write_lines(*[f"{one:50}{two}" for one, two in zip(left, right, strict=True)]).pages[0]
    assert [text for (text,) in texts(page)] == left + right


def test_cells_of_a_format_are_rows_and_hidden_and_unchecked_ones_are_told() -> None:
    page = write_lines("Medication Dose", "Metformin 500 mg", "Diabetes Asthma").pages[0]
    place = [GridPlace(1, row, column) for row in (1, 2) for column in (1, 2)]
    page = with_regions(
        page,
        (RegionKind.CELL, "Medication", place[0], None),
        (RegionKind.CELL, "Dose", place[1], None),
        (RegionKind.CELL, "Metformin", place[2], RegionMark.HIDDEN),
        (RegionKind.CELL, "500 mg", place[3], RegionMark.HIDDEN),
        (RegionKind.CHECKBOX, "Diabetes", None, RegionMark.UNCHECKED),
        (RegionKind.CHECKBOX, "Asthma", None, RegionMark.CHECKED),
    )
    blocks = blocks_of(page)
    assert [[run.text for run in block.runs] for block in blocks] == [
        ["Medication", "Dose"],
        ["Metformin", "500 mg"],
        ["Asthma"],
    ]
    assert blocks[1].columns == (Column.MEDICATION, Column.DOSE)
    assert blocks[1].hidden


def test_a_box_in_a_region_of_its_own_belongs_to_the_words_behind_it() -> None:
    page = write_lines("\u2610 Pregnancy", "\u2612 Asthma").pages[0]
    page = with_regions(
        page,
        (RegionKind.CONTENT_CONTROL, "\u2610", None, RegionMark.UNCHECKED),
        (RegionKind.PARAGRAPH, "Pregnancy", None, None),
        (RegionKind.CONTENT_CONTROL, "\u2612", None, RegionMark.CHECKED),
        (RegionKind.PARAGRAPH, "Asthma", None, None),
    )
    assert [[run.text for run in block.runs] for block in blocks_of(page)] == [["\u2610 Pregnancy"], ["\u2612 Asthma"]]
    assert [passage.whole.text for passage in read_passages(page)] == ["Asthma"]


def test_rows_that_were_read_by_columns_are_put_together() -> None:
    page = write_lines("Relative      Condition", "Brother       colon cancer", "Mother        stroke").pages[0]
    left = [word for word in page.words if word.box.x < 0.15]
    order = [*left, *(word for word in page.words if word not in left)]
    lines = {id(word): index for index, word in enumerate(order)}
    words = tuple(dataclasses.replace(word, line=lines[id(word)]) for word in order)
    shuffled = dataclasses.replace(page, words=words)
    assert texts(shuffled)[1:] == [["Brother", "colon cancer"], ["Mother", "stroke"]]


def test_an_item_right_below_the_labels_of_the_sheet_stands_for_itself() -> None:
    page = write_lines("Medication List", "Patient: [PERSON_1] DOB: [DATE_1]", "lisinopril 10 mg daily").pages[0]
    assert texts(page)[-1] == ["lisinopril 10 mg daily"]


def test_short_lines_are_items_however_short_all_are() -> None:
    assert texts(write_lines("asthma", "gout").pages[0]) == [["asthma"], ["gout"]]
