"""Which chart rows our promotions speak for, and from how many sources each is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, case, func, select

from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId, FactId
from arbiter_fhir.ports.records import ChartRowRecord, ChartSource
from arbiter_fhir.store.row_codecs import citation_from_json
from arbiter_fhir.store.tables import promotions

__all__ = ["SPOKEN_FOR", "group_by_row", "rows_of_document", "speaking"]

#: Outcomes of facts that a chart row says: written from them, or found said already.
SPOKEN_FOR: Final = (
    PromotionOutcome.PROMOTED.value,
    PromotionOutcome.DUPLICATE_SKIPPED.value,
    PromotionOutcome.ALREADY_EXISTS.value,
)

#: The row that we wrote; null where there is none.
_WRITTEN: Final = func.concat(promotions.c.promoted_table, ":", promotions.c.promoted_record_id)
#: ``procedure_result:45``: of what was promoted the row that was written; else the row that was found, and where none
#: was, ours that still stands.
ROW_KEY: Final[ColumnElement[str]] = case(
    (promotions.c.outcome == PromotionOutcome.PROMOTED.value, _WRITTEN),
    else_=func.coalesce(promotions.c.duplicate_key, _WRITTEN),
).label("row_key")


def speaking(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Active promotions that a chart row speaks for, with the row's key, oldest first."""
    return (
        select(promotions, ROW_KEY)
        .where(promotions.c.active, promotions.c.outcome.in_(SPOKEN_FOR), ROW_KEY.is_not(None), *conditions)
        .order_by(promotions.c.id)
    )


def group_by_row(found: Iterable[Row[Any]]) -> Sequence[ChartRowRecord]:
    """One record for each chart row, its sources in the order in which they came."""
    sources: dict[str, list[ChartSource]] = {}
    for row in found:
        sources.setdefault(str(row.row_key), []).append(
            ChartSource(
                document_id=DocumentId(row.document_id),
                fact_id=FactId(row.fact_id),
                page=citation_from_json(row.citation_json).page,
                outcome=PromotionOutcome(row.outcome),
            )
        )
    return [ChartRowRecord(key, tuple(each)) for key, each in sources.items()]


def rows_of_document(connection: Connection, document_id: DocumentId) -> Sequence[ChartRowRecord]:
    """The chart rows that a document speaks for, each with all its sources, this document's among them."""
    mine = connection.execute(speaking(promotions.c.document_id == document_id)).all()
    patients = {row.patient_id for row in mine}
    keys = {str(row.row_key) for row in mine}
    if not keys:
        return []
    return group_by_row(connection.execute(speaking(promotions.c.patient_id.in_(patients), ROW_KEY.in_(keys))))
