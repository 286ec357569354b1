"""Stored facts of every kind as candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.fact import Certainty, FactType, LabResult
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import Allergy, FamilyHistory, Medication, Problem, Statement, Susceptibility
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.ports.terminology import TermKind
from arbiter_fhir.retrieval.candidate import Candidate, Printed
from arbiter_fhir.retrieval.lab_candidates import candidate_of_measurement
from arbiter_fhir.retrieval.severities import severity_word
from arbiter_fhir.retrieval.subjects import (
    NONE_KNOWN,
    Names,
    Vocabulary,
    allergen_names,
    medicine_names,
    other_names,
    plain_words,
    problem_names,
)

__all__ = ["candidate_of_fact", "is_evidence", "is_waiting"]

_TOPICS: Final = {
    FactType.MEDICATION: Topic.MEDICATIONS,
    FactType.ALLERGY: Topic.ALLERGIES,
    FactType.PROBLEM: Topic.PROBLEMS,
    FactType.PROCEDURE: Topic.PROCEDURES,
    FactType.IMMUNIZATION: Topic.IMMUNIZATIONS,
    FactType.FAMILY_HISTORY: Topic.FAMILY_HISTORY,
    FactType.SOCIAL_HISTORY: Topic.SOCIAL_HISTORY,
    FactType.CHIEF_CONCERN: Topic.CONCERN,
    FactType.DEMOGRAPHIC: Topic.DEMOGRAPHICS,
    FactType.REFERRAL: Topic.REFERRALS,
    FactType.OTHER: Topic.OTHER,
}
#: Answers about a whole list ("takes none", "yes" and nothing named) belong to the list.
_LISTS: Final = {
    "current_medications": Topic.MEDICATIONS,
    "stopped_medications": Topic.MEDICATIONS,
    "medication_changes": Topic.MEDICATIONS,
    "allergies": Topic.ALLERGIES,
    "problems": Topic.PROBLEMS,
    "past_history": Topic.PROBLEMS,
}


def is_evidence(record: FactRecord) -> bool:
    """The store gives only such facts; a second look costs nothing."""
    return record.active and record.retracted_at is None and record.fact.certainty is not Certainty.NEEDS_REVIEW


def is_waiting(record: FactRecord) -> bool:
    """Whether a fact waits for a person."""
    waits = record.fact.certainty is Certainty.NEEDS_REVIEW and record.retracted_at is None
    return waits and not record.fact.is_rejected


def candidate_of_fact(record: FactRecord, terms: Vocabulary) -> Candidate:
    """A stored fact of any kind as a candidate."""
    match record.fact.value:
        case LabResult():
            made = candidate_of_measurement(record)
        case Medication() as value:
            made = _medication(record, value, terms)
        case Allergy() as value:
            made = _allergy(record, value, terms)
        case Problem() as value:
            names = problem_names(value.name, [value.icd10] if value.icd10 else [], terms)
            made = _candidate(record, names, Printed(value.name), value.onset)
        case FamilyHistory() as value:
            made = _relative(record, value, terms)
        case Susceptibility() as value:
            made = _susceptibility(record, value)
        case Statement() as value:
            made = _statement(record, value, terms)
    return made


def _medication(record: FactRecord, value: Medication, terms: Vocabulary) -> Candidate:
    printed = Printed(
        value.name,
        details=_said(
            (WordRole.STRENGTH, value.strength),
            (WordRole.DOSE, value.dose),
            (WordRole.ROUTE, value.route),
            (WordRole.FREQUENCY, value.frequency),
            (WordRole.INDICATION, value.indication),
        ),
    )
    names = medicine_names(value.name, value.ingredient, terms, given_for=value.indication)
    made = _candidate(record, names, printed, value.started)
    return replace(made, moved=(value.stopped.day,)) if value.stopped is not None else made


def _allergy(record: FactRecord, value: Allergy, terms: Vocabulary) -> Candidate:
    if value.none_known is not None:
        names = Names(NONE_KNOWN, frozenset({NONE_KNOWN}))
        return _candidate(record, names, Printed(value.substance), value.onset)
    value = replace(value, severity=severity_word(value.severity))
    details = _said((WordRole.REACTION, value.reaction), (WordRole.SEVERITY, value.severity))
    names = allergen_names(value.substance, value.allergen, terms)
    return replace(_candidate(record, names, Printed(value.substance, details=details), value.onset), value=value)


def _relative(record: FactRecord, value: FamilyHistory, terms: Vocabulary) -> Candidate:
    names = problem_names(value.condition, [], terms)
    relation = " ".join(plain_words(value.relation))
    # A relative is part of what it is about: a mother's condition is neither the patient's nor a father's.
    about = Names(f"family:{relation}:{names.subject}", names.all | {relation} if relation else names.all)
    details = _said((WordRole.RELATION, value.relation), (WordRole.AGE, value.age_at_onset))
    return _candidate(record, about, Printed(value.condition, details=details), None)


def _susceptibility(record: FactRecord, value: Susceptibility) -> Candidate:
    organism, drug = (" ".join(plain_words(text)) for text in (value.organism, value.drug))
    details = _said((WordRole.DRUG, value.drug), (WordRole.SPECIMEN, value.specimen))
    return Candidate(
        Topic.CULTURES,
        f"{organism}|{drug}",
        value,
        value.collection_date,
        Printed(value.organism, value.value, value.unit, details=details),
        record=record,
        names=frozenset(filter(None, {organism, drug})),
    )


def _statement(record: FactRecord, value: Statement, terms: Vocabulary) -> Candidate:
    if record.fact.fact_type is FactType.IMMUNIZATION:
        names = other_names(value.text, {TermKind.VACCINE}, terms)
    else:
        names = Names(value.topic, frozenset({value.topic.replace("_", " ")}))
    made = _candidate(record, names, Printed(value.text), None)
    return replace(made, topic=_LISTS.get(value.topic, made.topic))


def _candidate(record: FactRecord, names: Names, printed: Printed, observed: ClinicalDate | None) -> Candidate:
    return Candidate(
        _TOPICS[record.fact.fact_type],
        names.subject,
        record.fact.value,
        observed,
        printed,
        record=record,
        names=names.all,
    )


def _said(*details: tuple[WordRole, str]) -> tuple[tuple[WordRole, str], ...]:
    return tuple((role, text) for role, text in _distinct(details) if text.strip())


def _distinct(details: Iterable[tuple[WordRole, str]]) -> Iterable[tuple[WordRole, str]]:
    seen: set[str] = set()
    for role, text in details:
        if text.casefold() not in seen:
            seen.add(text.casefold())
            yield role, text
