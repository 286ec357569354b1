"""Items of the review queue as a reviewer sees them: in sentences, what the paper says beside what the chart says."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidates, IdentifierRole
from arbiter_fhir.domain.fact import CitedFact, ResultStatus
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus, MatchOutcome
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PERSONS_ROWS
from arbiter_fhir.domain.reason_sentences import sentence_of
from arbiter_fhir.domain.review import FactReview, IdentityReview, ReviewWord
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.pipelines.review_chart import ChartSides
from arbiter_fhir.pipelines.review_items import (
    Decided,
    FactFieldView,
    FactView,
    IdentityFieldView,
    ReviewItem,
    ReviewKind,
    ReviewState,
    Told,
)
from arbiter_fhir.ports.chart import ChartReader
from arbiter_fhir.ports.reviews import CorrectionReader, FactInReview, IdentifierReader, PartInReview
from arbiter_fhir.review import foreseen

__all__ = ["NEVER_WRITTEN", "ItemViews", "field_label", "item_name", "kind_of"]

APPROVE: Final = "approve"
KEEP: Final = "keep"
REJECT: Final = "reject"
CORRECT: Final = "correct"

_LABELS: Final = {
    CandidateField.NAME: "Name",
    CandidateField.BIRTH_DATE: "Birth date",
    CandidateField.MRN: "Record number",
    CandidateField.SEX: "Sex",
    CandidateField.SSN: "Social security number",
    CandidateField.PHONE: "Telephone",
    CandidateField.ADDRESS: "Address",
}
#: Fields whose name in code is a code system's, or no word of a clinician.
_FIELD_LABELS: Final = {
    "icd10": "ICD-10 code",
    "loinc": "LOINC code",
    "numeric": "Number",
    "onset": "Began",
    "rxnorm": "RxNorm code",
    "ucum": "Unit (UCUM)",
    "topic": "Subject",
}
#: Reasons that only say that a person is asked; the doubts themselves say why.
_SAY_NOTHING: Final = frozenset(
    {"fact_needs_review", "document_fact", "new_result", "new_entry", "promoted_before", "identity_not_verified"}
)
#: Results that the laboratory took back: they have no value to write.
NEVER_WRITTEN: Final = frozenset({ResultStatus.ENTERED_IN_ERROR})
_UNDER_WAY: Final = frozenset({JobStatus.PENDING, JobStatus.RUNNING})
_OPEN_CHECKS: Final = frozenset({IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH})


def field_label(name: str) -> str:
    """What a reviewer reads for a field of a fact."""
    return _FIELD_LABELS.get(name) or name.replace("_", " ").capitalize()


def item_name(of: PartInReview | FactInReview) -> str:
    """``identity:12`` or ``fact:34``."""
    return f"identity:{of.check_id}" if isinstance(of, PartInReview) else f"fact:{of.record.fact_id}"


def kind_of(of: FactInReview) -> ReviewKind:
    """Whether a fact waits by itself or because something says otherwise."""
    return ReviewKind.CONFLICT if of.is_contradicted else ReviewKind.FACT


class ItemViews:
    """Makes items of one request.

    Args:
        chart: Read with the account that serves answers.
        corrections: Knows which fields may be corrected.
        identifiers: Decrypts; ``None`` where this installation does not: then outcomes are shown without values.
    """

    def __init__(
        self, *, chart: ChartReader, corrections: CorrectionReader, identifiers: IdentifierReader | None
    ) -> None:
        self._chart = chart
        self._corrections = corrections
        self._identifiers = identifiers
        self._sides: dict[PatientId, ChartSides] = {}
        self._patients: dict[PatientId, ChartPatient | None] = {}

    def of_part(self, part: PartInReview) -> ReviewItem:
        """An identity decision to make, or made.

        Raises:
            DeidentificationError: The stored identifiers do not decrypt as what they claim to be.
        """
        standing = part.standing
        waits = part.status in _OPEN_CHECKS and standing is None
        may = (APPROVE, REJECT) if waits else (REJECT,) if part.status is IdentityStatus.VERIFIED else ()
        return ReviewItem(
            item=item_name(part),
            kind=ReviewKind.IDENTITY,
            version=part.version,
            patient_id=part.patient_id,
            document_id=part.document_id,
            doc_type=part.doc_type,
            page=part.first_page,
            sentence=sentence_of(part.reason.removeprefix("carrier_")),
            reasons=(Told(part.reason, sentence_of(part.reason.removeprefix("carrier_"))),),
            raised_at=part.checked_at,
            identity=tuple(self._identity_fields(part)),
            decided=_decided(standing),
            actions=may if standing is None else (),
            state=_state_of_part(part, waits=waits),
        )

    def of_fact(self, found: FactInReview) -> ReviewItem:
        """A fact to decide about, or decided."""
        standing, state = found.standing, _state_of_fact(found)
        waits = found.is_waiting or standing is None
        fact = found.record.fact
        if found.is_under_way:
            fact = foreseen(fact, standing, self._corrections)
        told = [*self._promotion_reason(found), *fact.reasons]
        reasons = tuple(Told(code, sentence_of(code)) for code in dict.fromkeys(told))
        chart = self._chart_of(found.record.patient_id)
        side = chart.side(found.chart_row) if found.chart_row else None
        return ReviewItem(
            item=item_name(found),
            kind=kind_of(found),
            version=found.shown_version(chart.contents(found.chart_row)),
            patient_id=found.record.patient_id,
            document_id=found.record.document_id,
            doc_type=found.record.doc_type,
            page=fact.citation.page,
            sentence=reasons[0].sentence if reasons else fact.fact_text.value,
            reasons=reasons,
            raised_at=found.found_at,
            citation=fact.citation,
            fact=self._fact(fact),
            chart=() if side is None else (side,),
            decided=None if found.is_waiting else _decided(standing),
            actions=self._actions(found) if waits else (),
            state=state,
        )

    def _actions(self, found: FactInReview) -> tuple[str, ...]:
        lab = found.record.fact.lab
        if not found.is_open or (lab is not None and lab.result_status in NEVER_WRITTEN):
            return (KEEP, REJECT)
        if found.promotion_reason in PERSONS_ROWS and found.row_fingerprint == found.record.clinical_fingerprint:
            return (KEEP, REJECT, CORRECT)
        return (APPROVE, KEEP, REJECT, CORRECT)

    def _promotion_reason(self, found: FactInReview) -> list[str]:
        # What became of the fact before the decision says nothing of it any more.
        reason = "" if found.is_under_way else found.promotion_reason
        return [] if not reason or reason in _SAY_NOTHING else [reason]

    def _fact(self, fact: CitedFact) -> FactView:
        paper = fact.review.paper if fact.review is not None else None
        editable = set(self._corrections.editable(fact.value))
        fields = []
        for each in dataclasses.fields(fact.value):
            value = _text(getattr(fact.value, each.name))
            if value is None or not (value or each.name in editable):
                continue
            before = None if paper is None else _text(getattr(paper, each.name))
            fields.append(
                FactFieldView(
                    name=each.name,
                    label=field_label(each.name),
                    value=value,
                    editable=each.name in editable,
                    paper=before if before != value else None,
                )
            )
        return FactView(
            fact.fact_type.value, fact.fact_text.value, fact.certainty.value, fact.confidence, tuple(fields)
        )

    def _identity_fields(self, part: PartInReview) -> Iterator[IdentityFieldView]:
        candidates = IdentifierCandidates()
        if self._identifiers is not None:
            candidates = self._identifiers.read(part.patient_id, part.check_id)
        patient = self._patient(part.patient_id)
        outcomes = {each.field: each.outcome for each in part.comparisons}
        for each in CandidateField:
            document = _printed(candidates, each)
            chart = "" if patient is None else _of_chart(patient, each)
            outcome = outcomes.get(each.value, MatchOutcome.NOT_COMPARABLE)
            if document or each.value in outcomes:
                yield IdentityFieldView(each.value, _LABELS[each], document, chart, outcome.value)

    def _patient(self, patient_id: PatientId) -> ChartPatient | None:
        if patient_id not in self._patients:
            self._patients[patient_id] = self._chart.patient(patient_id)
        return self._patients[patient_id]

    def _chart_of(self, patient_id: PatientId) -> ChartSides:
        if patient_id not in self._sides:
            self._sides[patient_id] = ChartSides(self._chart, patient_id)
        return self._sides[patient_id]


def _state_of_part(part: PartInReview, *, waits: bool) -> ReviewState:
    if part.review is not None and part.job_status in _UNDER_WAY:
        return ReviewState.READ_AGAIN
    if waits:
        return ReviewState.WAITING
    if part.standing is None:
        return ReviewState.SETTLED
    failed = part.job_status is JobStatus.FAILED
    return ReviewState.NOT_CARRIED_OUT if failed else ReviewState.DECIDED


def _state_of_fact(found: FactInReview) -> ReviewState:
    if found.is_under_way:
        failed = found.job_status is JobStatus.FAILED
        return ReviewState.NOT_CARRIED_OUT if failed else ReviewState.READ_AGAIN
    if found.is_waiting:
        return ReviewState.WAITING
    return ReviewState.SETTLED if found.standing is None else ReviewState.DECIDED


def _decided(review: IdentityReview | FactReview | None) -> Decided | None:
    if review is None or review.decision is ReviewWord.UNDO:
        return None
    return Decided(review.decision, review.reviewer, review.decided_at, review.note.value, can_undo=True)


def _printed(candidates: IdentifierCandidates, of: CandidateField) -> tuple[str, ...]:
    """What the paper prints for one field: the patient's own where it says whose, else what it leaves open."""
    found = [item for item in candidates.items if item.field is of and item.value.strip()]
    own = [item for item in found if item.role is IdentifierRole.PATIENT]
    speaking = own or [item for item in found if item.role is IdentifierRole.UNKNOWN]
    return tuple(dict.fromkeys(" ".join(item.value.split()) for item in speaking))


def _of_chart(patient: ChartPatient, of: CandidateField) -> str:
    region = " ".join(filter(None, (patient.state, patient.postal_code)))
    told = {
        CandidateField.NAME: " ".join(filter(None, (patient.given, patient.middle, patient.family, patient.suffix))),
        CandidateField.BIRTH_DATE: patient.birth_date.isoformat() if patient.birth_date else "",
        CandidateField.MRN: patient.mrn,
        CandidateField.SEX: patient.sex,
        CandidateField.SSN: patient.ssn,
        CandidateField.PHONE: ", ".join(patient.phones),
        CandidateField.ADDRESS: ", ".join(filter(None, (patient.street, patient.city, region))),
    }
    return told[of]


def _text(value: object) -> str | None:
    """A field as text; ``None`` for fields that are no text (codes, numbers that follow from others)."""
    match value:
        case None:
            return ""
        case StrEnum():
            return value.value
        case ClinicalDate():
            return value.iso
        case bool() | tuple():
            return None
        case str():
            return value
        case _:
            return None
