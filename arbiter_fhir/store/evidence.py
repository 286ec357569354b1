"""A patient's evidence, read with the query account.

Every statement names the view's patient in every table that has one and the documents that may be seen (`seen`), and
passes the same gate: the identity check opened the
document, its job succeeded and was not retracted, and the watch has not seen the document deleted or moved away, even
where the withdrawal that follows is still on its way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Engine, FromClause, Select, and_, func, select

from arbiter_fhir.domain.document import PartKind
from arbiter_fhir.domain.evidence import UnreadDocument
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import WORST_FIRST, IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.evidence import Neighbour, ReadDocument, TextPassage
from arbiter_fhir.ports.records import ChartRowRecord, FactRecord, PartRecord
from arbiter_fhir.store.chart_rows import group_by_row, speaking
from arbiter_fhir.store.evidence_documents import (
    OPEN_STATUSES,
    is_read,
    passage_from_row,
    passages_statement,
    read_document_from_row,
    read_documents_statement,
    seen,
    still_there,
    unread_documents_statement,
    unread_from_rows,
    with_watch,
)
from arbiter_fhir.store.identity_checks import PART_COLUMNS, part_from_row
from arbiter_fhir.store.row_codecs import fact_from_row
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import fact_embeddings, facts, identity_checks, jobs, promotions
from arbiter_fhir.store.vector import cosine_distance

__all__ = ["SqlPatientEvidence"]

_WORST_FIRST: Final = tuple(status.value for status in WORST_FIRST)
_EVIDENCE: Final = (Certainty.VERIFIED.value, Certainty.DOCUMENT_FACT.value)


class SqlPatientEvidence:
    """`PatientEvidence` with the query account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def active_facts(self, view: RecordView) -> Sequence[FactRecord]:
        """As `PatientEvidence.active_facts`, oldest first."""
        statement = _gated(select(facts), facts, view).where(facts.c.active, facts.c.certainty.in_(_EVIDENCE))
        return self._facts(statement)

    def review_facts(self, view: RecordView) -> Sequence[FactRecord]:
        """As `PatientEvidence.review_facts`, oldest first; active or not, because a person decides about them."""
        rejected = func.coalesce(facts.c.review_decision, "") == ReviewWord.REJECT.value
        statement = _gated(select(facts), facts, view).where(
            facts.c.certainty == Certainty.NEEDS_REVIEW.value, ~rejected
        )
        return self._facts(statement)

    def chart_rows(self, view: RecordView) -> Sequence[ChartRowRecord]:
        """As `PatientEvidence.chart_rows`."""
        statement = speaking(seen(promotions, view), still_there(view.patient_id)).select_from(
            with_watch(promotions, promotions)
        )
        return group_by_row(run_unit(self._engine, lambda connection: connection.execute(statement).all()))

    def nearest(self, view: RecordView, vector: bytes, *, model_id: str, limit: int) -> Sequence[Neighbour]:
        """As `PatientEvidence.nearest`, nearest first.

        Raises:
            ValueError: The vector has the wrong length.
        """
        statement = nearest_statement(view, vector, model_id=model_id, limit=limit)
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return [Neighbour(fact_from_row(row), float(row.distance)) for row in rows]

    def vector_models(self, view: RecordView) -> Mapping[str, int]:
        """As `PatientEvidence.vector_models`."""
        columns = fact_embeddings.c
        statement = (
            select(columns.embedding_model, func.count().label("vectors"))
            .where(seen(fact_embeddings, view), columns.active)
            .group_by(columns.embedding_model)
        )
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return {row.embedding_model: row.vectors for row in rows}

    def passages(
        self,
        view: RecordView,
        *,
        vector: bytes | None = None,
        model_id: str = "",
        documents: Sequence[DocumentId] = (),
        limit: int,
    ) -> Sequence[TextPassage]:
        """As `PatientEvidence.passages`.

        Raises:
            ValueError: The vector has the wrong length.
        """
        statement = passages_statement(view, vector=vector, model_id=model_id, documents=documents, limit=limit)
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return [passage_from_row(row) for row in rows]

    def read_documents(self, view: RecordView) -> Sequence[ReadDocument]:
        """As `PatientEvidence.read_documents`; of a document with several jobs, the newest."""
        statement = read_documents_statement(view)
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return list({row.document_id: read_document_from_row(row) for row in rows}.values())

    def unread_documents(self, view: RecordView) -> Sequence[UnreadDocument]:
        """As `PatientEvidence.unread_documents`."""
        statement = unread_documents_statement(view)
        return unread_from_rows(run_unit(self._engine, lambda connection: connection.execute(statement).all()))

    def identity_counts(self, view: RecordView) -> Mapping[IdentityStatus, int]:
        """As `PatientEvidence.identity_counts`."""
        worst = func.min(func.field(identity_checks.c.identity_status, *_WORST_FIRST))
        statement = (
            select(worst.label("rank"))
            .join(jobs, and_(jobs.c.id == identity_checks.c.job_id, jobs.c.patient_id == view.patient_id))
            .where(
                seen(identity_checks, view),
                identity_checks.c.active,
                jobs.c.status != JobStatus.RETRACTED.value,
            )
            .group_by(identity_checks.c.document_id)
        )
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return Counter(WORST_FIRST[row.rank - 1] for row in rows)

    def divided_documents(self, view: RecordView) -> Sequence[PartRecord]:
        """As `PatientEvidence.divided_documents`."""
        statement = (
            select(*PART_COLUMNS)
            .join(jobs, and_(jobs.c.id == identity_checks.c.job_id, jobs.c.patient_id == view.patient_id))
            .where(
                seen(identity_checks, view),
                identity_checks.c.active,
                identity_checks.c.part_kind != PartKind.WHOLE.value,
                jobs.c.status != JobStatus.RETRACTED.value,
            )
            .order_by(identity_checks.c.document_id, identity_checks.c.part_number)
        )
        return [part_from_row(row) for row in run_unit(self._engine, lambda db: db.execute(statement).all())]

    def documents_active(self, view: RecordView, document_ids: Sequence[DocumentId]) -> set[DocumentId]:
        """As `PatientEvidence.documents_active`."""
        if not document_ids:
            return set()
        statement = (
            select(jobs.c.document_id)
            .distinct()
            .select_from(with_watch(jobs, jobs))
            .where(
                seen(jobs, view),
                jobs.c.document_id.in_(list(document_ids)),
                is_read(),
                still_there(view.patient_id),
            )
        )
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return {DocumentId(row.document_id) for row in rows}

    def _facts(self, statement: Select[Any]) -> list[FactRecord]:
        ordered = statement.order_by(facts.c.id)
        rows = run_unit(self._engine, lambda connection: connection.execute(ordered).all())
        return [fact_from_row(row) for row in rows]


def nearest_statement(view: RecordView, vector: bytes, *, model_id: str, limit: int) -> Select[Any]:
    """Active facts of this patient by exact distance; a test reads its plan."""
    distance = cosine_distance(fact_embeddings.c.embedding, vector).label("distance")
    source = fact_embeddings.join(
        facts, and_(facts.c.patient_id == view.patient_id, facts.c.id == fact_embeddings.c.fact_id)
    )
    return (
        _gated(select(facts, distance), source, view)
        .with_hint(fact_embeddings, "FORCE INDEX (PRIMARY)", "mariadb")
        .where(
            seen(fact_embeddings, view),
            fact_embeddings.c.active,
            fact_embeddings.c.embedding_model == model_id,
            facts.c.active,
            facts.c.certainty.in_(_EVIDENCE),
        )
        .order_by(distance, facts.c.id)
        .limit(limit)
    )


def _gated(statement: Select[Any], source: FromClause, view: RecordView) -> Select[Any]:
    """The statement with the gate's joins and conditions.

    The join order is fixed and the facts are read by their key, so that the plan does not change with the statistics
    of a new or lopsided site.
    """
    joined = source.join(
        identity_checks,
        and_(identity_checks.c.patient_id == view.patient_id, identity_checks.c.id == facts.c.identity_check_id),
    ).join(jobs, and_(jobs.c.id == facts.c.job_id, jobs.c.patient_id == view.patient_id))
    return (
        statement.select_from(with_watch(joined, facts))
        .prefix_with("STRAIGHT_JOIN", dialect="mariadb")
        .with_hint(facts, "FORCE INDEX (PRIMARY)", "mariadb")
        .where(
            seen(facts, view),
            facts.c.retracted_at.is_(None),
            identity_checks.c.active,
            identity_checks.c.identity_status.in_(OPEN_STATUSES),
            is_read(),
            still_there(view.patient_id),
        )
    )
