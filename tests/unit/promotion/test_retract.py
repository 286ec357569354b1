"""Taking promotions back."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.domain.promotion import PromotionOutcome, RetractionAction
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.chart import RowState
from arbiter_fhir.promotion import facts_to_reconsider, plan_retraction

AS_WRITTEN = "d" * 64


@pytest.mark.parametrize(
    "state, action",
    [
        (RowState(active=True, values_digest=AS_WRITTEN, only_ours=True), RetractionAction.CHART_ROW_INACTIVATED),
        (RowState(active=True, values_digest="e" * 64, only_ours=True), RetractionAction.NEEDS_REVIEW),
        (RowState(active=True, values_digest=AS_WRITTEN, only_ours=False), RetractionAction.NEEDS_REVIEW),
        (RowState(active=False, values_digest=AS_WRITTEN, only_ours=True), RetractionAction.ALREADY_GONE),
        (RowState(active=False, values_digest=None, only_ours=True), RetractionAction.ALREADY_GONE),
        (RowState(active=True, values_digest=None, only_ours=True), RetractionAction.ALREADY_GONE),
    ],
)
def test_a_row_is_taken_back_only_as_we_wrote_it(build: Any, state: RowState, action: RetractionAction) -> None:
    promotion, _ = build.promotion("f" * 64)
    assert plan_retraction(promotion, state) is action


def test_an_outcome_without_a_row_is_only_deactivated(build: Any) -> None:
    promotion, _ = build.promotion("f" * 64, record_id=None, outcome=PromotionOutcome.CONFLICT)
    assert plan_retraction(promotion, None) is RetractionAction.DEACTIVATED


def test_retracting_twice_is_retracting_once(build: Any) -> None:
    promotion, _ = build.promotion("f" * 64, active=False)
    assert plan_retraction(promotion, RowState(True, AS_WRITTEN, True)) is None


def test_a_row_that_nobody_looked_at_is_not_decided_about(build: Any) -> None:
    promotion, _ = build.promotion("f" * 64)
    with pytest.raises(ValueError, match="look at the promoted row"):
        plan_retraction(promotion, None)


def test_documents_that_leaned_on_a_withdrawn_row_are_looked_at_again(build: Any) -> None:
    skipped, exists = PromotionOutcome.DUPLICATE_SKIPPED, PromotionOutcome.ALREADY_EXISTS
    earlier = [
        build.promotion("f" * 64, document=5, fact=1),
        build.promotion("f" * 64, document=6, fact=2, record_id=None, outcome=skipped),
        build.promotion("a" * 64, document=6, fact=3, record_id=None, outcome=PromotionOutcome.CONFLICT),
        build.promotion("b" * 64, document=6, fact=4, record_id=None, outcome=PromotionOutcome.NEEDS_REVIEW),
        build.promotion("f" * 64, document=8, fact=5, record_id=None, outcome=exists),
        build.promotion("f" * 64, document=9, fact=6, record_id=None, outcome=exists, active=False),
        build.promotion("c" * 64, document=5, fact=7, record_id=None, outcome=PromotionOutcome.CONFLICT),
    ]
    assert facts_to_reconsider(DocumentId(5), [RetractionAction.CHART_ROW_INACTIVATED], earlier) == (2, 3, 5)
    assert facts_to_reconsider(DocumentId(5), [RetractionAction.NEEDS_REVIEW, None], earlier) == ()
