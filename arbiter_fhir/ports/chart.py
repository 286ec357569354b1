"""What the line needs from the EHR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
    ChartPage,
    ChartPart,
    ChartVital,
)
from arbiter_fhir.domain.document import SourceDocument
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.promotion import (
    ChartLab,
    ChartLists,
    LabPlan,
    ListPlan,
    OpenOrder,
    PromotedRecord,
    RetractionAction,
)
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = ["ChartReader", "ChartWriter", "DocumentContent", "DocumentRegister", "RowState"]


class DocumentRegister(Protocol):
    """OpenEMR's own list of documents, by SQL."""

    def find(self, document_id: DocumentId) -> SourceDocument | None:
        """One document with its categories and state; ``None`` where the row is gone.

        Raises:
            ChartError: The database refused or failed.
        """
        ...

    def of_patient(self, patient_id: PatientId) -> Sequence[SourceDocument]:
        """The rows of a patient's documents, deleted ones among them, ascending by id."""
        ...

    def newer_than(self, document_id: DocumentId, *, limit: int) -> Sequence[SourceDocument]:
        """Documents of patients (`foreign_id` > 0) with a higher id, ascending, at most ``limit``."""
        ...

    def find_many(self, document_ids: Sequence[DocumentId]) -> Sequence[SourceDocument]:
        """The rows of these documents that exist, in any order."""
        ...

    def in_categories(self, category_ids: Sequence[int], *, after: DocumentId, limit: int) -> Sequence[SourceDocument]:
        """Active documents in any of these categories with id > ``after``, ascending by id: for the reconcile."""
        ...


class DocumentContent(Protocol):
    """A document's bytes."""

    def fetch(self, document: SourceDocument) -> bytes:
        """Plain bytes, checked against the record's hash and size.

        Raises:
            SourceError: Gone, or different from the record.
            DocumentError: Larger than the cap.
            ChartError: OpenEMR refused or failed.
        """
        ...


class ChartReader(Protocol):
    """The chart, read by SQL with exact decimals. Every method takes the patient."""

    def patient(self, patient_id: PatientId) -> ChartPatient | None:
        """The patient's identifiers; ``None`` where there is no such patient."""
        ...

    def patient_by_mrn(self, mrn: str) -> PatientId | None:
        """The one patient with this `pubpid`; ``None`` for none or several."""
        ...

    def clinicians(self) -> Sequence[ChartClinician]:
        """Active clinicians whom the EHR knows."""
        ...

    def labs(self, patient_id: PatientId) -> Sequence[ChartLab]:
        """All results of orders with activity = 1, newest first. DNR and TNP rows are left out, as OpenEMR does."""
        ...

    def lists(self, patient_id: PatientId) -> ChartLists:
        """Allergies, medications (prescriptions among them) and problems, active or not."""
        ...

    def vitals(self, patient_id: PatientId) -> Sequence[ChartVital]:
        """Every measured sign of forms that are not deleted, newest first.

        Raises:
            ChartError: E_EHR_AUTH: the account may not read them, see `closed_parts`.
        """
        ...

    def encounters(self, patient_id: PatientId) -> Sequence[ChartEncounter]:
        """Visits that are not deleted, newest first; errors as `vitals`."""
        ...

    def orders(self, patient_id: PatientId) -> Sequence[ChartOrder]:
        """Active orders of every kind, pending or complete, newest first."""
        ...

    def immunizations(self, patient_id: PatientId) -> Sequence[ChartImmunization]:
        """Immunizations that were not entered by mistake, refused ones among them, newest first; errors as `vitals`."""
        ...

    def demographics(self, patient_id: PatientId) -> ChartDemographics | None:
        """Birth date and sex; ``None`` where there is no such patient."""
        ...

    def documents(self, patient_id: PatientId) -> Sequence[ChartDocument]:
        """Documents that are not deleted, newest first; errors as `vitals`."""
        ...

    def page(self, patient_id: PatientId, source_id: str) -> ChartPage | None:
        """OpenEMR's page for a chart citation's `source_id` (``lists:12``); ``None`` where it is no row of theirs."""
        ...

    def closed_parts(self) -> frozenset[ChartPart]:
        """The parts of the chart that this account may not read: an answer says so instead of "none"."""
        ...


@dataclass(frozen=True, slots=True)
class RowState:
    """A promoted row as it is now. ``None`` digest: the row is gone."""

    active: bool
    values_digest: str | None
    only_ours: bool


class ChartWriter(Protocol):
    """Writes into the chart's own tables; bound to the job's transaction."""

    def lock_patient(self, patient_id: PatientId) -> None:
        """Serialise promotions of one patient until the transaction ends: locks the patient's own row."""
        ...

    def labs(self, patient_id: PatientId) -> Sequence[ChartLab]:
        """As `ChartReader.labs`, inside the transaction."""
        ...

    def open_orders(self, patient_id: PatientId) -> Sequence[OpenOrder]:
        """The patient's laboratory orders that wait for results."""
        ...

    def lists(self, patient_id: PatientId) -> ChartLists:
        """Allergies, medications and problems, active or not."""
        ...

    def write_lab(self, plan: LabPlan) -> PromotedRecord:
        """Write order, order code, report and result; a value that does not fit is an error, never cut.

        Raises:
            ChartError: The database refused; the transaction must be rolled back.
        """
        ...

    def write_list_entry(self, plan: ListPlan) -> PromotedRecord:
        """Write an allergy, medication or problem; errors as `write_lab`."""
        ...

    def row_state(self, record: PromotedRecord) -> RowState:
        """How the promoted row looks now."""
        ...

    def inactivate(self, record: PromotedRecord, note: str = "") -> RetractionAction:
        """Take a promoted row back where it is only ours and nobody edited it; ``note`` is added to its comment."""
        ...
