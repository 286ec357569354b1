"""What referring clinicians write, before anybody decides how the letter looks."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion
from devstack.golden.claims import (
    ANY_CERTAINTY,
    Claim,
    Med,
    allergy,
    family,
    medication,
    no_allergies,
    problem,
    said,
    vital,
)
from devstack.golden.patients import FOLK
from devstack.samples import Person

__all__ = ["LETTERS", "Lab", "Letter"]

_PAST = (Assertion.PRESENT, Assertion.HISTORICAL)


@dataclass(frozen=True, slots=True)
class Lab:
    """A pertinent result in a table of the letter; `collected` is ISO, as the value must hold it."""

    name: str
    value: str
    unit: str
    reference: str
    flag: str = ""
    abnormal: str = ""
    collected: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """Everything in a letter but its looks.

    Attributes:
        problems: Name and printed ICD-10 code, which may be empty.
        denied: What the patient denies; `suspected` what may be.
        relatives: Relation and condition.
        vitals: Name, value, unit.
        collected: When the results were taken, as printed.
    """

    person: Person
    written: str
    clinician: str
    organization: str
    service: str
    reason: str
    urgency: str
    problems: tuple[tuple[str, str], ...] = ()
    meds: tuple[Med, ...] = ()
    sensitivities: tuple[tuple[str, str], ...] = ()
    none_known: str = ""
    denied: tuple[str, ...] = ()
    suspected: tuple[str, ...] = ()
    relatives: tuple[tuple[str, str], ...] = ()
    vitals: tuple[tuple[str, str, str], ...] = ()
    labs: tuple[Lab, ...] = ()
    collected: str = ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All of it; keys are the kind and the place in the list."""
        referral = [
            said("reason", FactType.REFERRAL, self.reason, FactType.CHIEF_CONCERN, FactType.OTHER),
            said("service", FactType.REFERRAL, self.service),
            said("urgency", FactType.REFERRAL, self.urgency),
        ]
        problems = [
            problem(f"problem{place}", name, *_PAST, **({"icd10": code} if code else {}))
            for place, (name, code) in enumerate(self.problems)
        ]
        meds = [medication(f"med{place}", med) for place, med in enumerate(self.meds)]
        allergies = [allergy(f"allergy{place}", *each) for place, each in enumerate(self.sensitivities)]
        none = [no_allergies("none", self.none_known)] if self.none_known else []
        relatives = [family(f"kin{place}", *each) for place, each in enumerate(self.relatives)]
        vitals = [claim for place, each in enumerate(self.vitals) for claim in vital(f"vital{place}", *each)]
        return (*referral, *problems, *meds, *allergies, *none, *relatives, *vitals, *self._doubts(), *self._labs())

    def _doubts(self) -> list[Claim]:
        absent = [
            Claim(f"denied{place}", FactType.PROBLEM, {"name": name}, (Assertion.ABSENT,), optional=True)
            for place, name in enumerate(self.denied)
        ]
        possible = [
            Claim(f"maybe{place}", FactType.PROBLEM, {"name": name}, (Assertion.POSSIBLE,), ANY_CERTAINTY)
            for place, name in enumerate(self.suspected)
        ]
        return [*absent, *possible]

    def _labs(self) -> list[Claim]:
        return [
            Claim(
                f"lab{place}",
                FactType.LAB_RESULT,
                {
                    "test_name": lab.name,
                    "value": lab.value,
                    "unit": lab.unit,
                    "reference_range": lab.reference,
                    "collection_date": lab.collected,
                    **({"abnormal_flag": lab.abnormal} if lab.abnormal else {}),
                },
            )
            for place, lab in enumerate(self.labs)
        ]


LETTERS: dict[str, Letter] = {
    "cardiology": Letter(
        FOLK["Kettlewell"],
        "March 18, 2026",
        "Dr. Philomena Castellucci",
        "Sandhill Internal Medicine",
        "Cardiology",
        "Evaluation of exertional chest tightness with an abnormal stress test",
        "Urgent",
        (("Coronary artery disease", "I25.10"), ("Hypertension", "I10"), ("Hyperlipidemia", "E78.5")),
        (
            Med("Metoprolol succinate", "50 mg", "", "", "by mouth", "daily"),
            Med("Rosuvastatin", "20 mg", "", "", "by mouth", "nightly"),
            Med("Aspirin", "81 mg", "", "", "by mouth", "daily"),
        ),
        (("Penicillin", "anaphylaxis"), ("Iodinated contrast", "hives")),
        denied=("syncope", "orthopnea"),
        suspected=("unstable angina",),
        relatives=(("father", "myocardial infarction"),),
        vitals=(("Blood pressure", "148/92", "mmHg"), ("Heart rate", "88", "bpm")),
    ),
    "nephrology": Letter(
        FOLK["Villarreal"],
        "2026-02-11",
        "Matthias Oduya, MD",
        "Nueces Primary Care",
        "Nephrology",
        "Declining kidney function with persistent proteinuria",
        "Routine",
        (("Chronic kidney disease stage 3", "N18.30"), ("Type 2 diabetes mellitus", "E11.9")),
        (
            Med("Losartan", "50 mg", "1 tablet", "", "PO", "daily"),
            Med("Insulin glargine", "100 units/mL", "20 units", "", "SC", "at bedtime"),
        ),
        none_known="NKDA",
        denied=("hematuria",),
        relatives=(("mother", "end-stage renal disease"),),
        labs=(
            Lab("Creatinine", "1.86", "mg/dL", "0.57 - 1.00", "H", "high", "2026-02-03"),
            Lab("eGFR", "31", "mL/min/1.73m2", ">59", "L", "low", "2026-02-03"),
            Lab("Potassium", "5.3", "mmol/L", "3.5 - 5.2", "H", "high", "2026-02-03"),
            Lab("Hemoglobin A1c", "8.4", "%", "4.8 - 5.6", "H", "high", "2026-02-03"),
        ),
        collected="02/03/2026",
    ),
    "neurology": Letter(
        FOLK["Ezeudu"],
        "4 May 2026",
        "Dr. Thessaly Grünwald",
        "Flint Hills Family Health",
        "Neurology",
        "Refractory migraine despite two preventive medications",
        "Routine",
        (("Migraine with aura", "G43.109"), ("Iron deficiency anemia", "D50.9")),
        (
            Med("Topiramate", "50 mg", "", "", "oral", "twice daily"),
            Med("Sumatriptan", "50 mg", "", "", "oral", "", as_needed=True),
        ),
        (("Sulfonamides", "angioedema"),),
        denied=("seizures", "head trauma"),
        suspected=("medication overuse headache",),
        relatives=(("sister", "migraine"),),
    ),
    "orthopedics": Letter(
        FOLK["Skarsgaard"],
        "01/29/2026",
        "Dr. Ulrike Papadimitriou",
        "Driftless Community Clinic",
        "Orthopedic surgery",
        "Severe left knee pain, considering total knee replacement",
        "Routine",
        (("Osteoarthritis of left knee", "M17.12"), ("Hypothyroidism", "E03.9")),
        (
            Med("Warfarin", "5 mg", "", "", "by mouth", "every evening"),
            Med("Acetaminophen", "500 mg", "", "", "by mouth", "every 6 hours", as_needed=True),
        ),
        (("Codeine", "vomiting"),),
        denied=("fever",),
        vitals=(("Weight", "92.5", "kg"), ("BMI", "31.2", "kg/m2")),
    ),
    "pulmonology": Letter(
        FOLK["Pemberly"],
        "04/02/2026",
        "Dr. Fionnuala Agbaje",
        "Riverbend Family Practice",
        "Pulmonology",
        "Worsening shortness of breath, poorly controlled asthma",
        "Expedited",
        (("Moderate persistent asthma", "J45.40"), ("Obesity", "E66.9")),
        (
            Med("Budesonide-formoterol", "160-4.5 mcg", "2 puffs", "", "inhaled", "twice daily"),
            Med("Montelukast", "10 mg", "1 tablet", "", "by mouth", "at bedtime"),
        ),
        (("Latex", "itchy rash"),),
        denied=("hemoptysis", "weight loss"),
        suspected=("vocal cord dysfunction",),
        vitals=(("SpO2", "94", "%"), ("Respiratory rate", "20", "/min")),
    ),
}
