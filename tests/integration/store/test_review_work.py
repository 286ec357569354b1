"""Inside the transaction of a decision: close a part at once, and run jobs again."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.review import AutomationMode, AutomationRule
from arbiter_fhir.store import SqlAutomationStore
from tests.integration.store.conftest import StoreSite
from tests.integration.store.review_samples import PATIENT, job_of, read
from tests.integration.store.samples import lab

PROMOTED = PromotionOutcome.PROMOTED


def check_of(site: StoreSite, document: int = 100) -> int:
    ((check,),) = site.admin("SELECT id FROM clinical_document_identity_checks WHERE document_id = %s", (document,))
    return int(str(check))


def test_a_closed_part_counts_no_more(site: StoreSite) -> None:
    read(site, [lab("A"), lab("B")], outcome=PROMOTED, reason="new_result")
    read(site, [lab("C")], document=200, outcome=PROMOTED, reason="new_result")
    with site.work().begin() as unit:
        check = check_of(site)
        assert len(unit.reviews.facts_of_part(PATIENT, check)) == 2
        assert len(unit.reviews.promotions_of_part(PATIENT, check)) == 2
        unit.reviews.close_part(PATIENT, check, status=IdentityStatus.REVIEW_REJECTED, reason="identity_rejected")
    here = "document_id = 100 AND active"
    for table in ("facts", "chunks", "promotions", "fact_embeddings"):
        assert site.number(f"clinical_document_{table}", here) == 0, table
        assert site.number(f"clinical_document_{table}", "document_id = 200 AND active") > 0, table
    assert site.admin(
        "SELECT identity_status, review_required FROM clinical_document_identity_checks WHERE document_id = 100"
    ) == [("identity_review_rejected", 0)]
    assert site.number("clinical_document_promotions", "document_id = 100 AND outcome = 'retracted'") == 2


def test_a_part_is_not_closed_with_a_status_that_opens_it(site: StoreSite) -> None:
    read(site, [lab()])
    with site.work().begin() as unit, pytest.raises(ValueError, match="closes"):
        unit.reviews.close_part(PATIENT, check_of(site), status=IdentityStatus.VERIFIED, reason="x")


@pytest.mark.parametrize(
    ("before", "after", "fenced"),
    [
        (JobStatus.SUCCEEDED, "pending", 1),
        (JobStatus.FAILED, "pending", 1),
        (JobStatus.PENDING, "pending", 1),
        (JobStatus.RUNNING, "running", 0),
        (JobStatus.RETRACTED, "retracted", 0),
    ],
)
def test_a_job_runs_again_and_one_that_runs_keeps_its_lease(
    site: StoreSite, before: JobStatus, after: str, fenced: int
) -> None:
    read(site, [lab()])
    job = job_of(site, 100)
    site.admin("UPDATE clinical_document_processing_jobs SET status = %s, attempts = 5, fence = 7", (before.value,))
    with site.work().begin() as unit:
        unit.reviews.run_again(job.job_id)
    ((status, attempts, fence),) = site.admin("SELECT status, attempts, fence FROM clinical_document_processing_jobs")
    assert (status, fence) == (after, 7 + fenced)
    assert attempts == (5 if before is JobStatus.RETRACTED else 0)


def test_copies_run_again_whether_they_have_failed_or_not(site: StoreSite) -> None:
    read(site, [lab()])
    read(site, [lab()], document=200)
    read(site, [lab()], document=300)
    read(site, [lab()], document=400, content_hash="cd" * 64)
    read(site, [lab()], document=500, patient=8)
    site.admin("UPDATE clinical_document_processing_jobs SET status = 'failed' WHERE document_id = 300")
    with site.work().begin() as unit:
        unit.reviews.run_again(job_of(site, 100).job_id)
    assert {document: job_of(site, document).status.value for document in (100, 200, 300, 400, 500)} == {
        100: "pending", 200: "pending", 300: "pending", 400: "succeeded", 500: "succeeded",
    }  # fmt: skip
    ended = dict(site.admin("SELECT document_id, finished_at IS NOT NULL FROM clinical_document_processing_jobs"))
    assert (ended[100], ended[300]) == (1, 0)


def test_a_released_promotion_makes_room(site: StoreSite) -> None:
    read(site, [lab("A")], outcome=PROMOTED, reason="new_result")
    with site.work().begin() as unit:
        ((record, _),) = unit.promotions_of_patient(PATIENT)
        unit.reviews.release(PATIENT, record.promotion_id)
        assert unit.promotions_of_patient(PATIENT) == []


def test_the_bars_of_a_type_of_document(site: StoreSite) -> None:
    mine = AutomationRule(DocType.LAB_PDF, "lab_result", AutomationMode.REVIEW, 0.0)
    other = AutomationRule(DocType.INTAKE_FORM, "allergy", AutomationMode.REVIEW, 0.0)
    SqlAutomationStore(site.query).replace([mine, other], by="users:1")
    with site.work().begin() as unit:
        assert unit.reviews.rules(DocType.LAB_PDF) == [mine]
