"""The chart's lists as candidates: medications, prescriptions among them, allergies and problems."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.promotion import ChartListEntry, ChartLists, ListKind
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Coding,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
    Statement,
)
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.retrieval.candidate import Candidate, ChartPlace, Printed
from arbiter_fhir.retrieval.severities import severity_word
from arbiter_fhir.retrieval.subjects import (
    NONE_KNOWN,
    Vocabulary,
    allergen_names,
    is_none_known,
    medicine_names,
    problem_names,
)

__all__ = ["candidates_of_lists", "whole_day"]

_TOPICS: Final = {
    ListKind.MEDICATION: Topic.MEDICATIONS,
    ListKind.ALLERGY: Topic.ALLERGIES,
    ListKind.PROBLEM: Topic.PROBLEMS,
}
#: What OpenEMR's pages call the lists, in lower case.
_SECTIONS: Final = {
    ListKind.MEDICATION: "medications",
    ListKind.ALLERGY: "allergies",
    ListKind.PROBLEM: "medical problems",
}
_PRESCRIPTIONS: Final = "prescriptions"
#: Options of the verification lists: the first was never so, the second is said not to be so.
_ENTERED_IN_ERROR: Final = "entered-in-error"
_REFUTED: Final = "refuted"
_SYSTEMS: Final = {
    "RXNORM": "http://www.nlm.nih.gov/research/umls/rxnorm",
    "ICD10": "http://hl7.org/fhir/sid/icd-10-cm",
    "SNOMED-CT": "http://snomed.info/sct",
}


#: What is said of a list that a person marked as empty, and the topic of the statement.
_NONE_STATED: Final = {
    ListKind.ALLERGY: ("No known allergies", NONE_KNOWN),
    ListKind.MEDICATION: ("No medications", "current_medications"),
    ListKind.PROBLEM: ("No problems", "problems"),
}


def candidates_of_lists(lists: ChartLists, patient_id: PatientId, terms: Vocabulary) -> list[Candidate]:
    """All entries that say something; a row of ours whose source was withdrawn says nothing any more.

    Args:
        lists: The patient's lists.
        patient_id: Whose.
        terms: The curated vocabularies.
    """
    found = [
        _candidate(entry, terms)
        for entry in lists.entries
        if entry.title.strip() and not entry.taken_back and entry.verification != _ENTERED_IN_ERROR
    ]
    return [*found, *(_none_stated(kind, patient_id) for kind in ListKind if kind in lists.none_stated)]


def whole_day(day: date | None) -> ClinicalDate | None:
    """A stored day as a clinical date."""
    return ClinicalDate(day, None, DatePrecision.DAY) if day is not None else None


def _candidate(entry: ChartListEntry, terms: Vocabulary) -> Candidate:
    match entry.kind:
        case ListKind.MEDICATION:
            return _medication(entry, terms)
        case ListKind.ALLERGY:
            return _allergy(entry, terms)
        case ListKind.PROBLEM:
            return _problem(entry, terms)


def _medication(entry: ChartListEntry, terms: Vocabulary) -> Candidate:
    known = terms.ingredients(entry.title)
    dosage = entry.dosage
    strength = dosage.strength if dosage else ""
    # Without columns of its own for dose and frequency an entry has its instructions as one text.
    parted = dosage is not None and bool(dosage.dose.strip() or dosage.frequency.strip())
    instructions = entry.details.strip() or (dosage.instructions if dosage else "")
    value = Medication(
        name=entry.title,
        ingredient=next(iter(known)) if len(known) == 1 else "",
        strength="" if _within(strength, entry.title) else strength,
        dose=dosage.dose if dosage is not None and parted else instructions,
        route=dosage.route if dosage else "",
        frequency=dosage.frequency if dosage else "",
        indication=dosage.indication if dosage else "",
        status=MedicationStatus.ACTIVE if entry.active else MedicationStatus.STOPPED,
        started=whole_day(entry.began),
        stopped=None if entry.active else whole_day(entry.ended),
        rxnorm=_one(entry, "RXNORM"),
        codes=_codings(entry),
    )
    details = (
        (WordRole.STRENGTH, value.strength),
        (WordRole.DOSE, value.dose),
        (WordRole.ROUTE, value.route),
        (WordRole.FREQUENCY, value.frequency),
        (WordRole.INDICATION, value.indication),
    )
    names = medicine_names(entry.title, "", terms, given_for=f"{value.indication}; {value.dose}")
    return _listed(entry, value, names.subject, names.all, details)


def _allergy(entry: ChartListEntry, terms: Vocabulary) -> Candidate:
    if is_none_known(entry.title):
        none = Allergy(entry.title, none_known=_which_none(entry.title), onset=whole_day(entry.began))
        return _listed(entry, none, NONE_KNOWN, frozenset({NONE_KNOWN}), ())
    names = allergen_names(entry.title, "", terms)
    value = Allergy(
        substance=entry.title,
        allergen=terms.allergen(entry.title),
        reaction=entry.reaction,
        severity=severity_word(entry.severity),
        assertion=_assertion(entry),
        onset=whole_day(entry.began),
        rxnorm=_one(entry, "RXNORM"),
        codes=_codings(entry),
    )
    details = ((WordRole.REACTION, value.reaction), (WordRole.SEVERITY, value.severity))
    return _listed(entry, value, names.subject, names.all, details)


def _problem(entry: ChartListEntry, terms: Vocabulary) -> Candidate:
    codes = [code for system, code in entry.codes if system.upper().startswith("ICD10")]
    names = problem_names(entry.title, codes, terms)
    value = Problem(
        name=entry.title,
        assertion=_assertion(entry),
        status=ProblemStatus.ACTIVE if entry.active else ProblemStatus.RESOLVED,
        onset=whole_day(entry.began),
        icd10=codes[0] if len(codes) == 1 else None,
        codes=_codings(entry),
    )
    return _listed(entry, value, names.subject, names.all, ())


def _listed(
    entry: ChartListEntry,
    value: Medication | Allergy | Problem,
    subject: str,
    names: frozenset[str],
    details: Iterable[tuple[WordRole, str]],
) -> Candidate:
    prescribed = entry.table == _PRESCRIPTIONS
    section = _PRESCRIPTIONS if prescribed else _SECTIONS[entry.kind]
    recorded = entry.recorded_at.date() if entry.recorded_at else None
    ended = None if entry.active else entry.ended
    return Candidate(
        _TOPICS[entry.kind],
        subject,
        value,
        whole_day(entry.began),
        Printed(
            entry.title,
            details=tuple((role, text) for role, text in details if text.strip()),
            person=entry.prescriber,
        ),
        place=ChartPlace(entry.table, entry.record_id, section, "drug" if prescribed else "title"),
        names=names,
        moved=tuple(day for day in (recorded, ended) if day is not None),
    )


def _none_stated(kind: ListKind, patient_id: PatientId) -> Candidate:
    """The statement that a list was asked about and is empty."""
    words, topic = _NONE_STATED[kind]
    value = (
        Allergy(words, none_known=NoKnownAllergies.ALLERGIES)
        if kind is ListKind.ALLERGY
        else Statement(topic, words, Assertion.ABSENT)
    )
    return Candidate(
        _TOPICS[kind],
        topic,
        value,
        None,
        Printed(words),
        place=ChartPlace("lists_touch", patient_id, _SECTIONS[kind], kind.value),
        names=frozenset({topic.replace("_", " "), topic}),
    )


def _which_none(title: str) -> NoKnownAllergies:
    folded = title.casefold()
    if "food" in folded or "nkfa" in folded:
        return NoKnownAllergies.FOOD_ALLERGIES
    drug = "nkda" in folded or "drug" in folded or "medication" in folded
    return NoKnownAllergies.DRUG_ALLERGIES if drug else NoKnownAllergies.ALLERGIES


def _assertion(entry: ChartListEntry) -> Assertion:
    if entry.verification == _REFUTED:
        return Assertion.ABSENT
    # An allergy that somebody ended is told as past; a problem has its own status for that.
    past = entry.kind is ListKind.ALLERGY and not entry.active
    return Assertion.HISTORICAL if past else Assertion.PRESENT


def _one(entry: ChartListEntry, wanted: str) -> str | None:
    codes = [code for system, code in entry.codes if system.upper() == wanted]
    return codes[0] if len(codes) == 1 else None


def _codings(entry: ChartListEntry) -> tuple[Coding, ...]:
    return tuple(Coding(_SYSTEMS.get(system.upper(), system), code) for system, code in entry.codes)


def _within(strength: str, title: str) -> bool:
    """Whether a title says its strength already: ``Metformin 500 mg``."""
    return "".join(strength.casefold().split()) in "".join(title.casefold().split())
