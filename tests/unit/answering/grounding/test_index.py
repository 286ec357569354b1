"""Evidence by its places."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.grounding.index import EvidenceIndex


def test_items_are_found_by_any_of_their_places(build: Any, records: Any) -> None:
    merged, other = build.item(also=(build.chart_place(),)), records.medication()
    unsure = records.medication("Warfarin", review=("name_unclear",))
    index = EvidenceIndex.of(build.bundle(merged, other, review=(unsure,)))
    everywhere = [build.chart_place(), merged.citation, other.citation, unsure.citation]
    assert index.cited(everywhere, confirmed=True) == [merged, other]
    assert index.cited(everywhere, confirmed=False) == [merged, other, unsure]
    assert index.results == (merged,)


def test_a_blood_pressure_needs_both_halves(build: Any, records: Any) -> None:
    upper, lower = records.pressure()
    index = EvidenceIndex.of(build.bundle(upper, lower))
    assert [reading.items for reading in index.pressures_of([lower, upper])] == [(upper, lower)]
    assert index.pressures_of([upper]) == []


def test_results_are_found_by_test(build: Any) -> None:
    one, other = build.item(), build.item("TSH", "2", "mIU/L", number=1)
    assert EvidenceIndex.of(build.bundle(one, other)).of_test("tsh") == [other]
