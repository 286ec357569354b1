"""Promotion: what goes into the chart's own tables, what was done, and how it is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.chart_record import ChartDosage
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.seal import PLAN_SEAL, Seal, require_seal
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "BELOW_SITE_THRESHOLD",
    "CHART_SAYS_NONE",
    "LIST_TABLE",
    "OVER_DOCUMENT",
    "OVER_LIST",
    "PERSONS_ROWS",
    "REJECTED_BEFORE",
    "RESULT_TABLE",
    "ROW_CHANGED",
    "ROW_WAS_EDITED",
    "ChartLab",
    "ChartListEntry",
    "ChartLists",
    "LabPlan",
    "ListKind",
    "ListPlan",
    "OpenOrder",
    "OrderLine",
    "OrderSlot",
    "PromotedRecord",
    "PromotionDecision",
    "PromotionOutcome",
    "PromotionRules",
    "RetractionAction",
    "contradicted_by",
]

#: OpenEMR's tables that promoted facts stand in.
RESULT_TABLE: Final = "procedure_result"
LIST_TABLE: Final = "lists"
#: Reason of a fact that would be written and that the site wants a person to look at first.
BELOW_SITE_THRESHOLD: Final = "below_site_threshold"
#: Reason of a fact that says what a person rejected: in another document, or under the chart that this one came from.
REJECTED_BEFORE: Final = "rejected_before"
#: Reason of a fact whose row was to be taken back and that a person has changed since: both are left to a person.
ROW_WAS_EDITED: Final = "row_to_take_back_was_edited"
#: Reason of a fact that we wrote before and whose row a person has changed or removed since.
ROW_CHANGED: Final = "promoted_row_changed_or_removed"
#: Reasons under which what a person did to the very row that we wrote stands.
PERSONS_ROWS: Final = frozenset({ROW_WAS_EDITED, ROW_CHANGED})
#: Stands for the chart's row where the document contradicts itself.
OVER_DOCUMENT: Final = "document"
#: Reason of an entry of which the chart says that there are none: a row says so, or the whole list is marked.
CHART_SAYS_NONE: Final = "chart_says_none"
#: Stands for the chart's row where the whole list is marked.
OVER_LIST: Final = "list_marked_none"


class ListKind(StrEnum):
    """The kinds of entries of OpenEMR's `lists` that are promoted to, in its own words (`lists.type`)."""

    ALLERGY = "allergy"
    MEDICATION = "medication"
    PROBLEM = "medical_problem"


@dataclass(frozen=True, slots=True)
class PromotionRules:
    """What a site lets into its chart beside laboratory results.

    Attributes:
        lists: Kinds of list entries that may be written; the others stay document facts.
    """

    lists: frozenset[ListKind] = frozenset(ListKind)


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
class OrderLine:
    """One line of an order that has no report yet.

    Attributes:
        sequence: `procedure_order_code.procedure_order_seq`.
        code: `procedure_code`, may be empty or a local code.
        name: `procedure_name`.
    """

    sequence: int
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """An order of the patient that waits for results.

    Attributes:
        ordered_at: `date_ordered`, local and naive; ``None`` where the order has none.
        status: `order_status` as it is now.
        lines: Its lines without a report, at least one.
    """

    order_id: int
    patient_id: PatientId
    ordered_at: datetime | None
    status: str
    lines: tuple[OrderLine, ...]


@dataclass(frozen=True, slots=True)
class OrderSlot:
    """The line of an open order that a result answers, and the order's status before it did."""

    order_id: int
    sequence: int
    status: str


@dataclass(frozen=True, slots=True)
class ChartListEntry:
    """One allergy, medication or problem in the chart: a row of `lists`, or a prescription.

    Attributes:
        table: ``lists`` or ``prescriptions``.
        record_id: Its primary key.
        title: `title`, or the drug of a prescription.
        details: Dose instructions and the like, as stored; empty where none.
        codes: ``(system, code)`` pairs of `diagnosis`, systems in OpenEMR's words: ``RXNORM``, ``ICD10``.
        active: Whether OpenEMR counts it: activity 1, not resolved, and no end date that has passed.
        verification: Option of the kind's verification list; empty where none.
        taken_back: A row of ours whose source was withdrawn: it says nothing any more.
        began: Begin or start date as stored; ``None`` where none.
        ended: End date as stored, which may lie ahead; ``None`` where none.
        recorded_at: When it was entered, local and naive.
        reaction: Of an allergy; the option's title, or as stored where the list does not know it.
        severity: The same.
        dosage: Of a prescription, where the account may read it.
        prescriber: Name of who prescribed; empty where none. An identifier: never in clean text.
        options: Reaction and severity as stored, which every account reads alike.
    """

    table: str
    record_id: int
    patient_id: PatientId
    kind: ListKind
    title: str
    details: str
    codes: tuple[tuple[str, str], ...]
    active: bool
    verification: str
    taken_back: bool
    began: date | None = None
    ended: date | None = None
    recorded_at: datetime | None = None
    reaction: str = ""
    severity: str = ""
    dosage: ChartDosage | None = None
    prescriber: str = field(default="", repr=False)
    options: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class ChartLists:
    """The patient's lists.

    Attributes:
        entries: Active and inactive ones.
        none_stated: Kinds that a person marked "None" and that never had an entry.
    """

    entries: tuple[ChartListEntry, ...] = ()
    none_stated: frozenset[ListKind] = frozenset()


@dataclass(frozen=True, slots=True)
class ListPlan:
    """The row to write for one allergy, medication or problem. Made only by `promotion`.

    Attributes:
        external_id: Our key, at most 20 characters (`lists.external_id`), the same on every retry.
        title: As printed, for a medication with its strength and form.
        diagnosis: Codes as OpenEMR writes them: ``RXNORM:7980``, ``ICD10:I10``.
        recorded_on: The site's day of the entry.
        began: Printed day of onset or start; ``None`` where none or less than a day was printed.
        reaction: Option of list ``reaction``; empty where the printed reaction is none of them.
        severity: Option of list ``severity_ccda``; empty where none.
        instructions: Dose instructions of a medication; empty for the other kinds.
        comment: Provenance, and what has no column of its own.
    """

    patient_id: PatientId
    document_id: DocumentId
    external_id: str
    kind: ListKind
    title: str
    diagnosis: str
    recorded_on: date
    began: date | None
    reaction: str
    severity: str
    instructions: str
    comment: str
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, PLAN_SEAL)


@dataclass(frozen=True, slots=True)
class LabPlan:
    """The rows to write for one lab result: order, order code, report, result. Made only by `promotion`.

    Attributes:
        external_id: Our key, at most 20 characters (`procedure_order.external_id`), the same on every retry.
        observed_at: `date_report`: the clinical date on the paper, local and naive.
        collected_at: `date_collected`.
        code: LOINC or empty: OpenEMR publishes every code as LOINC.
        abnormal: `proc_res_abnormal` option, or ``None`` to leave it empty.
        slot: The open order that the result answers; ``None`` where it gets an order of its own.
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
    slot: OrderSlot | None = None

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, PLAN_SEAL)


@dataclass(frozen=True, slots=True)
class PromotedRecord:
    """Where a promoted fact lives in the chart.

    Attributes:
        table: ``procedure_result`` or ``lists``.
        record_id: Its primary key.
        parents: Parent keys, e.g. ``{"procedure_order": 7, "procedure_report": 8}``.
        values_digest: SHA-256 hex of the values as written, so that a clinician's later edit is seen.
        answered: The clinician's order that the result was attached to; ``None`` where the order is ours.
    """

    table: str
    record_id: int
    parents: Mapping[str, int]
    values_digest: str
    answered: OrderSlot | None = None

    @property
    def key(self) -> str:
        """``procedure_result:45``: how other rows name this one."""
        return f"{self.table}:{self.record_id}"


@dataclass(frozen=True, slots=True)
class PromotionDecision:
    """What policy decided for one fact, before anything is written.

    Attributes:
        outcome: `PROMOTED` means "write the plan"; every other outcome writes nothing into the chart.
        plan: Set exactly when the outcome is `PROMOTED`.
        existing_result_id: The chart row that already says it, or that conflicts.
        reason: Stable word such as ``identity_not_verified``, ``collection_date_missing``, ``same_value_in_chart``.
        existing_table: The table of that row.
        takes_back: Ids of our earlier promotions that this fact corrects or withdraws.
    """

    outcome: PromotionOutcome
    plan: LabPlan | ListPlan | None
    existing_result_id: int | None
    reason: str
    existing_table: str = RESULT_TABLE
    takes_back: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        if (self.plan is not None) != (self.outcome is PromotionOutcome.PROMOTED):
            raise ValueError("a plan goes with the outcome `promoted`, and only with it")


def contradicted_by(reason: str, row: str | None, contents: str) -> str:
    """What a conflict is with, so that an approval over one thing opens no other.

    Args:
        reason: Of the conflict.
        row: The chart's row that contradicts, such as ``procedure_result:45``; ``None`` where no single row does.
        contents: The word for what the row says (`domain.chart_contents`).

    Returns:
        ``procedure_result:45@0123456789abcdef``, `OVER_LIST` or `OVER_DOCUMENT`.
    """
    if row is None:
        return OVER_LIST if reason == CHART_SAYS_NONE else OVER_DOCUMENT
    return f"{row}@{contents}"
