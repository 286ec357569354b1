"""Cells of a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.deid.cells import cell_below, cells_of_page, cells_of_text, next_cell
from arbiter_fhir.domain.reading_direction import TextRun, upright
from tests.unit.deid.written_pages import write_page

TEXT = "Patient Name            Date of Birth\nOkafor, Ngozi           04/10/1962\nMRN 448192"


def test_wide_gaps_part_cells_and_single_blanks_do_not() -> None:
    page = write_page(TEXT)
    assert [page.text[cell.start : cell.end] for cell in cells_of_page(page)] == [
        "Patient Name",
        "Date of Birth",
        "Okafor, Ngozi",
        "04/10/1962",
        "MRN 448192",
    ]


def test_neighbours_are_found_by_place() -> None:
    cells = cells_of_page(write_page(TEXT))
    assert next_cell(cells, 0) == 1
    assert next_cell(cells, 1) is None
    assert cell_below(cells, 0) == 2
    assert cell_below(cells, 1) == 3
    assert cell_below(cells, 4) is None


def test_text_without_boxes_is_parted_at_blanks_and_bars() -> None:
    cells = cells_of_text("Name: A B   DOB: 1962\nx | y\n\nlast")
    text = "Name: A B   DOB: 1962\nx | y\n\nlast"
    assert [(text[cell.start : cell.end], cell.line) for cell in cells] == [
        ("Name: A B", 0),
        ("DOB: 1962", 0),
        ("x", 1),
        ("y", 1),
        ("last", 3),
    ]


def test_without_boxes_only_a_lone_label_has_its_value_below() -> None:
    cells = cells_of_text("Patient Name:\nOkafor\na   b\nc")
    assert cell_below(cells, 0) == 1
    assert cell_below(cells, 2) is None


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_page_that_lies_on_its_side_or_head_has_the_same_cells(turns: int) -> None:
    page = write_page(TEXT)
    # Turning text upright from LEFT or UP is turning upright text by as many quarters.
    words = tuple(replace(word, box=upright(word.box, TextRun(turns))) for word in page.words)
    size = (page.width_points, page.height_points) if turns == 2 else (page.height_points, page.width_points)
    turned = replace(page, words=words, width_points=size[0], height_points=size[1])
    straight, lying = cells_of_page(page), cells_of_page(turned)
    assert [(cell.start, cell.end, cell.line) for cell in lying] == [(c.start, c.end, c.line) for c in straight]
    assert [cell_below(lying, index) for index in range(5)] == [cell_below(straight, index) for index in range(5)]
