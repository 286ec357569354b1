"""Questions to begin with, drawn from what this patient's chart and documents hold.

They name tests by our own names and parts of the record, never a value, a drug or a condition: somebody who reads over
a shoulder learns no more than that there is a result. Each has an answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from arbiter_fhir.domain.analyte import display_name, identify_analyte
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.fact import AbnormalFlag, FactType
from arbiter_fhir.domain.promotion import LIST_TABLE, ChartLab, ListKind
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.chart import ChartReader
from arbiter_fhir.ports.evidence import PatientEvidence
from arbiter_fhir.ports.records import FactRecord

__all__ = ["ExamplesPipeline"]

MOST_EXAMPLES: Final = 6
#: Different days with results from which a course can be seen.
_TREND_DAYS: Final = 2
_NORMAL: Final = frozenset({"", AbnormalFlag.NORMAL.value})


class ExamplesPipeline:
    """Makes example questions for one patient."""

    def __init__(self, *, chart: ChartReader, evidence: PatientEvidence) -> None:
        self._chart = chart
        self._evidence = evidence

    def of_patient(self, view: RecordView) -> Sequence[str]:
        """Up to six questions, the most telling first; none where nothing is on record.

        Raises:
            ChartError: OpenEMR's database refused or failed.
            StoreError: Ours did.
        """
        facts = self._evidence.active_facts(view)
        labs = () if ChartPart.RESULTS in view.closed_parts else self._chart.labs(view.patient_id)
        of_labs = list(_about_labs(labs, facts))
        of_lists = list(self._about_lists(view, facts))
        # Results first, but never only results.
        chosen = [*of_labs[:3], *of_lists[:3], *of_labs[3:], *of_lists[3:]]
        return chosen[:MOST_EXAMPLES]

    def _about_lists(self, view: RecordView, facts: Sequence[FactRecord]) -> Iterator[str]:
        patient_id, kinds = view.patient_id, {record.fact.fact_type for record in facts}
        listed = {
            entry.kind
            for entry in self._chart.lists(patient_id).entries
            if entry.active and (entry.table == LIST_TABLE or ChartPart.PRESCRIPTIONS not in view.closed_parts)
        }
        asked: Iterable[tuple[ListKind, FactType, str]] = (
            (ListKind.MEDICATION, FactType.MEDICATION, "Which medications are listed?"),
            (ListKind.ALLERGY, FactType.ALLERGY, "Any allergies?"),
            (ListKind.PROBLEM, FactType.PROBLEM, "What is on the problem list?"),
        )
        for kind, fact_type, question in asked:
            if kind in listed or fact_type in kinds:
                yield question
        closed = self._chart.closed_parts()

        def holds(part: ChartPart, read: Callable[[PatientId], Sequence[object]]) -> bool:
            return part not in closed and bool(read(patient_id))

        if holds(ChartPart.VITALS, self._chart.vitals):
            yield "Latest vital signs?"
        if holds(ChartPart.IMMUNIZATIONS, self._chart.immunizations):
            yield "Which immunizations were given?"
        if holds(ChartPart.ENCOUNTERS, self._chart.encounters):
            yield "When was the last visit?"


def _about_labs(labs: Sequence[ChartLab], facts: Sequence[FactRecord]) -> Iterator[str]:
    """Abnormal results, a course, a newest value: of tests that have a name of ours."""
    days: defaultdict[str, set[date]] = defaultdict(set)
    abnormal = False
    for lab in labs:
        taken = lab.collected_at or lab.observed_at
        _count(days, lab.name, lab.code, lab.unit, taken.date() if taken else None)
        abnormal = abnormal or lab.abnormal not in _NORMAL
    for record in facts:
        result = record.fact.lab
        if result is not None:
            when = result.collection_date or result.report_date
            _count(days, result.test_name, result.loinc, result.unit, when.day if when else None)
            abnormal = abnormal or (result.abnormal_flag is not None and result.abnormal_flag.value not in _NORMAL)
    if abnormal:
        yield "Any abnormal labs?"
    by_course = sorted(days, key=lambda key: (-len(days[key]), display_name(key)))
    for key in by_course[:1]:
        if len(days[key]) >= _TREND_DAYS:
            yield f"{display_name(key)} trend?"
    by_date = sorted(days, key=lambda key: (-max(days[key]).toordinal(), display_name(key)))
    for key in by_date[:3]:
        yield f"Most recent {display_name(key)}?"


def _count(days: defaultdict[str, set[date]], name: str, code: str | None, unit: str, day: date | None) -> None:
    key = identify_analyte(name, loinc=code or None, unit=unit).key
    if key is not None and day is not None:
        days[key].add(day)
