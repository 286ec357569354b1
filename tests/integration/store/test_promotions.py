"""Promotion outcomes: one row per fact and table, one active chart row per clinical content."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from arbiter_fhir.domain.job import Lease
from arbiter_fhir.domain.promotion import LabPlan, PromotedRecord, PromotionDecision, PromotionOutcome
from arbiter_fhir.domain.seal import PLAN_SEAL
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from arbiter_fhir.errors import ErrorCode, StoreError
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import document, fingerprints, lab

RECORD = PromotedRecord("procedure_result", 55, {"procedure_order": 7, "procedure_report": 8}, "ef" * 32)
WHEN = datetime.combine(date(2026, 4, 10), datetime.min.time())
PLAN = LabPlan(
    *(PatientId(7), DocumentId(100), "arb-key", WHEN, None, "4548-4", "Hemoglobin A1c", "7.20"),
    value_is_numeric=True,
    unit="%",
    reference_range="",
    abnormal=None,
    comment="",
    seal=PLAN_SEAL,
)
PROMOTED = PromotionDecision(PromotionOutcome.PROMOTED, PLAN, None, "explicit_and_boxed")
CONFLICT = PromotionDecision(PromotionOutcome.CONFLICT, None, 41, "other_value_in_chart")


def promote(
    site: StoreSite, lease: Lease, fact_id: FactId, decision: PromotionDecision, record: PromotedRecord | None
) -> int:
    with site.work().begin() as unit:
        return unit.save_promotion(
            job=lease.job,
            fact_id=fact_id,
            fact=lab(),
            fingerprints=fingerprints(lab()),
            decision=decision,
            record=record,
        )


@pytest.fixture
def lease(site: StoreSite) -> Lease:
    return site.claimed(document(900))


def test_a_promotion_comes_back_with_its_record(site: StoreSite, lease: Lease) -> None:
    (fact_id,) = site.ingest(document(100), [lab()])
    promotion_id = promote(site, lease, fact_id, PROMOTED, RECORD)
    with site.work().begin() as unit:
        ((stored, clinical),) = unit.promotions_of_patient(PatientId(7))
        assert unit.promotions_of_patient(PatientId(8)) == []
        (fact,) = unit.facts_of_document(DocumentId(100))
    assert (stored.promotion_id, stored.fact_id, stored.record, stored.active) == (promotion_id, fact_id, RECORD, True)
    assert clinical == fingerprints(lab())[1]
    assert fact.promotion_status == "promoted"


def test_a_decision_that_writes_nothing_keeps_what_it_met(site: StoreSite, lease: Lease) -> None:
    (fact_id,) = site.ingest(document(100), [lab()])
    promote(site, lease, fact_id, CONFLICT, None)
    with site.work().begin() as unit:
        (stored,) = unit.promotions_of_document(lease.job.document_id)
    assert stored.outcome is PromotionOutcome.CONFLICT
    assert (stored.record, stored.duplicate_key, stored.reason) == (None, "procedure_result:41", "other_value_in_chart")
    assert site.number("clinical_document_promotions", "review_status = 'open'") == 1


def test_a_second_run_brings_the_row_up_to_date(site: StoreSite, lease: Lease) -> None:
    (fact_id,) = site.ingest(document(100), [lab()])
    first = promote(site, lease, fact_id, CONFLICT, None)
    assert promote(site, lease, fact_id, PROMOTED, RECORD) == first
    assert site.number("clinical_document_promotions", "outcome = 'promoted' AND duplicate_key IS NULL") == 1


def test_the_database_refuses_a_second_active_chart_row_for_the_same_content(site: StoreSite, lease: Lease) -> None:
    (first,) = site.ingest(document(100), [lab()])
    (second,) = site.ingest(document(101), [lab(document_id=101)])
    promote(site, lease, first, PROMOTED, RECORD)
    with pytest.raises(StoreError) as refused:
        promote(site, lease, second, PROMOTED, RECORD)
    assert refused.value.code is ErrorCode.STORE_CONFLICT
    assert not refused.value.retryable
    promote(site, lease, second, CONFLICT, None)


def test_a_withdrawn_promotion_makes_room_for_another(site: StoreSite, lease: Lease) -> None:
    (first,) = site.ingest(document(100), [lab()])
    (second,) = site.ingest(document(101), [lab(document_id=101)])
    promote(site, lease, first, PROMOTED, RECORD)
    with site.work().begin() as unit:
        unit.deactivate_document(lease.job.document_id, reason="source_deleted")
        (withdrawn,) = unit.promotions_of_document(lease.job.document_id)
    assert (withdrawn.outcome, withdrawn.active, withdrawn.record) == (PromotionOutcome.RETRACTED, False, RECORD)
    promote(site, lease, second, PROMOTED, RECORD)


def test_what_is_promoted_has_its_record(site: StoreSite, lease: Lease) -> None:
    with pytest.raises(ValueError, match="goes with a chart record"):
        promote(site, lease, FactId(1), PROMOTED, None)


def test_a_row_of_ours_is_remembered_whatever_the_outcome_is_now(site: StoreSite, lease: Lease) -> None:
    (fact_id,) = site.ingest(document(100), [lab()])
    promote(site, lease, fact_id, PROMOTED, RECORD)
    promote(site, lease, fact_id, CONFLICT, RECORD)
    with site.work().begin() as unit:
        ((kept, _),) = unit.promotions_of_patient(lease.job.patient_id)
    assert (kept.outcome, kept.record, kept.active) == (PromotionOutcome.CONFLICT, RECORD, True)
