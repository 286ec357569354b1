"""What passes the gate, and how a person opens it."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocumentPart, PartKind
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, LabResult
from arbiter_fhir.domain.identity import (
    DocumentIdentity,
    IdentityDecision,
    IdentityStatus,
    PartIdentity,
    ReviewDecision,
)
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL, IDENTITY_SEAL
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.identity import activate, own_phi, review_identity
from tests.unit.identity.packets import Sheet, packet


def fact(certainty: Certainty) -> CitedFact:
    text = DeidentifiedText("Potassium 4.1 mmol/L", DEID_SEAL)
    citation = Citation(
        SourceType.LAB_PDF, "documents:5", "page 1", "results[0]", text, 1, BoundingBox(0.1, 0.1, 0.2, 0.02)
    )
    lab = LabResult(test_name="Potassium", value="4.1", unit="mmol/L")
    return CitedFact(FactType.LAB_RESULT, lab, text, citation, certainty, 0.9, (), FACT_SEAL)


FACTS = tuple(fact(certainty) for certainty in Certainty)


def decision(status: IdentityStatus) -> IdentityDecision:
    return IdentityDecision(PatientId(7), status, (), "reason", IDENTITY_SEAL)


@pytest.mark.parametrize("status", IdentityStatus)
def test_only_a_verified_or_approved_document_gives_evidence(status: IdentityStatus) -> None:
    active = activate(FACTS, DocumentIdentity.whole(decision(status), pages=1))
    opens = status in {IdentityStatus.VERIFIED, IdentityStatus.REVIEW_APPROVED}
    assert [each.fact.certainty for each in active] == ([Certainty.VERIFIED, Certainty.DOCUMENT_FACT] if opens else [])
    assert all(each.patient_id == 7 for each in active)


@pytest.mark.parametrize("status", [IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH])
def test_a_person_opens_or_closes_the_gate(status: IdentityStatus) -> None:
    approved = review_identity(decision(status), ReviewDecision.APPROVED)
    rejected = review_identity(decision(status), ReviewDecision.REJECTED)
    assert approved.status is IdentityStatus.REVIEW_APPROVED
    assert rejected.status is IdentityStatus.REVIEW_REJECTED
    assert approved.reason == "reason"


@pytest.mark.parametrize(
    "status",
    [s for s in IdentityStatus if s not in {IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH}],
    ids=lambda status: status.value,
)
def test_what_needs_no_review_gets_none(status: IdentityStatus) -> None:
    with pytest.raises(ValueError, match="open for review"):
        review_identity(decision(status), ReviewDecision.APPROVED)


def test_a_fact_counts_by_the_part_it_stands_in() -> None:
    closed = DocumentIdentity(
        (
            PartIdentity(DocumentPart(1, PartKind.PACKET, 1, 1), decision(IdentityStatus.MISMATCH)),
            PartIdentity(DocumentPart(2, PartKind.PACKET, 2, 2), decision(IdentityStatus.VERIFIED)),
        )
    )
    assert activate(FACTS, closed) == ()
    with pytest.raises(KeyError):
        activate(FACTS, DocumentIdentity(closed.parts[1:]))


def test_the_placeholder_map_holds_nothing_that_stands_on_another_patients_pages_only() -> None:
    clean = packet(Sheet("", person=1), Sheet("", person=2), Sheet("", person=2), Sheet("", person=3))
    statuses = (
        IdentityStatus.VERIFIED,
        IdentityStatus.MISMATCH,
        IdentityStatus.AMBIGUOUS,
        IdentityStatus.MISMATCH,
    )
    identity = DocumentIdentity(
        tuple(
            PartIdentity(DocumentPart(number, PartKind.PACKET, number, number), decision(status))
            for number, status in enumerate(statuses, start=1)
        )
    )
    assert set(own_phi(clean, identity).values) == {"[PERSON_1]", "[PERSON_2]"}
