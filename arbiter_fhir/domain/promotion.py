"""Promotion: what goes into the chart's own tables, what was done, and how it is taken back."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from datetime import datetime
from enum import StrEnum

from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.seal import PLAN_SEAL, Seal, require_seal
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "ChartLab",
    "LabPlan",
    "PromotedRecord",
    "PromotionDecision",
    "PromotionOutcome",
    "RetractionAction",
]


class PromotionOutcome(StrEnum):
    """The seed's promotion outcomes."""

    PROMOTED = "promoted"
    ALREADY_EXISTS = "already_exists"
    DUPLICATE_SKIPPED = "duplicate_skipped"
    CONFLICT = "conflict_needs_review"
    NOT_PROMOTABLE = "not_promotable"
    NEEDS_REVIEW = "needs_review"
    REJECTED = "rejected"
    FAILED = "promotion_failed"
    RETRACTED = "retracted"


class RetractionAction(StrEnum):
    """What retraction did with one object."""

    DEACTIVATED = "deactivated"
    CHART_ROW_INACTIVATED = "chart_row_inactivated"
    NEEDS_REVIEW = "needs_review"
    ALREADY_GONE = "already_gone"


@dataclass(frozen=True, slots=True)
class ChartLab:
    """One result in the chart, read from `procedure_result` and its parents with exact decimals.

    Attributes:
        result_id: `procedure_result.procedure_result_id`.
        order_id: `procedure_order.procedure_order_id`.
        patient_id: `procedure_order.patient_id`.
        code: `result_code`, may be empty.
        name: `result_text`.
        value: `result` as stored.
        unit: `units`.
        reference_range: `range`.
        abnormal: `abnormal` as stored.
        observed_at: `procedure_report.date_report` (what OpenEMR shows and FHIR publishes), local and naive.
        collected_at: `procedure_report.date_collected`.
        status: `result_status`.
        document_id: `procedure_result.document_id`; ``None`` for 0.
    """

    result_id: int
    order_id: int
    patient_id: PatientId
    code: str
    name: str
    value: str
    unit: str
    reference_range: str
    abnormal: str
    observed_at: datetime | None
    collected_at: datetime | None
    status: str
    document_id: DocumentId | None


@dataclass(frozen=True, slots=True)
class LabPlan:
    """The rows to write for one lab result: order, order code, report, result. Made only by `promotion`.

    Attributes:
        external_id: Our key, at most 20 characters (`procedure_order.external_id`), the same on every retry.
        observed_at: `date_report`: the clinical date on the paper, local and naive.
        collected_at: `date_collected`.
        code: LOINC or empty: OpenEMR publishes every code as LOINC.
        abnormal: `proc_res_abnormal` option, or ``None`` to leave it empty.
    """

    patient_id: PatientId
    document_id: DocumentId
    external_id: str
    observed_at: datetime
    collected_at: datetime | None
    code: str
    name: str
    value: str
    value_is_numeric: bool
    unit: str
    reference_range: str
    abnormal: AbnormalFlag | None
    comment: str
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, PLAN_SEAL)


@dataclass(frozen=True, slots=True)
class PromotedRecord:
    """Where a promoted fact lives in the chart.

    Attributes:
        table: ``procedure_result``.
        record_id: Its primary key.
        parents: Parent keys, e.g. ``{"procedure_order": 7, "procedure_report": 8}``.
        values_digest: SHA-256 hex of the values as written, so that a clinician's later edit is seen.
    """

    table: str
    record_id: int
    parents: dict[str, int]
    values_digest: str


@dataclass(frozen=True, slots=True)
class PromotionDecision:
    """What policy decided for one fact, before anything is written.

    Attributes:
        outcome: `PROMOTED` means "write the plan"; every other outcome writes nothing into the chart.
        plan: Set exactly when the outcome is `PROMOTED`.
        existing_result_id: The chart row that already says it, or that conflicts.
        reason: Stable word such as ``identity_not_verified``, ``collection_date_missing``, ``same_value_in_chart``.
    """

    outcome: PromotionOutcome
    plan: LabPlan | None
    existing_result_id: int | None
    reason: str

    def __post_init__(self) -> None:
        if (self.plan is not None) != (self.outcome is PromotionOutcome.PROMOTED):
            raise ValueError("a plan goes with the outcome `promoted`, and only with it")
