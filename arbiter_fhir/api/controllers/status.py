"""The site's state, for its administrators."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.datastructures import State

from arbiter_fhir import __version__
from arbiter_fhir.api.authentication import admit_site, requires
from arbiter_fhir.api.panel_schemas import StatusOut
from arbiter_fhir.ports.access import KeyScope

__all__ = ["StatusController"]


class StatusController(Controller):
    """`GET /v1/status`."""

    path = "/v1/status"
    tags = ("Health",)
    guards = (requires(KeyScope.ADMIN),)

    @get("/", sync_to_thread=True, summary="Queue, workers and the last failures")
    def status(self, request: Request[Any, Any, Any], state: State) -> StatusOut:
        """Jobs and document ids, no patient."""
        admit_site(request)
        return StatusOut.of(state.site.status.status(), __version__)
