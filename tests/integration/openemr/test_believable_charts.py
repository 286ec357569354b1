"""The stand-in's people, read back as answers read them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

import pytest

from arbiter_fhir.domain.promotion import ListKind
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader
from devstack.ehr.people import STORIES, enter_people
from devstack.ehr.people.panels import ANALYTES, results
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database

TODAY = date(2026, 6, 1)


@pytest.fixture(scope="module")
def people(chart: Chart) -> Mapping[str, int]:
    return enter_people(chart.store, today=TODAY)


@pytest.fixture
def reader(chart: Chart) -> SqlChartReader:
    return SqlChartReader(chart.query, chart.tables)


def test_everybody_has_the_whole_of_the_story(people: Mapping[str, int], reader: SqlChartReader) -> None:
    assert people.keys() == STORIES.keys()
    for name, story in STORIES.items():
        pid = PatientId(people[name])
        signs = sum(len([value for column, value in visit.signs if column]) for visit in story.visits)
        assert len(reader.encounters(pid)) == len(story.visits)
        assert len(reader.vitals(pid)) == signs
        assert len(reader.labs(pid)) == sum(len(panel.results) for panel in story.panels)
        assert len(reader.orders(pid)) == len(story.panels) + len(story.orders)
        assert len(reader.immunizations(pid)) == len(story.vaccines)
        entries = reader.lists(pid).entries
        assert len(entries) == sum(
            len(lines) for lines in (story.problems, story.allergies, story.drugs, story.prescriptions)
        )


def test_nothing_lies_in_the_future_and_everybody_has_the_storys_age(
    people: Mapping[str, int], reader: SqlChartReader
) -> None:
    for name, pid in people.items():
        found = reader.demographics(PatientId(pid))
        assert found is not None
        assert found.birth_date is not None
        had_birthday = (TODAY.month, TODAY.day) >= (found.birth_date.month, found.birth_date.day)
        assert TODAY.year - found.birth_date.year - (not had_birthday) == STORIES[name].age
        days = [lab.observed_at.date() for lab in reader.labs(PatientId(pid)) if lab.observed_at]
        assert max(days) < TODAY


def test_a_chart_says_what_clinicians_look_for(people: Mapping[str, int], reader: SqlChartReader) -> None:
    pid = PatientId(people["diabetes"])
    newest = next(lab for lab in reader.labs(pid) if lab.code == "4548-4")
    assert (newest.value, newest.abnormal, newest.reference_range) == ("7.1", "high", "4.0-5.6")
    active = {entry.title for entry in reader.lists(pid).entries if entry.active}
    assert {"Metformin 1000 mg tablet", "Losartan", "Penicillin", "Type 2 diabetes mellitus"} <= active
    assert not {"Amoxicillin", "Glipizide 5 mg tablet", "Acute bronchitis"} & active
    waiting = [order for order in reader.orders(pid) if order.status == "pending"]
    assert {test for order in waiting for _, test in order.tests} == {"Lipid panel", "Diabetic retinal photography"}
    assert all(order.provider == "Marguerite Vanstraten" for order in reader.orders(pid))
    none = reader.lists(PatientId(people["anticoagulation"])).none_stated
    assert none == {ListKind.ALLERGY}


def test_entries_were_recorded_when_they_were_learned_of(people: Mapping[str, int], reader: SqlChartReader) -> None:
    for name, pid in people.items():
        first = TODAY - timedelta(days=max(visit.days_ago for visit in STORIES[name].visits))
        for entry in reader.lists(PatientId(pid)).entries:
            assert entry.recorded_at is not None
            assert entry.began is not None
            assert entry.recorded_at.date() == max(first, entry.began), entry.title


def test_flags_follow_from_the_range() -> None:
    flags = {
        value.name: value.abnormal for value in results(ldl="100", hdl="39", potassium="5.1", egfr="60", inr="1.9")
    }
    assert flags == {
        ANALYTES["ldl"].name: "high",
        "HDL Cholesterol": "low",
        "Potassium": "no",
        ANALYTES["egfr"].name: "no",
        "INR": "low",
    }
    with pytest.raises(KeyError):
        results(unknown="1")
