"""Synthetic evidence of every kind beside laboratory results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from arbiter_fhir.domain.chart_record import ChartEncounter, ChartOrder
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind, EvidenceWords, ItemValue, Passage, WordRole
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.guideline import GuidelineChunk, GuidelinePassage
from arbiter_fhir.domain.lab_comparison import read_value
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.seal import DEID_SEAL
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
    SusceptibilityInterpretation,
)
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId

__all__ = ["Records", "clean"]


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def day(text: str | None) -> ClinicalDate | None:
    return ClinicalDate(date.fromisoformat(text), None, DatePrecision.DAY) if text else None


@dataclass
class Records:
    """Builders; each item has a place of its own."""

    made: int = 0

    def place(self, source: SourceType = SourceType.CHART, name: str = "lists") -> Citation:
        self.made += 1
        if source is SourceType.CHART:
            return Citation(source, f"{name}:{self.made}", name, "title", clean("as it stands"))
        return Citation(source, "documents:7", "page 2", f"facts[{self.made}]", clean("as it stands"), 2)

    def item(
        self,
        topic: Topic,
        value: ItemValue,
        name: str,
        *details: tuple[WordRole, str],
        observed: str | None = None,
        source: SourceType = SourceType.CHART,
        subject: str = "",
        review: tuple[str, ...] | None = None,
        number: str = "",
        unit: str = "",
    ) -> EvidenceItem:
        chart = source is SourceType.CHART
        kind = EvidenceKind.CHART if chart else EvidenceKind.DOCUMENT_FACT
        if isinstance(value, Passage):
            kind = EvidenceKind.PASSAGE
        place = self.place(source)
        return EvidenceItem(
            kind=EvidenceKind.REVIEW_FINDING if review is not None else kind,
            topic=topic,
            subject=subject or name.casefold(),
            value=value,
            words=EvidenceWords(
                clean(name),
                clean(number),
                clean(unit),
                clean(""),
                tuple((role, clean(text)) for role, text in details),
            ),
            observed=day(observed),
            citation=place,
            fact_id=None if chart else FactId(self.made),
            document_id=None if chart else DocumentId(7),
            score=1.0,
            review_reasons=review or (),
        )

    def medication(
        self,
        name: str = "Metformin",
        status: MedicationStatus = MedicationStatus.ACTIVE,
        *,
        strength: str = "500 mg",
        route: str = "by mouth",
        frequency: str = "twice daily",
        observed: str | None = "2026-01-05",
        source: SourceType = SourceType.CHART,
        as_needed: bool = False,
        started: str | None = None,
        stopped: str | None = None,
        indication: str = "",
        review: tuple[str, ...] | None = None,
    ) -> EvidenceItem:
        value = Medication(
            name, name.casefold(), strength, "", "", route, frequency, as_needed, indication, status,
            day(started), day(stopped),
        )  # fmt: skip
        said = ((WordRole.STRENGTH, strength), (WordRole.ROUTE, route), (WordRole.FREQUENCY, frequency))
        said = (*said, (WordRole.INDICATION, indication))
        details = [(role, text) for role, text in said if text]
        return self.item(Topic.MEDICATIONS, value, name, *details, observed=observed, source=source, review=review)

    def allergy(
        self,
        name: str = "Penicillin",
        reaction: str = "hives",
        severity: str = "severe",
        assertion: Assertion = Assertion.PRESENT,
        source: SourceType = SourceType.CHART,
        observed: str | None = "2020-03-01",
    ) -> EvidenceItem:
        value = Allergy(name, name.casefold(), reaction, severity, None, assertion)
        said = ((WordRole.REACTION, reaction), (WordRole.SEVERITY, severity))
        details = [(role, text) for role, text in said if text]
        return self.item(Topic.ALLERGIES, value, name, *details, observed=observed, source=source)

    def none_known(
        self,
        kind: NoKnownAllergies = NoKnownAllergies.DRUG_ALLERGIES,
        words: str = "NKDA",
        source: SourceType = SourceType.INTAKE_FORM,
        observed: str | None = "2026-02-03",
    ) -> EvidenceItem:
        value = Allergy(words, none_known=kind)
        return self.item(Topic.ALLERGIES, value, words, observed=observed, source=source, subject="none")

    def problem(
        self,
        name: str = "Type 2 diabetes mellitus",
        assertion: Assertion = Assertion.PRESENT,
        status: ProblemStatus = ProblemStatus.ACTIVE,
        source: SourceType = SourceType.CHART,
        observed: str | None = "2024-01-02",
        onset: str | None = None,
        topic: Topic = Topic.PROBLEMS,
    ) -> EvidenceItem:
        value = Problem(name, assertion, status, day(onset))
        return self.item(topic, value, name, observed=observed, source=source)

    def relative(
        self,
        relation: str = "mother",
        name: str = "breast cancer",
        assertion: Assertion = Assertion.FAMILY,
        age: str = "54",
        *,
        deceased: bool = False,
    ) -> EvidenceItem:
        value = FamilyHistory(relation, name, assertion, age, deceased)
        details = [(WordRole.RELATION, relation)] if relation else []
        if age:
            details.append((WordRole.AGE, age))
        return self.item(
            Topic.FAMILY_HISTORY, value, name, *details, observed="2026-02-03", source=SourceType.INTAKE_FORM
        )

    def statement(
        self,
        topic: str = "tobacco_use",
        text: str = "never smoker",
        assertion: Assertion = Assertion.PRESENT,
        part: Topic = Topic.SOCIAL_HISTORY,
        source: SourceType = SourceType.INTAKE_FORM,
        observed: str | None = "2026-02-03",
    ) -> EvidenceItem:
        return self.item(part, Statement(topic, text, assertion), text, observed=observed, source=source, subject=topic)

    def vaccine(self, name: str = "Influenza vaccine", assertion: Assertion = Assertion.PRESENT) -> EvidenceItem:
        value = Statement("immunization", name, assertion)
        return self.item(Topic.IMMUNIZATIONS, value, name, observed="2025-10-11")

    def visit(self, reason: str = "annual physical", person: str = "[PERSON_1]") -> EvidenceItem:
        value = ChartEncounter(3, 30, PatientId(1), datetime.fromisoformat("2026-03-04T09:30"), "", "Office Visit")
        details = [(WordRole.CATEGORY, "Office Visit")] + ([(WordRole.PERSON, person)] if person else [])
        return self.item(Topic.ENCOUNTERS, value, reason, *details, observed="2026-03-04")

    def order(
        self, name: str = "Hemoglobin A1c", status: str = "pending", results: int = 0, person: str = "[PERSON_1]"
    ) -> EvidenceItem:
        value = ChartOrder(9, PatientId(1), datetime.fromisoformat("2026-04-01"), status, (("", name),), results)
        details = [(WordRole.PERSON, person)] if person else []
        return self.item(Topic.ORDERS, value, name, *details, observed="2026-04-01")

    def susceptibility(
        self,
        drug: str = "ciprofloxacin",
        category: SusceptibilityInterpretation = SusceptibilityInterpretation.RESISTANT,
        value: str = ">=4",
    ) -> EvidenceItem:
        said = Susceptibility("Escherichia coli", drug, category, value, None, "ug/mL", "urine")
        details = [(WordRole.DRUG, drug), (WordRole.SPECIMEN, "urine")]
        return self.item(
            Topic.CULTURES, said, "Escherichia coli", *details,
            observed="2026-04-02", source=SourceType.LAB_PDF, subject=f"escherichia coli|{drug}", number=value,
            unit="ug/mL",
        )  # fmt: skip

    def vital(
        self, name: str, value: str, unit: str, loinc: str, observed: str | None = "2026-03-04", row: int = 7
    ) -> EvidenceItem:
        read = read_value(value)
        lab = LabResult(name, value, unit, collection_date=day(observed), numeric=read.number, ucum=unit, loinc=loinc)
        made = self.item(Topic.VITALS, lab, name, observed=observed, subject=f"loinc:{loinc}", number=value, unit=unit)
        quote = clean(f"{value} {unit}")
        place = replace(made.citation, source_id=f"form_vitals:{row}", field_or_chunk_id=loinc, quote=quote)
        return replace(made, citation=place)

    def pressure(
        self, upper: str = "128", lower: str = "82", observed: str | None = "2026-03-04", row: int = 7
    ) -> tuple[EvidenceItem, EvidenceItem]:
        return (
            self.vital("Systolic blood pressure", upper, "mm[Hg]", "8480-6", observed, row),
            self.vital("Diastolic blood pressure", lower, "mm[Hg]", "8462-4", observed, row),
        )

    def passage(
        self,
        text: str = "Knee pain for two weeks. No swelling was seen. Walks without a cane.",
        source: SourceType = SourceType.REFERRAL_DOCX,
    ) -> EvidenceItem:
        return self.item(Topic.DOCUMENTS, Passage(clean(text)), "", source=source, subject="passage")

    def guideline(
        self,
        text: str = "Test hemoglobin A1c at least twice a year in stable diabetes. Test it quarterly after a change.",
        *,
        quoted: bool = False,
        number: int = 1,
    ) -> GuidelinePassage:
        chunk = GuidelineChunk(
            chunk_id=f"ada-{number}",
            corpus_version="1",
            title="Standards of Care in Diabetes",
            organisation="American Diabetes Association",
            year=2025,
            url="https://diabetesjournals.org/care",
            section="6.1",
            grade="E",
            topic="diabetes",
            text=clean(text),
            quoted=quoted,
        )
        place = Citation(SourceType.GUIDELINE, "ada-2025", "section 6.1", chunk.chunk_id, clean(text))
        return GuidelinePassage(chunk, place, 0.9)
