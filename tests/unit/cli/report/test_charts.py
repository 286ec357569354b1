"""Charts are well-formed, and to scale."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import date

import pytest

from arbiter_fhir.cli.report.charts import WIDTH, Bar, DayBar, bar_chart, day_chart, milliseconds

SVG = "{http://www.w3.org/2000/svg}"


def widths(svg: str) -> list[float]:
    return [float(rect.attrib["width"]) for rect in ET.fromstring(svg).iter(f"{SVG}rect")]


def test_bars_are_to_one_scale() -> None:
    long, short = widths(bar_chart([Bar("a", 100, 200, ""), Bar("b", 50, 60, "")], title="t"))
    assert long == pytest.approx(2 * short, abs=0.11)


def test_nothing_leaves_the_picture() -> None:
    svg = bar_chart([Bar("a & <b>", 5, 5000, "5 ms"), Bar("c", 0, 0, "0 ms")], title='a "title" & more')
    root = ET.fromstring(svg)
    assert max(float(line.attrib["x2"]) for line in root.iter(f"{SVG}line")) <= WIDTH
    assert root.attrib["aria-label"] == 'a "title" & more'


def test_days_without_work_leave_a_gap() -> None:
    days = [DayBar(date(2026, 11, 1), 3, 1), DayBar(date(2026, 11, 4), 6, 0)]
    root = ET.fromstring(day_chart(days, title="t"))
    starts = [float(rect.attrib["x"]) for rect in root.iter(f"{SVG}rect") if rect.attrib["class"] == "documents"]
    heights = [float(rect.attrib["height"]) for rect in root.iter(f"{SVG}rect") if rect.attrib["class"] == "documents"]
    assert starts[1] - starts[0] == 3 * 60
    assert heights[1] == 2 * heights[0]


def test_times_are_said_in_words() -> None:
    assert [milliseconds(840), milliseconds(12_400)] == ["840 ms", "12.4 s"]
