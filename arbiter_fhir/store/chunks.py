"""`clinical_document_chunks`: de-identified text windows with their vectors."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert

from arbiter_fhir.domain.job import Job
from arbiter_fhir.ports.records import ChunkRecord
from arbiter_fhir.store.tables import chunks

__all__ = ["save_chunks"]


def save_chunks(
    connection: Connection, *, job: Job, windows: Sequence[ChunkRecord], model_id: str, active: bool
) -> None:
    """Store text windows in order.

    Raises:
        ValueError: A vector has the wrong length.
    """
    if windows:
        connection.execute(
            insert(chunks),
            [
                {
                    "patient_id": job.patient_id,
                    "document_id": job.document_id,
                    "job_id": job.job_id,
                    "page": window.page,
                    "route": window.route,
                    "start_offset": window.start,
                    "end_offset": window.end,
                    "chunk_text": window.text.value,
                    "embedding": window.vector,
                    "embedding_model": model_id,
                    "active": active,
                }
                for window in windows
            ],
        )
