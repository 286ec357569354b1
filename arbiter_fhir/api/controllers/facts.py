"""Facts of one patient's documents."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.datastructures import State
from litestar.params import FromPath

from arbiter_fhir.api.authentication import caller_of, requires, view_of
from arbiter_fhir.api.schemas import ChartRowOut, FactOut, PartOut
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["FactController"]


class FactController(Controller):
    """`GET /v1/patients/{pid}/facts`. The path holds OpenEMR's pid, since an MRN is PHI and URLs are logged."""

    path = "/v1/patients"
    tags = ("Facts",)
    guards = (requires(KeyScope.QUERY),)

    @get("/{patient_id:int}/facts", sync_to_thread=True, summary="Facts with citations")
    def facts(
        self, patient_id: FromPath[int], request: Request[Any, Any, Any], state: State
    ) -> dict[str, list[FactOut] | list[PartOut] | list[ChartRowOut]]:
        """Active facts, and those that wait for a person, apart; parts of documents that hold several; chart rows.

        A chart row comes with all its sources: every document of ours that says the same.
        """
        view, records = view_of(request, PatientId(patient_id)), state.site.records
        active, review = records.facts(view, caller=caller_of(request))
        return {
            "facts": [FactOut.of(record) for record in active],
            "needs_review": [FactOut.of(record) for record in review],
            "parts": [PartOut.of(record) for record in records.divided_documents(view)],
            "chart_rows": [ChartRowOut.of(record) for record in records.chart_rows(view)],
        }
