"""What of the chart speaks of the same test at the same time, and which rows of it are ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.analyte import same_analyte
from arbiter_fhir.domain.clinical_date import ClinicalDate
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
from arbiter_fhir.domain.promotion import RESULT_TABLE, ChartLab, PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.records import PromotionRecord

__all__ = [
    "WITHDRAWN_STATUSES",
    "Promoted",
    "Verdict",
    "is_withdrawn",
    "rows_at_the_same_time",
    "written_results",
]

#: OpenEMR's `proc_res_status` options under which a row no longer says what it shows.
WITHDRAWN_STATUSES = frozenset({"error", "cancel"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome with its reason, the chart row behind it, and our promotions that are to be taken back."""

    outcome: PromotionOutcome
    reason: str
    existing_result_id: int | None = None
    takes_back: tuple[int, ...] = field(default=())


def is_withdrawn(row: ChartLab) -> bool:
    """Whether a row no longer says what it shows."""
    return row.status.strip().casefold() in WITHDRAWN_STATUSES


@dataclass(frozen=True, slots=True)
class Promoted:
    """A result that we wrote into the chart.

    Attributes:
        stands: Whether it counts as in the chart; otherwise somebody has to look at the row, or has its own hand in it.
    """

    promotion_id: int
    result_id: int
    document_id: DocumentId
    fingerprint: str
    reason: str
    reported: ClinicalDate | None
    stands: bool = True


def written_results(earlier: Sequence[tuple[PromotionRecord, str]]) -> list[Promoted]:
    """Our active promotions into the table of results."""
    return [
        Promoted(
            record.promotion_id,
            record.record.record_id,
            record.document_id,
            fingerprint,
            record.reason,
            record.reported,
            record.outcome is PromotionOutcome.PROMOTED,
        )
        for record, fingerprint in earlier
        if record.active and record.record is not None and record.record.table == RESULT_TABLE
    ]


def rows_at_the_same_time(lab: LabResult, chart: Sequence[ChartLab]) -> Iterable[tuple[ChartLab, Agreement]]:
    """Chart rows of the same test and time, with how they compare."""
    if lab.collection_date is None:
        return
    identity, moment = fact_identity(lab), moment_of_date(lab.collection_date)
    for row in chart:
        when = moment_of_chart(row)
        if when is None or not same_moment(moment, when) or not same_analyte(identity, chart_identity(row)):
            continue
        yield row, compare_measurements(fact_value(lab), lab.unit, read_value(row.value), row.unit)
