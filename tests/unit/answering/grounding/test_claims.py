"""Sentences with several claims: each value beside its own name, date and source."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.sentences import ungrounded
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.statement import Assertion, MedicationStatus, ProblemStatus


@pytest.fixture
def results(build: Any) -> list[Any]:
    """A1c of two days, sodium of a third."""
    return [
        build.item(),
        build.item(value="7.6", day="2026-01-02", number=1),
        build.item("Sodium", "140", "mmol/L", "", "2025-05-05", None, number=2),
    ]


def wrong(build: Any, text: str, items: list[Any]) -> str:
    dates = {f"[DATE_{at}]": item.observed for at, item in enumerate(items, start=1)}
    places = [item.citation for item in items]
    return ungrounded(Section.PATIENT_FINDINGS, text, places, index=EvidenceIndex.of(build.bundle(*items)), dates=dates)


@pytest.mark.parametrize(
    "text",
    [
        "Hemoglobin A1c was 8.1 % on [DATE_1] and 7.6 % on [DATE_2], and Sodium was 140 mmol/L on [DATE_3].",
        "On [DATE_1], Hemoglobin A1c was 8.1 %; on [DATE_2], Hemoglobin A1c was 7.6 %. Sodium: 140 mmol/L, [DATE_3].",
        "hemoglobin A1c: 8.1 % ([DATE_1]), 7.6 % ([DATE_2]); sodium: 140 mmol/L ([DATE_3])",
        "The value of Sodium was 140 mmol/L on [DATE_3]; Hemoglobin A1c was 7.6 % on [DATE_2] and 8.1 % on [DATE_1].",
    ],
)
def test_free_wording_passes_where_every_claim_stands(build: Any, results: list[Any], text: str) -> None:
    assert wrong(build, text, results) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Hemoglobin A1c was 8.1 % on [DATE_2] and 7.6 % on [DATE_1], and Sodium was 140 mmol/L on [DATE_3].",
        "Sodium was 8.1 % on [DATE_1] and 7.6 % on [DATE_2], and Hemoglobin A1c was 140 mmol/L on [DATE_3].",
        "Hemoglobin A1c was 8.1 % on [DATE_1] and 7.6 % on [DATE_2].",
        "Hemoglobin A1c was 8.1 % and 7.6 %, and Sodium was 140 mmol/L on [DATE_3].",
        "Hemoglobin A1c was 8.1 % on [DATE_1], [DATE_2] and [DATE_3]; Sodium was 140 mmol/L.",
        "Hemoglobin A1c rose to 8.1 % on [DATE_1] from 7.6 % on [DATE_2]; Sodium was 140 mmol/L on [DATE_3].",
        "Hemoglobin A1c, Sodium was 8.1 % on [DATE_1], 7.6 % on [DATE_2], 140 mmol/L on [DATE_3].",
    ],
)
def test_claims_that_are_exchanged_or_left_out_fall(build: Any, results: list[Any], text: str) -> None:
    assert wrong(build, text, results)


def test_two_results_of_one_day_may_share_its_date(build: Any) -> None:
    items = [build.item(), build.item("Sodium", "140", "mmol/L", "", flag=None, number=1)]
    text = "Hemoglobin A1c was 8.1 % and Sodium was 140 mmol/L on [DATE_1]."
    assert wrong(build, text, items) == ""


@pytest.mark.parametrize(
    "text, passes",
    [
        ("Asthma (denied or absent); Gout (active).", True),
        ("Asthma (denied or absent) and Gout (active).", False),
        ("Gout (active) and Asthma (denied or absent).", False),
        ("Gout (denied or absent); Asthma (active).", False),
        ("Asthma and Gout (active).", False),
    ],
)
def test_what_is_denied_never_shares_a_part_with_what_is(build: Any, records: Any, text: str, passes: bool) -> None:
    items = [
        records.problem("Asthma", Assertion.ABSENT, ProblemStatus.UNKNOWN, observed=None),
        records.problem("Gout", observed=None),
    ]
    assert (wrong(build, text, items) == "") is passes


@pytest.mark.parametrize(
    "text, passes",
    [
        ("Metformin 500 mg (active; chart); Metformin 850 mg (stopped; intake form).", True),
        ("Metformin 850 mg (active; chart); Metformin 500 mg (stopped; intake form).", False),
        ("Metformin 500 mg (active; intake form); Metformin 850 mg (stopped; chart).", False),
        ("Metformin 500 mg (stopped; chart); Metformin 850 mg (active; intake form).", False),
        ("Metformin 500 mg (chart); Metformin 850 mg (intake form).", False),
        ("Metformin 500 mg and 850 mg (chart; stopped; intake form).", False),
    ],
)
def test_each_source_keeps_its_own_dose_and_status(build: Any, records: Any, text: str, passes: bool) -> None:
    items = [
        records.medication(observed=None),
        records.medication(
            status=MedicationStatus.STOPPED, strength="850 mg", observed=None, source=SourceType.INTAKE_FORM
        ),
    ]
    assert (wrong(build, text, items) == "") is passes


@pytest.mark.parametrize(
    "text, passes",
    [
        ("Allergies: Penicillin (hives), Latex (rash).", True),
        ("Allergic to Penicillin and Latex.", True),
        ("Penicillin (hives), Latex (rash).", False),
        ("Allergies: Penicillin (rash), Latex (hives).", False),
    ],
)
def test_the_kind_of_a_list_is_said_once_and_reactions_stay_where_they_belong(
    build: Any, records: Any, text: str, passes: bool
) -> None:
    items = [records.allergy(observed=None), records.allergy("Latex", "rash", "", observed=None)]
    assert (wrong(build, text, items) == "") is passes


@pytest.mark.parametrize(
    "text, passes",
    [
        ("Metformin 500 mg, Lisinopril 10 mg.", True),
        ("Metformin, Lisinopril 10 mg.", True),
        ("Metformin 10 mg, Lisinopril.", False),
        ("Metformin 10 mg, Lisinopril 500 mg.", False),
        ("Metformin twice daily, Lisinopril.", True),
        ("Metformin, Lisinopril twice daily.", False),
        ("Metformin, recorded on [DATE_2], Lisinopril.", False),
        ("Metformin, Lisinopril, recorded on [DATE_2].", True),
        ("Metformin (10 mg), Lisinopril.", False),
    ],
)
def test_a_dose_before_a_name_belongs_to_the_drug_before_it(build: Any, records: Any, text: str, passes: bool) -> None:
    items = [
        records.medication(),
        records.medication("Lisinopril", strength="10 mg", frequency="daily", observed="2025-01-01"),
    ]
    assert (wrong(build, text, items) == "") is passes


def test_a_critical_flag_may_not_be_left_out(build: Any) -> None:
    item = build.item(flag=AbnormalFlag.CRITICAL_HIGH)
    assert wrong(build, "Hemoglobin A1c was 8.1 % on [DATE_1].", [item]) == "critical_flag_left_out"
    assert wrong(build, "Hemoglobin A1c was 8.1 % (critically high) on [DATE_1].", [item]) == ""


ORDERS = st.tuples(*(st.permutations(range(3)) for _ in range(3)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(orders=ORDERS)
def test_only_the_right_value_and_date_stand_beside_a_name(build: Any, orders: Any) -> None:
    names, values, days = ("Sodium", "Potassium", "Chloride"), ("140", "4.2", "101"), ("10", "11", "12")
    items = [
        build.item(name, value, "mmol/L", "", f"2026-04-{day}", None, number=at)
        for at, (name, value, day) in enumerate(zip(names, values, days, strict=True))
    ]
    said = [f"{names[n]} was {values[v]} mmol/L on [DATE_{d + 1}]" for n, v, d in zip(*orders, strict=True)]
    right = all(n == v == d for n, v, d in zip(*orders, strict=True))
    assert (wrong(build, f"{', '.join(said[:2])} and {said[2]}.", items) == "") is right


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(orders=ORDERS)
def test_only_the_right_dose_and_frequency_stand_beside_a_drug(build: Any, records: Any, orders: Any) -> None:
    names, doses, often = ("Metformin", "Lisinopril", "Aspirin"), ("500 mg", "10 mg", "81 mg"), ("daily", "BID", "QHS")
    items = [
        records.medication(name, strength=dose, route="", frequency=frequency, observed=None)
        for name, dose, frequency in zip(names, doses, often, strict=True)
    ]
    said = [f"{names[n]} {doses[d]} {often[f]}" for n, d, f in zip(*orders, strict=True)]
    right = all(n == d == f for n, d, f in zip(*orders, strict=True))
    assert (wrong(build, f"The patient takes {', '.join(said)}.", items) == "") is right
