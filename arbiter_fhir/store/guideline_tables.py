"""The guideline corpus as it is searched: chunks with their words, and their vectors.

They speak of nobody, so nothing here has a patient. They stand in each tenant's schema, because rights are given table
by table there and a corpus may hold a clinic's own notes. Versions stand beside each other while a new one is built;
`active` marks the one that is searched, and what is not is deleted after the switch.

There is no vector index: below some 20,000 chunks an exact scan is as fast and misses nothing (performance notes,
B6.4).
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Index, PrimaryKeyConstraint, SmallInteger, Text, UniqueConstraint, text
from sqlalchemy.dialects.mysql import TEXT, VARCHAR

from arbiter_fhir.store.columns import NOW, UtcDateTime, Vector, code, created_at, row_id, table
from arbiter_fhir.store.tables import TENANT

__all__ = ["guideline_chunks", "guideline_embeddings"]


def _inactive_flag() -> Column[bool]:
    """`active`: set by the switch to a version, not before."""
    return Column("active", Boolean, nullable=False, server_default=text("0"))


def _terms(name: str) -> Column[str]:
    """Normalised words with blanks between them; ASCII by construction."""
    return Column(name, TEXT(charset="ascii", collation="ascii_bin"), nullable=False)


guideline_chunks = table(
    "clinical_guideline_chunks",
    TENANT,
    row_id(),
    Column("chunk_id", code(120), nullable=False),
    Column("corpus_version", code(60), nullable=False),
    Column("source_title", VARCHAR(255), nullable=False),
    Column("source_organisation", VARCHAR(120), nullable=False),
    Column("source_year", SmallInteger, nullable=False),
    Column("source_url_or_file", VARCHAR(500), nullable=False),
    Column("section", VARCHAR(255), nullable=False),
    Column("grade", VARCHAR(60), nullable=False),
    Column("topic", code(32), nullable=False),
    Column("quoted", Boolean, nullable=False),
    Column("chunk_text", Text, nullable=False),
    Column("citation_json", JSON, nullable=False),
    _terms("heading_terms"),
    _terms("body_terms"),
    Column("terms_version", code(16), nullable=False),
    _inactive_flag(),
    created_at(),
    Column("updated_at", UtcDateTime(), nullable=False, server_default=NOW),
    UniqueConstraint("corpus_version", "chunk_id", name="one_chunk_per_version"),
    Index("searched", "active", "corpus_version"),
    Index("found_by_words", "heading_terms", "body_terms", mariadb_prefix="FULLTEXT"),
)

guideline_embeddings = table(
    "clinical_guideline_chunk_embeddings",
    TENANT,
    Column("corpus_version", code(60), nullable=False),
    Column("embedding_model", code(120), nullable=False),
    Column("chunk_id", code(120), nullable=False),
    PrimaryKeyConstraint("corpus_version", "embedding_model", "chunk_id"),
    Column("embedding", Vector(), nullable=False),
    _inactive_flag(),
    created_at(),
)
