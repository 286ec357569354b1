"""Rows of guideline chunks and back; which version is searched."""

from __future__ import annotations

from arbiter_fhir.store import SqlGuidelineLibrary
from arbiter_fhir.store.guideline_rows import CHUNK_COLUMNS, indexed_to_row
from arbiter_fhir.store.guideline_tables import guideline_chunks
from tests.integration.store.conftest import StoreSite
from tests.integration.store.guideline_samples import CHUNKS, MODEL, TERMS, build


def test_a_row_has_every_column_that_is_not_the_database_s_own() -> None:
    row = indexed_to_row(CHUNKS[0], terms_version=TERMS)
    assert set(row) == {column.name for column in guideline_chunks.c} - {"id", "created_at", "updated_at"}
    assert row["active"] is False
    assert {column.name for column in CHUNK_COLUMNS} <= set(row)


def test_a_version_with_a_chunk_without_vector_has_no_model(site: StoreSite) -> None:
    library = SqlGuidelineLibrary(site.worker)
    build(library, CHUNKS)
    site.admin("DELETE FROM clinical_guideline_chunk_embeddings WHERE chunk_id = 'source.goal'")
    standing = library.standing()
    assert standing is not None
    assert (standing.chunks, standing.model_id) == (3, None)
    assert standing.terms_version == TERMS
    assert MODEL
