"""Synthetic values for the store's tests: documents, jobs, facts, decisions."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from hashlib import sha256

import numpy as np

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import (
    CandidateField,
    DeidentifiedText,
    IdentifierCandidate,
    IdentifierCandidates,
    IdentifierRole,
    PhiMap,
)
from arbiter_fhir.domain.document import (
    BoundingBox,
    DocType,
    DocumentPart,
    PartKind,
    SourceDocument,
    SourceState,
)
from arbiter_fhir.domain.fact import (
    AbnormalFlag,
    Certainty,
    CitedFact,
    Comparator,
    FactType,
    LabResult,
    RejectedCandidate,
)
from arbiter_fhir.domain.identity import (
    ActiveFact,
    DocumentIdentity,
    FieldComparison,
    IdentityDecision,
    IdentityStatus,
    MatchOutcome,
    PartIdentity,
)
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL, IDENTITY_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import ChunkRecord

SHA3 = "ab" * 64
MODEL = "minilm:0123"
PHI = PhiMap({"[PERSON_1]": ("Zyxwva Qponml", "QPONML, Z."), "[DATE_1]": ("01/31/1970",)})


def document(document_id: int, patient_id: int = 7, *, content_hash: str = SHA3) -> SourceDocument:
    return SourceDocument(
        document_id=DocumentId(document_id),
        uuid=None,
        patient_id=PatientId(patient_id),
        category_ids=(3,),
        content_hash=content_hash,
        size_bytes=1000,
        media_type_claimed="application/pdf",
        stored_at=datetime(2026, 4, 11, 9, 30, tzinfo=UTC).replace(tzinfo=None),
        state=SourceState.ACTIVE,
    )


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def lab(
    name: str = "Hemoglobin A1c",
    value: str = "7.20",
    *,
    certainty: Certainty = Certainty.VERIFIED,
    document_id: int = 100,
    when: ClinicalDate | None = None,
) -> CitedFact:
    result = LabResult(
        test_name=name,
        value=value,
        unit="%",
        reference_range="4.0-5.6",
        flag_printed="H",
        abnormal_flag=AbnormalFlag.HIGH,
        collection_date=when or ClinicalDate(date(2026, 4, 10), None, DatePrecision.DAY),
        numeric=Decimal(value),
        comparator=Comparator.LESS,
        loinc="4548-4",
    )
    citation = Citation(
        source_type=SourceType.LAB_PDF,
        source_id=f"documents:{document_id}",
        page_or_section="page 1",
        field_or_chunk_id="results[0]",
        quote=clean(f"{name} {value} % H"),
        page=1,
        box=BoundingBox(0.1, 0.25, 0.5, 0.0125),
    )
    return CitedFact(
        fact_type=FactType.LAB_RESULT,
        value=result,
        fact_text=clean(f"{name} was {value} %"),
        citation=citation,
        certainty=certainty,
        confidence=0.875,
        reasons=("box_proven",),
        seal=FACT_SEAL,
    )


def active(facts: Sequence[CitedFact], patient_id: int = 7) -> list[ActiveFact]:
    return [ActiveFact(fact, PatientId(patient_id), IDENTITY_SEAL) for fact in facts]


def identity(patient: int = 7, *statuses: IdentityStatus) -> DocumentIdentity:
    """A document of one page for each status: of one piece, or a packet."""
    kind = PartKind.PACKET if len(statuses) > 1 else PartKind.WHOLE
    return DocumentIdentity(
        tuple(
            PartIdentity(DocumentPart(number, kind, number, number), decision(patient, status))
            for number, status in enumerate(statuses or (IdentityStatus.VERIFIED,), start=1)
        )
    )


def decision(patient_id: int = 7, status: IdentityStatus = IdentityStatus.VERIFIED) -> IdentityDecision:
    return IdentityDecision(
        patient_id=PatientId(patient_id),
        status=status,
        comparisons=(FieldComparison("birth_date", MatchOutcome.MATCH),),
        reason="two_strong_identifiers",
        seal=IDENTITY_SEAL,
    )


def candidates(value: str = "Zyxwva Qponml") -> IdentifierCandidates:
    item = IdentifierCandidate(
        field=CandidateField.NAME,
        value=value,
        role=IdentifierRole.PATIENT,
        page=1,
        box=BoundingBox(0.1, 0.1, 0.2, 0.02),
        labelled=True,
    )
    return IdentifierCandidates((item,))


def unit_vector(seed: int) -> bytes:
    """A unit vector that depends on the seed alone."""
    raw = np.random.default_rng(seed).normal(size=384)
    return (raw / np.linalg.norm(raw)).astype("<f4").tobytes()


def fingerprints(fact: CitedFact) -> tuple[str, str]:
    """Stand-ins for what the promotion room computes: one of the source, one of the clinical content."""
    source = f"{fact.citation.source_id} {fact.value.test_name} {fact.value.value}"
    content = f"{fact.value.test_name} {fact.value.value}"
    return sha256(source.encode()).hexdigest(), sha256(content.encode()).hexdigest()


def chunk(seed: int = 1) -> ChunkRecord:
    return ChunkRecord(1, "native", 0, 20, clean("[PERSON_1] Hemoglobin"), unit_vector(seed))


def rejected() -> RejectedCandidate:
    return RejectedCandidate(1, "value_missing", clean("Glucose pending"))


def completed(job_id: int) -> AuditEvent:
    return AuditEvent(
        AuditAction.INGEST_COMPLETED, ActorType.WORKER, "intake-extractor", "patient:0123abcd", {"job_id": job_id}
    )


def site_name() -> str:
    """A site that no other test session uses."""
    return f"t{secrets.token_hex(6)}"


DOC_TYPE = DocType.LAB_PDF
