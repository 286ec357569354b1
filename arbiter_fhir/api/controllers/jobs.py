"""State of extraction jobs."""

from __future__ import annotations

from litestar import Controller, get
from litestar.datastructures import State
from litestar.params import FromPath

from arbiter_fhir.api.authentication import requires
from arbiter_fhir.api.schemas import JobOut
from arbiter_fhir.domain.tenant import JobId
from arbiter_fhir.ports.access import KeyScope

__all__ = ["JobController"]


class JobController(Controller):
    """`GET /v1/jobs/{id}`."""

    path = "/v1/jobs"
    tags = ("Documents",)
    guards = (requires(KeyScope.INGEST),)

    @get("/{job_id:int}", sync_to_thread=True, summary="One job")
    def job(self, job_id: FromPath[int], state: State) -> JobOut:
        """The job's state, with its error in words."""
        return JobOut.of(state.site.records.job(JobId(job_id)))
