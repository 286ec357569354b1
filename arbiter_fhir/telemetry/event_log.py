"""Structured events: one JSON object a line on standard error, allow-listed keys only."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import TextIO

import structlog

__all__ = ["ALLOWED_FIELDS", "configure_logging", "log_event"]

#: Keys that an event may carry. The first block is the seed's list (SensitiveLogPolicy), the second is ours.
ALLOWED_FIELDS = frozenset(
    {
        "job_id",
        "patient_ref",
        "document_id",
        "doc_type",
        "worker",
        "status",
        "facts_extracted_count",
        "facts_promoted_count",
        "facts_needing_review_count",
        "citation_count",
        "source_ids",
        "latency_ms",
        "model",
        "input_tokens",
        "output_tokens",
        "estimated_cost",
        "error_code",
        # ours
        "attempt",
        "change",
        "dropped_count",
        "enqueued_count",
        "exception_class",
        "host",
        "identity_status",
        "page_count",
        "port",
        "request_id",
        "retracted_count",
        "retry_in_seconds",
        "route",
        "site",
        "sqlstate",
        "stage",
        "version",
    }
)

# A value is an id, a count, a code or a short list of them: no spaces, so no sentence can ride along.
_SAFE_TEXT = re.compile(r"[A-Za-z0-9_.:+@\-\[\]]{1,80}")

_logger = structlog.get_logger("arbiter_fhir")


def configure_logging(*, stream: TextIO | None = None, silent: bool = False) -> None:
    """Send events to ``stream`` (standard error by default) and silence every other logger's text.

    Libraries log what they work on (SQL parameters, document text); their records are dropped below the root logger
    except for their level and name.
    """
    target = stream or sys.stderr
    logging.getLogger().handlers[:] = [_NameOnlyHandler(target)] if not silent else [logging.NullHandler()]
    logging.getLogger().setLevel(logging.WARNING)
    structlog.configure(
        processors=[structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.JSONRenderer()],
        logger_factory=structlog.PrintLoggerFactory(target) if not silent else structlog.ReturnLoggerFactory(),
        cache_logger_on_first_use=False,
    )


def log_event(event: str, **fields: object) -> None:
    """Write one event. Fields that are not allow-listed, or that look like prose, are dropped and counted.

    Args:
        event: Stable dotted name such as ``job.finished``, a literal of ours.
        fields: Allow-listed keys with ids, counts, codes or lists of them.
    """
    kept = {key: value for key, value in fields.items() if key in ALLOWED_FIELDS and _is_safe(value)}
    dropped = len(fields) - len(kept)
    _logger.info(event, **kept, **({"dropped_fields_count": dropped} if dropped else {}))


def _is_safe(value: object) -> bool:
    if value is None or isinstance(value, bool | int | float):
        return True
    if isinstance(value, str):
        return bool(_SAFE_TEXT.fullmatch(value))
    if isinstance(value, list | tuple):
        return all(_is_safe(item) for item in value)
    return False


class _NameOnlyHandler(logging.StreamHandler[TextIO]):
    """Says that a library logged something, and nothing of what it said."""

    def emit(self, record: logging.LogRecord) -> None:
        exception = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        event = {"event": f"library.{record.levelname.lower()}", "logger": record.name, "exception_class": exception}
        self.stream.write(json.dumps(event) + "\n")
