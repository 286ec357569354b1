"""Series in words and rows."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.series import series_of
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.trends import extremes_sentence, row_cells, shown, table_columns, trend_sentence
from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.answer import TableColumn


def of(build: Any, *values: str, unit: str = "mg/dL", name: str = "LDL") -> Any:
    days = ("2025-01-01", "2025-02-01", "2025-03-01")
    return series_of([build.item(name, value, unit, "", days[at], None, number=at) for at, value in enumerate(values)])


def test_rising_falling_and_unchanged(build: Any) -> None:
    assert trend_sentence(of(build, "92", "148"), DateLabels()).value == (
        "LDL rose from 92 mg/dL on [DATE_1] to 148 mg/dL on [DATE_2], by 56 mg/dL over 31 days (2 results)."
    )
    assert " fell from 148 mg/dL " in trend_sentence(of(build, "148", "92"), DateLabels()).value
    assert trend_sentence(of(build, "92", "99", "92"), DateLabels()).value.endswith(
        "59 days apart: unchanged, with ups and downs between (3 results)."
    )


def test_shares_change_by_points_and_bare_numbers_by_numbers(build: Any) -> None:
    assert "by 1.5 percentage points over" in trend_sentence(of(build, "6.5", "8.0", unit="%"), DateLabels()).value
    assert ", by 0.5 over 31 days" in trend_sentence(of(build, "2.5", "3.0", unit="", name="INR"), DateLabels()).value


def test_extremes_and_rows(build: Any) -> None:
    series = of(build, "92", "148", "120")
    assert extremes_sentence(series, DateLabels()).value == (
        "The highest of the 3 results for LDL was 148 mg/dL on [DATE_1], the lowest 92 mg/dL on [DATE_2]."
    )
    columns = table_columns(series)
    assert columns == (TableColumn.DATE, TableColumn.VALUE, TableColumn.SOURCE)
    cells = row_cells(series.rows[0], columns, own("a day"))
    assert [cell.value for cell in cells] == ["a day", "92 mg/dL", "lab report"]


def test_a_converted_value_shows_both(build: Any) -> None:
    items = [
        build.item("Glucose", "5.5", "mmol/L", "", "2025-01-01", None),
        build.item("Glucose", "126", "mg/dL", "", "2025-02-01", None, number=1),
    ]
    series = series_of(items)
    assert shown(series.rows[0]).value == "5.5 mmol/L (converted: 99 mg/dL)"
    assert TableColumn.CONVERTED in table_columns(series)
