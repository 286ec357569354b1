"""Words that stand in tables, files and answers: they are a contract, so a change here is a migration."""

from __future__ import annotations

from enum import StrEnum

import pytest

from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.document import DocType, PageRoute
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus, NodeName
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.ports.access import KeyScope

PINNED: dict[type[StrEnum], list[str]] = {
    DocType: [
        "lab_pdf",
        "intake_form",
        "referral_docx",
        "clinical_workbook",
        "fax_packet",
        "hl7v2_message",
    ],
    JobStatus: ["pending", "running", "succeeded", "failed", "retracted"],
    IdentityStatus: [
        "identity_unchecked",
        "identity_verified",
        "identity_ambiguous_needs_review",
        "identity_mismatch_quarantined",
        "identity_review_approved",
        "identity_review_rejected",
    ],
    Certainty: ["verified", "document_fact", "needs_review"],
    PromotionOutcome: [
        "promoted",
        "already_exists",
        "duplicate_skipped",
        "conflict_needs_review",
        "not_promotable",
        "needs_review",
        "rejected",
        "promotion_failed",
        "retracted",
    ],
    Section: ["Patient Findings", "Needs Human Review", "Guideline Evidence", "Missing or Not Found"],
    AbnormalFlag: ["no", "yes", "high", "low", "vhigh", "vlow"],
    PageRoute: ["native", "ocr", "vision"],
    KeyScope: ["ingest", "query", "review", "admin"],
}


@pytest.mark.parametrize("enumeration", PINNED, ids=lambda enumeration: enumeration.__name__)
def test_wire_values_are_the_seeds(enumeration: type[StrEnum]) -> None:
    assert [member.value for member in enumeration] == PINNED[enumeration]


def test_the_worker_keeps_the_name_that_the_seed_gave_it() -> None:
    assert NodeName.INTAKE_EXTRACTOR.value == "intake-extractor"
    assert NodeName.EVIDENCE_RETRIEVER.value == "evidence-retriever"


def test_only_verified_or_approved_identity_opens_the_gate() -> None:
    assert [status.value for status in IdentityStatus if status.opens_the_gate] == [
        "identity_verified",
        "identity_review_approved",
    ]
