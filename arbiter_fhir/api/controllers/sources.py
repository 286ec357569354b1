"""Where a cited fact stands."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, post
from litestar.datastructures import State
from litestar.params import JSONBody

from arbiter_fhir.api.authentication import admit_patient, caller_of, requires, view_of
from arbiter_fhir.api.panel_schemas import SourceIn, SourceOut
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["SourceController"]


class SourceController(Controller):
    """`POST /v1/sources`. What is asked for travels in the body: URLs are logged."""

    path = "/v1/sources"
    tags = ("Panel",)
    guards = (requires(KeyScope.QUERY),)

    @post("/", sync_to_thread=True, status_code=200, summary="Open a citation")
    def open_source(self, data: JSONBody[SourceIn], request: Request[Any, Any, Any], state: State) -> SourceOut:
        """Page, boxes, quote and what is known of the fact; or a refusal with its reason."""
        patient_id = PatientId(data.patient_id)
        admit_patient(request, patient_id)
        opened = state.site.sources.open(
            view_of(request, patient_id),
            data.source_id,
            data.field_or_chunk_id,
            data.page,
            caller=caller_of(request),
        )
        return SourceOut.of(opened)
