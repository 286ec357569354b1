"""Whatever a record holds and is asked: every item is cited and clean, contradictions are among what is shown."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
    ChartVital,
)
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, FactType
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.question import AskedDocument, DateAnchor, DateWindow, Intent, Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
    Statement,
    Susceptibility,
)
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import Neighbour, ReadDocument
from arbiter_fhir.retrieval import PatientRecord, gather_patient_evidence
from arbiter_fhir.retrieval.namespace import PLACEHOLDER

PATIENT = PatientId(7)
TODAY = date(2026, 11, 30)
RECORDS = 60
#: The one name that the test's gate knows; it is put into texts of every kind.
NAME = "Quinn"
TESTS = ("Hemoglobin A1c", "Potassium", "Urine culture", "Zonulin", f"{NAME} titre", "LDL Cholesterol")
DRUGS = (
    "Metformin 500 mg",
    "Glucophage",
    "Lisinopril",
    "Zestoretic",
    "Amoxicillin",
    f"{NAME}'s drops",
    "Warfarin 5 mg",
)
ALLERGENS = ("Penicillin", "PCN", "Latex", "NKDA", "Lisinopril", f"{NAME}'s cream", "Peanut")
PROBLEMS = ("HTN", "Type 2 diabetes", "Asthma", f"{NAME} syndrome", "Gout")
SUBJECTS = (
    "metformin",
    "penicillins",
    "hypertension",
    "class:statins",
    "class:penicillins",
    "vital:blood_pressure",
    "gout",
)


class Dice:
    """Makes a record and a question by chance, the same for the same seed."""

    def __init__(self, seed: int, build: Any) -> None:
        self.random = random.Random(seed)
        self.build = build
        self.numbers = iter(range(1, 10_000))

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def some(self, make: Callable[[], Any], most: int = 4) -> list[Any]:
        return [make() for _ in range(self.random.randint(0, most))]

    def day(self) -> date:
        return TODAY - timedelta(days=self.random.randint(0, 900))

    def moment(self) -> datetime | None:
        return self.pick(None, datetime.combine(self.day(), time(self.random.randint(0, 23), 30)))

    def printed_day(self) -> ClinicalDate | None:
        precision = self.pick(*DatePrecision)
        clock = time(8, 30) if precision is DatePrecision.MINUTE else None
        return self.pick(None, ClinicalDate(self.day(), clock, precision, self.pick(True, False, False)))

    def value(self) -> Any:
        return self.pick(
            self.build.lab(
                test_name=self.pick(*TESTS),
                value=self.pick("8.1", "<5", "Positive", f"see {NAME}", "9001234"),
                numeric=None,
                abnormal_flag=self.pick(None, *AbnormalFlag),
                collection_date=self.printed_day(),
                comment=self.pick("", f"called to {NAME}", "seen by [PERSON_1]"),
            ),
            Medication(
                self.pick(*DRUGS),
                strength=self.pick("", "500 mg", "1 g"),
                frequency=self.pick("", "BID", "daily"),
                status=self.pick(*MedicationStatus),
                started=self.printed_day(),
                stopped=self.pick(None, self.printed_day()),
            ),
            Allergy(
                self.pick(*ALLERGENS),
                reaction=self.pick("", "hives"),
                none_known=self.pick(None, None, *NoKnownAllergies),
                assertion=self.pick(*Assertion),
            ),
            Problem(self.pick(*PROBLEMS), self.pick(*Assertion), self.pick(*ProblemStatus), self.printed_day()),
            FamilyHistory(self.pick("", "mother", "Father"), self.pick(*PROBLEMS)),
            Susceptibility("E. coli", "Ampicillin", None, collection_date=self.printed_day()),
            Statement(self.pick("smoking", "current_medications", "reason"), f"asked {NAME} and [PERSON_2]"),
        )

    def fact(self, certainty: Certainty) -> Any:
        value = self.value()
        # What is stored of a document holds placeholders where names stood.
        texts = {each.name: getattr(value, each.name) for each in fields(value)}
        clean = {name: text.replace(NAME, "[PERSON_3]") for name, text in texts.items() if type(text) is str}
        value = replace(value, **clean)
        kinds: dict[type, tuple[FactType, ...]] = {
            Statement: (FactType.SOCIAL_HISTORY, FactType.OTHER, FactType.REFERRAL, FactType.IMMUNIZATION),
            Problem: (FactType.PROBLEM, FactType.PROCEDURE),
        }
        number = next(self.numbers)
        return self.build.said(
            value,
            fact_type=self.pick(*kinds.get(type(value), (None,))),
            document=self.random.randint(1, 4),
            fact_id=number,
            certainty=certainty,
            active=certainty is not Certainty.NEEDS_REVIEW or self.pick(True, False),
            reasons=self.pick((), ("value_unreadable",)),
        )

    def entry(self) -> Any:
        kind = self.pick(*ListKind)
        titles = {ListKind.MEDICATION: DRUGS, ListKind.ALLERGY: ALLERGENS, ListKind.PROBLEM: PROBLEMS}
        return self.build.entry(
            kind,
            self.pick(*titles[kind]),
            next(self.numbers),
            table=self.pick("lists", "prescriptions") if kind is ListKind.MEDICATION else "lists",
            details=self.pick("", "1 tablet twice daily", f"ask {NAME}"),
            active=self.pick(True, False),
            verification=self.pick("", "refuted", "entered-in-error"),
            taken_back=self.pick(False, False, True),
            began=self.pick(None, self.day()),
            ended=self.pick(None, self.day()),
            recorded_at=self.moment(),
        )

    def record(self) -> PatientRecord:
        facts = self.some(lambda: self.fact(self.pick(Certainty.VERIFIED, Certainty.DOCUMENT_FACT)), 8)
        number = self.numbers
        return PatientRecord(
            PATIENT,
            labs=self.some(self.row, 6),
            lists=ChartLists(tuple(self.some(self.entry, 8)), frozenset(self.pick((), (ListKind.ALLERGY,)))),
            vitals=self.some(self.vital),
            encounters=self.some(
                lambda: ChartEncounter(next(number), 1, PATIENT, self.moment(), f"saw {NAME}", "Visit", f"Ada {NAME}")
            ),
            orders=self.some(self.order),
            immunizations=self.some(
                lambda: ChartImmunization(
                    next(number), PATIENT, "140", "Flu", self.pick(None, self.day()), refused=False
                )
            ),
            demographics=self.pick(None, ChartDemographics(PATIENT, date(1960, 2, 3), "Female")),
            documents=[ChartDocument(DocumentId(each), PATIENT, f"{NAME}'s fax", self.day()) for each in (1, 2, 5)],
            active_facts=facts,
            review_facts=self.some(lambda: self.fact(Certainty.NEEDS_REVIEW)),
            neighbours=[Neighbour(fact, self.random.random()) for fact in facts],
            passages=self.some(
                lambda: self.build.window(f"told {NAME} about gout", document=2, start=next(number), distance=0.4)
            ),
            read_documents=[
                ReadDocument(DocumentId(each), self.pick(*DocType), self.moment()) for each in (1, 2, 3, 4)
            ],
        )

    def row(self) -> Any:
        return self.build.row(
            self.day().isoformat(),
            result_id=next(self.numbers),
            name=self.pick(*TESTS),
            value=self.pick("8.1", "7", f"see {NAME}", ""),
            status=self.pick("final", "error"),
        )

    def vital(self) -> ChartVital:
        loinc, name = self.pick(("8480-6", "Systolic"), ("8462-4", "Diastolic"), ("29463-7", "Weight"))
        return ChartVital(next(self.numbers), PATIENT, loinc, name, Decimal(72), "mmHg", self.moment())

    def order(self) -> ChartOrder:
        tests = (("", self.pick("Lipid panel", "HbA1c", f"{NAME} panel")),)
        rows = tuple(range(1, self.random.randint(1, 30)))
        return ChartOrder(
            next(self.numbers), PATIENT, self.moment(), self.pick("pending", "canceled"), tests, 0, f"Ada {NAME}", rows
        )

    def question(self) -> Any:
        window = DateWindow(start=self.pick(None, self.day()), end=self.pick(None, self.day()))
        return replace(
            self.build.question("does [PERSON_9] say gout?", intent=self.pick(*Intent)),
            analytes=self.pick((), (), ("hba1c",), ("potassium", "group:lipids")),
            topics=tuple(self.random.sample(list(Topic), self.random.randint(0, 3))),
            subjects=self.pick((), (), (self.pick(*SUBJECTS),)),
            relations=self.pick((), (), ("mother",)),
            when=self.pick(None, window, DateWindow(around=self.day()), DateWindow(anchor=self.pick(*DateAnchor))),
            document=self.pick(None, None, AskedDocument(self.pick(None, *DocType)), AskedDocument(number=2)),
        )


@pytest.mark.parametrize("seed", range(RECORDS))
def test_any_record_and_any_question(build: Any, seed: int) -> None:
    dice = Dice(seed, build)
    record = dice.record()
    for _ in range(12):
        question = dice.question()
        gathered = gather_patient_evidence(question, record, clean=build.cleaned, terms=build.terms, today=TODAY)
        bundle = gathered.bundle
        shown = [*bundle.findings, *bundle.review]
        # Nothing raw: the gate's name is nowhere, and labels are numbered by this question.
        assert NAME not in repr(bundle)
        assert NAME not in repr(gathered)
        for item in shown:
            assert item.citation.source_id
            texts = [item.words.name, item.words.value, *(text for _, text in item.words.details)]
            labels = {match[0] for text in texts for match in PLACEHOLDER.finditer(text.value)}
            assert labels <= bundle.placeholders.keys()
        assert "[PERSON_9]" not in bundle.placeholders
        assert set(gathered.values) <= bundle.placeholders.keys()
        # Both sides of a contradiction can be cited, and are two things.
        for conflict in bundle.conflicts:
            assert conflict.one in shown
            assert conflict.other in shown
            assert conflict.one is not conflict.other
        places = [(item.citation.source_id, item.citation.field_or_chunk_id, item.fact_id) for item in bundle.findings]
        assert len(set(places)) == len(places) or any(item.kind.value == "passage" for item in bundle.findings)
        days = [item.observed.as_datetime() for item in bundle.findings if item.observed is not None]
        assert days == sorted(days, reverse=True)
        if question.intent in {Intent.GUIDELINE, Intent.UNSAFE, Intent.OTHER_PATIENT, Intent.OUT_OF_SCOPE}:
            assert bundle.findings == ()
