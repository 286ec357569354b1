"""Documents: look at one now."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, post
from litestar.datastructures import State
from litestar.params import JSONBody

from arbiter_fhir.api.authentication import admit_object, admit_site, caller_of, requires
from arbiter_fhir.api.schemas import DocumentIn, JobOut
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["DocumentController"]


class DocumentController(Controller):
    """`POST /v1/documents`: the bytes stay where they are, in OpenEMR."""

    path = "/v1/documents"
    tags = ("Documents",)
    guards = (requires(KeyScope.INGEST),)

    @post("/", sync_to_thread=True, status_code=202, summary="Read a document that OpenEMR stores")
    def attach(self, data: JSONBody[DocumentIn], request: Request[Any, Any, Any], state: State) -> JobOut:
        """The document's job: a new one, or the one that it has already for the same content."""
        document_id = DocumentId(data.document_id)
        admit_object(request, lambda: state.site.attach.owner_of(document_id), "document")
        return JobOut.of(state.site.attach.attach_stored(document_id))

    @post("/changed", sync_to_thread=True, status_code=202, summary="A document changed: look now")
    def changed(self, data: JSONBody[DocumentIn], request: Request[Any, Any, Any], state: State) -> dict[str, int]:
        """A ping is trusted no further than 'look now': what happened is read from OpenEMR's own rows."""
        document_id = DocumentId(data.document_id)
        if caller_of(request).opens_site:
            admit_site(request)
        else:
            admit_object(request, lambda: state.site.attach.owner_of(document_id), "document")
        report = state.site.watch.look_at(document_id)
        return {"enqueued": report.enqueued, "retracted": report.retracted}
