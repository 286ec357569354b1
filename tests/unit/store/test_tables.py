"""The tables keep the house rules on keys."""

from __future__ import annotations

import pytest
from sqlalchemy import Table, UniqueConstraint

from arbiter_fhir.store.columns import UtcDateTime, Vector
from arbiter_fhir.store.tables import TENANT, fact_embeddings, facts, jobs, promotions

PATIENT_TABLES = [table for table in TENANT.tables.values() if "patient_id" in table.c]


@pytest.mark.parametrize("table", PATIENT_TABLES, ids=str)
def test_a_patients_rows_are_found_by_patient(table: Table) -> None:
    """Never null, and first in the clustering key or in an index; jobs and the watch are worked through by document."""
    assert not table.c.patient_id.nullable
    leading = [next(iter(table.primary_key.columns)).name]
    leading += [next(iter(index.columns)).name for index in table.indexes]
    assert "patient_id" in leading or table.name == "watch_documents"


@pytest.mark.parametrize("table", list(TENANT.tables.values()), ids=str)
def test_no_index_holds_a_vector(table: Table) -> None:
    vectors = {column.name for column in table.c if isinstance(column.type, Vector)}
    indexed = {column.name for index in table.indexes for column in index.columns}
    assert not vectors & indexed
    assert all(not table.c[name].nullable for name in vectors)


@pytest.mark.parametrize("table", list(TENANT.tables.values()), ids=str)
def test_times_know_their_zone(table: Table) -> None:
    for column in table.c:
        if column.name.endswith("_at") or column.name.endswith("_until"):
            assert isinstance(column.type, UtcDateTime)


def unique(table: Table) -> set[tuple[str, ...]]:
    return {
        tuple(column.name for column in constraint.columns)
        for constraint in table.constraints
        if isinstance(constraint, UniqueConstraint)
    }


def test_uniqueness_does_the_deduplication() -> None:
    assert ("document_id", "patient_id", "content_hash", "doc_type") in unique(jobs)
    assert ("active_document_id", "fact_fingerprint") in unique(facts)
    assert ("fact_id", "promoted_table") in unique(promotions)
    assert ("patient_id", "active_fingerprint", "promoted_table") in unique(promotions)


def test_vectors_are_clustered_by_patient() -> None:
    assert [column.name for column in fact_embeddings.primary_key.columns] == ["patient_id", "fact_id"]
