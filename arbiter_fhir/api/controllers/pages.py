"""Pictures of pages, drawn when somebody looks and kept nowhere."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from arbiter_fhir.api.authentication import caller_of, requires, view_of
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["PageController"]

#: Pixels: a page beside its text on an ordinary screen.
USUAL_WIDTH = 1000


class PageController(Controller):
    """`GET /v1/patients/{pid}/documents/{document_id}/pages/{n}`: ids and a width, nothing else in the address."""

    path = "/v1/patients"
    tags = ("Panel",)
    guards = (requires(KeyScope.QUERY),)

    @get(
        "/{patient_id:int}/documents/{document_id:int}/pages/{number:int}",
        sync_to_thread=True,
        summary="A page as PNG; the header X-Page-Count says how many there are",
        media_type="image/png",
    )
    def page(
        self,
        patient_id: FromPath[int],
        document_id: FromPath[int],
        number: FromPath[int],
        *,
        request: Request[Any, Any, Any],
        state: State,
        width: FromQuery[int] = USUAL_WIDTH,
    ) -> Response[bytes]:
        """Names are not hidden: the picture is for a person who may see the chart."""
        picture = state.site.sources.page(
            view_of(request, PatientId(patient_id)),
            DocumentId(document_id),
            number,
            width=width,
            caller=caller_of(request),
        )
        return Response(picture.png, media_type="image/png", headers={"X-Page-Count": str(picture.pages)})
