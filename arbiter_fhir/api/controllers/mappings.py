"""Which OpenEMR category is read as which document type."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, put
from litestar.datastructures import State
from litestar.params import JSONBody

from arbiter_fhir.api.authentication import admit_site, requires
from arbiter_fhir.api.schemas import MappingIn, MappingOut
from arbiter_fhir.ports.access import KeyScope

__all__ = ["MappingController"]


class MappingController(Controller):
    """`GET|PUT /v1/mappings`."""

    path = "/v1/mappings"
    tags = ("Mappings",)
    guards = (requires(KeyScope.ADMIN),)

    @get("/", sync_to_thread=True, summary="Active mappings")
    def mappings(self, request: Request[Any, Any, Any], state: State) -> list[MappingOut]:
        """By category id."""
        admit_site(request)
        return _listing(state)

    @put("/", sync_to_thread=True, summary="Map or unmap one category")
    def put(self, data: JSONBody[MappingIn], request: Request[Any, Any, Any], state: State) -> list[MappingOut]:
        """The next scan acts on what the change brings in or leaves out."""
        admit_site(request)
        state.site.records.put_mapping(data.category_id, data.doc_type, active=data.active)
        return _listing(state)


def _listing(state: State) -> list[MappingOut]:
    active = state.site.records.mappings()
    return [MappingOut(category_id=category, doc_type=doc_type) for category, doc_type in sorted(active.items())]
