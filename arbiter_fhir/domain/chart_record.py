"""Rows of the chart that answers speak of, as OpenEMR stores them, free of OpenEMR's own column names."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "BY_OWN_RIGHT",
    "ChartDemographics",
    "ChartDocument",
    "ChartDosage",
    "ChartEncounter",
    "ChartImmunization",
    "ChartOrder",
    "ChartPage",
    "ChartPart",
    "ChartVital",
    "PageOpening",
]


class ChartPart(StrEnum):
    """Parts of the chart that may be closed: to us, or to who asks.

    The first are read for answers alone, and a site may not have granted them yet. `BY_OWN_RIGHT` are those that
    OpenEMR opens to its users by a right of their own.
    """

    VITALS = "vitals"
    ENCOUNTERS = "encounters"
    IMMUNIZATIONS = "immunizations"
    DOCUMENTS = "documents"
    LIST_DETAILS = "list_details"  # strength, route and frequency of prescriptions; names of reactions and severities
    RESULTS = "results"  # and orders; patients/lab
    PRESCRIPTIONS = "prescriptions"  # patients/rx
    DEMOGRAPHICS = "demographics"  # patients/demo


#: Opened to users by rights of their own; everything else of a chart is opened by patients/med.
BY_OWN_RIGHT: Final = frozenset({ChartPart.RESULTS, ChartPart.PRESCRIPTIONS, ChartPart.DEMOGRAPHICS})


class PageOpening(StrEnum):
    """How OpenEMR itself opens a page."""

    TAB = "tab"  # in a tab of the main window
    DIALOG = "dialog"  # over the page


@dataclass(frozen=True, slots=True)
class ChartPage:
    """The page of OpenEMR where a row of the chart is shown.

    Attributes:
        path: Below OpenEMR's web root, without a leading slash, with its query.
        opening: How OpenEMR opens it.
        patient_id: Whose page it is. Several pages show whichever patient is open in the session, so the caller makes
            sure that it is this one.
        title: What opens, for a link's title: ``Laboratory order``.
    """

    path: str
    opening: PageOpening
    patient_id: PatientId
    title: str


@dataclass(frozen=True, slots=True)
class ChartDosage:
    """How a prescription says a drug is taken; empty where it does not say.

    Attributes:
        strength: Of one piece: ``500 mg``.
        dose: How much at a time: ``1 tablet``, as typed.
        route: ``By Mouth``; the option's title.
        frequency: ``b.i.d.``; the option's title.
        quantity: How much was prescribed, as typed.
        refills: How many; ``None`` where not said.
        indication: Why; free text.
        instructions: Free text for the patient.
    """

    strength: str = ""
    dose: str = ""
    route: str = ""
    frequency: str = ""
    quantity: str = ""
    refills: int | None = None
    indication: str = ""
    instructions: str = ""


@dataclass(frozen=True, slots=True)
class ChartVital:
    """One measured vital sign of one `form_vitals` row.

    Attributes:
        record_id: `form_vitals.id`.
        loinc: Of the sign: 8480-6 systolic, 8462-4 diastolic, 8867-4 heart rate, 9279-1 respiration, 8310-5
            temperature, 29463-7 weight, 8302-2 height, 39156-5 BMI, 59408-5 oxygen saturation.
        name: Its plain name, such as ``Systolic blood pressure``.
        value: Exact; zero and empty columns give no vital sign.
        unit: As OpenEMR's pages show it: lb, in and °F as stored, kg, cm and °C at a metric site.
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
        reason: As entered; free text, so it is de-identified before it enters a sentence. Empty for a restricted visit.
        provider: Name of the clinician; empty where none. An identifier: never in clean text.
        restricted: Marked as sensitive: its reason is for people with that permission of OpenEMR, so it is not read.
    """

    record_id: int
    encounter: int
    patient_id: PatientId
    seen_at: datetime | None
    reason: str
    category: str
    provider: str = field(default="", repr=False)
    restricted: bool = False


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
        kind: `procedure_order_type` as stored: ``laboratory_test``, ``imaging`` ...
        back_filled: Made to hold results from elsewhere; nobody here ordered it.
    """

    order_id: int
    patient_id: PatientId
    ordered_at: datetime | None
    status: str
    tests: tuple[tuple[str, str], ...]
    results: int
    provider: str = field(default="", repr=False)
    result_ids: tuple[int, ...] = ()
    kind: str = ""
    back_filled: bool = False


@dataclass(frozen=True, slots=True)
class ChartImmunization:
    """A vaccine that was given or recorded.

    Attributes:
        cvx: CVX code; empty where none.
        name: Text of the code or as entered.
        refused: The patient or a guardian refused it.
        given: It was given, whole or in part; false where it was refused or not given for another reason.
    """

    record_id: int
    patient_id: PatientId
    cvx: str
    name: str
    given_on: date | None
    refused: bool
    given: bool = True


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
