"""The queue of reviewers, read with the query account: what waits, what was decided, how much there is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Engine, FromClause, Select, case, func, or_, select, union

from arbiter_fhir.domain.record_view import EVERY_DOCUMENT, OpenDocuments
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.reviews import FactInReview, PartInReview, ReviewSlice
from arbiter_fhir.store.review_rows import (
    fact_is_waiting,
    facts_statement,
    is_conflict,
    part_is_waiting,
    parts_statement,
    read_fact,
    read_part,
)
from arbiter_fhir.store.review_tables import fact_reviews, identity_reviews
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import facts as facts_table
from arbiter_fhir.store.tables import identity_checks, promotions

__all__ = ["SqlReviewQueue"]

#: ``p12``: parts after check 12; ``f34``: facts after promotion 34.
_CURSOR: Final = re.compile(r"([pf])(\d{1,19})")


class SqlReviewQueue:
    """`ReviewQueue`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def documents_waiting(self) -> Sequence[DocumentId]:
        """As `ReviewQueue.documents_waiting`, ascending."""
        parts = _waiting_parts(None, EVERY_DOCUMENT).with_only_columns(
            identity_checks.c.document_id, maintain_column_froms=True
        )
        facts = _waiting_facts(None, EVERY_DOCUMENT).with_only_columns(
            facts_table.c.document_id, maintain_column_froms=True
        )
        both = union(parts.order_by(None), facts.order_by(None)).subquery()
        statement = select(both.c.document_id).order_by(both.c.document_id)
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return [DocumentId(int(row.document_id)) for row in rows]

    def waiting(
        self, patient_id: PatientId | None, documents: OpenDocuments, *, after: str | None, limit: int
    ) -> ReviewSlice:
        """As `ReviewQueue.waiting`."""
        phase, last = _read_cursor(after)

        def work(connection: Connection) -> ReviewSlice:
            parts: list[PartInReview] = []
            facts: list[FactInReview] = []
            newest = last
            if phase == "p":
                statement = _waiting_parts(patient_id, documents).where(identity_checks.c.id > last)
                rows = connection.execute(statement.limit(limit + 1)).all()
                parts = [read_part(connection, row) for row in rows[:limit]]
                if len(rows) > limit:
                    return ReviewSlice(parts, facts, f"p{parts[-1].check_id}")
                newest = 0
            room = limit - len(parts)
            statement = _waiting_facts(patient_id, documents).where(promotions.c.id > newest)
            found = connection.execute(statement.limit(room + 1)).all()
            facts = [read_fact(connection, row) for row in found[:room]]
            if len(found) > room:
                return ReviewSlice(parts, facts, f"f{found[room - 1].promotion_id if room else newest}")
            return ReviewSlice(parts, facts, None)

        return run_unit(self._engine, work)

    def decided(self, patient_id: PatientId, documents: OpenDocuments, *, limit: int) -> ReviewSlice:
        """As `ReviewQueue.decided`; what waits again is not among it."""
        undone = ReviewWord.UNDO.value

        def work(connection: Connection) -> ReviewSlice:
            parts = _of_open(parts_statement(patient_id), identity_checks, documents).where(
                identity_reviews.c.decision != undone
            )
            # A condition with a null in it is neither true nor false, and its negation no better.
            settled = case((fact_is_waiting(), 1), else_=0) == 0
            # The mark of an earlier decision stays on a fact until it is read again.
            told = or_(fact_reviews.c.decision != undone, facts_table.c.review_decision.is_not(None))
            facts = _of_open(facts_statement(patient_id), facts_table, documents).where(
                fact_reviews.c.decision.is_not(None), told, settled
            )
            part_rows = connection.execute(parts.order_by(identity_reviews.c.id.desc()).limit(limit)).all()
            fact_rows = connection.execute(facts.order_by(fact_reviews.c.id.desc()).limit(limit)).all()
            return ReviewSlice(
                [read_part(connection, row) for row in part_rows],
                [read_fact(connection, row) for row in fact_rows],
                None,
            )

        return run_unit(self._engine, work)

    def counts(self, patient_id: PatientId | None, documents: OpenDocuments) -> Mapping[str, int]:
        """As `ReviewQueue.counts`."""

        def work(connection: Connection) -> Mapping[str, int]:
            parts = _waiting_parts(patient_id, documents).subquery()
            conflict = case((is_conflict(), 1), else_=0).label("conflict")
            facts = _waiting_facts(patient_id, documents).add_columns(conflict).subquery()
            waiting = connection.execute(select(func.count()).select_from(parts)).scalar_one()
            total, conflicts = connection.execute(
                select(func.count(), func.coalesce(func.sum(facts.c.conflict), 0)).select_from(facts)
            ).one()
            return {"identity": int(waiting), "fact": int(total) - int(conflicts), "conflict": int(conflicts)}

        return run_unit(self._engine, work)

    def owner(self, fact_id: int) -> PatientId | None:
        """As `ReviewQueue.owner`."""
        statement = select(facts_table.c.patient_id).where(facts_table.c.id == fact_id)
        found = run_unit(self._engine, lambda connection: connection.execute(statement).scalar_one_or_none())
        return None if found is None else PatientId(int(found))

    def part(self, patient_id: PatientId, documents: OpenDocuments, check_id: int) -> PartInReview | None:
        """As `ReviewQueue.part`."""
        statement = _of_open(parts_statement(patient_id), identity_checks, documents)

        def work(connection: Connection) -> PartInReview | None:
            row = connection.execute(statement.where(identity_checks.c.id == check_id)).one_or_none()
            return None if row is None else read_part(connection, row)

        return run_unit(self._engine, work)

    def fact(self, patient_id: PatientId, documents: OpenDocuments, fact_id: int) -> FactInReview | None:
        """As `ReviewQueue.fact`."""
        statement = _of_open(facts_statement(patient_id), facts_table, documents)

        def work(connection: Connection) -> FactInReview | None:
            row = connection.execute(statement.where(facts_table.c.id == fact_id)).one_or_none()
            return None if row is None else read_fact(connection, row)

        return run_unit(self._engine, work)


def _of_open(statement: Select[Any], table: FromClause, documents: OpenDocuments) -> Select[Any]:
    """The statement, of the documents alone that the caller may see."""
    if documents.only is None:
        return statement
    return statement.where(table.c.document_id.in_(sorted(documents.only)))


def _waiting_parts(patient_id: PatientId | None, documents: OpenDocuments) -> Select[Any]:
    statement = _of_open(parts_statement(patient_id), identity_checks, documents)
    return statement.where(part_is_waiting()).order_by(identity_checks.c.id)


def _waiting_facts(patient_id: PatientId | None, documents: OpenDocuments) -> Select[Any]:
    statement = _of_open(facts_statement(patient_id), facts_table, documents)
    statement = statement.add_columns(promotions.c.id.label("promotion_id"))
    if patient_id is not None:
        statement = statement.where(promotions.c.patient_id == patient_id)
    return statement.where(fact_is_waiting()).order_by(promotions.c.id)


def _read_cursor(after: str | None) -> tuple[str, int]:
    if after is None:
        return "p", 0
    match = _CURSOR.fullmatch(after)
    if match is None:
        raise ValueError("no cursor of this queue")
    return match[1], int(match[2])
