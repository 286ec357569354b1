"""Liveness and readiness, in the seed's shape; 503 when not ready."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Controller, Response, get
from litestar.datastructures import State

__all__ = ["HealthController"]


class HealthController(Controller):
    """Open to everybody: holds counts and versions only."""

    path = "/meta/health"
    tags = ("Health",)

    @get("/livez", sync_to_thread=False, summary="The process answers")
    def livez(self) -> dict[str, str]:
        """Alive as soon as it can say so."""
        return {"status": "alive"}

    @get("/readyz", sync_to_thread=True, summary="Database, worker, queue and model are usable")
    def readyz(self, state: State) -> Response[dict[str, object]]:
        """Ready when every component is healthy."""
        readiness = state.site.records.readiness()
        return Response(
            readiness.as_json(), status_code=HTTPStatus.OK if readiness.ready else HTTPStatus.SERVICE_UNAVAILABLE
        )
