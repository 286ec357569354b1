"""What invented patients answer, before anybody decides how the form looks."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion
from devstack.golden.claims import Claim, Med, allergy, family, medication, no_allergies, problem, said
from devstack.golden.patients import FOLK
from devstack.samples import Person

__all__ = ["ANSWERS", "Answers", "Kin", "Sensitivity"]

_PAST = (Assertion.PRESENT, Assertion.HISTORICAL)


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """An allergy as the patient writes it."""

    substance: str
    reaction: str = ""
    severity: str = ""


@dataclass(frozen=True, slots=True)
class Kin:
    """A relative and a condition."""

    relation: str
    condition: str


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything that a form asks.

    Attributes:
        filled: Date beside the signature, as printed.
        none_known: The patient's words for no allergies; empty where there are some.
        conditions: Ticked with yes; `denied` with no.
        social: Question and answer.
        wishes: Preferences that no chart needs.
        contact: An emergency contact, by name.
        doctor: Who referred or treats.
    """

    person: Person
    filled: str
    concern: str
    meds: tuple[Med, ...] = ()
    sensitivities: tuple[Sensitivity, ...] = ()
    none_known: str = ""
    conditions: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    kin: tuple[Kin, ...] = ()
    social: tuple[tuple[str, str], ...] = ()
    wishes: str = ""
    contact: str = ""
    doctor: str = ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All of it as claims; keys are the kind and the place in the list."""
        concern = [said("concern", FactType.CHIEF_CONCERN, self.concern)] if self.concern else []
        meds = [medication(f"med{place}", med) for place, med in enumerate(self.meds)]
        allergies = [
            allergy(f"allergy{place}", each.substance, each.reaction, each.severity)
            for place, each in enumerate(self.sensitivities)
        ]
        kind = "no_known_drug_allergies" if "drug" in self.none_known.lower() or "NKDA" in self.none_known else ""
        none = [no_allergies("none", self.none_known, kind or "no_known_allergies")] if self.none_known else []
        conditions = [problem(f"yes{place}", name, *_PAST) for place, name in enumerate(self.conditions)]
        operations = [
            Claim(f"operation{place}", FactType.PROCEDURE, {"name": name}) for place, name in enumerate(self.operations)
        ]
        kin = [family(f"kin{place}", each.relation, each.condition) for place, each in enumerate(self.kin)]
        social = [said(f"social{place}", FactType.SOCIAL_HISTORY, each[1]) for place, each in enumerate(self.social)]
        wishes = [said("wishes", FactType.OTHER, self.wishes, FactType.SOCIAL_HISTORY)] if self.wishes else []
        return (*concern, *meds, *allergies, *none, *conditions, *operations, *kin, *social, *wishes)


ANSWERS: dict[str, Answers] = {
    "asthma": Answers(
        FOLK["Pemberly"],
        "03/16/2026",
        "Shortness of breath climbing stairs for three weeks",
        (
            Med("Metformin", "500 mg", "1 tablet", "", "by mouth", "twice daily"),
            Med("Lisinopril", "10 mg", "1 tablet", "", "by mouth", "once daily"),
            Med("Albuterol", "90 mcg", "2 puffs", "inhaler", "inhaled", "every 4 hours", as_needed=True),
        ),
        (Sensitivity("Penicillin", "hives", "moderate"), Sensitivity("Latex", "itchy rash", "mild")),
        conditions=("Asthma", "Type 2 diabetes", "High blood pressure"),
        denied=("Stroke", "Seizures", "Kidney disease"),
        operations=("Appendectomy",),
        kin=(Kin("Mother", "breast cancer"), Kin("Father", "heart attack")),
        social=(("Tobacco:", "Former smoker, 10 pack-years"), ("Alcohol:", "2 glasses of wine per week")),
        wishes="Prefers morning appointments",
        contact="Ottilie Pemberly",
        doctor="Dr. Fionnuala Agbaje",
    ),
    "heart": Answers(
        FOLK["Wisniewski"],
        "02/04/2026",
        "Swelling of both ankles for two months",
        (
            Med("Furosemide", "40 mg", "1 tab", "", "PO", "daily"),
            Med("Carvedilol", "12.5 mg", "1 tab", "", "PO", "BID"),
            Med("Atorvastatin", "80 mg", "1 tab", "", "PO", "at bedtime"),
            Med("Nitroglycerin", "0.4 mg", "1 tab", "", "sublingual", "", as_needed=True),
        ),
        none_known="NKDA",
        conditions=("Heart failure", "Atrial fibrillation", "Gout"),
        denied=("Asthma", "Cancer"),
        operations=("Coronary artery bypass",),
        kin=(Kin("Brother", "colon cancer"), Kin("Mother", "stroke")),
        social=(("Smoking status:", "Never smoked"), ("Occupation:", "Retired machinist")),
        doctor="Dr. Casimir Oyelaran",
    ),
    "migraine": Answers(
        FOLK["Ezeudu"],
        "04/28/2026",
        "Migraine headaches, getting more frequent",
        (
            Med("Sumatriptan", "50 mg", "1 tablet", "", "oral", "", as_needed=True),
            Med("Topiramate", "25 mg", "1 tablet", "", "oral", "nightly"),
        ),
        (Sensitivity("Sulfa drugs", "swelling of lips", "severe"),),
        conditions=("Migraine", "Anemia"),
        denied=("Depression", "Diabetes"),
        kin=(Kin("Sister", "migraine"), Kin("Maternal grandmother", "glaucoma")),
        social=(("Do you smoke?", "No"), ("Caffeine:", "3 cups of coffee a day")),
        wishes="Would like appointment reminders by text message",
        doctor="Dr. Rosamund Achterberg",
    ),
    "knee": Answers(
        FOLK["Skarsgaard"],
        "01/22/2026",
        "Knee pain when walking",
        (
            Med("Warfarin", "5 mg", "1 tablet", "", "by mouth", "every evening"),
            Med("Levothyroxine", "88 mcg", "1 tablet", "", "by mouth", "every morning"),
        ),
        (Sensitivity("Codeine", "nausea and vomiting", "moderate"), Sensitivity("Shellfish", "hives", "mild")),
        conditions=("Osteoarthritis", "Hypothyroidism", "Deep vein thrombosis"),
        denied=("Diabetes", "Stroke", "Asthma"),
        operations=("Hernia repair",),
        kin=(Kin("Father", "Parkinson's disease"),),
        social=(("Tobacco use:", "Quit smoking many years ago"),),
        contact="Sunniva Skarsgaard",
        doctor="Dr. Lysander Mbeki",
    ),
    "annual": Answers(
        FOLK["Thibodeaux"],
        "05/05/2026",
        "Annual physical, no complaints",
        (Med("Escitalopram", "10 mg", "1 tablet", "", "by mouth", "daily"),),
        none_known="No known allergies",
        conditions=("Anxiety",),
        denied=("Heart disease", "High blood pressure", "Cancer"),
        kin=(Kin("Father", "type 2 diabetes"), Kin("Mother", "osteoporosis")),
        social=(("Exercise:", "Walks 30 minutes 5 days a week"), ("Tobacco:", "Never")),
        wishes="Prefers a female provider for exams",
        doctor="Dr. Anselm Fortier",
    ),
    "urinary": Answers(
        FOLK["Villarreal"],
        "03/30/2026",
        "Burning with urination for 4 days",
        (
            Med("Insulin glargine", "100 units/mL", "20 units", "", "subcutaneous", "at bedtime"),
            Med("Losartan", "50 mg", "1 tablet", "", "by mouth", "once daily"),
        ),
        (Sensitivity("Ciprofloxacin", "tendon pain", "moderate"),),
        conditions=("Type 2 diabetes", "Hypertension"),
        kin=(Kin("Mother", "kidney failure"),),
        social=(("Alcohol:", "None"),),
        doctor="Dr. Tobias Nakagawa",
    ),
}
