"""Vaccines, visits, orders, demographics and documents of the chart as candidates."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
)
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.retrieval.chart_candidates import (
    candidate_of_document,
    candidate_of_encounter,
    candidate_of_immunization,
    candidate_of_order,
    candidates_of_demographics,
    document_days,
)

P7 = PatientId(7)


@pytest.mark.parametrize(
    "refused, given, assertion",
    [(False, True, Assertion.PRESENT), (True, False, Assertion.ABSENT), (False, False, Assertion.ABSENT)],
)
def test_a_vaccine_given_or_not(build: Any, refused: bool, given: bool, assertion: Assertion) -> None:
    row = ChartImmunization(2, P7, "115", "Tdap", date(2019, 7, 10), refused, given)
    made = candidate_of_immunization(row, build.terms)
    assert made.value == Statement("immunization", "Tdap", assertion)
    assert made.place is not None
    assert (made.place.source_id, made.subject) == ("immunizations:2", "tdap")
    assert made.observed is not None
    assert made.observed.iso == "2019-07-10"


@pytest.mark.parametrize(
    "cvx, name, subject, names",
    [
        ("33", "pneumococcal polysaccharide PPV23", "ppsv23", {"ppsv23"}),
        ("216", "", "pcv20", {"pcv20"}),
        ("3", "measles, mumps and rubella virus vaccine", "mmr", {"mmr"}),
        ("110", "DTaP-Hep B-IPV", "dtap hep b ipv", {"dtap", "hepatitis b", "polio"}),
        ("999999", "Pneumovax 23", "ppsv23", {"ppsv23"}),
    ],
)
def test_a_code_says_which_vaccine(build: Any, cvx: str, name: str, subject: str, names: set[str]) -> None:
    made = candidate_of_immunization(ChartImmunization(2, P7, cvx, name, None, False), build.terms)
    assert made.subject == subject
    assert made.names >= names


def test_a_visit_bears_the_names_of_its_reason(build: Any) -> None:
    made = candidate_of_encounter(ChartEncounter(4, 104, P7, None, "INR check, bruises easily", ""), build.terms)
    assert "bruising" in made.names


def test_a_visits_own_words_name_nobody_in_its_value(build: Any) -> None:
    at = datetime(2026, 5, 1, 9, 20)  # noqa: DTZ001
    made = candidate_of_encounter(
        ChartEncounter(4, 104, P7, at, "Quinn's knee", "Office Visit", "Ada Quinn"), build.terms
    )
    assert "Quinn" not in repr(made.value)
    assert isinstance(made.value, ChartEncounter)
    assert made.value.encounter == 104
    assert made.printed.name == "Quinn's knee"
    assert made.printed.details == ((WordRole.CATEGORY, "Office Visit"),)
    assert made.printed.person == "Ada Quinn"
    assert "Ada Quinn" not in repr(made.printed)
    assert made.place is not None
    assert made.place.source_id == "form_encounter:4"


def test_an_order_is_its_tests() -> None:
    tests = (("24331-1", "Lipid panel"), ("4548-4", ""), ("", ""))
    made = candidate_of_order(ChartOrder(9, P7, None, "pending", tests, 0, "Ada Quinn"))
    assert made.printed.name == "Lipid panel, 4548-4"
    assert isinstance(made.value, ChartOrder)
    assert (made.value.provider, made.printed.person) == ("", "Ada Quinn")
    assert made.place is not None
    assert made.place.source_id == "procedure_order:9"


@pytest.mark.parametrize(
    "born, age", [(date(1960, 11, 30), "66 years"), (date(1960, 12, 1), "65 years"), (date(1930, 1, 1), "96 years")]
)
def test_the_age_today_and_never_the_birth_date(born: date, age: str) -> None:
    made = candidates_of_demographics(ChartDemographics(P7, born, "Female"), date(2026, 11, 30))
    assert [(each.subject, each.printed.name) for each in made] == [("sex", "Female"), ("age", age)]
    assert str(born.year) not in repr(made)


def test_what_is_not_known_of_a_person_is_not_said() -> None:
    assert candidates_of_demographics(ChartDemographics(P7, None), date(2026, 11, 30)) == []


def test_a_document_as_it_is_listed() -> None:
    row = ChartDocument(DocumentId(12), P7, "Lab Report", date(2026, 5, 1))
    made = candidate_of_document(row)
    assert made.place is not None
    assert (made.place.source_id, made.document_id, made.printed.name) == ("documents:12", 12, "Lab Report")
    assert document_days([row, ChartDocument(DocumentId(13), P7, "", None)]) == {12: date(2026, 5, 1)}
