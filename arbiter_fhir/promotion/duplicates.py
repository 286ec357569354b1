"""Whether a result is said already: in the same document, by us before, or in the chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.analyte import same_analyte
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import (
    Agreement,
    chart_identity,
    compare_measurements,
    fact_identity,
    fact_value,
    moment_of_chart,
    moment_of_date,
    read_value,
    same_moment,
)
from arbiter_fhir.domain.promotion import ChartLab, PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.promotion.fingerprint import clinical_fingerprint

__all__ = ["Verdict", "compare_in_document", "compare_with_chart"]

#: OpenEMR's `proc_res_status` options under which a row no longer says what it shows.
WITHDRAWN_STATUSES = frozenset({"error", "cancel"})
RESULT_TABLE = "procedure_result"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome with its reason and the chart row behind it."""

    outcome: PromotionOutcome
    reason: str
    existing_result_id: int | None = None


def compare_in_document(lab: LabResult, siblings: Iterable[LabResult], settled: Iterable[LabResult]) -> Verdict | None:
    """Compare with the other facts of the same document; ``None`` where they do not matter.

    Args:
        lab: A complete result.
        siblings: All results of the document, this one among them.
        settled: Those of them that were decided before.
    """
    judged = [_judge(lab, other) for other in siblings]
    if any(agreement is not None and not agreement.says_the_same for agreement in judged):
        return Verdict(PromotionOutcome.CONFLICT, "document_contradicts_itself")
    # Nothing contradicts, so what is of the same test and time says the same.
    if any(_judge(lab, other) is not None for other in settled):
        return Verdict(PromotionOutcome.DUPLICATE_SKIPPED, "same_value_twice_in_document")
    return None


def _judge(lab: LabResult, other: LabResult) -> Agreement | None:
    """How another fact of the document compares; ``None`` where it is of another test or time."""
    if lab.collection_date is None or other.collection_date is None or not other.collection_date.is_full_day:
        return None
    if not same_analyte(fact_identity(lab), fact_identity(other)):
        return None
    if not same_moment(moment_of_date(lab.collection_date), moment_of_date(other.collection_date)):
        return None
    return compare_measurements(fact_value(lab), lab.unit, fact_value(other), other.unit)


def compare_with_chart(
    lab: LabResult,
    *,
    patient_id: PatientId,
    document_id: DocumentId,
    chart: Sequence[ChartLab],
    earlier: Sequence[tuple[PromotionRecord, str]],
) -> Verdict:
    """Compare a complete result with the chart and with what we promoted before."""
    written = _written(earlier)
    rows = list(_at_the_same_time(lab, chart))
    same = [row for row, agreement in rows if agreement.says_the_same]
    withdrawn = [row for row in same if row.status.strip().casefold() in WITHDRAWN_STATUSES]
    fingerprint = clinical_fingerprint(lab, patient_id=patient_id)
    before = [promoted for promoted in written if promoted.fingerprint == fingerprint]
    gone = [promoted for promoted in before if promoted.result_id not in {row.result_id for row in same}]
    if gone:
        return Verdict(PromotionOutcome.CONFLICT, "promoted_row_changed_or_removed", gone[0].result_id)
    if withdrawn:
        # Somebody marked this very value as wrong: writing it again would overrule a person.
        return Verdict(PromotionOutcome.CONFLICT, "chart_row_withdrawn", withdrawn[0].result_id)
    if same:
        return _said_already(
            same,
            agreements={row.result_id: agreement for row, agreement in rows},
            own={promoted.result_id for promoted in before if promoted.document_id == document_id},
            ours={promoted.result_id for promoted in written},
        )
    against = [(row, agreement) for row, agreement in rows if row.status.strip().casefold() not in WITHDRAWN_STATUSES]
    if against:
        row, agreement = against[0]
        word = "other_unit_in_chart" if agreement is Agreement.UNIT_DIFFERS else "other_value_in_chart"
        return Verdict(PromotionOutcome.CONFLICT, word, row.result_id)
    return Verdict(PromotionOutcome.PROMOTED, "new_result")


def _said_already(
    same: Sequence[ChartLab], *, agreements: dict[int, Agreement], own: set[int], ours: set[int]
) -> Verdict:
    """The chart says it already: by this document, by another of ours, or by somebody else."""
    by_this = [row for row in same if row.result_id in own]
    if by_this:
        # The same rows again: the writer finds them by their key and writes nothing.
        return Verdict(PromotionOutcome.PROMOTED, "promoted_before", by_this[0].result_id)
    foreign = [row for row in same if row.result_id not in ours]
    if not foreign:
        return Verdict(PromotionOutcome.DUPLICATE_SKIPPED, "same_value_from_other_document", same[0].result_id)
    row = foreign[0]
    stated = agreements[row.result_id] is Agreement.SAME
    return Verdict(
        PromotionOutcome.ALREADY_EXISTS, "same_value_in_chart" if stated else "same_value_without_unit", row.result_id
    )


@dataclass(frozen=True, slots=True)
class _Promoted:
    """A result that we wrote into the chart."""

    result_id: int
    document_id: DocumentId
    fingerprint: str


def _written(earlier: Sequence[tuple[PromotionRecord, str]]) -> list[_Promoted]:
    """Our active promotions into the table of results."""
    return [
        _Promoted(record.record.record_id, record.document_id, fingerprint)
        for record, fingerprint in earlier
        if record.active and record.record is not None and record.record.table == RESULT_TABLE
    ]


def _at_the_same_time(lab: LabResult, chart: Sequence[ChartLab]) -> Iterable[tuple[ChartLab, Agreement]]:
    """Chart rows of the same test and time, with how they compare."""
    if lab.collection_date is None:
        return
    identity, moment = fact_identity(lab), moment_of_date(lab.collection_date)
    for row in chart:
        when = moment_of_chart(row)
        if when is None or not same_moment(moment, when) or not same_analyte(identity, chart_identity(row)):
            continue
        yield row, compare_measurements(fact_value(lab), lab.unit, read_value(row.value), row.unit)
