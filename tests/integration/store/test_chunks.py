"""Text windows with their vectors."""

from __future__ import annotations

from arbiter_fhir.domain.identity import IdentityStatus
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import MODEL, chunk, document, unit_vector


def test_windows_are_stored_with_page_offsets_text_and_vector(site: StoreSite) -> None:
    lease = site.claimed()
    with site.work().begin(lease) as unit:
        unit.save_chunks(job=lease.job, chunks=[chunk(1), chunk(2)], model_id=MODEL, active=True)
        unit.save_chunks(job=lease.job, chunks=[], model_id=MODEL, active=True)
    rows = site.admin(
        "SELECT patient_id, document_id, page, route, start_offset, end_offset, chunk_text, embedding, embedding_model"
        " FROM clinical_document_chunks ORDER BY id"
    )
    assert rows == [(7, 100, 1, "native", 0, 20, "[PERSON_1] Hemoglobin", unit_vector(seed), MODEL) for seed in (1, 2)]


def test_windows_of_a_document_whose_identity_is_not_open_are_inactive(site: StoreSite) -> None:
    site.ingest(document(100), [], status=IdentityStatus.MISMATCH)
    assert site.number("clinical_document_chunks", "active = 0") == 1
