"""Which rows of the chart speak of a result's test and time, and which are ours."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.domain.lab_comparison import Agreement
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.promotion.chart_match import is_withdrawn, rows_at_the_same_time, written_results


def test_rows_of_the_test_and_time_come_with_how_they_compare(build: Any) -> None:
    rows = [build.row(), build.row(result_id=901, value="7.7"), build.row(result_id=902, name="Sodium", code="2951-2")]
    found = [(row.result_id, agreement) for row, agreement in rows_at_the_same_time(build.lab(), rows)]
    assert found == [(900, Agreement.SAME), (901, Agreement.VALUE_DIFFERS)]


def test_only_active_rows_of_ours_count_as_written(build: Any) -> None:
    earlier = [
        build.promotion("a" * 64),
        build.promotion("b" * 64, active=False),
        build.promotion("c" * 64, record_id=None, outcome=PromotionOutcome.CONFLICT),
        build.promotion("d" * 64, table="lists"),
    ]
    assert [promoted.fingerprint for promoted in written_results(earlier)] == ["a" * 64]


@pytest.mark.parametrize(("status", "withdrawn"), [("error", True), (" Cancel", True), ("final", False), ("", False)])
def test_openemrs_words_for_a_row_that_says_nothing_any_more(build: Any, status: str, withdrawn: bool) -> None:
    assert is_withdrawn(build.row(status=status)) is withdrawn
