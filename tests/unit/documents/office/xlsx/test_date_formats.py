"""Serial numbers become the dates that a workbook means."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.xlsx.date_formats import DateParts, date_parts, shown_date


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("mm-dd-yy", DateParts(year=True, month=True, day=True)),
        ('[$-409]d"th" mmmm yyyy;@', DateParts(year=True, month=True, day=True)),
        ("mmm-yy", DateParts(year=True, month=True)),
        ("yyyy", DateParts(year=True)),
        ("d-mmm", DateParts(month=True, day=True)),
        ("h:mm AM/PM", DateParts(clock=True)),
        ("m/d/yy h:mm", DateParts(year=True, month=True, day=True, clock=True)),
        ("mm:ss", DateParts(clock=True, seconds=True)),
        ("[h]:mm:ss", DateParts(clock=True, seconds=True, elapsed=True)),
        ("yyyy\\-mm\\-dd", DateParts(year=True, month=True, day=True)),
    ],
)
def test_formats_of_dates(code: str, parts: DateParts) -> None:
    assert date_parts(code) == parts


@pytest.mark.parametrize(
    "code", ["General", "0.00", "#,##0", "0%", "0.00E+00", "@", '0.0" mg/dL"', "[Red]0.0", "0 \\d", "# ?/?", '"day" 0']
)
def test_formats_of_numbers(code: str) -> None:
    assert date_parts(code) is None


DAY = DateParts(year=True, month=True, day=True)
FULL = DateParts(year=True, month=True, day=True, clock=True)


@pytest.mark.parametrize(
    ("serial", "parts", "from_1904", "shown"),
    [
        (1, DAY, False, "1900-01-01"),
        (59, DAY, False, "1900-02-28"),
        (60, DAY, False, "1900-02-29"),
        (61, DAY, False, "1900-03-01"),
        (46092, DAY, False, "2026-03-11"),
        (0, DAY, True, "1904-01-01"),
        (44630, DAY, True, "2026-03-11"),
        (46092.75, DAY, False, "2026-03-11"),
        (46092.75, FULL, False, "2026-03-11 18:00"),
        (46092.999999, FULL, False, "2026-03-12 00:00"),
        (46092.5, DateParts(clock=True), False, "12:00"),
        (0.25, DateParts(clock=True, seconds=True), False, "06:00:00"),
        (1.5, DateParts(clock=True, elapsed=True), False, "36:00"),
        (46092, DateParts(year=True, month=True), False, "2026-03"),
        (46092, DateParts(year=True), False, "2026"),
        (46092, DateParts(month=True, day=True), False, "2026-03-11"),
        (-1, DAY, False, None),
        (3_000_000, DAY, False, None),
    ],
)
def test_dates_in_both_epochs(serial: float, parts: DateParts, from_1904: bool, shown: str | None) -> None:
    assert shown_date(serial, parts, from_1904=from_1904) == shown
