"""Questions about one patient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Controller, Request, post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.response import ServerSentEvent

from arbiter_fhir.api.answer_stream import stream_answer
from arbiter_fhir.api.authentication import admit_patient, caller_of, requires, view_of
from arbiter_fhir.api.schemas import AnswerOut, QuestionIn
from arbiter_fhir.domain.query_progress import QueryProgress
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.pipelines.query_trail import unobserved
from arbiter_fhir.ports.access import KeyScope

__all__ = ["QueryController"]


class QueryController(Controller):
    """`POST /v1/queries`. Without a model an answer takes well under a second, so it is the response itself."""

    path = "/v1/queries"
    tags = ("Questions",)
    guards = (requires(KeyScope.QUERY),)

    @post("/", sync_to_thread=True, status_code=200, summary="Ask about one patient")
    def ask(self, data: JSONBody[QuestionIn], request: Request[Any, Any, Any], state: State) -> AnswerOut:
        """A cited answer in four sections, or a refusal with its reason."""
        return _asking(data, request, state)(unobserved)

    @post(
        "/stream",
        sync_to_thread=True,
        status_code=200,
        summary="Ask about one patient and follow the stages",
        description="Server-sent events: routed, evidence, drafting, validating, rewording where a model is asked, then"
        " done with the same body as the plain answer, or error with code and detail.",
    )
    def ask_and_follow(
        self, data: JSONBody[QuestionIn], request: Request[Any, Any, Any], state: State
    ) -> ServerSentEvent:
        """The stages of the answer as they are reached, at last the answer."""
        return ServerSentEvent(stream_answer(_asking(data, request, state)))


def _asking(
    data: QuestionIn, request: Request[Any, Any, Any], state: State
) -> Callable[[Callable[[QueryProgress], None]], AnswerOut]:
    """The question, ready to be asked: its patient is known.

    Raises:
        RequestError: There is no such patient, or the caller's token is for another one.
    """
    query = state.site.query
    if caller_of(request).user is not None:
        # Before anything is looked up: whether somebody exists is nothing that a token for another patient can ask.
        if data.patient_id is None:
            raise RequestError(ErrorCode.REQUEST_FORBIDDEN, "With a token the patient is named by patient_id.")
        admit_patient(request, PatientId(data.patient_id))
    patient_id = query.resolve_patient(
        patient_id=PatientId(data.patient_id) if data.patient_id else None, external_id=data.patient_external_id
    )
    caller, view = caller_of(request).key_id, view_of(request, patient_id)

    def ask(observe: Callable[[QueryProgress], None]) -> AnswerOut:
        request_id, answer = query.ask(view, data.question, caller=caller, follows=data.follows, observe=observe)
        return AnswerOut.of(answer, request_id)

    return ask
