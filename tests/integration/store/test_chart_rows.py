"""Chart rows with all their sources, and closing what another document corrects."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.document import SourceDocument
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.promotion import OrderSlot, PromotedRecord, PromotionDecision, PromotionOutcome
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import ChartRowRecord
from arbiter_fhir.ports.stores import ENTERED_IN_ERROR, SUPERSEDED_BY
from arbiter_fhir.store import SqlDocumentTrace, SqlKnownDocuments, SqlPatientEvidence
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, document, fingerprints, lab
from tests.integration.store.test_promotions import PLAN

P7 = PatientId(7)
DUPLICATE = PromotionDecision(PromotionOutcome.DUPLICATE_SKIPPED, None, 55, "same_value_from_other_document")
CONFLICT = PromotionDecision(PromotionOutcome.CONFLICT, None, 55, "other_value_in_chart")
PROMOTED = PromotionDecision(PromotionOutcome.PROMOTED, PLAN, None, "new_result")
RECORD = PromotedRecord("procedure_result", 55, {"procedure_order": 7, "procedure_report": 8}, "ef" * 32)


def promote(
    site: StoreSite,
    source: SourceDocument,
    facts: Sequence[CitedFact],
    decision: PromotionDecision,
    record: PromotedRecord | None = None,
) -> None:
    """A document whose facts all have one outcome."""
    ids = site.ingest(source, facts)
    (job,) = site.queue().of_document(source.document_id)
    with site.work().begin() as unit:
        for fact_id, fact in zip(ids, facts, strict=True):
            unit.save_promotion(
                job=job,
                fact_id=fact_id,
                fact=fact,
                fingerprints=fingerprints(fact),
                decision=decision,
                record=record,
            )


@pytest.fixture
def three(site: StoreSite) -> StoreSite:
    """One row from document 100, known from 101 as well; 102 says something else."""
    promote(site, document(100), [lab()], PROMOTED, RECORD)
    promote(site, document(101), [lab(document_id=101)], DUPLICATE)
    promote(site, document(102), [lab("LDL", "131", document_id=102)], CONFLICT)
    return site


def sources(rows: Sequence[ChartRowRecord]) -> dict[str, list[tuple[int, str]]]:
    return {row.key: [(each.document_id, each.outcome.value) for each in row.sources] for row in rows}


def test_a_row_comes_with_every_document_that_says_it(three: StoreSite) -> None:
    expected = {"procedure_result:55": [(100, "promoted"), (101, "duplicate_skipped")]}
    assert sources(SqlPatientEvidence(three.query).chart_rows(RecordView.whole(P7))) == expected
    assert SqlPatientEvidence(three.query).chart_rows(RecordView.whole(PatientId(8))) == []
    trace = SqlDocumentTrace(three.query)
    assert sources(trace.chart_rows(DocumentId(100))) == sources(trace.chart_rows(DocumentId(101))) == expected
    assert trace.chart_rows(DocumentId(102)) == []


def test_a_withdrawn_or_vanished_document_is_no_source(three: StoreSite) -> None:
    SqlKnownDocuments(three.worker).remember(document(100), DOC_TYPE)
    SqlKnownDocuments(three.worker).mark_gone(DocumentId(100))
    expected = {"procedure_result:55": [(101, "duplicate_skipped")]}
    assert sources(SqlPatientEvidence(three.query).chart_rows(RecordView.whole(P7))) == expected
    with three.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    assert sources(SqlDocumentTrace(three.query).chart_rows(DocumentId(101))) == expected


@pytest.mark.parametrize("reason", [SUPERSEDED_BY, ENTERED_IN_ERROR])
def test_closing_a_promotion_closes_all_that_its_row_speaks_for(three: StoreSite, reason: str) -> None:
    with three.work().begin() as unit:
        ((first, _), *_) = unit.promotions_of_patient(P7)
        closed = unit.close_promotions(P7, first.promotion_id, reason=reason, successor="documents:9")
    assert [(each.document_id, each.outcome.value) for each in closed] == [
        (100, "promoted"),
        (101, "duplicate_skipped"),
    ]
    with three.work().begin() as unit:
        (left,) = unit.promotions_of_patient(P7)
        after = {
            each.document_id: (each.outcome, each.active, each.duplicate_key)
            for number in (100, 101)
            for each in unit.promotions_of_document(DocumentId(number))
        }
        assert unit.documents_closed_by("documents:9") == [100, 101]
        assert unit.documents_closed_by("documents:90") == []
    assert left[0].document_id == 102
    assert after == {
        100: (PromotionOutcome.PROMOTED, False, "documents:9"),
        101: (PromotionOutcome.DUPLICATE_SKIPPED, False, "documents:9"),
    }
    facts = three.admin("SELECT document_id, active FROM clinical_document_facts ORDER BY document_id")
    assert facts == [(100, 0), (101, 0), (102, 1)]
    vectors = three.admin("SELECT document_id, active FROM clinical_document_fact_embeddings ORDER BY document_id")
    assert vectors == [(100, 0), (101, 0), (102, 1)]


def test_a_withdrawn_document_is_not_a_closed_one(three: StoreSite) -> None:
    with three.work().begin() as unit:
        unit.deactivate_document(DocumentId(101), reason="source_deleted")
        assert unit.documents_closed_by("procedure_result:55") == []


def test_facts_of_one_patient_are_not_closed_for_another(three: StoreSite) -> None:
    (fact_id,) = (row[0] for row in three.admin("SELECT id FROM clinical_document_facts WHERE document_id = 100"))
    with three.work().begin() as unit:
        unit.deactivate_facts(PatientId(8), [fact_id])  # type: ignore[list-item]
        unit.deactivate_facts(P7, [])
    assert three.number("clinical_document_facts", "active = 1") == 3


def test_the_order_that_a_result_answered_is_remembered(site: StoreSite) -> None:
    record = PromotedRecord("procedure_result", 56, {"procedure_order": 9}, "ab" * 32, OrderSlot(9, 2, "routed"))
    promote(site, document(103), [lab(document_id=103)], PROMOTED, record)
    with site.work().begin() as unit:
        ((stored, _),) = unit.promotions_of_patient(P7)
    assert stored.record == record
