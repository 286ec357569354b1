"""Synthetic chart rows, stored facts and questions."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, FactType, FactValue, LabResult
from arbiter_fhir.domain.fact_value import VALUE_CLASSES
from arbiter_fhir.domain.promotion import ChartLab, ChartListEntry, ListKind
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId
from arbiter_fhir.extraction import CuratedTerms
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.retrieval import CleanedText

PATIENT = PatientId(7)


@dataclass(frozen=True)
class Build:
    """Builders; the usual result is an HbA1c of 8.1 % on 2026-04-10."""

    terms: CuratedTerms = field(default_factory=CuratedTerms)

    def clean(self, text: str) -> DeidentifiedText:
        return DeidentifiedText(text.replace("Quinn", "[PERSON_1]"), DEID_SEAL)

    def cleaned(self, text: str) -> CleanedText:
        return CleanedText(self.clean(text), {"[PERSON_1]": "Quinn"} if "Quinn" in text else {})

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
        fact_type: FactType = FactType.LAB_RESULT,
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
        fact = CitedFact(fact_type, lab, self.clean(line), citation, certainty, 0.9, reasons, FACT_SEAL)
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

    def said(
        self,
        value: FactValue,
        *,
        text: str | None = None,
        fact_type: FactType | None = None,
        doc_type: DocType = DocType.INTAKE_FORM,
        **given: Any,
    ) -> FactRecord:
        """A fact of any kind; its clean sentence is its texts, or what is given."""
        kind = fact_type or next(kind for kind, made in VALUE_CLASSES.items() if isinstance(value, made))
        texts = [getattr(value, each.name) for each in fields(value)]
        line = text if text is not None else " ".join(each for each in texts if type(each) is str and each)
        record = self.fact(quote=line, **given)
        citation = replace(record.fact.citation, source_type=SourceType(doc_type.value))
        fact = CitedFact(
            kind, value, self.clean(line), citation, record.fact.certainty, 0.9, record.fact.reasons, FACT_SEAL
        )
        return replace(record, fact=fact, doc_type=doc_type)

    def entry(self, kind: ListKind, title: str, record_id: int = 12, **changed: object) -> ChartListEntry:
        """An active entry of the chart's lists."""
        usual = ChartListEntry("lists", record_id, PATIENT, kind, title, "", (), True, "", False)
        return replace(usual, **changed)  # type: ignore[arg-type]

    def window(
        self, text: str, *, document: int = 5, page: int = 1, start: int = 0, distance: float | None = None
    ) -> TextPassage:
        """A stored text window."""
        return TextPassage(
            100 * document + 10 * page + start,
            PATIENT,
            DocumentId(document),
            DocType.INTAKE_FORM,
            page,
            start,
            start + len(text),
            self.clean(text),
            distance,
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
