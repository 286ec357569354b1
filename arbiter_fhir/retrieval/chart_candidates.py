"""The other rows of the chart as candidates: vaccines, visits, orders, demographics, and the list of documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
)
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.domain.vaccine_code import vaccines_of_code
from arbiter_fhir.ports.terminology import TermKind
from arbiter_fhir.retrieval.candidate import Candidate, ChartPlace, Printed
from arbiter_fhir.retrieval.lab_candidates import clinical_moment
from arbiter_fhir.retrieval.list_candidates import whole_day
from arbiter_fhir.retrieval.subjects import Names, Vocabulary, other_names

__all__ = [
    "candidate_of_document",
    "candidate_of_encounter",
    "candidate_of_immunization",
    "candidate_of_order",
    "candidates_of_demographics",
    "document_days",
]


def candidate_of_immunization(row: ChartImmunization, terms: Vocabulary) -> Candidate:
    """A vaccine: given, or refused. Its code says which, whatever name the site gives it."""
    names = other_names(row.name, {TermKind.VACCINE}, terms)
    coded = vaccines_of_code(row.cvx)
    if coded:
        names = Names(coded[0] if len(coded) == 1 else names.subject, names.all | set(coded))
    given = row.given and not row.refused
    return Candidate(
        Topic.IMMUNIZATIONS,
        names.subject,
        Statement("immunization", row.name, Assertion.PRESENT if given else Assertion.ABSENT),
        whole_day(row.given_on),
        Printed(row.name),
        place=ChartPlace("immunizations", row.record_id, "immunizations", "cvx_code"),
        names=names.all,
    )


def candidate_of_encounter(row: ChartEncounter, terms: Vocabulary) -> Candidate:
    """A visit, named by what its reason names.

    What names somebody is taken out of the row itself; the words carry it as placeholders.
    """
    named = other_names(row.reason, {TermKind.CONDITION, TermKind.SYMPTOM, TermKind.PROCEDURE}, terms)
    return Candidate(
        Topic.ENCOUNTERS,
        "encounter",
        replace(row, reason="", provider=""),
        clinical_moment(row.seen_at),
        Printed(row.reason, details=_detail(WordRole.CATEGORY, row.category), person=row.provider),
        place=ChartPlace("form_encounter", row.record_id, "encounters", "reason"),
        names=named.all,
    )


def candidate_of_order(row: ChartOrder) -> Candidate:
    """An order with its tests."""
    tests = ", ".join(name.strip() or code.strip() for code, name in row.tests if name.strip() or code.strip())
    return Candidate(
        Topic.ORDERS,
        "order",
        replace(row, provider=""),
        clinical_moment(row.ordered_at),
        Printed(tests, person=row.provider),
        place=ChartPlace("procedure_order", row.order_id, "orders", "procedure_name"),
    )


def candidates_of_demographics(row: ChartDemographics, today: date) -> list[Candidate]:
    """Sex, and the age today; never the birth date."""
    said = {"sex": row.sex.strip(), "age": f"{_age(row.birth_date, today)} years" if row.birth_date else ""}
    return [
        Candidate(
            Topic.DEMOGRAPHICS,
            topic,
            Statement(topic, text),
            None,
            Printed(text),
            place=ChartPlace("patient_data", row.patient_id, "demographics", topic),
            names=frozenset({topic}),
        )
        for topic, text in said.items()
        if text
    ]


def candidate_of_document(row: ChartDocument) -> Candidate:
    """A document as OpenEMR lists it, whether or not it was read."""
    return Candidate(
        Topic.DOCUMENTS,
        "document",
        Statement("document", row.category),
        whole_day(row.stored_on),
        Printed(row.category),
        place=ChartPlace("documents", row.document_id, "documents", "category", row.document_id),
    )


def document_days(documents: Iterable[ChartDocument]) -> Mapping[DocumentId, date]:
    """Document to the day on which it was stored, where known."""
    return {row.document_id: row.stored_on for row in documents if row.stored_on is not None}


def _age(born: date, today: date) -> int:
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _detail(role: WordRole, text: str) -> tuple[tuple[WordRole, str], ...]:
    return ((role, text),) if text.strip() else ()
