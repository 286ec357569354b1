"""What stands between the results and what was asked of them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.answering.gaps import gap_sentences, unsaid_sentences
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.question import AskedDetail, AskedFlag, Intent, Pick, ValueBound
from tests.unit.answering.answers import asked, since


def said(build: Any, *items: Any, intent: Intent = Intent.FACTUAL_LOOKUP, **changes: Any) -> list[str]:
    bundle = build.bundle(*items, question=asked(build, intent, "hba1c", **changes))
    return [sentence.value for sentence in gap_sentences(bundle, DateLabels())]


@pytest.mark.parametrize(
    "changes, words",
    [
        ({}, []),
        ({"newest_count": 1}, []),
        ({"newest_count": 3}, ["There are only 2 dated results for Hemoglobin A1c."]),
        ({"steps_back": 1}, []),
        ({"steps_back": 2}, ["There are only 2 dated results for Hemoglobin A1c."]),
    ],
)
def test_fewer_results_than_asked_for(build: Any, changes: dict[str, Any], words: list[str]) -> None:
    assert said(build, build.item(), build.item(day="2026-01-01", number=1), **changes) == words


@pytest.mark.parametrize("changes", [{"pick": Pick.HIGHEST}, {"bound": ValueBound(">", Decimal(9))}])
def test_results_that_cannot_be_compared_are_counted(build: Any, changes: dict[str, Any]) -> None:
    items = [build.item(), build.item(value="<5", day="2026-01-01", number=1), build.item(value="see note", number=2)]
    assert said(build, *items[:2], **changes) == [
        "One result for Hemoglobin A1c could not be compared with the others."
    ]
    assert said(build, *items, **changes) == ["2 results for Hemoglobin A1c could not be compared."]


def test_a_flag_or_a_range_that_nobody_gave(build: Any) -> None:
    bare = build.item(reference="", flag=None)
    assert said(build, bare, detail=AskedDetail.FLAG) == [
        "The newest result for Hemoglobin A1c has no flag and no range to judge it by."
    ]
    assert said(build, bare, detail=AskedDetail.REFERENCE_RANGE) == [
        "No reference range stands beside the newest result for Hemoglobin A1c."
    ]
    assert said(build, build.item(), detail=AskedDetail.FLAG) == []
    assert said(build, build.item(reference=""), detail=AskedDetail.FLAG) == []


def test_a_span_is_named_where_the_newest_of_it_is_spoken_of(build: Any) -> None:
    bare = build.item(reference="", flag=None)
    when = since("2026-01-01")
    assert said(build, bare, detail=AskedDetail.FLAG, when=when) == [
        "The newest result for Hemoglobin A1c since [DATE_1] has no flag and no range to judge it by."
    ]
    assert said(build, bare, newest_count=2, when=when) == [
        "There is only one dated result for Hemoglobin A1c since [DATE_1]."
    ]


def test_results_without_a_flag_are_counted_where_flags_choose(build: Any) -> None:
    items = [build.item(), build.item(reference="", flag=None, day="2026-01-01", number=1)]
    assert said(build, *items, flagged=AskedFlag.HIGH, pick=Pick.OLDEST) == [
        "1 of the 2 results for Hemoglobin A1c have no flag and no range to judge them by."
    ]
    assert said(build, items[1], flagged=AskedFlag.HIGH) == [
        "The one result for Hemoglobin A1c has no flag and no range to judge it by."
    ]


def test_of_results_only_those_that_cannot_be_converted_are_said_to_be_so(build: Any) -> None:
    mixed = [build.item(), build.item(value="see note", day="2026-01-01", number=1)]
    assert said(build, *mixed, unit="mmol/mol") == [
        "1 of the 2 results for Hemoglobin A1c cannot be converted into the unit asked for."
    ]
    assert said(build, build.item(), unit="mmol/mol") == []


@pytest.mark.parametrize(
    "detail, silent, sentence",
    [
        (AskedDetail.INDICATION, True, "The entry that is shown does not say what it is taken for."),
        (AskedDetail.STOP_REASON, True, "The entry that is shown does not say why it was stopped."),
        (AskedDetail.DOSE, False, ""),
        (AskedDetail.DATE, False, ""),
    ],
)
def test_what_an_entry_does_not_say(build: Any, records: Any, detail: AskedDetail, silent: bool, sentence: str) -> None:
    bundle = build.bundle(records.medication(), question=asked(build, Intent.FACTUAL_LOOKUP, detail=detail))
    assert [text.value for text in unsaid_sentences(bundle)] == ([sentence] if silent else [])


def test_of_several_entries_the_silent_ones_are_counted(build: Any, records: Any) -> None:
    said_for = records.medication("Gabapentin", indication="neuropathy")
    question = asked(build, Intent.LIST, detail=AskedDetail.INDICATION)
    both = build.bundle(said_for, records.medication(), question=question)
    assert [text.value for text in unsaid_sentences(both)] == [
        "1 of the 2 entries that are shown do not say what it is taken for."
    ]
    neither = build.bundle(records.medication(), records.medication("Lisinopril"), question=question)
    assert [text.value for text in unsaid_sentences(neither)] == [
        "None of the 2 entries that are shown says what it is taken for."
    ]


def test_a_strength_in_the_name_is_a_dose(build: Any, records: Any) -> None:
    question = asked(build, Intent.FACTUAL_LOOKUP, detail=AskedDetail.DOSE)
    named = records.medication("Lisinopril 10 mg", strength="", route="", frequency="")
    assert list(unsaid_sentences(build.bundle(named, question=question))) == []
    bare = records.medication("Lisinopril", strength="", route="", frequency="")
    assert [text.value for text in unsaid_sentences(build.bundle(bare, question=question))] == [
        "The entry that is shown does not say a dose."
    ]
