"""Versions of the corpus on the real database: built beside each other, switched at once, removed afterwards."""

from __future__ import annotations

from dataclasses import replace

import pymysql
import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.ports.guidelines import GuidelineStanding
from arbiter_fhir.store import AccountRole, SqlGuidelineLibrary
from tests.integration.store.conftest import StoreSite
from tests.integration.store.guideline_samples import CHUNKS, MODEL, TERMS, build, indexed
from tests.integration.store.samples import unit_vector


@pytest.fixture
def library(site: StoreSite) -> SqlGuidelineLibrary:
    return SqlGuidelineLibrary(site.worker)


def test_what_is_saved_comes_back_by_id(library: SqlGuidelineLibrary) -> None:
    library.save_chunks("v1", CHUNKS, terms_version=TERMS)
    assert library.contents("v1") == sorted(CHUNKS, key=lambda each: each.chunk.chunk_id)
    assert library.contents("v2") == []
    assert library.standing() is None


def test_the_citation_is_stored_in_its_shape(site: StoreSite, library: SqlGuidelineLibrary) -> None:
    library.save_chunks("v1", CHUNKS[:1], terms_version=TERMS)
    ((source, section, chunk),) = site.admin(
        "SELECT JSON_VALUE(citation_json, '$.source_type'), JSON_VALUE(citation_json, '$.page_or_section'),"
        " JSON_VALUE(citation_json, '$.field_or_chunk_id') FROM clinical_guideline_chunks"
    )
    assert (source, section, chunk) == ("guideline", "Goals", "source.goal")


def test_a_switch_makes_a_version_the_one_that_is_searched(library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    assert library.standing() == GuidelineStanding("v1", TERMS, 3, MODEL)


def test_without_all_vectors_there_is_no_switch(library: SqlGuidelineLibrary) -> None:
    library.save_chunks("v1", CHUNKS, terms_version=TERMS)
    library.save_vectors("v1", [("source.goal", unit_vector(1))], model_id=MODEL)
    assert [chunk.chunk_id for chunk in library.without_vector("v1", model_id=MODEL)] == [
        "source.frequency",
        "source.zoster",
    ]
    for version in ("v1", "nowhere"):
        with pytest.raises(StoreError) as caught:
            library.switch(version, model_id=MODEL)
        assert caught.value.code is ErrorCode.STORE_CONFLICT
    assert library.standing() is None


def test_saving_again_changes_nothing(site: StoreSite, library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    before = site.admin("SELECT id, chunk_id, active, updated_at FROM clinical_guideline_chunks ORDER BY id")
    build(library, CHUNKS)
    assert site.admin("SELECT id, chunk_id, active, updated_at FROM clinical_guideline_chunks ORDER BY id") == before
    assert site.number("clinical_guideline_chunk_embeddings") == 3


def test_a_version_in_use_keeps_its_texts(library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    other = replace(CHUNKS[0], chunk=replace(CHUNKS[0].chunk, text=DeidentifiedText("below 8 %", DEID_SEAL)))
    for changed in ([other, *CHUNKS[1:]], CHUNKS[1:], [*CHUNKS, indexed("extra", "hba1c")]):
        with pytest.raises(StoreError) as caught:
            library.save_chunks("v1", changed, terms_version=TERMS)
        assert caught.value.code is ErrorCode.STORE_CONFLICT
        assert "new version" in caught.value.message
    assert library.contents("v1") == sorted(CHUNKS, key=lambda each: each.chunk.chunk_id)


def test_terms_of_a_version_in_use_are_renewed_in_place(library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    renewed = [replace(each, body_terms=(*each.body_terms, "more")) for each in CHUNKS]
    library.save_chunks("v1", renewed, terms_version="terms-2")
    assert library.contents("v1") == sorted(renewed, key=lambda each: each.chunk.chunk_id)
    assert library.standing() == GuidelineStanding("v1", "terms-2", 3, MODEL)


def test_an_unfinished_version_may_be_begun_anew(library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    library.save_chunks("v2", [indexed("a", "hba1c", version="v2")], terms_version=TERMS)
    library.save_vectors("v2", [("source.a", unit_vector(1))], model_id=MODEL)
    library.save_chunks("v2", [indexed("b", "zoster", version="v2")], terms_version=TERMS)
    assert [each.chunk.chunk_id for each in library.contents("v2")] == ["source.b"]
    assert [chunk.chunk_id for chunk in library.without_vector("v2", model_id=MODEL)] == ["source.b"]
    assert library.standing() == GuidelineStanding("v1", TERMS, 3, MODEL)


def test_versions_stand_beside_each_other_until_the_old_one_is_removed(
    site: StoreSite, library: SqlGuidelineLibrary
) -> None:
    build(library, CHUNKS)
    build(library, [indexed("only", "hba1c", version="v2")], version="v2")
    assert site.number("clinical_guideline_chunks") == 4
    assert library.remove_others("v2", model_id=MODEL) == 6
    assert library.contents("v1") == []
    assert library.standing() == GuidelineStanding("v2", TERMS, 1, MODEL)
    assert library.remove_others("v2", model_id=MODEL) == 0


def test_what_is_searched_is_never_removed(library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    assert library.remove_others("v2", model_id="other@1") == 0
    assert library.standing() == GuidelineStanding("v1", TERMS, 3, MODEL)


def test_another_model_takes_over_a_version_at_once(site: StoreSite, library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    vectors = [(each.chunk.chunk_id, unit_vector(9)) for each in CHUNKS]
    library.save_vectors("v1", vectors[:2], model_id="bge@1")
    assert library.standing() == GuidelineStanding("v1", TERMS, 3, MODEL)
    library.save_vectors("v1", vectors, model_id="bge@1")
    library.switch("v1", model_id="bge@1")
    assert library.standing() == GuidelineStanding("v1", TERMS, 3, "bge@1")
    assert library.remove_others("v1", model_id="bge@1") == 3
    assert site.number("clinical_guideline_chunk_embeddings", "active = 1") == 3


def test_the_query_account_only_reads(site: StoreSite, library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    with site.raw(AccountRole.QUERY) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM clinical_guideline_chunks")
        assert cursor.fetchone() == (3,)
        for statement in (
            "UPDATE clinical_guideline_chunks SET active = 0",
            "DELETE FROM clinical_guideline_chunks",
            "DELETE FROM clinical_guideline_chunk_embeddings",
            "INSERT INTO clinical_guideline_chunk_embeddings (chunk_id) VALUES ('x')",
        ):
            with pytest.raises(pymysql.err.OperationalError) as caught:
                cursor.execute(statement)
            assert caught.value.args[0] in {1142, 1143}


def test_the_worker_cannot_change_a_text(site: StoreSite, library: SqlGuidelineLibrary) -> None:
    build(library, CHUNKS)
    with site.raw(AccountRole.WORKER) as connection, connection.cursor() as cursor:
        with pytest.raises(pymysql.err.OperationalError) as caught:
            cursor.execute("UPDATE clinical_guideline_chunks SET chunk_text = 'x'")
        assert caught.value.args[0] in {1142, 1143}


@pytest.mark.parametrize("role", [AccountRole.REID, AccountRole.AUDITOR])
def test_other_accounts_see_nothing_of_it(site: StoreSite, role: AccountRole) -> None:
    with site.raw(role) as connection, connection.cursor() as cursor:
        with pytest.raises(pymysql.err.OperationalError) as caught:
            cursor.execute("SELECT COUNT(*) FROM clinical_guideline_chunks")
        assert caught.value.args[0] == 1142
