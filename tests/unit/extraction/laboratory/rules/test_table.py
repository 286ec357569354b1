from __future__ import annotations

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.columns import lay_into_columns
from arbiter_fhir.extraction.laboratory.rules.header import find_headers
from arbiter_fhir.extraction.laboratory.rules.table import ReadingKind, TableReading, read_laid
from tests.unit.extraction.clean_pages import write_lines


def read(titles: str, line: str) -> TableReading:
    view = view_page(write_lines(titles, line).pages[0])
    (header,), _ = find_headers(view.lines[0], None, view.char)
    return read_laid(lay_into_columns(view.lines[1].fragments, header, view.char), view.char)


def parts(reading: TableReading, index: int = 0) -> dict[Part, str]:
    return {part: text_of(fragments) for part, fragments in reading.rows[index].parts.items()}


def test_flags_and_units_in_the_result_cell_are_told_apart() -> None:
    reading = read("Test         Your Value        Standard Range", "Glucose      105 mg/dL H       70 - 99")
    assert parts(reading) == {
        Part.NAME: "Glucose",
        Part.VALUE: "105",
        Part.UNIT: "mg/dL",
        Part.FLAG: "H",
        Part.RANGE: "70 - 99",
    }


def test_a_unit_behind_the_range_is_a_unit() -> None:
    reading = read("Test         Result       Reference Range", "Glucose      105          70-99 mg/dL")
    assert parts(reading)[Part.UNIT] == "mg/dL"
    assert parts(reading)[Part.RANGE] == "70-99"


def test_dated_columns_are_rows_of_their_own() -> None:
    reading = read("Test       04/10/2026   10/03/2025   Units", "Glucose    105 H        98           mg/dL")
    assert [row.dated for row in reading.rows] == ["[DATE_1]", "[DATE_2]"]
    assert [parts(reading, index)[Part.VALUE] for index in (0, 1)] == ["105", "98"]
    assert [parts(reading, index).get(Part.FLAG) for index in (0, 1)] == ["H", None]


def test_a_line_without_a_name_is_a_value_alone() -> None:
    assert read("Test       Result   Units", "           105      mg/dL").kind is ReadingKind.VALUE_ONLY


def test_a_line_without_a_value_is_text() -> None:
    reading = read("Test       Result   Units   Range", "Glucose             mg/dL   70-99")
    assert reading.kind is ReadingKind.TEXT
    assert reading.valueless
    assert not read("Test       Result   Units   Range", "Lipid Panel").valueless


def test_a_sentence_is_text() -> None:
    sentence = "Goal for most adults is below 7.0 % in the year"
    assert read("Test       Result   Units   Range", sentence).kind is ReadingKind.TEXT


def test_former_results_are_kept_apart() -> None:
    reading = read("Test      Result   Previous   Units", "Glucose   105      98         mg/dL")
    assert parts(reading)[Part.VALUE] == "105"
    assert text_of(reading.previous) == "98"


def test_two_results_in_one_row_are_a_doubt() -> None:
    reading = read("Test      In Range   Out Of Range   Units", "Glucose   85         105            mg/dL")
    assert all("two_values" in row.doubts for row in reading.rows)


def test_a_broken_number_is_kept_as_read() -> None:
    reading = read("Test      Result    Units", "WBC       1 1.8     K/uL")
    assert parts(reading)[Part.VALUE] == "1 1.8"
    assert reading.rows[0].doubts == ["value_unreadable"]


def test_a_cell_that_is_not_what_its_title_says_is_a_doubt() -> None:
    reading = read("Test      Result   Flag   Units   Range", "Glucose   105      E      mg/dL   70-99")
    assert parts(reading)[Part.VALUE] == "105"
