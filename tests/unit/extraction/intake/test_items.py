"""Items of a section."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.extraction.intake.cells import lines_of_page
from arbiter_fhir.extraction.intake.items import Item, items_of_lines
from arbiter_fhir.extraction.intake.options import Said, chosen
from tests.unit.extraction.clean_forms import At, form_page


def items(*lines: str | Sequence[At]) -> list[Item]:
    return items_of_lines(lines_of_page(form_page(lines)))


def said(*lines: str | Sequence[At]) -> list[tuple[str, str]]:
    return [(item.text, item.said.value) for item in items(*lines)]


def test_written_lines_lose_their_bullets() -> None:
    assert said("1. Metformin 500 mg", "- Lisinopril", "\u2022 2 puffs of albuterol", "3 cups of coffee") == [
        ("Metformin 500 mg", "written"),
        ("Lisinopril", "written"),
        ("2 puffs of albuterol", "written"),
        ("3 cups of coffee", "written"),
    ]


def test_an_indented_line_goes_on_with_the_one_above() -> None:
    assert said("Escitalopram 10 mg,", [At(60, "1 tablet by mouth daily")], "Metformin") == [
        ("Escitalopram 10 mg, 1 tablet by mouth daily", "written"),
        ("Metformin", "written"),
    ]


def test_unticked_options_say_nothing() -> None:
    assert said("\u2612 Asthma \u2610 Gout \u2612 Migraine", "[ ] Stroke") == [("Asthma", "yes"), ("Migraine", "yes")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Diabetes \u2612 Yes \u2610 No", [("Diabetes", "yes")]),
        ("Diabetes \u2610 Yes \u2612 No", [("Diabetes", "no")]),
        ("Diabetes \u2612 Yes \u2612 No", [("Diabetes", "unclear")]),
        ("Diabetes \u2610 Yes \u2610 No", []),
        ("Diabetes Yes [X] No [ ]", [("Diabetes", "yes")]),
        ("Diabetes Yes [ ] No [X]", [("Diabetes", "no")]),
        ("Diabetes \u2610 Yes \u2610 No \u2612 Unsure", [("Diabetes", "unclear")]),
        ("\u2612 No known drug allergies", [("No known drug allergies", "yes")]),
    ],
)
def test_questions_with_boxes(line: str, expected: list[tuple[str, str]]) -> None:
    assert said(line) == expected


def test_details_stand_after_an_answer() -> None:
    (item,) = items("Surgery \u2612 Yes, describe: knee 2019 \u2610 No")
    assert (item.text, item.said) == ("Surgery", Said.YES)
    assert " ".join(word.text for word in item.details) == "describe: knee 2019"


def test_a_grid_of_yes_and_no() -> None:
    found = items(
        [At(50, "Condition"), At(250, "Yes"), At(300, "No")],
        [At(50, "Anemia"), At(250, "[X]"), At(300, "[ ]")],
        [At(50, "Stroke"), At(250, "[ ]"), At(300, "[X]")],
        [At(50, "Gout"), At(250, "[ ]"), At(300, "[ ]")],
        [At(50, "Cancer"), At(250, "[X]"), At(300, "[X]")],
    )
    assert [(item.text, item.said) for item in found] == [
        ("Anemia", Said.YES),
        ("Stroke", Said.NO),
        ("Cancer", Said.UNCLEAR),
    ]


def test_a_grid_of_relatives() -> None:
    found = items(
        [At(50, "Condition"), At(200, "Self"), At(280, "Mother"), At(360, "Father")],
        [At(50, "Diabetes"), At(205, "[ ]"), At(288, "[X]"), At(366, "[X]")],
        [At(50, "Asthma"), At(205, "[X]"), At(288, "[ ]"), At(366, "[ ]")],
    )
    assert [(item.text, " ".join(word.text for word in item.relation)) for item in found] == [
        ("Diabetes", "Mother"),
        ("Diabetes", "Father"),
        ("Asthma", ""),
    ]
    assert found[-1].said is Said.YES


def test_a_note_far_to_the_right_stands_aside() -> None:
    found = items(
        "Type 2 diabetes",
        [At(50, "Hypertension"), At(390, "? sulfa - maybe rash as a child,")],
        [At(390, "not sure")],
    )
    assert [(item.text, item.aside) for item in found] == [
        ("Type 2 diabetes", False),
        ("Hypertension", False),
        ("? sulfa - maybe rash as a child,", True),
        ("not sure", True),
    ]


def test_the_option_chosen_in_a_row_of_boxes() -> None:
    line = lines_of_page(form_page(["\u2610 Never \u2612 Former smoker \u2610 Current"]))[0]
    said_, words, marks = chosen(line.cells)
    assert said_ is Said.YES
    assert [word.text for word in words] == ["Former", "smoker"]
    assert [word.text for word in marks] == ["\u2612"]


def test_details_behind_the_last_answer_are_kept() -> None:
    line = lines_of_page(form_page([[At(50, "\u2612 Yes \u2610 No"), At(200, "How much? 2 beers")]]))[0]
    assert [word.text for word in chosen(line.cells)[1]] == ["Yes", "How", "much?", "2", "beers"]


def test_nothing_is_chosen_where_no_box_is_ticked() -> None:
    line = lines_of_page(form_page(["\u2610 Yes \u2610 No"]))[0]
    assert chosen(line.cells) == (None, (), ())


def test_a_condition_asked_of_relatives_is_each_ones_who_is_ticked() -> None:
    (first, second) = items("Heart disease   Mother [ ]   Father [X]   Sibling [X]")
    assert [(item.text, " ".join(w.text for w in item.relation), item.said) for item in (first, second)] == [
        ("Heart disease", "Father", Said.YES),
        ("Heart disease", "Sibling", Said.YES),
    ]
