"""What the chart panel shows of one patient at first sight."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.datastructures import State
from litestar.params import FromPath

from arbiter_fhir.api.authentication import requires, view_of
from arbiter_fhir.api.panel_schemas import DocumentOut, DocumentsOut, ExamplesOut, OverviewOut
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["PatientController"]


class PatientController(Controller):
    """`GET /v1/patients/{pid}/overview`, `documents` and `examples`. The path holds OpenEMR's pid, never an MRN."""

    path = "/v1/patients"
    tags = ("Panel",)
    guards = (requires(KeyScope.QUERY),)

    @get("/{patient_id:int}/overview", sync_to_thread=True, summary="Counts for the patient's card")
    def overview(self, patient_id: FromPath[int], request: Request[Any, Any, Any], state: State) -> OverviewOut:
        """Documents by state, facts, and what waits for a person."""
        return OverviewOut.of(state.site.documents.overview(view_of(request, PatientId(patient_id))))

    @get("/{patient_id:int}/documents", sync_to_thread=True, summary="The patient's documents and how far each is")
    def documents(self, patient_id: FromPath[int], request: Request[Any, Any, Any], state: State) -> DocumentsOut:
        """Newest first."""
        found = state.site.documents.of_patient(view_of(request, PatientId(patient_id)))
        return DocumentsOut(documents=[DocumentOut.of(record) for record in found])

    @get("/{patient_id:int}/examples", sync_to_thread=True, summary="Questions that this patient's record can answer")
    def examples(self, patient_id: FromPath[int], request: Request[Any, Any, Any], state: State) -> ExamplesOut:
        """Up to six; they name tests and topics that have data, never a value."""
        view = view_of(request, PatientId(patient_id))
        return ExamplesOut(questions=list(state.site.examples.of_patient(view)))
