"""Spans of time."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartEncounter
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.question import DateAnchor, DateWindow, Topic
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.lab_candidates import candidate_of_measurement
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists
from arbiter_fhir.retrieval.windows import anchored, has_changed, lies_in

SPRING = DateWindow(date(2026, 3, 1), date(2026, 5, 31))
TODAY = date(2026, 11, 30)


def result(build: Any, day: str | None) -> Candidate:
    return candidate_of_measurement(build.fact(build.lab(day)))


def entry(build: Any, kind: ListKind = ListKind.MEDICATION, **given: Any) -> Candidate:
    made = build.entry(kind, "Metformin", **given)
    (candidate,) = candidates_of_lists(ChartLists((made,)), made.patient_id, build.terms)
    return candidate


@pytest.mark.parametrize(
    "day, inside", [("2026-03-01", True), ("2026-05-31", True), ("2026-02-28", False), ("2026-06-01", False)]
)
def test_a_result_lies_in_a_span_by_its_day(build: Any, day: str, inside: bool) -> None:
    assert lies_in(result(build, day), SPRING, {}) is inside


def test_without_a_span_or_around_a_day_everything_stays(build: Any) -> None:
    for when in (None, DateWindow(), DateWindow(around=date(2020, 1, 1))):
        assert lies_in(result(build, None), when, {})
        assert lies_in(result(build, "1999-01-01"), when, {})


def test_a_result_without_a_date_is_in_no_span(build: Any) -> None:
    assert not lies_in(result(build, None), SPRING, {DocumentId(5): date(2026, 4, 1)})


@pytest.mark.parametrize(
    "precision, day, inside",
    [
        (DatePrecision.MONTH, date(2026, 5, 1), True),
        (DatePrecision.MONTH, date(2026, 6, 1), False),
        (DatePrecision.YEAR, date(2026, 1, 1), True),
        (DatePrecision.YEAR, date(2025, 1, 1), False),
    ],
)
def test_a_date_of_less_than_a_day_counts_where_it_may_be_meant(
    build: Any, precision: DatePrecision, day: date, inside: bool
) -> None:
    made = replace(result(build, "2026-01-01"), observed=ClinicalDate(day, None, precision))
    assert lies_in(made, SPRING, {}) is inside


@pytest.mark.parametrize(
    "given, inside",
    [
        ({"began": date(2020, 1, 1)}, True),
        ({}, True),
        ({"began": date(2026, 7, 1)}, False),
        ({"began": date(2020, 1, 1), "active": False, "ended": date(2026, 2, 1)}, False),
        ({"began": date(2020, 1, 1), "active": False, "ended": date(2026, 4, 1)}, True),
        ({"began": date(2020, 1, 1), "active": False}, True),
    ],
)
def test_a_drug_is_in_a_span_that_it_was_taken_in(build: Any, given: dict[str, Any], inside: bool) -> None:
    assert lies_in(entry(build, **given), SPRING, {}) is inside


@pytest.mark.parametrize(
    "given, changed",
    [
        ({"began": date(2026, 4, 1)}, True),
        ({"began": date(2020, 1, 1), "recorded_at": datetime(2026, 4, 2)}, True),  # noqa: DTZ001
        ({"began": date(2020, 1, 1), "recorded_at": datetime(2020, 1, 1)}, False),  # noqa: DTZ001
        ({"began": date(2020, 1, 1), "active": False, "ended": date(2026, 4, 1)}, True),
        ({"began": date(2020, 1, 1), "ended": date(2026, 4, 1)}, False),
    ],
)
def test_an_entry_has_changed_when_it_began_was_recorded_or_ended(
    build: Any, given: dict[str, Any], changed: bool
) -> None:
    assert has_changed(entry(build, **given), SPRING, {}) is changed


def test_what_a_document_says_is_as_new_as_the_document_unless_an_older_source_says_it(build: Any) -> None:
    said = candidate_of_fact(build.said(Allergy("Penicillin", "penicillins")), build.terms)
    days = {DocumentId(5): date(2026, 4, 1), DocumentId(6): date(2024, 1, 1)}
    assert has_changed(said, SPRING, days)
    older = candidate_of_fact(build.said(Allergy("Penicillin", "penicillins"), document=6, fact_id=2), build.terms)
    assert not has_changed(replace(said, also=(older,)), SPRING, days)
    assert not has_changed(older, SPRING, days)
    assert not has_changed(said, SPRING, {})


def test_an_old_result_of_a_new_document_is_news(build: Any) -> None:
    assert has_changed(result(build, "2019-01-01"), SPRING, {DocumentId(5): date(2026, 4, 1)})
    assert not has_changed(result(build, "2019-01-01"), SPRING, {DocumentId(5): date(2025, 4, 1)})


def visit(day: str) -> ChartEncounter:
    return ChartEncounter(1, 1, PatientId(7), datetime.fromisoformat(day), "", "")


def test_a_span_is_hung_on_the_newest_visit_up_to_today(build: Any) -> None:
    visits = [visit("2026-05-01T09:00"), visit("2026-10-01T09:00"), visit("2027-01-01T09:00")]
    question = replace(build.question(), when=DateWindow(anchor=DateAnchor.SINCE_LAST_VISIT))
    made = anchored(question, visits, TODAY)
    assert made.when == DateWindow(start=date(2026, 10, 1))
    assert anchored(question, [], TODAY) is question
    plain = replace(build.question(), when=SPRING)
    assert anchored(plain, visits, TODAY) is plain


def test_what_lasts_is_asked_for_as_it_held_on_the_day(build: Any) -> None:
    day = date(2026, 3, 4)
    lists = replace(build.question(), topics=(Topic.MEDICATIONS,), analytes=(), when=DateWindow(around=day))
    assert anchored(lists, [], TODAY).when == DateWindow(day, day)
    at_visit = replace(lists, when=DateWindow(anchor=DateAnchor.AT_LAST_VISIT))
    assert anchored(at_visit, [visit("2026-03-04T09:00")], TODAY).when == DateWindow(day, day)
    results = replace(lists, topics=(Topic.LABS,))
    assert anchored(results, [], TODAY) is results
