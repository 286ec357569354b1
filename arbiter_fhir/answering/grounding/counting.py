"""Sentences that count or compare: each number, direction and distance is worked out again from the evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from arbiter_fhir.answering.composing.choice import asked_for, results_of_trend, results_to_judge
from arbiter_fhir.answering.counts import counted, overview_sentence
from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.limits import abnormal, judged_results
from arbiter_fhir.answering.narrowing import none_fits
from arbiter_fhir.answering.series import series_of
from arbiter_fhir.answering.wording.dates import DateLabels, filled
from arbiter_fhir.answering.wording.picks import bound_sentence, flag_sentence, pick_sentence
from arbiter_fhir.answering.wording.results import name_of
from arbiter_fhir.answering.wording.trends import extremes_sentence, trend_sentence
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.question import Intent, Pick

__all__ = ["wrong_count"]

_EARLIER: Final = re.compile(r"There (?:is one|are (?P<count>\d+)) earlier results? for (?P<name>.+)\.")
_READINGS: Final = re.compile(r"There (?:is one|are (?P<count>\d+)) earlier readings? of blood pressure\.")
_SOME_ABNORMAL: Final = re.compile(
    r"(?P<some>\d+) of the (?P<all>\d+) results read are flagged or out of their range\."
)
_NONE_ABNORMAL: Final = re.compile(r"None of the (?P<all>\d+) results read is flagged or out of its range\.")
_COMPARES: Final = re.compile(r" results\)\.$|^The (?:highest|lowest|oldest|mean|one) |^(?:None|\d+) of the ")
_OVERVIEW: Final = re.compile(r"(?:New or changed|Begun|Found)(?: since | up to | from |:)")
_ONE_NORMAL: Final = "The one result read is not flagged and not out of its range."


def wrong_count(
    text: str, cited: Sequence[EvidenceItem], index: EvidenceIndex, dates: Mapping[str, ClinicalDate]
) -> str | None:
    """What is wrong with a sentence that counts or compares.

    Args:
        text: With date labels.
        cited: What it cites.
        index: All evidence.
        dates: Date labels of the draft.

    Returns:
        A stable word; empty where nothing is wrong, ``None`` where it is no such sentence.
    """
    if match := _EARLIER.fullmatch(text):
        return _wrong_earlier(int(match["count"] or 1), match["name"], cited, index)
    if match := _READINGS.fullmatch(text):
        return _wrong_readings(int(match["count"] or 1), cited, index)
    if (wrong := _wrong_abnormal(text, cited, index)) is not None:
        return wrong
    if text in _judgement(cited, index) or text in _none_fits(cited, index):
        return ""
    if _COMPARES.search(text) and filled(text, dates) in _comparisons(cited, index):
        return ""
    return "" if _OVERVIEW.match(text) and filled(text, dates) == _overview(cited, index) else None


def _none_fits(cited: Sequence[EvidenceItem], index: EvidenceIndex) -> set[str]:
    """What may be said of the entries that are cited, of which none is what the question narrows them to."""
    ids = {id(item) for item in cited}
    return {said.value for said, items in none_fits(index.bundle) if {id(item) for item in items} == ids}


def _wrong_abnormal(text: str, cited: Sequence[EvidenceItem], index: EvidenceIndex) -> str | None:
    some, none = _SOME_ABNORMAL.fullmatch(text), _NONE_ABNORMAL.fullmatch(text)
    if some is None and none is None and text != _ONE_NORMAL:
        return None
    results = index.results
    if index.bundle.question.intent is Intent.ABNORMAL_LIST:
        results = tuple(results_to_judge(results, index.bundle.question))
    found = abnormal(results)
    if some is not None:
        right = int(some["some"]) == len(found) and int(some["all"]) == len(results)
        complete = {id(item) for item in cited} == {id(item) for item in found}
        return "" if right and complete and found else "wrong_count"
    total = int(none["all"]) if none else 1
    about_results = all(item.lab is not None for item in cited)
    return "" if not found and total == len(results) and about_results else "wrong_count"


def _wrong_earlier(count: int, name: str, cited: Sequence[EvidenceItem], index: EvidenceIndex) -> str:
    tests = {item.subject for item in cited}
    if count != len(cited) or len(tests) != 1 or any(item.lab is None for item in cited):
        return "wrong_count"
    of_test = index.of_test(cited[0].subject)
    if name not in {name_of(item).value for item in of_test}:
        return "test_not_named"
    newest = max((_when(item) for item in of_test), default=None)
    return "" if newest is not None and all(_when(item) < newest for item in cited) else "not_earlier"


def _wrong_readings(count: int, cited: Sequence[EvidenceItem], index: EvidenceIndex) -> str:
    ids = {id(item) for item in cited}
    if count != len(index.pressures_of(cited)) or len(ids) != 2 * count:
        return "wrong_count"
    halves = {half.subject for reading in index.pressures for half in reading.items}
    newest = max((_when(item) for item in index.results if item.subject in halves), default="")
    return "" if all(_when(item) < newest for item in cited) else "not_earlier"


def _when(item: EvidenceItem) -> str:
    """Sortable: ISO dates of any precision; undated before all."""
    return item.observed.iso if item.observed else ""


def _comparisons(cited: Sequence[EvidenceItem], index: EvidenceIndex) -> set[str]:
    """What may be said of the trend of the one test that is cited, where all of its comparable results are cited."""
    tests = {item.subject for item in cited}
    if len(tests) != 1 or any(item.lab is None for item in cited):
        return set()
    question = index.bundle.question
    series = series_of(results_of_trend(index.of_test(cited[0].subject), question), question.unit)
    if not series.points or {id(point.item) for point in series.points} != {id(item) for item in cited}:
        return set()
    dates = DateLabels.clear_of([item.words.name.value for item in cited])
    said = [pick_sentence(series, pick, dates) for pick in Pick]
    if series.tells:
        said += [trend_sentence(series, dates), extremes_sentence(series, dates)]
    if (bound := index.bundle.question.bound) is not None:
        said.append(bound_sentence(series, bound))
    return {filled(sentence.value, dates.labels) for sentence in said}


def _judgement(cited: Sequence[EvidenceItem], index: EvidenceIndex) -> set[str]:
    """What may be said of the flags of the one test that is cited, where all of its judged results are cited."""
    tests, flag = {item.subject for item in cited}, index.bundle.question.flagged
    if flag is None or len(tests) != 1 or any(item.lab is None for item in cited):
        return set()
    judged = judged_results(asked_for(index.of_test(cited[0].subject), index.bundle.question))
    if not judged or {id(item) for item in judged} != {id(item) for item in cited}:
        return set()
    return {flag_sentence(judged, flag).value}


def _overview(cited: Sequence[EvidenceItem], index: EvidenceIndex) -> str | None:
    """The one sentence that says how much was found of each kind; it cites all that it counts."""
    every = {id(item) for item in counted(index.bundle)}
    if len(every) < 2 or {id(item) for item in cited} != every:
        return None
    dates = DateLabels()
    return filled(overview_sentence(index.bundle, dates).value, dates.labels)
