"""The guideline search on the real database, as the query account."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from unittest import mock

import pytest

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.ports.guidelines import GuidelinePool
from arbiter_fhir.store import SqlGuidelineIndex, SqlGuidelineLibrary
from arbiter_fhir.store import guidelines as module
from arbiter_fhir.store.guidelines import nearest_guidelines, worded_guidelines
from arbiter_fhir.store.session import transaction
from tests.integration.store.conftest import StoreSite
from tests.integration.store.guideline_samples import CHUNKS, MODEL, TERMS, build, indexed
from tests.integration.store.samples import unit_vector


@pytest.fixture
def library(site: StoreSite) -> SqlGuidelineLibrary:
    library = SqlGuidelineLibrary(site.worker)
    build(library, CHUNKS)
    return library


@pytest.fixture
def index(site: StoreSite, library: SqlGuidelineLibrary) -> SqlGuidelineIndex:
    assert library.standing() is not None
    return SqlGuidelineIndex(site.query)


def ranks(pool: GuidelinePool) -> dict[str, tuple[int | None, int | None]]:
    return {
        each.indexed.chunk.chunk_id.removeprefix("source."): (each.lexical_rank, each.dense_rank)
        for each in pool.candidates
    }


def search(index: SqlGuidelineIndex, terms: list[str], vector: bytes | None = None, **options: object) -> GuidelinePool:
    asked = {"model_id": MODEL, "limit": 30, **options}
    return index.search(terms, vector, **asked)  # type: ignore[arg-type]


def test_words_find_what_has_them_best_first(index: SqlGuidelineIndex) -> None:
    pool = search(index, ["hba1c", "target"])
    assert ranks(pool) == {"goal": (1, None), "frequency": (2, None)}
    assert pool.corpus_version == "v1"
    assert all(each.similarity is None for each in pool.candidates)


def test_vectors_find_what_is_near_and_say_how_near(index: SqlGuidelineIndex) -> None:
    pool = search(index, [], unit_vector(3), limit=1)
    assert ranks(pool) == {"zoster": (None, 1)}
    assert pool.candidates[0].similarity == pytest.approx(1.0, abs=1e-5)


def test_what_words_alone_found_is_compared_too(index: SqlGuidelineIndex) -> None:
    pool = search(index, ["target"], unit_vector(3), limit=1)
    assert ranks(pool) == {"goal": (1, None), "zoster": (None, 1)}
    assert all(each.similarity is not None for each in pool.candidates)


def test_a_chunk_comes_back_as_it_was_stored(index: SqlGuidelineIndex) -> None:
    (found,) = search(index, ["frequency"]).candidates
    assert found.indexed == CHUNKS[1]


def test_vectors_of_another_model_are_never_looked_at(index: SqlGuidelineIndex) -> None:
    pool = search(index, ["target"], unit_vector(3), model_id="other@1")
    assert ranks(pool) == {"goal": (1, None)}
    assert pool.candidates[0].similarity is None


def test_operators_of_full_text_search_are_words_of_nothing(index: SqlGuidelineIndex) -> None:
    assert search(index, ["+hba1c", '"target"', "-zoster", "a*", "'; DROP TABLE x"]).candidates == ()


def test_statistics_count_chunks_by_term(index: SqlGuidelineIndex) -> None:
    statistics = index.statistics()
    assert statistics.chunks == 3
    assert (statistics.holding["hba1c"], statistics.holding["adult"], statistics.holding["care"]) == (2, 2, 3)
    assert index.statistics() is statistics


def test_nothing_indexed_is_no_error(site: StoreSite) -> None:
    index = SqlGuidelineIndex(site.query)
    assert index.standing() is None
    assert index.statistics().chunks == 0
    assert search(index, ["hba1c"], unit_vector(1)).candidates == ()


def test_a_version_that_is_being_built_is_not_seen(index: SqlGuidelineIndex, library: SqlGuidelineLibrary) -> None:
    new = [replace(each, chunk=replace(each.chunk, corpus_version="v2")) for each in CHUNKS]
    library.save_chunks("v2", [*new, indexed("extra", "hba1c target", version="v2")], terms_version=TERMS)
    assert set(ranks(search(index, ["hba1c", "target"], unit_vector(1)))) == {"goal", "frequency", "zoster"}
    assert index.statistics().chunks == 3


def test_after_the_switch_the_new_version_is_searched(index: SqlGuidelineIndex, library: SqlGuidelineLibrary) -> None:
    assert index.statistics().chunks == 3
    build(library, [indexed("only", "hba1c target", version="v2")], version="v2")
    pool = search(index, ["hba1c"], unit_vector(1))
    assert (pool.corpus_version, set(ranks(pool)), pool.statistics.chunks) == ("v2", {"only"}, 1)
    assert index.statistics().chunks == 1


@pytest.fixture
def between(library: SqlGuidelineLibrary) -> Iterator[list[str]]:
    """Each time that a pool was read, and before it is judged: switch to the next version in the list."""
    versions: list[str] = []
    real = SqlGuidelineIndex._pool

    def read(self: SqlGuidelineIndex, *args: object, **options: object) -> GuidelinePool:
        pool = real(self, *args, **options)  # type: ignore[arg-type]
        if versions:
            version = versions.pop(0)
            thread = threading.Thread(
                target=build,
                args=(library, [indexed("other", "hba1c", version=version)]),
                kwargs={"version": version},
            )
            thread.start()
            thread.join()
        return pool

    with mock.patch.object(SqlGuidelineIndex, "_pool", read):
        yield versions


def test_a_search_overtaken_by_a_switch_looks_again(index: SqlGuidelineIndex, between: list[str]) -> None:
    between.append("v2")
    pool = search(index, ["hba1c"])
    assert (pool.corpus_version, set(ranks(pool))) == ("v2", {"other"})


def test_a_corpus_that_changes_without_an_end_is_told(index: SqlGuidelineIndex, between: list[str]) -> None:
    between += [f"w{number}" for number in range(100)]
    with mock.patch.object(module, "LOOKS", 2), pytest.raises(StoreError) as caught:
        search(index, ["hba1c"])
    assert (caught.value.code, caught.value.retryable) == (ErrorCode.STORE_CONFLICT, True)


def test_the_plan_reads_words_from_the_full_text_index_and_vectors_exactly(
    site: StoreSite, index: SqlGuidelineIndex
) -> None:
    assert index.standing() is not None
    plans = {}
    for name, statement in (
        ("words", worded_guidelines("v1", ["hba1c"], limit=30)),
        ("vectors", nearest_guidelines("v1", unit_vector(1), model_id=MODEL, limit=30)),
    ):
        with transaction(site.query) as connection:
            compiled = statement.compile(connection, compile_kwargs={"render_postcompile": True})
            rows = connection.exec_driver_sql(f"EXPLAIN {compiled}", dict(compiled.params)).mappings().all()
        plans[name] = rows[0]
    assert plans["words"]["key"] == "found_by_words"
    assert plans["vectors"]["key"] == "PRIMARY"
