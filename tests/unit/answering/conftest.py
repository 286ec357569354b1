"""Synthetic evidence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.evidence import (
    Conflict,
    EvidenceBundle,
    EvidenceItem,
    EvidenceKind,
    EvidenceScope,
    EvidenceWords,
)
from arbiter_fhir.domain.fact import AbnormalFlag, LabResult
from arbiter_fhir.domain.guideline import GuidelinePassage
from arbiter_fhir.domain.lab_comparison import fact_identity, read_value
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.tenant import DocumentId, FactId
from tests.unit.answering.records import Records, clean


@dataclass(frozen=True)
class Build:
    """Builders; the usual item is an HbA1c of 8.1 % on 2026-04-10, flagged high on a document."""

    def text(self, value: str) -> DeidentifiedText:
        return clean(value)

    def when(self, day: str = "2026-04-10", at: time | None = None, *, ambiguous: bool = False) -> ClinicalDate:
        precision = DatePrecision.MINUTE if at else DatePrecision.DAY
        return ClinicalDate(date.fromisoformat(day), at, precision, ambiguous)

    def item(
        self,
        name: str = "Hemoglobin A1c",
        value: str = "8.1",
        unit: str = "%",
        reference: str = "4.0-5.6",
        day: str | None = "2026-04-10",
        flag: AbnormalFlag | None = AbnormalFlag.HIGH,
        *,
        derived: bool = False,
        chart: bool = False,
        review: tuple[str, ...] | None = None,
        status: str = "",
        also: tuple[Citation, ...] = (),
        number: int = 0,
        observed: ClinicalDate | None = None,
    ) -> EvidenceItem:
        when = observed or (self.when(day) if day else None)
        read = read_value(value)
        lab = LabResult(
            test_name=name,
            value=value,
            unit=unit,
            reference_range=reference,
            flag_printed="" if derived or flag is None else "H",
            abnormal_flag=flag,
            flag_derived=derived,
            collection_date=when,
            status=status,
            numeric=read.number,
            comparator=read.comparator,
        )
        kind = EvidenceKind.CHART if chart else EvidenceKind.DOCUMENT_FACT
        return EvidenceItem(
            kind=EvidenceKind.REVIEW_FINDING if review is not None else kind,
            topic=Topic.LABS,
            subject=fact_identity(lab).stable,
            value=lab,
            words=EvidenceWords(clean(name), clean(value), clean(unit), clean(reference)),
            observed=when,
            citation=self.chart_place(number)
            if chart
            else self.place(f"{name} {value} {unit} {reference}", number, day),
            fact_id=None if chart else FactId(number + 1),
            document_id=None if chart else DocumentId(5),
            score=1.0,
            also=also,
            review_reasons=review or (),
        )

    def place(self, quote: str, number: int = 0, day: str | None = "") -> Citation:
        return Citation(
            SourceType.LAB_PDF,
            "documents:5",
            "page 1",
            f"results[{number}]{day or ''}",
            clean(quote),
            1,
            BoundingBox(0.1, 0.1, 0.5, 0.02),
        )

    def chart_place(self, number: int = 0) -> Citation:
        return Citation(
            SourceType.CHART, f"procedure_result:{900 + number}", "laboratory results", "result", clean("8.1 %")
        )

    def question(
        self,
        intent: Intent = Intent.FACTUAL_LOOKUP,
        *,
        analytes: tuple[str, ...] = ("hba1c",),
        latest: bool = True,
        text: str = "most recent HbA1c?",
        reason: str = "newest_result_of_named_tests",
    ) -> RoutedQuestion:
        return RoutedQuestion(clean(text), intent, analytes, reason, latest)

    def bundle(
        self,
        *findings: EvidenceItem,
        review: tuple[EvidenceItem, ...] = (),
        question: RoutedQuestion | None = None,
        not_found: tuple[str, ...] = (),
        scope: EvidenceScope | None = None,
        conflicts: tuple[Conflict, ...] = (),
        guidelines: tuple[GuidelinePassage, ...] = (),
        searched: bool = False,
        today: date | None = date(2026, 5, 1),
    ) -> EvidenceBundle:
        return EvidenceBundle(
            question or self.question(),
            tuple(findings),
            review,
            not_found,
            scope or EvidenceScope(),
            conflicts,
            guidelines,
            searched or bool(guidelines),
            today=today,
        )


@pytest.fixture
def records() -> Records:
    """Builders of evidence of every kind."""
    return Records()


@pytest.fixture
def build() -> Build:
    """Builders of synthetic evidence."""
    return Build()
