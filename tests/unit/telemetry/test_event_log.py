"""Logs cannot carry PHI: unknown keys and prose are dropped, libraries are heard by name only."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from arbiter_fhir.telemetry import configure_logging, log_event


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    target = io.StringIO()
    configure_logging(stream=target)
    yield target
    configure_logging(silent=True)


def last(stream: io.StringIO) -> dict[str, object]:
    event: dict[str, object] = json.loads(stream.getvalue().splitlines()[-1])
    return event


def test_allowed_fields_are_written(stream: io.StringIO) -> None:
    log_event("job.finished", job_id=7, doc_type="lab_pdf", latency_ms=12)
    assert last(stream) | {"timestamp": ""} == {
        "event": "job.finished",
        "job_id": 7,
        "doc_type": "lab_pdf",
        "latency_ms": 12,
        "timestamp": "",
    }


def test_a_forbidden_key_is_dropped_and_counted(stream: io.StringIO) -> None:
    log_event("job.finished", patient_name="Ruth Canary", job_id=7)
    assert "Canary" not in stream.getvalue()
    assert last(stream)["dropped_fields_count"] == 1


@pytest.mark.parametrize("prose", ["Ruth Canary", "A1c was 8.1 %", "x" * 81, "line\nbreak"])
def test_prose_in_an_allowed_field_is_dropped(stream: io.StringIO, prose: str) -> None:
    log_event("job.failed", error_code=prose)
    assert "error_code" not in last(stream)


def test_a_library_is_heard_by_name_and_level_only(stream: io.StringIO) -> None:
    try:
        raise ValueError("Duplicate entry 'Ruth Canary'")
    except ValueError:
        logging.getLogger("some.library").exception("while reading Ruth Canary")
    assert "Canary" not in stream.getvalue()
    assert last(stream) == {"event": "library.error", "logger": "some.library", "exception_class": "ValueError"}
