"""Synthetic facts, chart rows and promotions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, FactType, LabResult
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity, IdentityDecision, IdentityStatus
from arbiter_fhir.domain.promotion import ChartLab, ChartListEntry, ListKind, PromotedRecord, PromotionOutcome
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL, IDENTITY_SEAL
from arbiter_fhir.domain.statement import Allergy, Medication, Problem
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from arbiter_fhir.ports.records import PromotionRecord

PATIENT = PatientId(7)


@dataclass(frozen=True)
class Build:
    """Builders; whatever is not named is the usual HbA1c of 8.1 % on 2026-04-10 in document 5."""

    def day(self, year: int = 2026, month: int = 4, day: int = 10, at: time | None = None) -> ClinicalDate:
        precision = DatePrecision.MINUTE if at else DatePrecision.DAY
        return ClinicalDate(date(year, month, day), at, precision)

    def lab(self, **changed: object) -> LabResult:
        usual = LabResult(
            test_name="Hemoglobin A1c",
            value="8.1",
            unit="%",
            reference_range="4.0-5.6",
            flag_printed="H",
            abnormal_flag=AbnormalFlag.HIGH,
            collection_date=self.day(),
            numeric=Decimal("8.1"),
            loinc="4548-4",
        )
        return replace(usual, **changed)  # type: ignore[arg-type]

    def fact(
        self,
        lab: LabResult | None = None,
        *,
        document: str = "documents:5",
        certainty: Certainty = Certainty.VERIFIED,
        field: str = "results[0]",
        page: int = 1,
    ) -> CitedFact:
        text = DeidentifiedText("Hemoglobin A1c 8.1 % 4.0-5.6 H", DEID_SEAL)
        citation = Citation(
            SourceType.LAB_PDF, document, f"page {page}", field, text, page, BoundingBox(0.1, 0.2, 0.5, 0.02)
        )
        return CitedFact(FactType.LAB_RESULT, lab or self.lab(), text, citation, certainty, 0.95, (), FACT_SEAL)

    def active(self, lab: LabResult | None = None, *, patient: PatientId = PATIENT, **more: object) -> ActiveFact:
        return ActiveFact(self.fact(lab, **more), patient, IDENTITY_SEAL)  # type: ignore[arg-type]

    def active_entry(
        self,
        value: Allergy | Medication | Problem,
        *,
        document: str = "documents:5",
        source: SourceType = SourceType.INTAKE_FORM,
        confidence: float = 0.99,
        reasons: tuple[str, ...] = (),
    ) -> ActiveFact:
        kinds = {Allergy: FactType.ALLERGY, Medication: FactType.MEDICATION, Problem: FactType.PROBLEM}
        text = DeidentifiedText("as listed", DEID_SEAL)
        citation = Citation(source, document, "page 1", "entries[0]", text, 1, BoundingBox(0.1, 0.2, 0.5, 0.02))
        fact = CitedFact(kinds[type(value)], value, text, citation, Certainty.VERIFIED, confidence, reasons, FACT_SEAL)
        return ActiveFact(fact, PATIENT, IDENTITY_SEAL)

    def entry(self, kind: ListKind, title: str, **changed: object) -> ChartListEntry:
        usual = ChartListEntry("lists", 700, PATIENT, kind, title, "", (), True, "", False)
        return replace(usual, **changed)  # type: ignore[arg-type]

    def with_reason(self, record: PromotionRecord, reason: str) -> PromotionRecord:
        return replace(record, reason=reason)

    def decision(self, status: IdentityStatus = IdentityStatus.VERIFIED) -> IdentityDecision:
        return IdentityDecision(PATIENT, status, (), "two_strong_identifiers", IDENTITY_SEAL)

    def identity(self, status: IdentityStatus = IdentityStatus.VERIFIED) -> DocumentIdentity:
        return DocumentIdentity.whole(self.decision(status), pages=9)

    def row(self, **changed: object) -> ChartLab:
        usual = ChartLab(
            result_id=900,
            order_id=800,
            patient_id=PATIENT,
            code="4548-4",
            name="Hemoglobin A1c",
            value="8.1",
            unit="%",
            reference_range="4.0-5.6",
            abnormal="high",
            observed_at=datetime(2026, 4, 10),  # noqa: DTZ001 - the chart keeps local time without a zone
            collected_at=None,
            status="final",
            document_id=None,
        )
        return replace(usual, **changed)  # type: ignore[arg-type]

    def promotion(
        self,
        fingerprint: str,
        *,
        record_id: int | None = 900,
        document: int = 5,
        outcome: PromotionOutcome = PromotionOutcome.PROMOTED,
        active: bool = True,
        fact: int = 1,
        table: str = "procedure_result",
    ) -> tuple[PromotionRecord, str]:
        record = PromotedRecord(table, record_id, {"procedure_order": 800}, "d" * 64) if record_id else None
        return (
            PromotionRecord(1, FactId(fact), DocumentId(document), outcome, record, None, "new_result", active),
            fingerprint,
        )


@pytest.fixture
def build() -> Build:
    """Builders of synthetic values."""
    return Build()
