"""What one question needs of a patient's chart and documents, read in one place and handed over whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
    ChartVital,
)
from arbiter_fhir.domain.evidence import EvidenceScope
from arbiter_fhir.domain.promotion import ChartLab, ChartLists
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.evidence import Neighbour, ReadDocument, TextPassage
from arbiter_fhir.ports.records import FactRecord

__all__ = ["PatientRecord"]


@dataclass(frozen=True, slots=True)
class PatientRecord:
    """One patient's record as far as a question needs it; what it does not need is empty.

    Attributes:
        labs: The chart's results, with their history.
        lists: The chart's allergies, medications and problems, prescriptions among them.
        vitals: The chart's vital signs.
        encounters: Visits.
        orders: Laboratory and imaging orders.
        immunizations: Vaccines of the chart.
        demographics: Sex and birth date.
        documents: OpenEMR's own list of the patient's documents.
        active_facts: The patient's active facts.
        review_facts: The patient's facts that wait for a person.
        neighbours: Active facts near the question by vectors, nearest first.
        passages: Text windows of documents, nearest first, or in reading order.
        read_documents: Documents that were read and count.
        scope: How complete the record is.

    Raises:
        ValueError: The rows are not all of this patient.
    """

    patient_id: PatientId
    labs: Sequence[ChartLab] = ()
    lists: ChartLists = field(default_factory=ChartLists)
    vitals: Sequence[ChartVital] = ()
    encounters: Sequence[ChartEncounter] = ()
    orders: Sequence[ChartOrder] = ()
    immunizations: Sequence[ChartImmunization] = ()
    demographics: ChartDemographics | None = None
    documents: Sequence[ChartDocument] = ()
    active_facts: Sequence[FactRecord] = ()
    review_facts: Sequence[FactRecord] = ()
    neighbours: Sequence[Neighbour] = ()
    passages: Sequence[TextPassage] = ()
    read_documents: Sequence[ReadDocument] = ()
    scope: EvidenceScope = field(default_factory=EvidenceScope)

    def __post_init__(self) -> None:
        patients = {row.patient_id for row in self.labs} | {row.patient_id for row in self.lists.entries}
        patients |= {row.patient_id for row in self.vitals} | {row.patient_id for row in self.encounters}
        patients |= {row.patient_id for row in self.orders} | {row.patient_id for row in self.immunizations}
        patients |= {row.patient_id for row in self.documents} | {row.patient_id for row in self.passages}
        patients |= {record.patient_id for record in (*self.active_facts, *self.review_facts)}
        patients |= {neighbour.fact.patient_id for neighbour in self.neighbours}
        if self.demographics is not None:
            patients.add(self.demographics.patient_id)
        if patients - {self.patient_id}:
            raise ValueError("evidence of several patients must never meet in one answer")
