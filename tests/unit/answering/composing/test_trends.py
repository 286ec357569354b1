"""Trends: sentences and tables."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.domain.question import Intent
from tests.unit.answering.answers import answered, asked, found


def test_a_trend_has_its_ends_its_direction_and_its_rows(build: Any) -> None:
    items = [
        build.item(value=value, day=day, number=number)
        for number, (value, day) in enumerate([("8.1", "2026-04-10"), ("6.9", "2026-01-02"), ("7.0", "2025-01-02")])
    ]
    answer = answered(build.bundle(*items, question=asked(build, Intent.TREND, "hba1c")))
    assert "Hemoglobin A1c rose from 7.0 % on 2025-01-02 to 8.1 % on 2026-04-10" in answer.text
    assert "with ups and downs between (3 results)" in answer.text
    assert "the lowest 6.9 % on 2026-01-02" in answer.text
    (table,) = answer.tables
    assert [row.cells[0] for row in table.rows] == ["2025-01-02", "2026-01-02", "2026-04-10"]
    assert table.columns == ("Date", "Value", "Flag", "Reference", "Source")
    assert "2026-04-10 | 8.1 % | high | 4.0-5.6 | lab report | [" in answer.text


def test_one_result_is_told_as_one(build: Any) -> None:
    bundle = build.bundle(build.item(), question=asked(build, Intent.TREND, "hba1c"))
    assert found(bundle) == ("Hemoglobin A1c was 8.1 % (high; reference 4.0-5.6) on 2026-04-10 [1].",)
    assert answered(bundle).tables == ()


def test_results_in_a_foreign_unit_stand_apart(build: Any) -> None:
    items = [
        build.item(),
        build.item(value="7.0", day="2025-01-02", number=1),
        build.item(value="7", unit="g/dL", day="2024-01-02", number=2),
    ]
    bundle = build.bundle(*items, question=asked(build, Intent.TREND, "hba1c"))
    assert found(bundle)[-1].startswith("Hemoglobin A1c was 7 g/dL")
    assert len(answered(bundle).tables[0].rows) == 2
