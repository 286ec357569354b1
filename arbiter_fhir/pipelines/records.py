"""Reading what is stored, and changing what an administrator may change: jobs, facts, mappings, health."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.audit import AuditAction, AuditEvent
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import JobId, PatientId
from arbiter_fhir.errors import ArbiterError, ErrorCode, RequestError
from arbiter_fhir.pipelines.warmup import Warmth
from arbiter_fhir.ports.access import Caller, KeyScope
from arbiter_fhir.ports.records import ChartRowRecord
from arbiter_fhir.ports.stores import AuditLog, FactRecord, JobQueue, MappingStore, PartRecord, PatientEvidence
from arbiter_fhir.telemetry import PatientReference

__all__ = ["Readiness", "RecordsPipeline"]

#: A worker that has not been heard of for longer is not running (seed: freshness_threshold_seconds).
FRESH_SECONDS = 120.0
#: Name of the database product and the version with VECTOR columns that the schema needs.
REQUIRED_VERSION = "11.8"


@dataclass(frozen=True, slots=True)
class Readiness:
    """What `/meta/health/readyz` says, in the seed's shape."""

    ready: bool
    checks: Mapping[str, bool]
    components: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """JSON-ready."""
        return {
            "status": "ready" if self.ready else "error",
            "checks": dict(self.checks),
            "components": dict(self.components),
        }


class RecordsPipeline:
    """Reads for the API and the command line; every read of facts is audited."""

    def __init__(
        self,
        *,
        queue: JobQueue,
        mappings: MappingStore,
        evidence: PatientEvidence,
        audit: AuditLog,
        patient_reference: PatientReference,
        database_version: Callable[[], str],
        warmth: Callable[[], Warmth] = lambda: Warmth.COLD,
    ) -> None:
        self._queue = queue
        self._mappings = mappings
        self._evidence = evidence
        self._audit = audit
        self._patient_reference = patient_reference
        self._database_version = database_version
        self._warmth = warmth

    def job(self, job_id: JobId) -> Job:
        """One job.

        Raises:
            RequestError: There is none with this id at this site.
        """
        found = self._queue.get(job_id)
        if found is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is no job with this id.")
        return found

    def facts(self, view: RecordView, *, caller: Caller) -> tuple[Sequence[FactRecord], Sequence[FactRecord]]:
        """Active facts, and facts that wait for a person."""
        active = self._evidence.active_facts(view)
        review = self._evidence.review_facts(view)
        self._audit.append(
            AuditEvent(
                AuditAction.FACTS_READ,
                caller.actor_type,
                caller.key_id,
                self._patient_reference.of(view.patient_id),
                {"facts": len(active), "needs_review": len(review)},
            )
        )
        return active, review

    def divided_documents(self, view: RecordView) -> Sequence[PartRecord]:
        """The parts of documents that hold several, with the identity decision on each."""
        return self._evidence.divided_documents(view)

    def chart_rows(self, view: RecordView) -> Sequence[ChartRowRecord]:
        """The chart rows that facts of this patient stand in, each with all its sources; ids and pages only."""
        return self._evidence.chart_rows(view)

    def mappings(self) -> Mapping[int, DocType]:
        """Active mappings: category id to document type."""
        return self._mappings.active()

    def put_mapping(self, category_id: int, doc_type: DocType, *, active: bool) -> None:
        """Map or unmap one category."""
        self._mappings.put(category_id, doc_type, active=active)

    def note_denial(
        self, caller: Caller, *, scope: KeyScope | None = None, patient_id: PatientId | None = None, kind: str = ""
    ) -> None:
        """Audit a refused call.

        Args:
            caller: Who called.
            scope: The scope that is not held.
            patient_id: The patient who is not the caller's.
            kind: What was asked for by its id alone, and is not the caller's to see or is not there.
        """
        detail = {"scope": scope.value} if scope else {"asked_for": kind or ("patient" if patient_id else "site")}
        reference = None if patient_id is None else self._patient_reference.of(patient_id)
        self._audit.append(AuditEvent(AuditAction.ACCESS_DENIED, caller.actor_type, caller.key_id, reference, detail))

    def readiness(self) -> Readiness:
        """Whether questions can be answered and documents are being read."""
        try:
            version = self._database_version()
            health = self._queue.health()
        except ArbiterError as error:
            return Readiness(
                ready=False,
                checks={"database": False, "worker": False, "queue": False},
                components={"arbiter_runtime": {"error_code": error.code.value}},
            )
        age = health.newest_heartbeat_age_seconds
        fresh = age is not None and age <= FRESH_SECONDS
        database = _at_least(version, REQUIRED_VERSION)
        warmth = self._warmth()
        checks = {
            "database": database,
            "worker": fresh,
            "queue": health.stale_running == 0,
            "questions": warmth is not Warmth.WARMING,
        }
        components: dict[str, object] = {
            "arbiter_runtime": {
                "mariadb": {
                    "healthy": database,
                    "required_version": REQUIRED_VERSION,
                    "version": version,
                    "vector_expected": True,
                },
                "worker": {
                    "healthy": fresh,
                    "worker": "intake-extractor",
                    "status": "running" if fresh else "unknown",
                    "fresh": fresh,
                    "freshness_threshold_seconds": FRESH_SECONDS,
                    "last_heartbeat_age_seconds": age,
                },
                "queue": {
                    "healthy": health.stale_running == 0,
                    "pending": health.pending,
                    "running": health.running,
                    "stale_running": health.stale_running,
                },
                "questions": {"healthy": checks["questions"], "status": warmth.value},
            }
        }
        return Readiness(ready=all(checks.values()), checks=checks, components=components)


def _at_least(version: str, required: str) -> bool:
    """Compare the first two numbers of MariaDB versions such as ``11.8.9-MariaDB``."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return found is not None and [int(part) for part in found.groups()] >= [int(part) for part in required.split(".")]
