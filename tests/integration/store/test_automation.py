"""A site's bars, and what they would have done."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewWord
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.ports.reviews import DecidedCounts
from arbiter_fhir.store import SqlAutomationStore
from tests.integration.store.conftest import StoreSite
from tests.integration.store.review_samples import decide, fact_review, read
from tests.integration.store.samples import lab

AUTOMATIC, REVIEW = AutomationMode.AUTOMATIC, AutomationMode.REVIEW


def rule(mode: AutomationMode = AUTOMATIC, least: float = 0.0, kind: str = "lab_result") -> AutomationRule:
    return AutomationRule(DocType.LAB_PDF, kind, mode, least)


def sure(name: str, confidence: float) -> CitedFact:
    return replace(lab(name), confidence=confidence, seal=FACT_SEAL)


def test_bars_are_replaced_as_a_whole(site: StoreSite) -> None:
    store = SqlAutomationStore(site.query)
    assert store.rules() == []
    store.replace([rule(REVIEW), rule(least=0.9, kind="allergy")], by="users:1")
    assert store.rules() == [rule(least=0.9, kind="allergy"), rule(REVIEW)]
    store.replace([rule(least=0.8)], by="users:2")
    assert store.rules() == [rule(least=0.8)]
    store.replace([], by="users:2")
    assert store.rules() == []


def test_what_a_bar_would_have_written(site: StoreSite) -> None:
    promoted, held = PromotionOutcome.PROMOTED, PromotionOutcome.NEEDS_REVIEW
    read(site, [sure("A", 0.99)], document=100, outcome=promoted, reason="new_result")
    read(site, [sure("B", 0.86)], document=101, outcome=promoted, reason="new_result")
    read(site, [sure("C", 0.9)], document=102, outcome=held, reason="below_site_threshold")
    # What the rules of promotion hold back, no bar lets through.
    read(site, [sure("D", 0.99)], document=103, outcome=held, reason="unlike_earlier_results")
    read(site, [lab("E", certainty=Certainty.NEEDS_REVIEW)], document=104)
    store = SqlAutomationStore(site.query)
    assert store.written_and_waiting(rule(), days=30) == (3, 0)
    assert store.written_and_waiting(rule(least=0.9), days=30) == (2, 1)
    assert store.written_and_waiting(rule(REVIEW), days=30) == (0, 3)
    assert store.written_and_waiting(rule(kind="allergy"), days=30) == (0, 0)
    site.admin("UPDATE clinical_document_facts SET created_at = created_at - INTERVAL 40 DAY WHERE document_id = 100")
    assert store.written_and_waiting(rule(), days=30) == (2, 0)


def test_what_reviewers_decided_at_that_setting(site: StoreSite) -> None:
    store = SqlAutomationStore(site.query)
    assert store.decided(rule(), days=30) == DecidedCounts()
    decide(
        site,
        fact_review(lab("A"), confidence=0.95),
        fact_review(lab("B"), confidence=0.95, corrections={"value": "8"}),
        fact_review(lab("C"), ReviewWord.KEEP, confidence=0.9),
        fact_review(lab("D"), ReviewWord.REJECT, confidence=0.7),
        # Taken back, doubted by itself, contradicted by the chart: none of them measures the bar.
        fact_review(lab("E"), ReviewWord.UNDO),
        fact_review(lab("F"), certainty="needs_review"),
        fact_review(lab("G"), over="procedure_result:4"),
    )
    assert store.decided(rule(), days=30) == DecidedCounts(1, 1, 1, 1)
    assert store.decided(rule(least=0.9), days=30) == DecidedCounts(1, 1, 1, 0)
    assert store.written_and_waiting(rule(least=0.9), days=30) == (3, 1)
    site.admin("UPDATE clinical_document_fact_reviews SET decided_at = decided_at - INTERVAL 40 DAY")
    assert store.decided(rule(), days=30).total == 0
