from __future__ import annotations

import time

import pytest

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.grammar import Utterance, read_row, read_tail, speaks_of_results
from tests.unit.extraction.clean_pages import write_lines


def read(line: str) -> Utterance | None:
    view = view_page(write_lines(line).pages[0])
    return read_row(view.lines[0].fragments, view.char)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Hemoglobin A1c 8.1 % (4.0-5.6) H", ("Hemoglobin A1c", "8.1", "%", "(4.0-5.6)", "H")),
        ("LDL: 148 mg/dL", ("LDL:", "148", "mg/dL", "", "")),
        ("H     WBC      11.8    3.4 - 10.8   x10E3/uL", ("WBC", "11.8", "x10E3/uL", "3.4 - 10.8", "H")),
        (
            "Vitamin D, 25-Hydroxy  18.4 L   ng/mL   30.0 - 100.0",
            ("Vitamin D, 25-Hydroxy", "18.4", "ng/mL", "30.0 - 100.0", "L"),
        ),
        ("C-Reactive Protein ...... <0.5 mg/L  (0.0 - 4.9)", ("C-Reactive Protein", "<0.5", "mg/L", "(0.0 - 4.9)", "")),
        ("Vitamin B12   412   pg/mL", ("Vitamin B12", "412", "pg/mL", "", "")),
        ("ANA Titer    1:160    < 1:80     A", ("ANA Titer", "1:160", "", "< 1:80", "A")),
    ],
)
def test_rows_are_read_without_titles(line: str, parts: tuple[str, ...]) -> None:
    found = read(line)
    assert found is not None
    order = (Part.NAME, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG)
    assert tuple(text_of(found.parts.get(part, ())) for part in order) == parts
    assert found.score >= 2.5
    assert found.doubts == ()


@pytest.mark.parametrize(
    "line",
    [
        "Goal for most adults with diabetes: A1c below 7.0 % (Goal: <7.0).",
        "Prediabetes 5.7 - 6.4 %; diabetes 6.5 % or more.",
        "Page 1 of 2",
        "Fax 555-0190",
        "Age: 62 years",
        "Previous A1c 7.6 %",
        "The result is 8.1 %",
        "75 Lakeshore Avenue",
        "[1] Reference range 4.0-5.6",
    ],
)
def test_sentences_and_labels_are_no_rows(line: str) -> None:
    found = read(line)
    assert found is None or found.score < 2.5


def test_what_follows_on_the_line_is_left_for_the_next_reading() -> None:
    found = read("Glucose   105   mg/dL   70-99       WBC   6.1   K/uL")
    assert found is not None
    assert text_of(found.rest) == "WBC 6.1 K/uL"


@pytest.mark.parametrize(
    ("line", "doubt", "value"),
    [
        ("Glucose   105   98   mg/dL", "second_number_on_row", "105"),
        ("WBC   1 1.8   K/uL", "value_unreadable", "1 1.8"),
        ("Calcium   9.4   mg/dL   8.7 : 10.3", "range_unclear", "9.4"),
        ("Calcium   9.4   mg/dL   blurred", "row_unclear", "9.4"),
    ],
)
def test_words_left_over_are_a_doubt(line: str, doubt: str, value: str) -> None:
    found = read(line)
    assert found is not None
    assert found.doubts == (doubt,)
    assert text_of(found.parts[Part.VALUE]) == value


def test_a_tail_is_read_in_any_order() -> None:
    view = view_page(write_lines("H   70-99   mg/dL   01").pages[0])
    tail = read_tail(view.lines[0].fragments)
    assert {part: text_of(found) for part, found in tail.parts.items()} == {
        Part.FLAG: "H",
        Part.RANGE: "70-99",
        Part.UNIT: "mg/dL",
    }
    assert text_of(tail.left_over) == "01"


def test_a_unit_in_the_brackets_of_a_range_stays_with_it() -> None:
    view = view_page(write_lines("(4.0 - 5.6 %) H").pages[0])
    tail = read_tail(view.lines[0].fragments)
    assert text_of(tail.parts[Part.RANGE]) == "(4.0 - 5.6 %)"


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("Fasting LDL target <70 mg/dL in patients at very high risk", True),
        ("A1c below 7.0", True),
        ("Call 800-555-0199 with questions", False),
        ("Glucose is sugar", False),
        ("CMP14+eGFR", False),
    ],
)
def test_lines_about_results_are_known(text: str, speaks: bool) -> None:
    assert speaks_of_results(text) is speaks


def test_a_line_of_many_numbers_takes_no_time() -> None:
    line = "Sodium   " + "   ".join(str(number) for number in range(300))
    view = view_page(write_lines(line, char=0.25).pages[0])
    began = time.perf_counter()
    read_row(view.lines[0].fragments, view.char)
    assert time.perf_counter() - began < 5
