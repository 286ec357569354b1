"""Which of the things found a question asks for."""

from __future__ import annotations

from datetime import date

import pytest

from arbiter_fhir.domain.question import (
    AskedFlag,
    AskedResponse,
    AskedSource,
    AskedState,
    DateWindow,
    Intent,
    Pick,
    Topic,
    UnmetKind,
    ValueBound,
)
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question, flag, pick, latest",
    [
        ("last abnormal creatinine", AskedFlag.ABNORMAL, None, True),
        ("most recent normal potassium", AskedFlag.NORMAL, None, True),
        ("last time her K was in range", AskedFlag.NORMAL, None, True),
        ("when was her potassium last normal", AskedFlag.NORMAL, None, True),
        ("last critical sodium", AskedFlag.CRITICAL, None, True),
        ("when did potassium become abnormal", AskedFlag.ABNORMAL, Pick.OLDEST, False),
        ("when did her TSH first go high", AskedFlag.HIGH, Pick.OLDEST, False),
        ("first low hemoglobin", AskedFlag.LOW, Pick.OLDEST, False),
        ("how many times was K high", AskedFlag.HIGH, None, False),
        ("how often was the sodium low", AskedFlag.LOW, None, False),
        ("when was her potassium elevated", AskedFlag.HIGH, None, False),
        ("has her potassium ever been low", AskedFlag.LOW, None, False),
        ("has potassium been high", AskedFlag.HIGH, None, False),
    ],
)
def test_results_by_their_flags(question: str, flag: AskedFlag, pick: Pick | None, latest: bool) -> None:
    routed = ask(question)
    assert routed.intent is Intent.FACTUAL_LOOKUP
    assert (routed.flagged, routed.pick, routed.latest_only) == (flag, pick, latest)


@pytest.mark.parametrize("question", ["is the potassium normal", "was that high", "abnormal labs", "highest potassium"])
def test_other_questions_choose_by_no_flag(question: str) -> None:
    assert ask(question).flagged is None


@pytest.mark.parametrize(
    "question, state",
    [
        ("current meds", AskedState.CURRENT),
        ("what meds is she on", AskedState.CURRENT),
        ("active problems", AskedState.CURRENT),
        ("stopped meds", AskedState.ENDED),
        ("which drugs were discontinued", AskedState.ENDED),
        ("resolved problems", AskedState.ENDED),
        ("old prescriptions", AskedState.ENDED),
        ("inactive allergies", AskedState.ENDED),
        ("which meds did she stop", AskedState.ENDED),
        ("meds that are not active", AskedState.ENDED),
        ("what was discontinued", AskedState.ENDED),
        ("what was stopped since 2024", AskedState.ENDED),
        ("what vaccines has she refused", AskedState.REFUSED),
        ("cancelled orders", AskedState.CANCELLED),
        ("any canceled labs", AskedState.CANCELLED),
        ("meds", None),
        ("past medical history", None),
        ("is she still on metformin", None),
        ("current potassium", None),
    ],
)
def test_the_state_of_entries(question: str, state: AskedState | None) -> None:
    assert ask(question).state is state


@pytest.mark.parametrize(
    "question, source, topics",
    [
        ("allergies per chart", AskedSource.CHART, (Topic.ALLERGIES,)),
        ("meds according to the chart", AskedSource.CHART, (Topic.MEDICATIONS,)),
        ("allergies from the documents only", AskedSource.DOCUMENTS, (Topic.ALLERGIES,)),
        ("potassium from the documents only", AskedSource.DOCUMENTS, (Topic.LABS,)),
        ("any allergies in the chart", None, (Topic.ALLERGIES,)),
        ("list documents", None, (Topic.DOCUMENTS,)),
    ],
)
def test_whose_word_is_asked_for(question: str, source: AskedSource | None, topics: tuple[Topic, ...]) -> None:
    routed = ask(question)
    assert (routed.source, routed.topics) == (source, topics)


@pytest.mark.parametrize(
    "question, excluded",
    [
        ("allergies besides penicillin", ("penicillins",)),
        ("meds other than metformin and lisinopril", ("metformin", "lisinopril")),
        ("meds except for metformin", ("metformin",)),
        ("labs apart from potassium", ("potassium",)),
        ("any allergies excluding latex", ("latex",)),
        ("meds but not statins", ("class:statins",)),
    ],
)
def test_what_is_left_out(question: str, excluded: tuple[str, ...]) -> None:
    routed = ask(question)
    assert routed.excluded == excluded
    assert not routed.analytes
    assert not routed.subjects
    assert routed.topics


def test_what_nobody_knows_cannot_be_left_out_and_is_said() -> None:
    (unmet,) = ask("meds besides her usual ones").unmet
    assert (unmet.kind, unmet.words.value) == (UnmetKind.THING, "besides her usual ones")
    assert ask("labs ordered but not done").unmet == ()


@pytest.mark.parametrize(
    "question, value",
    [
        ("the creatinine of 2.08", "2.08"),
        ("creatinine 2.08 when was that", "2.08"),
        ("when was the potassium 5.9", "5.9"),
        ("glucose of 154", "154"),
        ("a1c 3 months ago", None),
        ("last 3 potassiums", None),
        ("creatinine 2 results ago", None),
        ("bp 140/90", None),
    ],
)
def test_a_value_names_its_result(question: str, value: str | None) -> None:
    bound = ask(question).bound
    assert (None if bound is None else (bound.comparator, str(bound.value))) == (value and ("=", value))


def test_the_way_from_the_first_to_the_last_is_a_trend() -> None:
    for question in (
        *("difference between first and last creatinine", "how much has K changed between first and last"),
        *("first and last A1c", "lowest and highest potassium"),
    ):
        assert ask(question).intent is Intent.TREND
    assert ask("difference between the last two creatinines").newest_count == 2
    assert ask("compare last creatinine to previous").newest_count == 2
    assert ask("first creatinine").pick is Pick.OLDEST


def test_a_bound_of_one_value_holds_it_alone() -> None:
    bound = ValueBound("=", 3)  # type: ignore[arg-type]
    assert bound.holds(3)  # type: ignore[arg-type]
    assert not bound.holds(4)  # type: ignore[arg-type]


def test_a_unit_and_a_state_do_not_stick() -> None:
    first = ask("last creatinine in umol/L")
    second = ask("and potassium?", previous=first)
    assert (first.unit, second.unit) == ("umol/L", "")
    current = ask("only the current ones", previous=ask("meds"))
    assert current.state is AskedState.CURRENT
    assert ask("and labs?", previous=current).state is None
    assert ask("besides penicillin?", previous=ask("any allergies")).excluded == ("penicillins",)


@pytest.mark.parametrize(
    "question, response",
    [
        ("which antibiotics is it resistant to", AskedResponse.RESISTANT),
        ("what is the E. coli resistant to", AskedResponse.RESISTANT),
        ("what is it sensitive to", AskedResponse.SUSCEPTIBLE),
        ("what's the bug susceptible to", AskedResponse.SUSCEPTIBLE),
        ("any resistant organisms", AskedResponse.RESISTANT),
        ("susceptibilities", None),
        ("is it resistant or sensitive", None),
        ("is the e. coli resistant to bactrim", None),
    ],
)
def test_drugs_of_a_culture_by_their_response(question: str, response: AskedResponse | None) -> None:
    routed = ask(question)
    assert routed.topics == (Topic.CULTURES,)
    assert routed.response is response


def test_what_was_known_then() -> None:
    known = ask("A1c as of March 2025")
    assert (known.intent, known.latest_only) == (Intent.FACTUAL_LOOKUP, True)
    assert known.when == DateWindow(end=date(2025, 3, 31))
    assert ask("meds as of March 2025").when == DateWindow(date(2025, 3, 1), date(2025, 3, 31))
    assert ask("what's new as of March 2025").when == DateWindow(date(2025, 3, 1))


@pytest.mark.parametrize(
    "question", ["which meds were started this year", "problems diagnosed in 2026", "meds prescribed since 2026"]
)
def test_what_began_in_a_time(question: str) -> None:
    routed = ask(question)
    assert (routed.intent, routed.state) == (Intent.CHANGES, AskedState.BEGUN)


@pytest.mark.parametrize("question", ["current meds in 2026", "new meds this year", "when was diabetes diagnosed"])
def test_what_held_or_is_new_in_a_time_is_more(question: str) -> None:
    assert ask(question).state is not AskedState.BEGUN


def test_what_the_chart_does_not_say() -> None:
    assert ask("meds not in the chart").source is AskedSource.NOT_CHART


@pytest.mark.parametrize(
    "question, excluded",
    [
        ("all results but potassium", ("potassium",)),
        ("abnormal labs that are not INR", ("inr",)),
        ("everything but metformin", ("metformin",)),
    ],
)
def test_other_words_for_what_is_left_out(question: str, excluded: tuple[str, ...]) -> None:
    routed = ask(question)
    assert routed.excluded == excluded
    assert routed.analytes == ()


def test_a_part_of_the_record_that_is_left_out_is_not_asked_for() -> None:
    assert Topic.LABS not in ask("everything except labs").topics


def test_the_charts_word_without_documents() -> None:
    routed = ask("without the documents, what meds is she on")
    assert (routed.source, routed.topics) == (AskedSource.CHART, (Topic.MEDICATIONS,))
