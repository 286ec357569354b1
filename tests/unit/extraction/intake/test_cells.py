"""Lines of cells."""

from __future__ import annotations

from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.extraction.intake.cells import cut_cell, lines_of_page, text_of
from tests.unit.extraction.clean_forms import At, form_page, region


def texts(page: object) -> list[list[str]]:
    return [[cell.text for cell in line.cells] for line in lines_of_page(page)]  # type: ignore[arg-type]


def test_a_gap_parts_cells_and_a_blank_does_not() -> None:
    assert texts(form_page([[At(50, "Patient name"), At(200, "[PERSON_1]")], "one line"])) == [
        ["Patient name", "[PERSON_1]"],
        ["one line"],
    ]


def test_a_box_is_a_cell_of_its_own() -> None:
    lines = lines_of_page(form_page(["\u2612 Yes \u2610 No"]))
    assert [cell.text for cell in lines[0].cells] == ["\u2612", "Yes", "\u2610", "No"]
    assert [cell.tick is not None for cell in lines[0].cells] == [True, False, True, False]


def test_a_field_parts_words_that_stand_close() -> None:
    field = region(RegionKind.FORM_FIELD, "concern")
    (line,) = lines_of_page(form_page([[At(50, "Reason"), At(85, "Knee pain", field)]]))
    assert [(cell.text, cell.field) for cell in line.cells] == [("Reason", False), ("Knee pain", True)]


def test_cutting_a_cell() -> None:
    page = form_page(["Allergies: penicillin hives"])
    cell = lines_of_page(page)[0].cells[0]
    rest = cut_cell(cell, 1)
    assert rest is not None
    assert rest.text == "penicillin hives"
    assert rest.box.x > cell.box.x
    assert cut_cell(cell, 3) is None
    assert text_of(page, rest.words).value == "penicillin hives"
