from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.grounding import ground_row
from arbiter_fhir.extraction.laboratory.rules.reader import read_pages
from tests.unit.extraction.clean_pages import write_lines


def rows_of(*lines: str) -> list[RowCandidate]:
    return read_pages([view_page(page) for page in write_lines(*lines).pages]).rows


def test_the_whole_row_is_quoted_where_nothing_stands_between() -> None:
    (row,) = rows_of("Test       Result  Flag  Units   Range", "Glucose    105     H     mg/dL   70-99")
    grounding = ground_row(row)
    assert grounding.box is not None
    assert grounding.quote.value == "Glucose 105 H mg/dL 70-99"
    assert grounding.names_test


def test_former_results_between_make_the_quote_smaller() -> None:
    (row,) = rows_of(
        "Test       Result  Previous Result   Units   Range", "Glucose    105 H       98          mg/dL   70-99"
    )
    grounding = ground_row(row)
    assert grounding.quote.value == "Glucose 105 H"
    assert grounding.names_test
    assert Part.UNIT not in grounding.parts


def test_only_the_value_is_boxed_where_others_stand_before_it() -> None:
    rows = rows_of("Test       04/10/2026   04/01/2026   Units", "Glucose    105          98           mg/dL")
    groundings = [ground_row(row) for row in rows]
    assert [g.quote.value for g in groundings] == ["Glucose 105", "98"]
    assert [g.names_test for g in groundings] == [True, False]


def test_without_proof_there_is_no_box() -> None:
    page = write_lines("Glucose   105").pages[0]
    view = view_page(replace(page, words=(*page.words, replace(page.words[1], text="7", start=90, end=91))))
    fragments = view.lines[0].fragments
    row = RowCandidate(view, 0, {Part.NAME: fragments[:1], Part.VALUE: fragments[1:2]}, Structure.TABLE)
    grounding = ground_row(row)
    assert grounding.box is None
    assert not grounding.names_test
