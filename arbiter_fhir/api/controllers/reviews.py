"""The review queue: what waits for a person, and what the person decides."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from arbiter_fhir.api.authentication import admit_patient, admit_site, caller_of, requires
from arbiter_fhir.api.review_schemas import (
    AcceptAllIn,
    AcceptedOut,
    DecisionIn,
    DecisionOut,
    ReviewItemOut,
    ReviewPageOut,
)
from arbiter_fhir.api.schemas import JobOut
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.ports.access import KeyScope

__all__ = ["ReviewController"]


class ReviewController(Controller):
    """`GET /v1/reviews`, `POST /v1/reviews/decisions` and `POST /v1/reviews/accept-all`."""

    path = "/v1/reviews"
    tags = ("Review",)
    guards = (requires(KeyScope.REVIEW),)

    @get("/", sync_to_thread=True, summary="What waits for a person, of one patient or of the site")
    def waiting(
        self,
        *,
        request: Request[Any, Any, Any],
        state: State,
        patient_id: FromQuery[int | None] = None,
        after: FromQuery[str | None] = None,
        decided: FromQuery[bool | None] = None,
    ) -> ReviewPageOut:
        """Whose document, which facts, which conflicts; of one patient also what was decided and can be undone."""
        if patient_id is None:
            admit_site(request)
        else:
            admit_patient(request, PatientId(patient_id))
        page = state.site.review.waiting(
            None if patient_id is None else PatientId(patient_id),
            caller=caller_of(request),
            after=after,
            decided=decided,
        )
        return ReviewPageOut.of(page)

    @post("/decisions", sync_to_thread=True, status_code=200, summary="Decide about one item, or take a decision back")
    def decide(self, data: JSONBody[DecisionIn], request: Request[Any, Any, Any], state: State) -> DecisionOut:
        """The item as it stands now, and the job that carries the decision out; 409 where somebody was faster."""
        admit_patient(request, PatientId(data.patient_id))
        caller = caller_of(request)
        if caller.user is not None and data.document_id is None:
            raise RequestError(ErrorCode.REQUEST_INVALID, "A decision with a token names the item's document_id.")
        made = state.site.review.decide(PatientId(data.patient_id), data.to_decision(), caller=caller)
        return DecisionOut(item=ReviewItemOut.of(made.item), job=None if made.job is None else JobOut.of(made.job))

    @post("/accept-all", sync_to_thread=True, status_code=200, summary="Approve facts of one document together")
    def accept_all(self, data: JSONBody[AcceptAllIn], request: Request[Any, Any, Any], state: State) -> AcceptedOut:
        """All of them or none: one that was decided meanwhile, or that something contradicts, stops the rest."""
        admit_patient(request, PatientId(data.patient_id))
        accepted = state.site.review.accept_all(
            PatientId(data.patient_id), DocumentId(data.document_id), data.items, caller=caller_of(request)
        )
        return AcceptedOut(decided=accepted.decided, job=None if accepted.job is None else JobOut.of(accepted.job))
