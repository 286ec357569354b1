"""Whether a result is said already, or said otherwise: in the same document, by us before, or in the chart.

A result that was corrected or declared wrong before it arrived by its own channel is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arbiter_fhir.domain.analyte import same_analyte
from arbiter_fhir.domain.fact import LabResult, ResultStatus
from arbiter_fhir.domain.lab_comparison import (
    Agreement,
    compare_measurements,
    fact_identity,
    fact_value,
    moment_of_date,
    same_moment,
)
from arbiter_fhir.domain.promotion import ROW_CHANGED, ChartLab, PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.promotion.chart_match import (
    Promoted,
    Verdict,
    is_withdrawn,
    rows_at_the_same_time,
    written_results,
)
from arbiter_fhir.promotion.corrections import CORRECTED_RESULT, SUPERSEDED, correct_rows, corrected_by, declared_wrong
from arbiter_fhir.promotion.fingerprint import clinical_fingerprint
from arbiter_fhir.promotion.result_status import SETTLED, status_of

__all__ = ["NEW_RESULT", "Reading", "compare_in_document", "compare_with_chart"]

#: Reason of a result that nothing speaks for or against.
NEW_RESULT = "new_result"


@dataclass(frozen=True, slots=True)
class Reading:
    """A result of the document, and whether it may go into the chart as far as reading it goes."""

    lab: LabResult
    sure: bool


def compare_in_document(lab: LabResult, siblings: Iterable[Reading], settled: Iterable[LabResult]) -> Verdict | None:
    """Compare with the other facts of the same document; ``None`` where they do not matter.

    Args:
        lab: A complete, settled result.
        siblings: All results of the document, this one among them.
        settled: Those of them that were decided before.
    """
    differing = [other for other in siblings if _contradicts(lab, other.lab)]
    if differing:
        corrected = all(status_of(other.lab) is ResultStatus.CORRECTED and other.sure for other in differing)
        if corrected and status_of(lab) is ResultStatus.FINAL and _agree([other.lab for other in differing]):
            return Verdict(PromotionOutcome.NOT_PROMOTABLE, SUPERSEDED)
        return Verdict(PromotionOutcome.CONFLICT, "document_contradicts_itself")
    # Nothing contradicts, so what is of the same test and time says the same.
    same = [other for other in settled if (judged := _judge(lab, other)) is not None and judged.says_the_same]
    if same:
        return Verdict(PromotionOutcome.DUPLICATE_SKIPPED, "same_value_twice_in_document")
    return None


def _contradicts(lab: LabResult, other: LabResult) -> bool:
    """Whether another reading of this test and time speaks against a settled result."""
    agreement = _judge(lab, other)
    if agreement is None:
        return False
    match status_of(other):
        case ResultStatus.ENTERED_IN_ERROR:
            return True
        case status if status not in SETTLED:
            # A preliminary value beside the final one is history, not a second opinion.
            return status is ResultStatus.UNKNOWN and not agreement.says_the_same
        case ResultStatus.FINAL if status_of(lab) is ResultStatus.CORRECTED:
            return False
        case _:
            return not agreement.says_the_same


def _agree(labs: Sequence[LabResult]) -> bool:
    return all(
        compare_measurements(fact_value(lab), lab.unit, fact_value(labs[0]), labs[0].unit).says_the_same for lab in labs
    )


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
    written = written_results(earlier)
    rows = list(rows_at_the_same_time(lab, chart))
    same = [row for row, agreement in rows if agreement.says_the_same]
    fingerprint = clinical_fingerprint(lab, patient_id=patient_id)
    before = [promoted for promoted in written if promoted.fingerprint == fingerprint]
    if barred := _barred(same, before) or declared_wrong(lab, patient_id, earlier):
        return barred
    against = [(row, agreement) for row, agreement in rows if not agreement.says_the_same and not is_withdrawn(row)]
    corrected = status_of(lab) is ResultStatus.CORRECTED
    correction = correct_rows(lab, against, written) if against and corrected else None
    if correction is not None and correction.outcome is not PromotionOutcome.PROMOTED:
        return correction
    if same:
        said = _said_already(
            same,
            agreements={row.result_id: agreement for row, agreement in rows},
            own={promoted.result_id for promoted in before if promoted.document_id == document_id},
            ours={each.result_id for each in written if each.stands or each.fingerprint == fingerprint},
        )
        reason = CORRECTED_RESULT if corrected and said.outcome is PromotionOutcome.PROMOTED else said.reason
        return replace(said, reason=reason, takes_back=correction.takes_back if correction else ())
    if against:
        return correction or corrected_by(lab, against, written) or _said_otherwise(against)
    return Verdict(PromotionOutcome.PROMOTED, CORRECTED_RESULT if corrected else NEW_RESULT)


def _barred(same: Sequence[ChartLab], before: Sequence[Promoted]) -> Verdict | None:
    """What a person did to this very value in the chart stands."""
    gone = [promoted for promoted in before if promoted.result_id not in {row.result_id for row in same}]
    if gone:
        return Verdict(PromotionOutcome.CONFLICT, ROW_CHANGED, gone[0].result_id)
    withdrawn = [row for row in same if is_withdrawn(row)]
    if withdrawn:
        # Somebody marked it as wrong: writing it again would overrule a person.
        return Verdict(PromotionOutcome.CONFLICT, "chart_row_withdrawn", withdrawn[0].result_id)
    return None


def _said_otherwise(against: Sequence[tuple[ChartLab, Agreement]]) -> Verdict:
    row, agreement = against[0]
    word = "other_unit_in_chart" if agreement is Agreement.UNIT_DIFFERS else "other_value_in_chart"
    return Verdict(PromotionOutcome.CONFLICT, word, row.result_id)


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
