"""Columns take what they need, rows read across."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.setting.tables import GUTTER, measure_columns, set_table
from arbiter_fhir.documents.setting.text import Block, Cell, Style, Table

LONG = "a remark of many words that has to be wrapped in its own column"


def table(*rows: list[str]) -> Table:
    return Table(tuple(tuple(Cell.of(text, at) for at, text in enumerate(row, 1)) for row in rows))


def lines(made: Table, width: float) -> list[list[list[str]]]:
    return [[[word.text for word in line.words] for line in row.lines] for row in set_table(made, width)]


def test_a_table_that_fits_wraps_nothing() -> None:
    made = table(["Test", "Value"], ["Glucose, fasting", "95 mg/dL"])
    assert lines(made, 500) == [[["Test", "Value"]], [["Glucose,", "fasting", "95", "mg/dL"]]]


def test_columns_stand_under_each_other_with_a_gutter_between() -> None:
    head, row = set_table(table(["Test", "Value"], ["Glucose, fasting", "95"]), 500)
    name, value = head.lines[0].words
    assert value.left == row.lines[0].words[-1].left
    assert value.left == pytest.approx(row.lines[0].words[1].right + GUTTER)
    assert name.left == 0


def test_a_wrapped_cell_keeps_to_its_column_and_the_row_reads_across() -> None:
    made = table(["HDL", LONG, "48"])
    (row,) = set_table(made, 220)
    assert len(row.lines) > 1
    assert row.lines[0].words[0].text == "HDL"
    assert row.lines[0].words[-1].text == "48"
    remark = row.lines[1].words
    assert all(row.lines[0].words[1].left <= word.left < row.lines[0].words[-1].left for word in remark)


def test_no_words_overlap_however_narrow_it_gets() -> None:
    for width in (600, 200, 90, 30):
        for row in set_table(table(["Haemoglobin", "13.5", LONG], ["x", "y", "z"]), width):
            for line in row.lines:
                ends = [word.right for word in line.words]
                starts = [word.left for word in line.words]
                assert all(end <= start + 0.01 for end, start in zip(ends, starts[1:], strict=False))
                assert max(ends) <= max(width, 2 * GUTTER + 4) + 0.01


def test_a_cell_over_columns_does_not_move_them() -> None:
    plain = Cell.of("Lipids and much more than that", 1, column_span=2)
    made = Table(((plain,), (Cell.of("HDL", 1), Cell.of("48", 2), Cell.of("mg/dL", 3))))
    head, row = set_table(made, 500)
    assert head.lines[0].words[0].text == "Lipids"
    assert head.lines[0].words[-1].right <= row.lines[0].words[2].left - GUTTER + 0.01


def test_empty_columns_take_no_room() -> None:
    made = Table(((Cell.of("a", 1), Cell.of("b", 16384)),))
    assert measure_columns(made).comfortable < 100


def test_a_table_in_a_cell_is_set_in_it() -> None:
    inner = table(["Na", "139"], ["K", "4.1"])
    made = Table(((Cell((Block.of("Panel", style=Style.TABLE), inner), 1), Cell.of("ok", 2)),))
    assert lines(made, 500) == [[["Panel", "ok"], ["Na", "139"], ["K", "4.1"]]]


def test_nothing_gives_no_rows() -> None:
    assert set_table(Table(()), 100) == []
    assert lines(Table(((),)), 100) == []
