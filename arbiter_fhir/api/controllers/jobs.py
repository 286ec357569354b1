"""State of extraction jobs, and a second chance for those that failed."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from arbiter_fhir.api.authentication import admit_object, caller_of, requires
from arbiter_fhir.api.schemas import JobOut
from arbiter_fhir.domain.tenant import JobId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["JobController"]


class JobController(Controller):
    """`GET /v1/jobs/{id}` and `POST /v1/jobs/{id}/retry`."""

    path = "/v1/jobs"
    tags = ("Documents",)
    guards = (requires(KeyScope.INGEST),)

    @get("/{job_id:int}", sync_to_thread=True, summary="One job")
    def job(self, job_id: FromPath[int], request: Request[Any, Any, Any], state: State) -> JobOut:
        """The job's state, with its error in words."""
        admit_object(request, lambda: state.site.documents.document_of_job(JobId(job_id)), "job")
        return JobOut.of(state.site.records.job(JobId(job_id)))

    @post("/{job_id:int}/retry", sync_to_thread=True, status_code=200, summary="Read a document again that failed")
    def retry(self, job_id: FromPath[int], request: Request[Any, Any, Any], state: State) -> JobOut:
        """The job, pending again; 409 where it has not failed."""
        admit_object(request, lambda: state.site.documents.document_of_job(JobId(job_id)), "job")
        return JobOut.of(state.site.documents.retry(JobId(job_id), caller=caller_of(request)))
