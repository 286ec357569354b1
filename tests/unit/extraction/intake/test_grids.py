"""Grids of questions and answers."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.intake.cells import lines_of_page
from arbiter_fhir.extraction.intake.grids import Grid, grid_header, is_relative, label_of_column
from tests.unit.extraction.clean_forms import At, form_page


def grid_of(*titles: At) -> Grid:
    grid = grid_header(lines_of_page(form_page([titles]))[0])
    assert grid is not None
    return grid


@pytest.mark.parametrize(
    ("texts", "is_grid"),
    [
        (("Condition", "Yes", "No"), True),
        (("Yes", "No"), True),
        (("Condition", "Self", "Mother", "Father", "Sibling"), True),
        (("Condition", "Brother/Sister", "Grandparents"), True),
        (("Medication", "Dose"), False),
        (("No", "known allergies"), False),
        (("Mother", "breast cancer"), False),
        (("Yes",), False),
    ],
)
def test_title_rows(texts: tuple[str, ...], is_grid: bool) -> None:
    line = lines_of_page(form_page([[At(50 + 120 * place, text) for place, text in enumerate(texts)]]))[0]
    assert (grid_header(line) is not None) is is_grid


def test_marks_belong_to_the_nearest_column() -> None:
    grid = grid_of(At(50, "Condition"), At(250, "Yes"), At(300, "No"))
    line = lines_of_page(form_page([[At(50, "Asthma"), At(252, "[ ]"), At(299, "[X]")]]))[0]
    asked, ticked, unclear = grid.answers(line)
    assert [cell.text for cell in asked] == ["Asthma"]
    assert [label for label, _ in ticked] == ["no"]
    assert unclear == []


def test_crosses_without_boxes_count() -> None:
    grid = grid_of(At(50, "Condition"), At(250, "Mother"), At(320, "Father"))
    line = lines_of_page(form_page([[At(50, "Heart disease"), At(262, "X"), At(332, "X"), At(420, "age 60")]]))[0]
    _, ticked, _ = grid.answers(line)
    assert [label for label, _ in ticked] == ["mother", "father"]
    assert all(grid.is_person(label) for label, _ in ticked)
    assert [word.text for word in grid.words_of("mother")] == ["Mother"]
    assert [word.text for word in grid.details(line)] == ["age", "60"]


def test_a_mark_under_no_column_makes_the_line_no_row() -> None:
    grid = grid_of(At(50, "Condition"), At(250, "Yes"), At(300, "No"))
    line = lines_of_page(form_page([[At(50, "Asthma"), At(450, "[X]")]]))[0]
    assert grid.answers(line) == ((), [], [])


def test_a_column_whose_title_is_not_known_says_nothing() -> None:
    grid = grid_of(At(50, "Condition"), At(200, "Mother"), At(280, "Father"), At(360, "[PERSON_2]"))
    line = lines_of_page(form_page([[At(50, "Stroke"), At(205, "[X]"), At(370, "[X]")]]))[0]
    asked, ticked, _ = grid.answers(line)
    assert [cell.text for cell in asked] == ["Stroke"]
    assert [label for label, _ in ticked] == ["mother"]


@pytest.mark.parametrize(
    ("title", "label", "is_person"),
    [("Yes:", "yes", False), ("You", "you", False), ("Brother/Sister", "brother/sister", True), ("Dose", "", False)],
)
def test_what_a_title_answers(title: str, label: str, is_person: bool) -> None:
    assert label_of_column(title) == (label, is_person)


def test_a_grid_may_ask_of_people() -> None:
    assert grid_of(At(50, "Condition"), At(250, "You"), At(350, "Never")).asks_of_people
    assert not grid_of(At(50, "Condition"), At(250, "Yes"), At(350, "No")).asks_of_people


def test_relatives_alone_are_relatives() -> None:
    assert is_relative("Mother")
    assert is_relative("Maternal aunt")
    assert not is_relative("Mother's gout")
    assert not is_relative("Yes")
