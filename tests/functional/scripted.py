"""Facts of our own making in place of what extraction reads, of papers that are read once; all else is the product."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from typing import Any

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType, DocumentPages
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, FactValue, LabResult
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.statement import Allergy, Medication, MedicationStatus, Problem, ProblemStatus
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.documents import Extraction
from devstack.samples import sample
from tests.functional.clinic import Clinic

_TYPES: dict[type[Any], FactType] = {
    LabResult: FactType.LAB_RESULT,
    Allergy: FactType.ALLERGY,
    Medication: FactType.MEDICATION,
    Problem: FactType.PROBLEM,
}


def potassium(value: str = "4.1", **changed: Any) -> LabResult:
    """A potassium of 10 April 2026, 08:30."""
    usual: dict[str, Any] = {
        "test_name": "Potassium",
        "value": value,
        "unit": "mmol/L",
        "numeric": Decimal(value) if value else None,
        "loinc": "2823-3",
        "collection_date": at(8, 30),
    }
    return LabResult(**{**usual, **changed})


def at(hour: int | None = None, minute: int = 0, *, day: int = 10, month: int = 4) -> ClinicalDate:
    """A date of 2026, with a time where an hour is given."""
    clock = None if hour is None else time(hour, minute)
    return ClinicalDate(date(2026, month, day), clock, DatePrecision.DAY if clock is None else DatePrecision.MINUTE)


def penicillin(**changed: Any) -> Allergy:
    """An allergy as an intake form lists it."""
    usual: dict[str, Any] = {"substance": "Penicillin", "allergen": "penicillin", "reaction": "hives"}
    return Allergy(**{**usual, **changed})


def metformin(**changed: Any) -> Medication:
    """A medication as an intake form lists it."""
    usual: dict[str, Any] = {
        "name": "Metformin",
        "ingredient": "metformin",
        "strength": "500 mg",
        "form": "tablet",
        "dose": "1 tablet",
        "route": "by mouth",
        "frequency": "twice daily",
        "status": MedicationStatus.ACTIVE,
        "rxnorm": "6809",
    }
    return Medication(**{**usual, **changed})


def hypertension(**changed: Any) -> Problem:
    """A problem as a referral lists it."""
    return Problem(**{"name": "Essential hypertension", "icd10": "I10", "status": ProblemStatus.ACTIVE, **changed})


class Scripted:
    """Stands in for extraction: gives each document the facts that the test wrote for it."""

    def __init__(self, clinic: Clinic) -> None:
        self._clinic = clinic
        self._facts: dict[str, Sequence[FactValue]] = {}
        self._channels: dict[str, SourceType] = {}

    def extract(
        self, document: DeidentifiedDocument, *, doc_type: DocType, source_id: str, **more: object
    ) -> Extraction:
        """Meets `FactExtractor`."""
        del document, doc_type, more
        channel = self._channels[source_id]
        facts = [cited(value, index, source_id, channel) for index, value in enumerate(self._facts[source_id])]
        return Extraction(tuple(facts), (), ())

    def file(self, patient: PatientId, channel: SourceType, *values: FactValue, scanned: bool = False) -> DocumentId:
        """Store a document of this patient that says these things, and let the product read it."""
        document = self._clinic.upload_sample(patient, scanned=scanned)
        self._facts[f"documents:{document}"] = values
        self._channels[f"documents:{document}"] = channel
        self._clinic.work()
        state = self._clinic.jobs(document)[-1][:2]
        assert state == ("succeeded", None), state
        return document

    def says(self, document: DocumentId, *values: FactValue) -> None:
        """What the next reading of a document finds."""
        self._facts[f"documents:{document}"] = values

    def withdraw(self, document: DocumentId) -> None:
        """Delete a document in OpenEMR, and let the product see it."""
        self._clinic.site.store.delete_document(document)
        self._clinic.work()
        assert self._clinic.left_of(document) == {}


def cited(value: FactValue, index: int, source_id: str, channel: SourceType) -> CitedFact:
    """A verified fact with a proven box on page 1."""
    quote = DeidentifiedText(f"line {index}", DEID_SEAL)
    field = f"{type(value).__name__.lower()}[{index}]"
    box = BoundingBox(0.1, 0.1 + index / 100, 0.5, 0.01)
    citation = Citation(channel, source_id, "page 1", field, quote, 1, box)
    return CitedFact(_TYPES[type(value)], value, quote, citation, Certainty.VERIFIED, 0.99, (), FACT_SEAL)


class _ReadOnce:
    """The product's reader, asked once for the same bytes: these tests store one paper many times."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._pages: dict[bytes, DocumentPages] = {}

    def read(self, content: bytes, *, doc_type: DocType | None) -> DocumentPages:
        """As the reader does."""
        if content not in self._pages:
            self._pages[content] = self._reader.read(content, doc_type=doc_type)
        return self._pages[content]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)


@contextmanager
def scripted(clinic: Clinic) -> Iterator[Scripted]:
    """Put a script in extraction's place for one test."""
    ingest = clinic.pipelines.ingest
    extractor, reader, script = ingest._extractor, ingest._reader, Scripted(clinic)
    ingest._extractor, ingest._reader = script, _ReadOnce(reader)
    try:
        yield script
    finally:
        ingest._extractor, ingest._reader = extractor, reader


def register(clinic: Clinic) -> PatientId:
    """The patient whom the sample report names."""
    return clinic.register(sample("ruled").truth.person)
