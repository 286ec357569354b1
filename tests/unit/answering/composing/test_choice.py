"""Which findings are shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any

from arbiter_fhir.answering.composing.choice import (
    asked_for,
    chosen_entries,
    entries_of,
    in_order,
    moments,
    nearest,
    newest_day,
    split_undated,
)
from arbiter_fhir.domain.question import AskedSource, AskedState, DateWindow, Intent, Topic
from arbiter_fhir.domain.statement import Assertion, MedicationStatus, ProblemStatus
from tests.unit.answering.answers import asked


def test_results_of_one_time_stand_together(build: Any) -> None:
    morning, noon = (build.item(observed=build.when(at=time(hour)), number=hour) for hour in (8, 12))
    beside = build.item(value="8.2", observed=build.when(at=time(12)), number=2)
    older, undated = build.item(day="2026-01-01"), build.item(day=None)
    assert moments([noon, beside, morning, older, undated]) == [[noon, beside], [morning], [older]]
    assert split_undated([noon, undated]) == ([noon], [undated])


def test_the_nearest_may_be_before_or_after_or_both(build: Any) -> None:
    early, late = build.item(day="2026-01-02", number=1), build.item(day="2026-01-10", number=2)
    assert nearest([late, early], date(2026, 1, 5)) == [early]
    assert nearest([late, early], date(2026, 1, 6)) == [late, early]
    assert nearest([build.item(day=None)], date(2026, 1, 6)) == []


def test_the_newest_day_is_of_dated_results(build: Any) -> None:
    new, old, undated = build.item(), build.item(day="2025-01-01"), build.item(day=None)
    assert newest_day([new, old, undated]) == [new]
    assert newest_day([undated]) == [undated]


def test_what_holds_now_comes_before_what_ended(records: Any) -> None:
    stopped = records.medication(status=MedicationStatus.STOPPED)
    taken = records.medication()
    denied = records.problem(assertion=Assertion.ABSENT, status=ProblemStatus.UNKNOWN)
    gone, here = records.problem(status=ProblemStatus.RESOLVED), records.problem()
    shown = in_order([denied, gone, stopped, here, taken])
    assert shown == [taken, stopped, here, gone, denied]
    assert in_order([taken, here], [Topic.PROBLEMS]) == [here, taken]


def test_of_what_happened_once_only_what_was_asked_for_is_shown(build: Any, records: Any) -> None:
    visits = [replace(records.visit(), observed=build.when(day)) for day in ("2026-03-04", "2025-03-04", "2024-03-04")]
    drug, undated = records.medication(), replace(records.visit(), observed=None)
    items = [drug, visits[1], undated, visits[0], visits[2]]

    def chosen(**changes: Any) -> list[Any]:
        return chosen_entries(items, asked(build, Intent.FACTUAL_LOOKUP, **changes))

    assert chosen() == items
    assert chosen(latest_only=True) == [drug, visits[0]]
    assert chosen(newest_count=2) == [drug, visits[1], visits[0]]
    assert chosen(steps_back=1) == [drug, visits[1]]
    assert chosen(steps_back=5) == [drug]
    assert chosen(when=DateWindow(around=date(2024, 3, 1))) == [drug, visits[2]]


def test_results_and_passages_are_no_entries(build: Any, records: Any) -> None:
    drug = records.medication()
    assert entries_of([build.item(), records.passage(), drug]) == [drug]


def test_entries_of_a_state(build: Any, records: Any) -> None:
    active, stopped = records.medication(), records.medication("Lisinopril", MedicationStatus.STOPPED)
    unstated, planned = (
        records.medication(name, status)
        for name, status in (("Iron", MedicationStatus.UNKNOWN), ("Biotin", MedicationStatus.INTENDED))
    )
    open_, over = records.problem(), records.problem("Pneumonia", status=ProblemStatus.RESOLVED)
    denied = records.problem("Stroke", Assertion.ABSENT)
    allergic, outgrown = records.allergy(), records.allergy("Latex", assertion=Assertion.HISTORICAL)
    given, refused = records.vaccine(), records.vaccine("PPV23", Assertion.ABSENT)
    result = build.item()
    every = [active, stopped, unstated, planned, open_, over, denied, allergic, outgrown, given, refused, result]

    def of(state: AskedState | None) -> list[Any]:
        return asked_for(every, asked(build, Intent.LIST, state=state))

    assert of(None) == every
    assert of(AskedState.CURRENT) == [active, unstated, open_, allergic, given, refused, result]
    assert of(AskedState.ENDED) == [stopped, over, outgrown, given, refused, result]
    assert [each for each in of(AskedState.REFUSED) if each in (given, refused)] == [refused]


def test_items_of_a_source(build: Any, records: Any) -> None:
    charted, read = build.item(chart=True), build.item(number=1)
    both = build.item(number=2, also=(build.chart_place(2),))
    every = [charted, read, both]
    assert asked_for(every, asked(build, Intent.LIST, source=AskedSource.CHART)) == [charted, both]
    assert asked_for(every, asked(build, Intent.LIST, source=AskedSource.DOCUMENTS)) == [read, both]
