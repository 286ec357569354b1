"""What the guideline tables promise: nobody in them, words found by index, vectors compared exactly."""

from __future__ import annotations

from arbiter_fhir.store.guideline_tables import guideline_chunks, guideline_embeddings
from tests.integration.store.conftest import StoreSite


def test_no_column_speaks_of_a_patient_or_a_document() -> None:
    for table in (guideline_chunks, guideline_embeddings):
        assert not {column.name for column in table.c} & {"patient_id", "document_id", "fact_id", "job_id"}


def test_words_have_a_full_text_index_and_vectors_have_none(site: StoreSite) -> None:
    kinds = site.admin(
        "SELECT table_name, index_name, index_type FROM information_schema.statistics"
        " WHERE table_schema = DATABASE() AND table_name LIKE 'clinical\\_guideline%%'"
    )
    assert ("clinical_guideline_chunks", "found_by_words", "FULLTEXT") in kinds
    assert "VECTOR" not in {kind for _, _, kind in kinds}


def test_a_new_row_is_not_searched_yet(site: StoreSite) -> None:
    defaults = dict(
        site.admin(
            "SELECT table_name, column_default FROM information_schema.columns WHERE table_schema = DATABASE()"
            " AND table_name LIKE 'clinical\\_guideline%%' AND column_name = 'active'"
        )
    )
    assert defaults == {"clinical_guideline_chunks": "0", "clinical_guideline_chunk_embeddings": "0"}
