"""Audit events: what happened, who did it, to which object. No values, no text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["ActorType", "AuditAction", "AuditEvent"]


class ActorType(StrEnum):
    """Who acted."""

    WORKER = "worker"
    WATCH = "watch"
    API_KEY = "api_key"
    USER = "user"  # of OpenEMR, through the module
    REVIEWER = "reviewer"
    OPERATOR = "operator"


class AuditAction(StrEnum):
    """Audited actions (seed names where the seed has them)."""

    INGEST_COMPLETED = "job.ingest.completed"
    INGEST_FAILED = "job.ingest.failed"
    QUERY_COMPLETED = "job.query.completed"
    QUERY_REJECTED = "job.query.rejected"
    FACTS_READ = "facts.read"
    PROMOTED = "chart.promoted"
    RETRACTED = "document.retracted"
    ACCESS_DENIED = "access.denied"
    REVIEW_DECIDED = "review.decided"
    REVIEW_OPENED = "review.opened"
    AUTOMATION_CHANGED = "automation.changed"
    SOURCE_OPENED = "source.opened"
    JOB_RETRIED = "job.retried"


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One audit row.

    Attributes:
        patient_ref: ``patient:<hmac>``, never a patient id or name; ``None`` where no patient is concerned.
        detail: Counts, ids, codes; JSON-ready.
    """

    action: AuditAction
    actor_type: ActorType
    actor: str
    patient_ref: str | None
    detail: Mapping[str, object] = field(default_factory=dict)
