"""Questions about one patient."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, post
from litestar.datastructures import State
from litestar.params import JSONBody

from arbiter_fhir.api.authentication import requires
from arbiter_fhir.api.schemas import AnswerOut, QuestionIn
from arbiter_fhir.domain.tenant import PatientId
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
        query = state.site.query
        patient_id = query.resolve_patient(
            patient_id=PatientId(data.patient_id) if data.patient_id else None, external_id=data.patient_external_id
        )
        request_id, answer = query.ask(patient_id, data.question, caller=request.state["caller"].key_id)
        return AnswerOut.of(answer, request_id)
