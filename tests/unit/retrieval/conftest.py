"""Synthetic chart rows, stored facts and questions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from decimal import Decimal

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, FactType, LabResult
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId
from arbiter_fhir.ports.records import FactRecord

PATIENT = PatientId(7)


class Terms:
    """A small vocabulary."""

    def ingredients(self, title: str) -> frozenset[str]:
        names = {
            "metformin": "metformin",
            "glucophage": "metformin",
            "amoxicillin": "amoxicillin",
            "lisinopril": "lisinopril",
        }
        return frozenset(value for name, value in names.items() if name in title.casefold())

    def allergen(self, title: str, *, whole: bool = False) -> str:
        known = ("penicillin", "latex", "amoxicillin")
        return next((name for name in known if name in title.casefold()), "")

    def problem_code(self, title: str) -> str:
        return {"hypertension": "I10", "type 2 diabetes mellitus": "E11.9"}.get(title.casefold(), "")


@dataclass(frozen=True)
class Build:
    """Builders; the usual result is an HbA1c of 8.1 % on 2026-04-10."""

    terms: Terms = field(default_factory=Terms)

    def clean(self, text: str) -> DeidentifiedText:
        return DeidentifiedText(text.replace("Quinn", "[PERSON_1]"), DEID_SEAL)

    def lab(self, day: str | None = "2026-04-10", at: time | None = None, **changed: object) -> LabResult:
        precision = DatePrecision.MINUTE if at else DatePrecision.DAY
        usual = LabResult(
            test_name="Hemoglobin A1c",
            value="8.1",
            unit="%",
            reference_range="4.0-5.6",
            flag_printed="H",
            abnormal_flag=AbnormalFlag.HIGH,
            collection_date=ClinicalDate(date.fromisoformat(day), at, precision) if day else None,
        )
        lab = replace(usual, **changed)  # type: ignore[arg-type]
        try:
            return replace(lab, numeric=Decimal(lab.value)) if lab.numeric is None else lab
        except ArithmeticError:
            return lab

    def fact(
        self,
        lab: LabResult | None = None,
        *,
        fact_id: int = 1,
        document: int = 5,
        certainty: Certainty = Certainty.VERIFIED,
        box: bool = True,
        active: bool = True,
        retracted: bool = False,
        patient: int = 7,
        reasons: tuple[str, ...] = (),
        quote: str | None = None,
    ) -> FactRecord:
        lab = lab or self.lab()
        line = " ".join(filter(None, (lab.test_name, lab.value, lab.unit, lab.reference_range, lab.flag_printed)))
        citation = Citation(
            SourceType.LAB_PDF,
            f"documents:{document}",
            "page 1",
            f"results[{fact_id}]",
            self.clean(line if quote is None else quote),
            1,
            BoundingBox(0.1, 0.1, 0.5, 0.02) if box else None,
        )
        fact = CitedFact(FactType.LAB_RESULT, lab, self.clean(line), citation, certainty, 0.9, reasons, FACT_SEAL)
        return FactRecord(
            FactId(fact_id),
            PatientId(patient),
            DocumentId(document),
            JobId(1),
            DocType.LAB_PDF,
            fact,
            "f" * 64,
            "c" * 64,
            active,
            datetime(2026, 5, 1) if retracted else None,  # noqa: DTZ001
            None,
        )

    def row(self, day: str = "2026-04-10", **changed: object) -> ChartLab:
        usual = ChartLab(
            result_id=900,
            order_id=800,
            patient_id=PATIENT,
            code="",
            name="Hemoglobin A1c",
            value="8.1",
            unit="%",
            reference_range="4.0-5.6",
            abnormal="high",
            observed_at=datetime.fromisoformat(day),
            collected_at=None,
            status="final",
            document_id=None,
        )
        return replace(usual, **changed)  # type: ignore[arg-type]

    def question(
        self, text: str = "most recent HbA1c?", *analytes: str, intent: Intent = Intent.FACTUAL_LOOKUP
    ) -> RoutedQuestion:
        return RoutedQuestion(self.clean(text), intent, analytes, "reason", latest_only=False)


@pytest.fixture
def build() -> Build:
    """Builders of synthetic values."""
    return Build()
