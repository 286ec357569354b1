"""Rows that look like results and that nobody read."""

from __future__ import annotations

import pytest

from tests.unit.extraction.workbook.sheets import Row, read


def told(*rows: Row) -> list[tuple[str, str]]:
    return [(reject.reason, reject.quote.value) for reject in read(list(rows)).rejected]


@pytest.mark.parametrize(
    ("row", "quote"),
    [
        (["[DATE_3]", 105, 140], "[DATE_3] 105 140"),
        (["[DATE_3]", "140/90", "150/92"], "[DATE_3] 140/90 150/92"),
    ],
)
def test_a_row_of_a_log_is_kept_in_view(row: Row, quote: str) -> None:
    assert told(["Home readings"], ["Date", "Morning", "Evening"], row) == [("result_unread", quote)]


def test_what_was_read_is_not_told_again() -> None:
    titles: Row = ["Collected", "Test", "Result", "Units"]
    assert told(titles, ["[DATE_3]", "Glucose", 88, "mg/dL"]) == []


def test_numbers_of_the_sheet_are_no_results() -> None:
    assert told(["Seen", "[DATE_3]", "Age", 56], ["Boxes", 12]) == []
