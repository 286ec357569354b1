"""The queue of reviewers, read with the query account: what waits, what was decided, how much there is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Engine, Select, case, func, select

from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.reviews import FactInReview, PartInReview, ReviewSlice
from arbiter_fhir.store.review_rows import (
    fact_in_review,
    fact_is_waiting,
    facts_statement,
    is_conflict,
    part_in_review,
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

    def waiting(self, patient_id: PatientId | None, *, after: str | None, limit: int) -> ReviewSlice:
        """As `ReviewQueue.waiting`."""
        phase, last = _read_cursor(after)

        def work(connection: Connection) -> ReviewSlice:
            parts: list[PartInReview] = []
            facts: list[FactInReview] = []
            newest = last
            if phase == "p":
                statement = _waiting_parts(patient_id).where(identity_checks.c.id > last)
                rows = connection.execute(statement.limit(limit + 1)).all()
                parts = [read_part(connection, row) for row in rows[:limit]]
                if len(rows) > limit:
                    return ReviewSlice(parts, facts, f"p{parts[-1].check_id}")
                newest = 0
            room = limit - len(parts)
            statement = _waiting_facts(patient_id).where(promotions.c.id > newest)
            found = connection.execute(statement.limit(room + 1)).all()
            facts = [read_fact(connection, row) for row in found[:room]]
            if len(found) > room:
                return ReviewSlice(parts, facts, f"f{found[room - 1].promotion_id if room else newest}")
            return ReviewSlice(parts, facts, None)

        return run_unit(self._engine, work)

    def decided(self, patient_id: PatientId, *, limit: int) -> ReviewSlice:
        """As `ReviewQueue.decided`; what waits again is not among it."""
        undone = ReviewWord.UNDO.value

        def work(connection: Connection) -> ReviewSlice:
            parts = parts_statement(patient_id).where(identity_reviews.c.decision != undone)
            # A condition with a null in it is neither true nor false, and its negation no better.
            settled = case((fact_is_waiting(), 1), else_=0) == 0
            facts = facts_statement(patient_id).where(fact_reviews.c.decision != undone, settled)
            part_rows = connection.execute(parts.order_by(identity_reviews.c.id.desc()).limit(limit)).all()
            fact_rows = connection.execute(facts.order_by(fact_reviews.c.id.desc()).limit(limit)).all()
            return ReviewSlice(
                [read_part(connection, row) for row in part_rows],
                [read_fact(connection, row) for row in fact_rows],
                None,
            )

        return run_unit(self._engine, work)

    def counts(self, patient_id: PatientId | None) -> Mapping[str, int]:
        """As `ReviewQueue.counts`."""

        def work(connection: Connection) -> Mapping[str, int]:
            parts = _waiting_parts(patient_id).subquery()
            facts = (
                _waiting_facts(patient_id).add_columns(case((is_conflict(), 1), else_=0).label("conflict")).subquery()
            )
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

    def part(self, patient_id: PatientId, check_id: int) -> PartInReview | None:
        """As `ReviewQueue.part`."""
        return run_unit(self._engine, lambda connection: part_in_review(connection, patient_id, check_id))

    def fact(self, patient_id: PatientId, fact_id: int) -> FactInReview | None:
        """As `ReviewQueue.fact`."""
        return run_unit(self._engine, lambda connection: fact_in_review(connection, patient_id, fact_id))


def _waiting_parts(patient_id: PatientId | None) -> Select[Any]:
    return parts_statement(patient_id).where(part_is_waiting()).order_by(identity_checks.c.id)


def _waiting_facts(patient_id: PatientId | None) -> Select[Any]:
    statement = facts_statement(patient_id).add_columns(promotions.c.id.label("promotion_id"))
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
