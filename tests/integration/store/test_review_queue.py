"""What waits for a person, of one patient and of the site, a page at a time."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.record_view import EVERY_DOCUMENT, OpenDocuments
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.store import SqlReviewQueue
from tests.integration.store.conftest import StoreSite
from tests.integration.store.review_samples import PATIENT, decide, fact_review, identity_review, read
from tests.integration.store.samples import lab

DOUBT = Certainty.NEEDS_REVIEW


@pytest.fixture
def queue(site: StoreSite) -> SqlReviewQueue:
    """A patient with a doubtful fact, a conflict, a written fact and a document of unclear identity; and another."""
    read(site, [lab("A", certainty=DOUBT)], document=100)
    read(site, [lab("B")], document=101, outcome=PromotionOutcome.CONFLICT, reason="other_value_in_chart", existing=4)
    read(site, [lab("C")], document=102, outcome=PromotionOutcome.PROMOTED, reason="new_result")
    read(site, [lab("D")], document=103, status=IdentityStatus.AMBIGUOUS, reason="identity_not_verified")
    read(site, [lab("E", certainty=DOUBT)], document=104, patient=8)
    return SqlReviewQueue(site.query)


def names(queue: SqlReviewQueue, patient: int | None = 7, *, after: str | None = None, limit: int = 50) -> list[str]:
    of = None if patient is None else PatientId(patient)
    found = queue.waiting(of, EVERY_DOCUMENT, after=after, limit=limit)
    parts = [f"document {part.document_id}" for part in found.parts]
    return parts + [str(fact.record.fact.lab.test_name) for fact in found.facts if fact.record.fact.lab]


def test_the_queue_of_a_patient_and_of_the_site(queue: SqlReviewQueue) -> None:
    assert names(queue) == ["document 103", "A", "B"]
    assert names(queue, 8) == ["E"]
    assert names(queue, None) == ["document 103", "A", "B", "E"]
    assert queue.counts(PATIENT, EVERY_DOCUMENT) == {"identity": 1, "fact": 1, "conflict": 1}
    assert queue.counts(None, EVERY_DOCUMENT) == {"identity": 1, "fact": 2, "conflict": 1}
    assert queue.counts(PatientId(9), EVERY_DOCUMENT) == {"identity": 0, "fact": 0, "conflict": 0}


def test_what_is_of_closed_documents_is_not_there(queue: SqlReviewQueue) -> None:
    assert queue.documents_waiting() == [100, 101, 103, 104]
    opened = OpenDocuments.these([DocumentId(101), DocumentId(104)])
    for of, found in ((PATIENT, ["B"]), (None, ["B", "E"])):
        page = queue.waiting(of, opened, after=None, limit=9)
        assert [fact.record.fact.lab.test_name for fact in page.facts if fact.record.fact.lab] == found
        assert page.parts == []
    assert queue.counts(PATIENT, opened) == {"identity": 0, "fact": 0, "conflict": 1}
    assert queue.counts(None, opened) == {"identity": 0, "fact": 1, "conflict": 1}
    everything = queue.waiting(PATIENT, EVERY_DOCUMENT, after=None, limit=9)
    (doubted,) = [fact.record.fact_id for fact in everything.facts if fact.record.document_id == 100]
    assert queue.fact(PATIENT, EVERY_DOCUMENT, doubted) is not None
    assert queue.fact(PATIENT, opened, doubted) is None
    assert queue.part(PATIENT, EVERY_DOCUMENT, everything.parts[0].check_id) is not None
    assert queue.part(PATIENT, opened, everything.parts[0].check_id) is None


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_hold_every_item_once(queue: SqlReviewQueue, limit: int) -> None:
    seen: list[str] = []
    after: str | None = None
    for _ in range(9):
        page = queue.waiting(None, EVERY_DOCUMENT, after=after, limit=limit)
        assert len(page.parts) + len(page.facts) <= limit
        seen += names(queue, None, after=after, limit=limit)
        after = page.after
        if after is None:
            break
    assert seen == ["document 103", "A", "B", "E"]


@pytest.mark.parametrize("cursor", ["", "x1", "p", "f1;", "f1 or 1=1", "f99999999999999999999"])
def test_a_foreign_cursor_is_refused(queue: SqlReviewQueue, cursor: str) -> None:
    with pytest.raises(ValueError, match="cursor"):
        queue.waiting(None, EVERY_DOCUMENT, after=cursor, limit=5)


def test_what_is_decided_waits_no_more_and_what_is_taken_back_waits_again(
    site: StoreSite, queue: SqlReviewQueue
) -> None:
    doubt, conflict = lab("A", certainty=DOUBT), lab("B")
    decide(
        site,
        fact_review(doubt),
        fact_review(conflict, ReviewWord.KEEP, document=101),
        identity_review(ReviewWord.REJECT, document=103),
    )
    assert names(queue) == []
    done = queue.decided(PATIENT, EVERY_DOCUMENT, limit=10)
    assert [part.document_id for part in done.parts] == [103]
    assert [fact.record.document_id for fact in done.facts] == [101, 100]
    decide(
        site,
        fact_review(doubt, ReviewWord.UNDO, version=2),
        identity_review(ReviewWord.UNDO, document=103, version=2),
    )
    assert names(queue) == ["document 103", "A"]
    assert len(queue.decided(PATIENT, EVERY_DOCUMENT, limit=10).facts) == 1


def test_an_approval_that_met_the_chart_is_asked_about_again(site: StoreSite, queue: SqlReviewQueue) -> None:
    conflict = lab("B")
    decide(site, fact_review(conflict, document=101))
    assert "B" not in names(queue)
    site.admin(
        "UPDATE clinical_document_facts SET review_decision = 'approve', review_version = 1 WHERE document_id = 101"
    )
    assert "B" in names(queue)
    found = next(
        fact
        for fact in queue.waiting(PATIENT, EVERY_DOCUMENT, after=None, limit=9).facts
        if fact.record.document_id == 101
    )
    assert found.is_waiting
    decide(site, fact_review(conflict, document=101, version=2))
    assert "B" not in names(queue)


def test_a_correction_that_cannot_be_read_waits_again(site: StoreSite, queue: SqlReviewQueue) -> None:
    doubt = lab("A", certainty=DOUBT)
    decide(site, fact_review(doubt, corrections={"value": "4.1"}))
    assert "A" not in names(queue)
    before = queue.counts(PATIENT, EVERY_DOCUMENT)["fact"]
    site.admin(
        "UPDATE clinical_document_facts SET review_decision = 'undo', review_version = 1 WHERE document_id = 100"
    )
    assert "A" in names(queue)
    assert queue.counts(PATIENT, EVERY_DOCUMENT)["fact"] == before + 1
    assert all(fact.is_waiting for fact in queue.waiting(PATIENT, EVERY_DOCUMENT, after=None, limit=9).facts)
    assert 100 not in [fact.record.document_id for fact in queue.decided(PATIENT, EVERY_DOCUMENT, limit=9).facts]
    decide(site, fact_review(doubt, ReviewWord.REJECT, version=2))
    assert "A" not in names(queue)


def test_an_edited_row_waits_whatever_was_decided(site: StoreSite, queue: SqlReviewQueue) -> None:
    decide(site, fact_review(lab("B"), ReviewWord.REJECT, document=101))
    site.admin(
        "UPDATE clinical_document_facts SET review_decision = 'reject', review_version = 1 WHERE document_id = 101"
    )
    assert "B" not in names(queue)
    site.admin(
        "UPDATE clinical_document_promotions SET conflict_reason = %s WHERE document_id = 101",
        ("row_to_take_back_was_edited",),
    )
    assert "B" in names(queue)


def test_what_a_job_reads_again_still_waits(site: StoreSite, queue: SqlReviewQueue) -> None:
    site.admin("UPDATE clinical_document_processing_jobs SET status = 'pending'")
    assert names(queue) == ["document 103", "A", "B"]
    site.admin("UPDATE clinical_document_processing_jobs SET status = 'retracted'")
    assert names(queue) == []


def test_what_the_last_reading_did_not_find_waits_no_more(site: StoreSite, queue: SqlReviewQueue) -> None:
    site.admin("UPDATE clinical_document_facts SET deactivated_at = utc_timestamp(6) WHERE document_id = 100")
    assert names(queue) == ["document 103", "B"]
