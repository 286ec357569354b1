"""Results that correct others, and results that the laboratory declares wrong.

A corrected result takes back the one row of ours that it corrects; a result that is declared wrong takes back the one
row of ours that says it. A row that is not ours is never touched: both are then a person's to settle.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import LabResult, ResultStatus
from arbiter_fhir.domain.lab_comparison import Agreement
from arbiter_fhir.domain.promotion import ChartLab, PromotionOutcome
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.promotion.chart_match import (
    Promoted,
    Verdict,
    is_withdrawn,
    rows_at_the_same_time,
    written_results,
)
from arbiter_fhir.promotion.fingerprint import withdrawal_fingerprint
from arbiter_fhir.promotion.result_status import status_of

__all__ = [
    "CORRECTED_RESULT",
    "NOTHING_TO_WITHDRAW",
    "SUPERSEDED",
    "WITHDREW_RESULT",
    "compare_withdrawal",
    "correct_rows",
    "corrected_by",
    "declared_wrong",
    "is_later",
]

#: Reason of a promoted correction: it tells our own later decisions that the row is one.
CORRECTED_RESULT = "corrected_result"
#: Reason of a result that a correction has replaced, in the chart or in its own document.
SUPERSEDED = "superseded_by_correction"
#: Reasons of a result that the laboratory declared wrong, with and without a row of ours to take back.
WITHDREW_RESULT = "withdrew_result"
NOTHING_TO_WITHDRAW = "nothing_to_withdraw"


def compare_withdrawal(
    lab: LabResult,
    *,
    chart: Sequence[ChartLab],
    earlier: Sequence[tuple[PromotionRecord, str]],
) -> Verdict:
    """What a result that the laboratory declares wrong does to the chart: it takes back our one row that says it.

    Args:
        lab: The result, `ResultStatus.ENTERED_IN_ERROR`; its value may be empty, then it speaks of the test and time.
        chart: The patient's results.
        earlier: Our active promotions.
    """
    rows = [(row, agreement) for row, agreement in rows_at_the_same_time(lab, chart) if not is_withdrawn(row)]
    meant = [row for row, agreement in rows if agreement.says_the_same or not _states_value(lab)]
    if rows and not meant:
        return Verdict(PromotionOutcome.CONFLICT, "withdraws_another_value", rows[0][0].result_id)
    if not meant:
        return Verdict(PromotionOutcome.NOT_PROMOTABLE, NOTHING_TO_WITHDRAW)
    written = {promoted.result_id: promoted for promoted in written_results(earlier)}
    foreign = [row for row in meant if row.result_id not in written]
    if foreign:
        return Verdict(PromotionOutcome.CONFLICT, "withdraws_row_of_somebody_else", foreign[0].result_id)
    if len(meant) > 1:
        return Verdict(PromotionOutcome.CONFLICT, "withdraws_several_rows", meant[0].result_id)
    (row,) = meant
    return Verdict(
        PromotionOutcome.NOT_PROMOTABLE, WITHDREW_RESULT, row.result_id, (written[row.result_id].promotion_id,)
    )


def _states_value(lab: LabResult) -> bool:
    """Whether a withdrawal says which value was wrong; one without a value shows the status in its place."""
    said = lab.value.strip().casefold()
    return bool(said) and said != lab.status.strip().casefold()


def declared_wrong(
    lab: LabResult, patient_id: PatientId, earlier: Sequence[tuple[PromotionRecord, str]]
) -> Verdict | None:
    """A conflict where a document that still stands says that what was reported for this test and time is wrong."""
    fingerprint = withdrawal_fingerprint(lab, patient_id=patient_id)
    said = any(
        record.active and stored == fingerprint and record.reason in {WITHDREW_RESULT, NOTHING_TO_WITHDRAW}
        for record, stored in earlier
    )
    # A correction is what follows such a declaration; the plain result is what it was about.
    if not said or status_of(lab) is not ResultStatus.FINAL:
        return None
    return Verdict(PromotionOutcome.CONFLICT, "withdrawn_by_laboratory")


def correct_rows(lab: LabResult, against: Sequence[tuple[ChartLab, Agreement]], written: Sequence[Promoted]) -> Verdict:
    """What a corrected result does to rows that say something else: it replaces one row, and only one of ours.

    Of two corrections the one that was reported later holds; where the reports do not say, a person decides.
    """
    ours = {promoted.result_id: promoted for promoted in written}
    foreign = [row for row, _ in against if row.result_id not in ours]
    first = against[0][0]
    if foreign:
        return Verdict(PromotionOutcome.CONFLICT, "corrects_row_of_somebody_else", foreign[0].result_id)
    if len(against) > 1:
        return Verdict(PromotionOutcome.CONFLICT, "corrects_several_rows", first.result_id)
    promoted = ours[first.result_id]
    newer = is_later(lab.report_date, promoted.reported)
    if promoted.reason == CORRECTED_RESULT and newer is not True:
        outcome = PromotionOutcome.CONFLICT if newer is None else PromotionOutcome.NOT_PROMOTABLE
        return Verdict(outcome, "corrected_twice" if newer is None else SUPERSEDED, first.result_id)
    if is_later(promoted.reported, lab.report_date):
        return Verdict(PromotionOutcome.CONFLICT, "reported_after_correction", first.result_id)
    return Verdict(PromotionOutcome.PROMOTED, CORRECTED_RESULT, first.result_id, (promoted.promotion_id,))


def corrected_by(
    lab: LabResult, against: Sequence[tuple[ChartLab, Agreement]], written: Sequence[Promoted]
) -> Verdict | None:
    """That the rows which say something else are corrections of this result, which came first by another channel."""
    corrections = {promoted.result_id: promoted for promoted in written if promoted.reason == CORRECTED_RESULT}
    meant = [corrections.get(row.result_id) for row, _ in against]
    # What was reported after the correction is not what it corrects.
    if any(each is None or is_later(lab.report_date, each.reported) for each in meant):
        return None
    return Verdict(PromotionOutcome.NOT_PROMOTABLE, SUPERSEDED, against[0][0].result_id)


def is_later(one: ClinicalDate | None, other: ClinicalDate | None) -> bool | None:
    """Whether one report is of a later day, or of the same day and a later minute; ``None`` where that is not said."""
    if one is None or other is None or not one.is_full_day or not other.is_full_day:
        return None
    if one.day != other.day:
        return one.day > other.day
    if one.clock is None or other.clock is None or one.clock == other.clock:
        return None
    return one.clock > other.clock
