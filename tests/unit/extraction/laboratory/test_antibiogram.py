"""The cells of one drug."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.statement import SusceptibilityInterpretation as Category
from arbiter_fhir.extraction.laboratory.antibiogram import (
    Tick,
    answer_of,
    drug_name,
    drugs_apart,
    is_level,
    listed_drugs,
    tick_titles,
    unit_of_concentrations,
)
from arbiter_fhir.extraction.laboratory.geometry import Fragment, text_of, view_page
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def fragments(text: str) -> Sequence[Fragment]:
    return view_page(write_lines(text).pages[0]).lines[0].fragments


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Penicillin (meningitis) 0.5 R", 2),
        ("Penicillin (non meningitis) 0.5 S", 3),
        ("Ampicillin (R)", 1),
        ("Cefazolin (a) S", 1),
        ("Glucose 100", 0),
    ],
)
def test_a_name_keeps_what_brackets_say(text: str, count: int) -> None:
    assert drug_name(fragments(text)) == count


@pytest.mark.parametrize(
    ("text", "category", "printed", "doubts"),
    [
        ("8 S", Category.SUSCEPTIBLE, "8", ()),
        ("<= 4 S", Category.SUSCEPTIBLE, "<= 4", ()),
        ("> 32 ug/mL R *", Category.RESISTANT, "> 32", ()),
        ("8 S <=8 S 16 I", Category.SUSCEPTIBLE, "8", (Reason.TWO_VALUES,)),
        ("S (previously R)", Category.SUSCEPTIBLE, "", (Reason.TWO_VALUES,)),
        ("allergy reported: I", Category.INTERMEDIATE, "", (Reason.VALUE_CELL_UNCLEAR,)),
        ("R 1", Category.RESISTANT, "1", (Reason.VALUE_CELL_UNCLEAR,)),
        ("R >=32", Category.RESISTANT, ">=32", ()),
        ("2 8 S", Category.SUSCEPTIBLE, "2", (Reason.VALUE_CELL_UNCLEAR,)),
    ],
)
def test_answers(text: str, category: Category, printed: str, doubts: tuple[Reason, ...]) -> None:
    answer = answer_of(fragments(text), ())
    assert answer is not None
    assert (answer.category, text_of(answer.printed), answer.doubts) == (category, printed, doubts)


@pytest.mark.parametrize("text", ["8", "previously R now S", "X"])
def test_no_answer(text: str) -> None:
    assert answer_of(fragments(text), ()) is None


def test_a_mark_answers_by_its_column() -> None:
    (mark,) = fragments("X")
    ticks = (Tick(Category.SUSCEPTIBLE, mark.x0 - 100), Tick(Category.RESISTANT, mark.x1 + 5))
    answer = answer_of([mark], ticks)
    assert answer is not None
    assert (answer.category, answer.doubts) == (Category.RESISTANT, (Reason.CHECKBOX_UNCLEAR,))


@pytest.mark.parametrize(("text", "count"), [("Antibiotic S I R", 3), ("S S", 0), ("Ampicillin 8 S", 0)])
def test_titles_of_columns_for_marks(text: str, count: int) -> None:
    assert len(tick_titles(fragments(text))) == count


@pytest.mark.parametrize(("text", "level"), [("trough 12.3 ug/mL", True), ("1.2 I 0.5-2.0", True), ("<=2/38 S", False)])
def test_levels(text: str, level: bool) -> None:
    assert is_level(fragments(text)) is level


def test_lists() -> None:
    found = listed_drugs(fragments("Resistant to: ampicillin, pip/tazo and cefazolin."))
    assert found is not None
    assert (found[1], [text_of(drug) for drug in found[2]], found[3]) == (
        Category.RESISTANT,
        ["ampicillin,", "pip/tazo", "cefazolin."],
        True,
    )
    assert listed_drugs(fragments("Resistant organisms were not found")) is None
    short = listed_drugs(fragments("S ampicillin"))
    assert short is not None
    assert text_of(short[2][0]) == "ampicillin"
    assert listed_drugs(fragments("I took ampicillin")) is None


def test_two_drugs_of_one_line_are_told_apart() -> None:
    pieces = drugs_apart(fragments("Ampicillin R Trimethoprim / Sulfamethoxazole <=20 S"))
    assert [text_of(piece) for piece in pieces] == ["Ampicillin R", "Trimethoprim / Sulfamethoxazole <=20 S"]
    assert len(drugs_apart(fragments("Ampicillin predicts amoxicillin R"))) == 1


@pytest.mark.parametrize(
    ("text", "unit"), [("Drug MIC (ug/mL) Interp", "ug/mL"), ("Drug MIC Interp", ""), ("Creatinine mg/L", "")]
)
def test_the_unit_of_concentrations(text: str, unit: str) -> None:
    assert unit_of_concentrations(fragments(text)) == unit
