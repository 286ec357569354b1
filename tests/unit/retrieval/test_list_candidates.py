"""The chart's lists as candidates."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartDosage
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.promotion import ChartListEntry, ChartLists, ListKind
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
    Statement,
)
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists, whole_day

MEDICATION, ALLERGY, PROBLEM = ListKind.MEDICATION, ListKind.ALLERGY, ListKind.PROBLEM


def candidates(build: Any, *entries: ChartListEntry, none: frozenset[ListKind] = frozenset()) -> list[Candidate]:
    return candidates_of_lists(ChartLists(entries, none), PatientId(7), build.terms)


def test_a_prescription_with_all_its_words(build: Any) -> None:
    dosage = ChartDosage("500 mg", "1 tablet", "By Mouth", "b.i.d.", "60", 2, "Diabetes", "with meals")
    entry = build.entry(MEDICATION, "Glucophage", 3, table="prescriptions", dosage=dosage, began=date(2025, 3, 1))
    entry = replace(entry, prescriber="Ada Quinn")
    (made,) = candidates(build, entry)
    assert made.value == Medication(
        name="Glucophage",
        ingredient="metformin",
        strength="500 mg",
        dose="1 tablet",
        route="By Mouth",
        frequency="b.i.d.",
        indication="Diabetes",
        status=MedicationStatus.ACTIVE,
        started=whole_day(date(2025, 3, 1)),
    )
    assert [role for role, _ in made.printed.details] == [
        WordRole.STRENGTH,
        WordRole.DOSE,
        WordRole.ROUTE,
        WordRole.FREQUENCY,
        WordRole.INDICATION,
    ]
    assert made.place is not None
    assert (made.place.source_id, made.place.section) == ("prescriptions:3", "prescriptions")
    assert (made.topic, made.subject) == (Topic.MEDICATIONS, "metformin")
    assert made.printed.person == "Ada Quinn"
    assert "Quinn" not in repr(made)


def test_instructions_stand_for_what_has_no_column_and_a_title_says_its_strength_once(build: Any) -> None:
    entry = build.entry(
        MEDICATION, "Metformin 500mg tablet", details="1 tablet twice daily", dosage=ChartDosage("500 mg")
    )
    (made,) = candidates(build, entry)
    assert made.printed.details == ((WordRole.DOSE, "1 tablet twice daily"),)


def test_an_ended_drug_is_stopped_and_changed_on_the_days_it_was_touched(build: Any) -> None:
    entry = build.entry(
        MEDICATION,
        "Metformin",
        active=False,
        began=date(2020, 1, 1),
        ended=date(2024, 5, 1),
        recorded_at=datetime(2020, 2, 1, 9, 0),  # noqa: DTZ001
    )
    (made,) = candidates(build, entry)
    assert isinstance(made.value, Medication)
    assert (made.value.status, made.value.stopped) == (MedicationStatus.STOPPED, whole_day(date(2024, 5, 1)))
    assert made.observed == whole_day(date(2020, 1, 1))
    assert made.moved == (date(2020, 2, 1), date(2024, 5, 1))


def test_a_day_on_which_an_active_drug_is_to_end_has_not_come(build: Any) -> None:
    (made,) = candidates(build, build.entry(MEDICATION, "Metformin", ended=date(2099, 1, 1)))
    assert isinstance(made.value, Medication)
    assert (made.value.status, made.value.stopped, made.moved) == (MedicationStatus.ACTIVE, None, ())


@pytest.mark.parametrize(
    "given, assertion",
    [
        ({}, Assertion.PRESENT),
        ({"verification": "unconfirmed"}, Assertion.PRESENT),
        ({"verification": "refuted"}, Assertion.ABSENT),
        ({"active": False}, Assertion.HISTORICAL),
    ],
)
def test_what_the_chart_says_of_an_allergy(build: Any, given: dict[str, Any], assertion: Assertion) -> None:
    (made,) = candidates(build, build.entry(ALLERGY, "Penicillin", reaction="Hives", severity="Severe", **given))
    assert isinstance(made.value, Allergy)
    assert (made.value.allergen, made.value.reaction, made.value.assertion) == ("penicillins", "Hives", assertion)
    assert made.place is not None
    assert (made.place.section, made.subject) == ("allergies", "penicillins")


def test_entries_that_say_nothing_are_left_out(build: Any) -> None:
    assert (
        candidates(
            build,
            build.entry(ALLERGY, " "),
            build.entry(ALLERGY, "Latex", taken_back=True),
            build.entry(ALLERGY, "Latex", verification="entered-in-error"),
        )
        == []
    )


@pytest.mark.parametrize(
    "title, none",
    [
        ("NKDA", NoKnownAllergies.DRUG_ALLERGIES),
        ("No known allergies", NoKnownAllergies.ALLERGIES),
        ("No known food allergies", NoKnownAllergies.FOOD_ALLERGIES),
    ],
)
def test_a_title_that_says_that_there_are_none(build: Any, title: str, none: NoKnownAllergies) -> None:
    (made,) = candidates(build, build.entry(ALLERGY, title))
    assert isinstance(made.value, Allergy)
    assert (made.value.none_known, made.subject) == (none, "none_known")


def test_a_list_that_somebody_marked_as_empty_says_so(build: Any) -> None:
    allergies, medications, problems = candidates(build, none=frozenset(ListKind))
    assert isinstance(allergies.value, Allergy)
    assert allergies.value.none_known is NoKnownAllergies.ALLERGIES
    assert allergies.place is not None
    assert allergies.place.source_id == "lists_touch:7"
    assert medications.value == Statement("current_medications", "No medications", Assertion.ABSENT)
    assert problems.value == Statement("problems", "No problems", Assertion.ABSENT)
    topics = [each.topic for each in (allergies, medications, problems)]
    assert topics == [Topic.ALLERGIES, Topic.MEDICATIONS, Topic.PROBLEMS]


def test_a_problem_with_its_code(build: Any) -> None:
    codes = (("ICD10", "I10"), ("SNOMED-CT", "38341003"))
    active, over = candidates(
        build,
        build.entry(PROBLEM, "Essential hypertension", codes=codes),
        build.entry(PROBLEM, "Bronchitis", 13, active=False),
    )
    assert isinstance(active.value, Problem)
    assert isinstance(over.value, Problem)
    assert (active.value.icd10, active.value.status, active.subject) == ("I10", ProblemStatus.ACTIVE, "icd10:I10")
    assert over.value.status is ProblemStatus.RESOLVED
    assert "hypertension" in active.names
