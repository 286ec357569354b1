"""Which of the findings an answer shows: the newest, the ones before, the nearest to a day, the first so many."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from types import MappingProxyType
from typing import Final

from arbiter_fhir.answering.contradiction import at_one_time
from arbiter_fhir.answering.limits import abnormal, is_flagged
from arbiter_fhir.answering.series import by_test, results_of, series_of
from arbiter_fhir.answering.wording.vocabulary import places
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage
from arbiter_fhir.domain.question import (
    AskedFlag,
    AskedResponse,
    AskedSource,
    AskedState,
    DateWindow,
    Intent,
    RoutedQuestion,
    Topic,
)
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    MedicationStatus,
    Problem,
    ProblemStatus,
    Statement,
    Susceptibility,
    SusceptibilityInterpretation,
)

__all__ = [
    "EVENTS",
    "LISTS",
    "NAMING",
    "asked_for",
    "began",
    "chosen_entries",
    "entries_of",
    "in_order",
    "moments",
    "nearest",
    "newest_day",
    "newest_of_each",
    "of_that_day",
    "picked_results",
    "results_of_trend",
    "results_to_judge",
    "split_undated",
    "standing_entries",
    "unflagged_vitals",
]

#: Parts of the record whose entries happened once, so that there is a newest and one before.
EVENTS: Final = frozenset({Topic.ENCOUNTERS, Topic.ORDERS, Topic.IMMUNIZATIONS, Topic.PROCEDURES, Topic.DOCUMENTS})
#: Parts of the record whose entries hold now or have ended.
LISTS: Final = frozenset({Topic.MEDICATIONS, Topic.PROBLEMS, Topic.ALLERGIES})
#: Parts of the record in which the chart names a clinician.
NAMING: Final = frozenset({Topic.MEDICATIONS, Topic.ORDERS, Topic.ENCOUNTERS})
_RESPONSES: Final = MappingProxyType(
    {
        AskedResponse.RESISTANT: frozenset(
            {SusceptibilityInterpretation.RESISTANT, SusceptibilityInterpretation.NONSUSCEPTIBLE}
        ),
        AskedResponse.INTERMEDIATE: frozenset(
            {
                SusceptibilityInterpretation.INTERMEDIATE,
                SusceptibilityInterpretation.SUSCEPTIBLE_DOSE_DEPENDENT,
            }
        ),
        AskedResponse.SUSCEPTIBLE: frozenset(
            {
                SusceptibilityInterpretation.SUSCEPTIBLE,
                SusceptibilityInterpretation.SUSCEPTIBLE_DOSE_DEPENDENT,
            }
        ),
    }
)
#: Statuses of an order that was given up (`ord_status` of OpenEMR).
CANCELLED: Final = frozenset({"canceled", "cancelled"})
_TAKEN = frozenset({MedicationStatus.ACTIVE, MedicationStatus.INTENDED, MedicationStatus.UNKNOWN})


def newest_day(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The results of the newest day; all of them where none has a date."""
    days = [item.observed.day for item in items if item.observed is not None]
    if not days:
        return list(items)
    return [item for item in items if item.observed is not None and item.observed.day == max(days)]


def split_undated(results: Sequence[EvidenceItem]) -> tuple[list[EvidenceItem], list[EvidenceItem]]:
    """Dated results and those without a date."""
    dated = [item for item in results if item.observed is not None]
    return dated, [item for item in results if item.observed is None]


def moments(results: Sequence[EvidenceItem]) -> list[list[EvidenceItem]]:
    """Dated results of one test by the time they were taken, newest first; results of one time stand together."""
    found: list[list[EvidenceItem]] = []
    for item in sorted(results, key=_moment, reverse=True):
        if item.observed is None:
            continue
        if found and at_one_time(found[-1][0], item):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def nearest(results: Sequence[EvidenceItem], day: date) -> list[EvidenceItem]:
    """The dated results of one test that are nearest to a day: one time, or two at the same distance."""
    distances = [(abs((item.observed.day - day).days), item) for item in results if item.observed is not None]
    least = min((distance for distance, _ in distances), default=0)
    return [item for distance, item in distances if distance == least]


def of_that_day(results: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """The results of the day that is asked about, where no test is named; none where a test is, or none is of it."""
    day = question.when.around if question.when is not None else None
    if day is None or question.analytes or question.subjects:
        return []
    return [item for item in results if item.observed is not None and item.observed.day == day]


def in_order(items: Sequence[EvidenceItem], topics: Sequence[Topic] = ()) -> list[EvidenceItem]:
    """Entries by part of the record, those asked about first; within one what holds now before what ended."""
    order = [*topics, *(topic for topic in Topic if topic not in topics)]
    return sorted(items, key=lambda item: (order.index(item.topic), _ended(item)))


def results_to_judge(results: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """Of which results the abnormal ones are asked for: of all, or of the newest day ("abnormals on the last labs")."""
    every = question.analytes or question.subjects or not question.latest_only
    return list(results) if every else newest_day(results)


def results_of_trend(results: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """The results of one test between which a trend is told: all, or those of the newest so many times."""
    if question.intent is not Intent.TREND or not question.newest_count:
        return list(results)
    return [item for time in moments(results)[: question.newest_count] for item in time]


def picked_results(results: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """The results that a list tells one by one: those with the flag, beyond the bound, or the newest so many."""
    flag, bound = question.flagged, question.bound
    if flag is not None:
        return [item for item in results if is_flagged(item, flag)]
    if bound is not None:
        series = [series_of(of_test, question.unit) for of_test in by_test(results)]
        return [point.item for each in series for point in each.points if bound.holds(point.number)]
    if question.newest_count:
        times = [moments(of_test)[: question.newest_count] for of_test in by_test(results)]
        return [item for of_test in times for time in of_test for item in time]
    return list(results)


def _ended(item: EvidenceItem) -> int:
    match item.value:
        case Medication(status=status):
            return 0 if status in _TAKEN else 1
        case Problem(status=ProblemStatus.RESOLVED):
            return 1
        case Problem(assertion=Assertion.ABSENT):
            return 2
        case _:
            return 0


def asked_for(items: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """The items of the source, the state, the clinician that the question asks for; all where it names none."""
    return [
        item
        for item in items
        if _is_of_source(item, question.source)
        and _is_of_state(item, question)
        and (not question.by or item.by_asked or item.topic not in NAMING)
        and _is_of_response(item, question)
    ]


def _is_of_response(item: EvidenceItem, question: RoutedQuestion) -> bool:
    """Whether a drug of a culture is asked for; one whose category could not be read may be."""
    value = item.value
    if not isinstance(value, Susceptibility) or value.interpretation is None:
        return True
    if question.flagged is AskedFlag.NORMAL:
        return value.interpretation is SusceptibilityInterpretation.SUSCEPTIBLE
    if question.flagged is not None:
        # Nothing is high or low of it.
        return question.flagged is AskedFlag.ABNORMAL
    return question.response is None or value.interpretation in _RESPONSES[question.response]


def _is_of_source(item: EvidenceItem, source: AskedSource | None) -> bool:
    if source is None:
        return True
    charted = {place.source_type is SourceType.CHART for place in places(item)}
    if source is AskedSource.NOT_CHART:
        return True not in charted
    return (source is AskedSource.CHART) in charted


def began(item: EvidenceItem) -> ClinicalDate | None:
    """When an entry of a list began, where it says so."""
    match item.value:
        case Medication(started=day) | Problem(onset=day) | Allergy(onset=day):
            return day
    return None


def _is_begun(item: EvidenceItem, when: DateWindow | None) -> bool:
    """Whether an entry began in the span; of what is no list everything is told."""
    if item.topic not in LISTS or when is None:
        return True
    day = began(item)
    return day is not None and when.holds(day.day)


def _is_of_state(item: EvidenceItem, question: RoutedQuestion) -> bool:
    """Whether an entry of a list holds now, or has ended; what is neither, such as a plan, is left out of both."""
    state = question.state
    if state is None or state is AskedState.BEGUN:
        return state is None or _is_begun(item, question.when)
    now, ended = True, False
    match item.value:
        case Medication(status=status):
            now = status in {MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN}
            ended = status in {MedicationStatus.STOPPED, MedicationStatus.NOT_TAKEN}
        case Problem(status=status, assertion=assertion):
            now = status is not ProblemStatus.RESOLVED and assertion is Assertion.PRESENT
            ended = status is ProblemStatus.RESOLVED or assertion is Assertion.HISTORICAL
        case Allergy(assertion=assertion):
            now = assertion is not Assertion.HISTORICAL
            ended = assertion is Assertion.HISTORICAL
        case Statement(topic="stopped_medications"):
            now, ended = False, True
        case ChartOrder(status=status) if state is AskedState.CANCELLED:
            return status.strip().casefold() in CANCELLED
        case Statement(assertion=assertion) if state is AskedState.REFUSED and item.topic is Topic.IMMUNIZATIONS:
            return assertion is Assertion.ABSENT
        case _ if item.topic in LISTS:
            pass
        case _:
            return True
    return now if state is AskedState.CURRENT else ended


def entries_of(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """Everything that is neither a result nor a passage."""
    return [item for item in items if item.lab is None and not isinstance(item.value, Passage)]


def chosen_entries(items: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """The entries asked for: of what happened once the newest, the newest so many, the one before, the nearest."""
    entries = asked_for(entries_of(items), question)
    around = question.when.around if question.when is not None else None
    if not (question.latest_only or question.newest_count or question.steps_back or around):
        return entries
    series: dict[tuple[Topic, str], list[EvidenceItem]] = {}
    for item in entries:
        prescribed = item.topic is Topic.MEDICATIONS and question.topics == (Topic.MEDICATIONS,)
        if (item.topic in EVENTS or (prescribed and not question.subjects)) and item.observed is not None:
            kind = item.subject if item.topic in {Topic.IMMUNIZATIONS, Topic.PROCEDURES} else ""
            series.setdefault((item.topic, kind), []).append(item)
    kept = {id(item) for of_kind in series.values() for item in _of_series(of_kind, question, around)}
    told = {id(item) for of_kind in series.values() for item in of_kind}
    dated = {topic for topic, _ in series}
    return [item for item in entries if id(item) in kept or (id(item) not in told and item.topic not in dated)]


def _of_series(items: Sequence[EvidenceItem], question: RoutedQuestion, around: date | None) -> list[EvidenceItem]:
    if around is not None:
        return nearest(items, around)
    newest = sorted(items, key=_moment, reverse=True)
    if question.steps_back:
        return newest[question.steps_back : question.steps_back + 1]
    return newest[: question.newest_count or 1]


def _moment(item: EvidenceItem) -> str:
    return item.observed.as_datetime().isoformat() if item.observed is not None else ""


def standing_entries(bundle: EvidenceBundle) -> list[EvidenceItem]:
    """Entries that hold now, and those that contradict another: what ended or was denied is left out elsewhere."""
    disputed = {id(side) for conflict in bundle.conflicts for side in (conflict.one, conflict.other)}
    return [item for item in entries_of(bundle.findings) if not _ended(item) or id(item) in disputed]


def newest_of_each(results: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The newest results of each test; of a test without dates its first."""
    return [item for of_test in by_test(results) for item in (moments(of_test) or [list(of_test[:1])])[0]]


def unflagged_vitals(bundle: EvidenceBundle) -> list[EvidenceItem]:
    """The newest vital signs that nothing calls abnormal."""
    newest = newest_of_each([item for item in results_of(bundle.findings) if item.topic is Topic.VITALS])
    noted = {id(item) for item in abnormal(newest)}
    return [item for item in newest if id(item) not in noted]
