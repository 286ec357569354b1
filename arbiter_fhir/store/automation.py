"""A site's bars for automation, and the facts that they are tried on.

These are facts that were sure enough for the chart: written by themselves, held back by a bar alone, or
decided about by a person without anything that contradicted them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, exists, func, or_, select, text, update
from sqlalchemy.dialects.mysql import insert as mysql_insert

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.promotion import BELOW_SITE_THRESHOLD, PromotionOutcome
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewWord
from arbiter_fhir.domain.tenant import FactId
from arbiter_fhir.ports.automation import WeighedFact
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

    def weighed(self, doc_type: DocType, fact_type: str, *, days: int) -> Sequence[WeighedFact]:
        """As `AutomationStore.weighed`, from one moment."""

        def work(connection: Connection) -> Sequence[WeighedFact]:
            undecided = connection.execute(_undecided(doc_type, fact_type, days)).all()
            decided = connection.execute(_decided(doc_type, fact_type, days)).all()
            return [
                *(
                    WeighedFact(
                        FactId(row.id), float(row.confidence), f"{row.patient_id}:{row.clinical_content_fingerprint}"
                    )
                    for row in undecided
                ),
                *(
                    WeighedFact(
                        None,
                        float(row.confidence),
                        f"{row.patient_id}:{row.fact_fingerprint}",
                        ReviewWord(row.decision),
                        bool(row.corrections_json),
                    )
                    for row in decided
                ),
            ]

        return run_unit(self._engine, work)


def rules_of(connection: Connection) -> Sequence[AutomationRule]:
    """Active bars in a stable order."""
    table = automation_rules
    statement = select(table).where(table.c.active).order_by(table.c.doc_type, table.c.fact_type)
    return [
        AutomationRule(DocType(row.doc_type), row.fact_type, AutomationMode(row.mode), float(row.min_confidence))
        for row in connection.execute(statement)
    ]


def _undecided(doc_type: DocType, fact_type: str, days: int) -> Select[Any]:
    """Facts that were written by themselves or held back by a bar alone."""
    written = promotions.c.outcome == PromotionOutcome.PROMOTED.value
    held = and_(
        promotions.c.outcome == PromotionOutcome.NEEDS_REVIEW.value,
        promotions.c.conflict_reason == BELOW_SITE_THRESHOLD,
    )
    return (
        select(facts.c.id, facts.c.patient_id, facts.c.confidence, facts.c.clinical_content_fingerprint)
        .select_from(
            facts.join(
                promotions, and_(promotions.c.patient_id == facts.c.patient_id, promotions.c.fact_id == facts.c.id)
            )
        )
        .where(
            facts.c.doc_type == doc_type.value,
            facts.c.fact_type == fact_type,
            facts.c.certainty == Certainty.VERIFIED.value,
            facts.c.review_decision.is_(None),
            facts.c.retracted_at.is_(None),
            # Decided, and not yet read again.
            ~exists().where(
                fact_reviews.c.patient_id == facts.c.patient_id,
                fact_reviews.c.document_id == facts.c.document_id,
                fact_reviews.c.fact_fingerprint == facts.c.fact_fingerprint,
                fact_reviews.c.active,
                fact_reviews.c.decision != ReviewWord.UNDO.value,
            ),
            facts.c.created_at >= _since(days),
            promotions.c.active,
            or_(written, held),
        )
        .order_by(facts.c.id)
    )


def _decided(doc_type: DocType, fact_type: str, days: int) -> Select[Any]:
    """Standing decisions on facts that were sure and that nothing contradicted."""
    table = fact_reviews
    return (
        select(
            table.c.patient_id,
            table.c.fact_fingerprint,
            table.c.confidence,
            table.c.decision,
            table.c.corrections_json,
        )
        .where(
            table.c.doc_type == doc_type.value,
            table.c.fact_type == fact_type,
            table.c.certainty == Certainty.VERIFIED.value,
            table.c.over_row == "",
            table.c.active,
            table.c.decision != ReviewWord.UNDO.value,
            table.c.decided_at >= _since(days),
        )
        .order_by(table.c.id)
    )


def _since(days: int) -> ColumnElement[Any]:
    return func.timestampadd(text("DAY"), -days, NOW)
