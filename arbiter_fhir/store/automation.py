"""A site's bars for automation, and what they would have done with the facts that were read.

What is counted are facts that were sure enough for the chart: written by themselves, held back by a bar alone, or
decided about by a person without anything that contradicted them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, case, func, or_, select, text, update
from sqlalchemy.dialects.mysql import insert as mysql_insert

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.promotion import BELOW_SITE_THRESHOLD, PromotionOutcome
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewWord
from arbiter_fhir.ports.reviews import DecidedCounts
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.review_tables import automation_rules, fact_reviews
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import facts, promotions

__all__ = ["SqlAutomationStore", "rules_of"]


class SqlAutomationStore:
    """`AutomationStore` with the query account, which serves administrators."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def rules(self) -> Sequence[AutomationRule]:
        """As `AutomationStore.rules`."""
        return run_unit(self._engine, rules_of)

    def replace(self, rules: Sequence[AutomationRule], *, by: str) -> None:
        """As `AutomationStore.replace`, in one transaction."""

        def work(connection: Connection) -> None:
            table = automation_rules
            connection.execute(update(table).where(table.c.active).values(active=False, updated_by=by, updated_at=NOW))
            for rule in rules:
                values = {"mode": rule.mode.value, "min_confidence": rule.min_confidence, "updated_by": by}
                statement = mysql_insert(table).values(
                    doc_type=rule.doc_type.value, fact_type=rule.fact_type, active=True, **values
                )
                connection.execute(statement.on_duplicate_key_update(active=True, updated_at=NOW, **values))

        run_unit(self._engine, work)

    def written_and_waiting(self, rule: AutomationRule, *, days: int) -> tuple[int, int]:
        """As `AutomationStore.written_and_waiting`."""

        def work(connection: Connection) -> tuple[int, int]:
            statements = (_undecided(rule, days), _decided(rule, days))
            counts = [connection.execute(each).one() for each in statements]
            reaching = sum(int(row.reaching or 0) for row in counts)
            every = sum(int(row.every) for row in counts)
            written = 0 if rule.mode is AutomationMode.REVIEW else reaching
            return written, every - written

        return run_unit(self._engine, work)

    def decided(self, rule: AutomationRule, *, days: int) -> DecidedCounts:
        """As `AutomationStore.decided`."""
        corrected = func.json_length(fact_reviews.c.corrections_json) > 0
        approved = fact_reviews.c.decision == ReviewWord.APPROVE.value
        statement = (
            select(
                _number(approved, ~corrected).label("approved"),
                _number(approved, corrected).label("corrected"),
                _number(fact_reviews.c.decision == ReviewWord.KEEP.value).label("kept"),
                _number(fact_reviews.c.decision == ReviewWord.REJECT.value).label("rejected"),
            )
            .where(*_sure_decisions(rule, days))
            .where(fact_reviews.c.confidence >= rule.min_confidence)
        )
        row = run_unit(self._engine, lambda connection: connection.execute(statement).one())
        return DecidedCounts(int(row.approved), int(row.corrected), int(row.kept), int(row.rejected))


def rules_of(connection: Connection) -> Sequence[AutomationRule]:
    """Active bars in a stable order."""
    table = automation_rules
    statement = select(table).where(table.c.active).order_by(table.c.doc_type, table.c.fact_type)
    return [
        AutomationRule(DocType(row.doc_type), row.fact_type, AutomationMode(row.mode), float(row.min_confidence))
        for row in connection.execute(statement)
    ]


def _undecided(rule: AutomationRule, days: int) -> Select[int, int]:
    """Facts that were written by themselves or held back by a bar alone."""
    written = promotions.c.outcome == PromotionOutcome.PROMOTED.value
    held = and_(
        promotions.c.outcome == PromotionOutcome.NEEDS_REVIEW.value,
        promotions.c.conflict_reason == BELOW_SITE_THRESHOLD,
    )
    return (
        select(func.count().label("every"), _number(facts.c.confidence >= rule.min_confidence).label("reaching"))
        .select_from(
            facts.join(
                promotions, and_(promotions.c.patient_id == facts.c.patient_id, promotions.c.fact_id == facts.c.id)
            )
        )
        .where(
            facts.c.doc_type == rule.doc_type.value,
            facts.c.fact_type == rule.fact_type,
            facts.c.certainty == Certainty.VERIFIED.value,
            facts.c.review_decision.is_(None),
            facts.c.retracted_at.is_(None),
            facts.c.created_at >= _since(days),
            promotions.c.active,
            or_(written, held),
        )
    )


def _decided(rule: AutomationRule, days: int) -> Select[int, int]:
    reaching = _number(fact_reviews.c.confidence >= rule.min_confidence).label("reaching")
    return select(func.count().label("every"), reaching).where(*_sure_decisions(rule, days))


def _sure_decisions(rule: AutomationRule, days: int) -> tuple[ColumnElement[bool], ...]:
    """Standing decisions on facts that were sure and that nothing contradicted."""
    table = fact_reviews
    return (
        table.c.doc_type == rule.doc_type.value,
        table.c.fact_type == rule.fact_type,
        table.c.certainty == Certainty.VERIFIED.value,
        table.c.over_row == "",
        table.c.active,
        table.c.decision != ReviewWord.UNDO.value,
        table.c.decided_at >= _since(days),
    )


def _number(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((and_(*conditions), 1), else_=0)), 0)


def _since(days: int) -> ColumnElement[Any]:
    return func.timestampadd(text("DAY"), -days, NOW)
