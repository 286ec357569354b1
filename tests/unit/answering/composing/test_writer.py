"""One number for each cited place."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.series import series_of
from arbiter_fhir.answering.wording.vocabulary import own


def test_places_are_numbered_once_in_the_order_of_their_use(build: Any) -> None:
    item, other = build.item(also=(build.chart_place(),)), build.item(value="7", day="2025-01-01", number=1)
    writer = Writer.of(build.bundle(item, other))
    writer.find(own("one"), item)
    writer.find(own("two"), other, item)
    draft = writer.draft()
    assert [claim.citations for claim in draft.claims] == [(0, 1), (2, 0, 1)]
    assert draft.citations == (item.citation, *item.also, other.citation)


def test_a_count_cites_the_first_place_of_each(build: Any) -> None:
    item = build.item(also=(build.chart_place(),))
    writer = Writer.of(build.bundle(item))
    writer.count(own("one of one"), item)
    assert writer.draft().citations == (item.citation,)


def test_a_table_shows_the_newest_rows_oldest_first(build: Any) -> None:
    items = [build.item(value=str(number), day=f"2025-0{number}-01", number=number) for number in range(1, 6)]
    writer = Writer.of(build.bundle(*items))
    writer.tabulate(series_of(items), 3)
    (table,) = writer.draft().tables
    assert [row.cells[1].value for row in table.rows] == ["3 %", "4 %", "5 %"]


def test_labels_keep_clear_of_the_evidence(build: Any) -> None:
    bundle = build.bundle(build.item(value="see [DATE_4]", unit=""))
    assert Writer.of(bundle).dates.label(build.when()).value == "[DATE_5]"
