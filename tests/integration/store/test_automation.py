"""A site's bars, and what they would have done."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewWord
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.pipelines.automation import DecidedCounts, RulePreview, weigh
from arbiter_fhir.store import SqlAutomationStore
from tests.integration.store.conftest import StoreSite
from tests.integration.store.review_samples import decide, fact_review, read
from tests.integration.store.samples import lab

AUTOMATIC, REVIEW = AutomationMode.AUTOMATIC, AutomationMode.REVIEW


def rule(mode: AutomationMode = AUTOMATIC, least: float = 0.0, kind: str = "lab_result") -> AutomationRule:
    return AutomationRule(DocType.LAB_PDF, kind, mode, least)


def sure(name: str, confidence: float) -> CitedFact:
    return replace(lab(name), confidence=confidence, seal=FACT_SEAL)


def tried(store: SqlAutomationStore, bar: AutomationRule) -> RulePreview:
    return weigh(bar, store.weighed(bar.doc_type, bar.fact_type, days=30))


def counts(store: SqlAutomationStore, bar: AutomationRule) -> tuple[int, int]:
    preview = tried(store, bar)
    return preview.would_write, preview.would_wait


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
    assert counts(store, rule()) == (3, 0)
    assert counts(store, rule(least=0.9)) == (2, 1)
    assert counts(store, rule(REVIEW)) == (0, 3)
    assert counts(store, rule(kind="allergy")) == (0, 0)
    site.admin("UPDATE clinical_document_facts SET created_at = created_at - INTERVAL 40 DAY WHERE document_id = 100")
    assert counts(store, rule()) == (2, 0)


def test_what_reviewers_decided_at_that_setting(site: StoreSite) -> None:
    store = SqlAutomationStore(site.query)
    assert tried(store, rule()).decided == DecidedCounts()
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
    assert tried(store, rule()).decided == DecidedCounts(1, 1, 1, 1)
    assert tried(store, rule(least=0.9)).decided == DecidedCounts(1, 1, 1, 0)
    assert counts(store, rule(least=0.9)) == (3, 1)
    site.admin("UPDATE clinical_document_fact_reviews SET decided_at = decided_at - INTERVAL 40 DAY")
    assert tried(store, rule()).decided.total == 0


def test_what_says_the_same_is_written_once(site: StoreSite) -> None:
    held = PromotionOutcome.NEEDS_REVIEW
    (low,) = read(site, [sure("A", 0.9)], document=100, outcome=held, reason="below_site_threshold")
    (high,) = read(site, [sure("A", 0.95)], document=101, outcome=held, reason="below_site_threshold")
    read(site, [sure("A", 0.95)], document=102, patient=8, outcome=held, reason="below_site_threshold")
    preview = tried(SqlAutomationStore(site.query), rule(least=0.92))
    assert (preview.would_write, preview.would_wait) == (2, 0)
    assert high in preview.writes
    assert low not in (*preview.writes, *preview.holds)


def test_what_was_decided_and_not_yet_read_again_is_counted_once(site: StoreSite) -> None:
    held = PromotionOutcome.NEEDS_REVIEW
    read(site, [sure("A", 0.95)], outcome=held, reason="below_site_threshold")
    store = SqlAutomationStore(site.query)
    decide(site, fact_review(sure("A", 0.95), ReviewWord.REJECT, confidence=0.95))
    preview = tried(store, rule())
    assert (preview.would_write, preview.writes) == (1, ())
    assert preview.decided == DecidedCounts(rejected=1)
