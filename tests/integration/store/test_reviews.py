"""Decisions are added and never changed; the newest one holds, the document's own before that of a copy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import AccountRole, SqlReviewDecisions
from tests.integration.store.conftest import StoreSite
from tests.integration.store.review_samples import decide, fact_review, identity_review, job_of, read
from tests.integration.store.samples import lab
from tests.integration.store.test_grants import number


def found(site: StoreSite, document: int = 100) -> tuple[list[str], list[str]]:
    """Words of the decisions that hold for a document: on facts, on parts."""
    decisions = SqlReviewDecisions(site.worker).decisions(job_of(site, document))
    return [each.decision.value for each in decisions.facts], [each.decision.value for each in decisions.identity]


def test_a_decision_is_read_back_as_it_was_made(site: StoreSite) -> None:
    read(site, [lab()])
    review = fact_review(lab(), corrections={"value": "7.3", "unit": "%"}, over="procedure_result:4")
    part = identity_review()
    decide(site, review, part)
    decisions = SqlReviewDecisions(site.worker).decisions(job_of(site, 100))
    (fact,), (identity,) = decisions.facts, decisions.identity
    assert fact.decided_at is not None
    given = tuple(sorted(review.corrections, key=lambda each: each[0]))
    assert replace(fact, decided_at=None) == replace(review, corrections=given)
    assert replace(identity, decided_at=None) == part
    with site.work().begin() as unit:
        assert unit.reviews.decisions(job_of(site, 100)) == decisions


def test_the_newest_holds_and_the_older_stay_as_history(site: StoreSite) -> None:
    read(site, [lab()])
    decide(site, fact_review(lab()), identity_review())
    decide(site, fact_review(lab(), ReviewWord.REJECT, version=2), identity_review(ReviewWord.REJECT, version=2))
    assert found(site) == (["reject"], ["reject"])
    decide(site, fact_review(lab(), ReviewWord.UNDO, version=3), identity_review(ReviewWord.UNDO, version=3))
    assert found(site) == ([], [])
    assert site.number("clinical_document_fact_reviews") == 3
    assert site.number("clinical_document_fact_reviews", "active") == 1


def test_the_same_version_is_made_once(site: StoreSite) -> None:
    read(site, [lab()])
    decide(site, fact_review(lab()), identity_review())
    for again in (fact_review(lab(), ReviewWord.REJECT), identity_review(ReviewWord.REJECT)):
        with pytest.raises(StoreError) as refused:
            decide(site, again)
        assert refused.value.code is ErrorCode.STORE_CONFLICT
    assert found(site) == (["approve"], ["approve"])


def test_a_copy_inherits_and_decides_for_itself(site: StoreSite) -> None:
    fact = lab()
    read(site, [fact])
    read(site, [fact], document=200)
    decide(site, fact_review(fact), identity_review())
    assert found(site, 200) == (["approve"], ["approve"])
    decide(site, fact_review(fact, ReviewWord.UNDO, document=200), identity_review(ReviewWord.UNDO, document=200))
    assert found(site, 200) == ([], [])
    assert found(site, 100) == (["approve"], ["approve"])
    decide(site, fact_review(fact, ReviewWord.KEEP, document=200, version=2))
    assert found(site, 200)[0] == ["keep"]
    assert found(site, 100)[0] == ["approve"]


def test_other_bytes_and_other_patients_inherit_nothing(site: StoreSite) -> None:
    fact = lab()
    read(site, [fact])
    decide(site, fact_review(fact), identity_review())
    read(site, [fact], document=300, content_hash="cd" * 64)
    read(site, [fact], document=400, patient=8)
    assert found(site, 300) == ([], [])
    assert found(site, 400) == ([], [])


class TestGrants:
    TABLES = ("clinical_document_fact_reviews", "clinical_document_identity_reviews")

    @pytest.mark.parametrize("table", TABLES)
    def test_history_cannot_be_rewritten(self, site: StoreSite, table: str) -> None:
        for role in (AccountRole.WORKER, AccountRole.QUERY, AccountRole.REID, AccountRole.AUDITOR):
            assert number(site, role, f"DELETE FROM {table}") == 1142
            assert number(site, role, f"UPDATE {table} SET decision = 'approve'") in {1142, 1143}
            assert number(site, role, f"UPDATE {table} SET decided_at = utc_timestamp()") in {1142, 1143}
        assert number(site, AccountRole.WORKER, f"UPDATE {table} SET active = 0") == 0

    @pytest.mark.parametrize("table", TABLES)
    def test_the_query_account_reads_and_decides_nothing(self, site: StoreSite, table: str) -> None:
        assert number(site, AccountRole.QUERY, f"SELECT * FROM {table}") == 0
        assert number(site, AccountRole.QUERY, f"INSERT INTO {table} (patient_id) VALUES (1)") == 1142

    def test_nobody_dates_a_decision(self, site: StoreSite) -> None:
        insert = "INSERT INTO clinical_document_fact_reviews (patient_id, decided_at) VALUES (1, utc_timestamp())"
        assert number(site, AccountRole.WORKER, insert) == 1143

    def test_the_worker_reads_bars_and_sets_none(self, site: StoreSite) -> None:
        assert number(site, AccountRole.WORKER, "SELECT * FROM clinical_automation_rules") == 0
        assert number(site, AccountRole.WORKER, "UPDATE clinical_automation_rules SET active = 0") == 1142
        assert number(site, AccountRole.QUERY, "UPDATE clinical_automation_rules SET active = 0") == 0
