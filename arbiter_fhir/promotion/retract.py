"""Taking promotions back when their document is withdrawn: what to do with each chart row, and what to look at again.

Nothing is erased, and nothing that a person has worked on is touched:

| our record of the promotion, and the row as it is now           | action                                       |
|-----------------------------------------------------------------|----------------------------------------------|
| inactive already                                                | none: retracting twice is retracting once    |
| no chart row was written                                        | deactivated                                  |
| the row is gone, or its order is inactive                       | already_gone                                 |
| a clinician has changed the row since                           | needs_review                                 |
| order, report or entry hold more than our row                   | needs_review                                 |
| the row is as we wrote it                                       | chart_row_inactivated                        |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter_fhir.domain.promotion import REJECTED_BEFORE, PromotionOutcome, RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, FactId
from arbiter_fhir.ports.chart import RowState
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.promotion.corrections import SUPERSEDED

__all__ = ["facts_to_reconsider", "plan_retraction"]

#: Outcomes that leaned on what the chart said at the time.
LEANING = frozenset({PromotionOutcome.ALREADY_EXISTS, PromotionOutcome.DUPLICATE_SKIPPED, PromotionOutcome.CONFLICT})
#: Reasons that leaned on a row of the chart, under outcomes that else do not.
LEANING_REASONS = frozenset({SUPERSEDED, REJECTED_BEFORE, "unlike_earlier_results", "similar_entry_in_chart"})


def plan_retraction(promotion: PromotionRecord, state: RowState | None) -> RetractionAction | None:
    """What to do with one promotion of a withdrawn document; ``None`` where it was retracted before.

    Args:
        promotion: Our record.
        state: The chart row as it is now; ``None`` where the promotion never wrote one.

    Raises:
        ValueError: The promotion wrote a row, and its state was not looked at.
    """
    if not promotion.active:
        return None
    if promotion.record is None:
        return RetractionAction.DEACTIVATED
    if state is None:
        raise ValueError("look at the promoted row before deciding about it")
    if state.values_digest is None or not state.active:
        return RetractionAction.ALREADY_GONE
    untouched = state.only_ours and state.values_digest == promotion.record.values_digest
    return RetractionAction.CHART_ROW_INACTIVATED if untouched else RetractionAction.NEEDS_REVIEW


def facts_to_reconsider(
    withdrawn: DocumentId,
    actions: Iterable[RetractionAction | None],
    earlier: Sequence[tuple[PromotionRecord, str]],
) -> tuple[FactId, ...]:
    """Facts of other documents whose outcome leaned on the chart before rows were taken out of it.

    The same result that came in two documents is in the chart once; when the document that carried it is withdrawn, the
    other one has to carry it. Deciding again is safe: policy gives the same outcome wherever nothing changed.
    """
    if RetractionAction.CHART_ROW_INACTIVATED not in set(actions):
        return ()
    return tuple(
        record.fact_id
        for record, _ in earlier
        if record.active
        and record.document_id != withdrawn
        and (record.outcome in LEANING or record.reason in LEANING_REASONS)
    )
