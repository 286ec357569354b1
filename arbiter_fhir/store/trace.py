"""What is left of a document in our own tables: the proof that a withdrawal was complete.

Every table with a `document_id` is either counted here or named as history; a test compares both lists with the tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from sqlalchemy import ColumnElement, Engine, Table, and_, case, func, or_, select, true

from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.custody import DerivedCount
from arbiter_fhir.ports.records import ChartRowRecord, PartRecord
from arbiter_fhir.ports.stores import KnownState
from arbiter_fhir.store.chart_rows import rows_of_document
from arbiter_fhir.store.identity_checks import PART_COLUMNS, part_from_row
from arbiter_fhir.store.review_tables import fact_reviews, identity_reviews
from arbiter_fhir.store.session import transaction
from arbiter_fhir.store.tables import (
    chunks,
    document_locks,
    fact_embeddings,
    facts,
    identity_checks,
    jobs,
    phi_tokens,
    promotions,
    rejected_candidates,
    retractions,
    watch_documents,
)

__all__ = ["DERIVED", "HISTORY", "SqlDocumentTrace"]

#: Tables that hold something derived from a document, and when a row of it is still of use.
DERIVED: Final[Mapping[Table, ColumnElement[bool]]] = MappingProxyType(
    {
        jobs: jobs.c.status != JobStatus.RETRACTED.value,
        watch_documents: watch_documents.c.state == KnownState.ACTIVE.value,
        identity_checks: or_(identity_checks.c.active, identity_checks.c.key_version.is_not(None)),
        facts: or_(facts.c.active, facts.c.retracted_at.is_(None)),
        fact_embeddings: and_(fact_embeddings.c.active),
        chunks: and_(chunks.c.active),
        rejected_candidates: and_(rejected_candidates.c.active),
        promotions: and_(promotions.c.active),
        phi_tokens: true(),
    }
)

#: Tables that name documents and hold nothing that was read from them.
HISTORY: Final = frozenset({retractions, document_locks, identity_reviews, fact_reviews})


class SqlDocumentTrace:
    """`DocumentTrace` with the worker's or the query account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def chart_rows(self, document_id: DocumentId) -> Sequence[ChartRowRecord]:
        """As `DocumentTrace.chart_rows`.

        Raises:
            StoreError: The account may not look, or the database failed.
        """
        with transaction(self._engine) as connection:
            return rows_of_document(connection, document_id)

    def trace(self, document_id: DocumentId) -> Mapping[str, DerivedCount]:
        """As `DocumentTrace.trace`; all tables in one transaction.

        Raises:
            StoreError: The account may not look, or the database failed.
        """
        counts = {}
        with transaction(self._engine) as connection:
            for table, in_use in DERIVED.items():
                used = func.coalesce(func.sum(case((in_use, 1), else_=0)), 0)
                statement = select(used, func.count()).select_from(table).where(table.c.document_id == document_id)
                active, every = connection.execute(statement).one()
                counts[table.name] = DerivedCount(int(active), int(every) - int(active))
        return counts

    def parts(self, document_id: DocumentId) -> Sequence[PartRecord]:
        """As `DocumentTrace.parts`.

        Raises:
            StoreError: The account may not look, or the database failed.
        """
        statement = (
            select(*PART_COLUMNS)
            .where(identity_checks.c.document_id == document_id, identity_checks.c.active)
            .order_by(identity_checks.c.job_id, identity_checks.c.part_number)
        )
        with transaction(self._engine) as connection:
            return [part_from_row(row) for row in connection.execute(statement)]
