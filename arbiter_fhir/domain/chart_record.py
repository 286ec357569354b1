"""Rows of the chart that answers speak of, as OpenEMR stores them, free of OpenEMR's own column names."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "ChartDemographics",
    "ChartDocument",
    "ChartEncounter",
    "ChartImmunization",
    "ChartOrder",
    "ChartVital",
]


@dataclass(frozen=True, slots=True)
class ChartVital:
    """One measured vital sign of one `form_vitals` row.

    Attributes:
        record_id: `form_vitals.id`.
        loinc: Of the sign: 8480-6 systolic, 8462-4 diastolic, 8867-4 heart rate, 9279-1 respiration, 8310-5
            temperature, 29463-7 weight, 8302-2 height, 39156-5 BMI, 59408-5 oxygen saturation.
        name: Its plain name, such as ``Systolic blood pressure``.
        value: Exact; zero and empty columns give no vital sign.
        unit: As OpenEMR stores it (weight in lb, height in in, temperature in °F), in UCUM's print form.
        taken_at: `form_vitals.date`, local and naive.
    """

    record_id: int
    patient_id: PatientId
    loinc: str
    name: str
    value: Decimal
    unit: str
    taken_at: datetime | None


@dataclass(frozen=True, slots=True)
class ChartEncounter:
    """A visit.

    Attributes:
        encounter: `form_encounter.encounter`, the number that OpenEMR's pages use.
        reason: As entered; free text, so it is de-identified before it enters a sentence.
        provider: Name of the clinician; empty where none. An identifier: never in clean text.
    """

    record_id: int
    encounter: int
    patient_id: PatientId
    seen_at: datetime | None
    reason: str
    category: str
    provider: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ChartOrder:
    """A laboratory or imaging order.

    Attributes:
        ordered_at: Local and naive.
        status: `order_status` as stored: ``pending``, ``complete`` ...
        tests: `(code, name)` of its lines.
        results: How many results it has.
        provider: Name of who ordered; empty where none. An identifier: never in clean text.
        result_ids: `procedure_result` rows under it.
    """

    order_id: int
    patient_id: PatientId
    ordered_at: datetime | None
    status: str
    tests: tuple[tuple[str, str], ...]
    results: int
    provider: str = field(default="", repr=False)
    result_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChartImmunization:
    """A vaccine that was given or recorded.

    Attributes:
        cvx: CVX code; empty where none.
        name: Text of the code or as entered.
    """

    record_id: int
    patient_id: PatientId
    cvx: str
    name: str
    given_on: date | None
    refused: bool


@dataclass(frozen=True, slots=True)
class ChartDemographics:
    """What an answer may need to know of the person, without saying who it is.

    Attributes:
        birth_date: For an age at a day; never shown as such.
        sex: As stored: ``Female``, ``Male`` ...; empty where none.
    """

    patient_id: PatientId
    birth_date: date | None = field(repr=False)
    sex: str = ""


@dataclass(frozen=True, slots=True)
class ChartDocument:
    """A document of the patient, as OpenEMR lists it.

    Attributes:
        category: Name of its category.
        stored_on: `documents.docdate`, or the day of upload where that is empty.
    """

    document_id: DocumentId
    patient_id: PatientId
    category: str
    stored_on: date | None
