"""Sentences of findings of every kind: results, entries, passages; what was shown is handed back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arbiter_fhir.answering.composing.choice import (
    asked_for,
    chosen_entries,
    entries_of,
    in_order,
    moments,
    nearest,
    newest_day,
    of_that_day,
    split_undated,
)
from arbiter_fhir.answering.composing.picks import write_beyond, write_flagged, write_picked
from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.counts import counted, overview_sentence
from arbiter_fhir.answering.limits import LISTED, asked_words, passages_shown
from arbiter_fhir.answering.narrowing import none_fits
from arbiter_fhir.answering.series import by_test, results_of
from arbiter_fhir.answering.wording.entries import medication_sentence
from arbiter_fhir.answering.wording.quotations import passage_sentence
from arbiter_fhir.answering.wording.results import name_of, pair_pressures, pressure_sentence, result_sentence
from arbiter_fhir.answering.wording.sentences import item_sentence
from arbiter_fhir.answering.wording.timing import ago_words, distance_words
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, Passage
from arbiter_fhir.domain.question import AskedDetail, Intent
from arbiter_fhir.domain.statement import Medication

__all__ = [
    "write_aged",
    "write_entries",
    "write_latest",
    "write_lookup",
    "write_nearest",
    "write_picked_out",
    "write_results",
]

#: Of so few entries that are not what was asked for it is told what they are.
FEW: Final = 5


def write_lookup(writer: Writer) -> list[EvidenceItem]:
    """The newest, the nearest, the one before, or all: results as they were asked for, then every other kind."""
    question = writer.bundle.question
    findings = asked_for(writer.bundle.findings, question)
    if (
        question.detail is AskedDetail.COUNT
        and question.flagged is None
        and question.bound is None
        and len(counted(writer.bundle)) > 1
    ):
        writer.count(overview_sentence(writer.bundle, writer.dates), *counted(writer.bundle))
    instead: list[EvidenceItem] = []
    for text, items in none_fits(writer.bundle):
        writer.count(text, *items)
        instead += items if len(items) <= FEW else ()
    shown = _lookup_results(results_of(findings), writer)
    passages = [item for item in findings if isinstance(item.value, Passage)]
    return [*shown, *write_entries([*instead, *chosen_entries(findings, question), *passages], writer)]


def _lookup_results(results: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem]:
    question = writer.bundle.question
    if (shown := write_picked_out(results, writer)) is not None:
        return shown
    if question.intent is Intent.LIST and not question.analytes and not question.subjects and question.latest_only:
        return write_results(newest_day(results), writer)
    if question.latest_only or question.intent is Intent.FACTUAL_LOOKUP:
        return write_latest(results, writer)
    return write_results(results, writer)


def write_picked_out(results: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem] | None:
    """The results that the question picks out by value, time or number; ``None`` where it picks none."""
    question = writer.bundle.question
    if question.flagged is not None:
        return write_results(write_flagged(results, question, writer), writer)
    if question.pick is not None:
        return write_results(write_picked(results, question.pick, writer), writer)
    if question.bound is not None:
        return write_results(write_beyond(results, question.bound, writer), writer)
    if question.when is not None and question.when.around is not None:
        return write_nearest(results, writer)
    if question.steps_back:
        return _write_moments(results, writer, question.steps_back, question.steps_back + 1)
    return _write_moments(results, writer, 0, question.newest_count) if question.newest_count else None


def write_results(
    items: Sequence[EvidenceItem],
    writer: Writer,
    *,
    flagger: bool = False,
    tail: Callable[[EvidenceItem], DeidentifiedText] | None = None,
) -> list[EvidenceItem]:
    """Each result as a sentence, at most `LISTED`; the two halves of a blood pressure as one.

    Args:
        items: Results.
        writer: The draft.
        flagger: Say who flagged each.
        tail: What follows each date.
    """
    shown = list(items[:LISTED])
    pairs = pair_pressures(shown)
    said: set[int] = set()
    for index, item in enumerate(shown):
        ending = tail(item) if tail is not None else None
        reading = pairs.get(index)
        if reading is None:
            unit = writer.bundle.question.unit
            text = result_sentence(item, writer.dates, name_flagger=flagger, unit=unit, tail=ending)
            writer.find(text, item)
        elif id(reading) not in said:
            said.add(id(reading))
            writer.find(pressure_sentence(reading, writer.dates, tail=ending), *reading.items)
    return shown


def write_latest(items: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem]:
    """The newest result of each test, those without a date, and how many earlier ones there are."""
    newest: list[EvidenceItem] = []
    earlier: list[list[EvidenceItem]] = []
    undated: list[EvidenceItem] = []
    for results in by_test(items):
        dated, without = split_undated(results)
        times = moments(dated)
        newest += times[0] if times else without[:1]
        undated += without if times else without[1:]
        earlier.append([item for time in times[1:] for item in time])
    shown = write_results(newest, writer)
    if writer.bundle.question.source is None:
        _count_earlier(earlier, writer)
    return [*shown, *write_results(undated, writer)]


def _count_earlier(earlier: Sequence[Sequence[EvidenceItem]], writer: Writer) -> None:
    """How many results came before, test by test; readings of blood pressure are counted as such."""
    pressures = [item for results in earlier for item in results]
    pairs = {id(reading): reading for reading in pair_pressures(pressures).values()}
    halves = {id(half) for reading in pairs.values() for half in reading.items}
    if pairs:
        text = (
            DeidentifiedText.compose("There is one earlier reading of blood pressure.")
            if len(pairs) == 1
            else DeidentifiedText.compose("There are {} earlier readings of blood pressure.", len(pairs))
        )
        writer.count(text, *(half for reading in pairs.values() for half in reading.items))
    for results in earlier:
        left = [item for item in results if id(item) not in halves]
        if not left:
            continue
        text = (
            DeidentifiedText.compose("There is one earlier result for {}.", name_of(left[0]))
            if len(left) == 1
            else DeidentifiedText.compose("There are {} earlier results for {}.", len(left), name_of(left[0]))
        )
        writer.count(text, *left)


def _write_moments(items: Sequence[EvidenceItem], writer: Writer, start: int, stop: int) -> list[EvidenceItem]:
    """The results of some of the times of each test, counted from the newest."""
    times = [time for results in by_test(items) for time in moments(results)[start:stop]]
    return write_results([item for time in times for item in time], writer)


def write_nearest(items: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem]:
    """The result of each test nearest to the day asked about, and how far it is from it."""
    window = writer.bundle.question.when
    day = window.around if window is not None else None
    if day is None:
        return []
    shown = of_that_day(items, writer.bundle.question)
    shown = shown or [item for results in by_test(items) for item in nearest(results, day)]
    return write_results(shown, writer, tail=lambda item: distance_words(item, day, writer.dates))


def write_aged(items: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem]:
    """The newest result of each test with its age."""
    today = writer.bundle.today
    newest = [item for results in by_test(items) for item in (moments(results) or [[]])[0]]
    return write_results(newest, writer, tail=(lambda item: ago_words(item, today)) if today is not None else None)


def write_entries(items: Sequence[EvidenceItem], writer: Writer) -> list[EvidenceItem]:
    """Everything that is no result: entries by part of the record, then passages in quotation marks."""
    shown = in_order(entries_of(items), writer.bundle.question.topics)[:LISTED]
    who = writer.bundle.question.intent is Intent.ORDERED_BY or bool(writer.bundle.question.by)
    for item in shown:
        drug = who and isinstance(item.value, Medication)
        text = medication_sentence(item, writer.dates, prescriber=True) if drug else item_sentence(item, writer.dates)
        writer.find(text, item)
    passages = [item for item in items if isinstance(item.value, Passage)][: passages_shown(writer.bundle)]
    for item in passages:
        writer.find(passage_sentence(item, asked_words(writer.bundle.question)), item)
    return [*shown, *passages]
