"""What an answer says of what it leaves out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from arbiter_fhir.answering.limits import LISTED
from arbiter_fhir.answering.missing import missing_texts
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.question import AskedSource, AskedState, DateWindow, Intent, Topic
from arbiter_fhir.domain.statement import MedicationStatus
from tests.unit.answering.answers import asked, since
from tests.unit.answering.records import clean

FOUND = "was found in the chart or in the documents that were read."


@pytest.mark.parametrize(
    "when, span",
    [
        (None, ""),
        (since("2026-01-01"), " since 2026-01-01"),
        (DateWindow(end=date(2025, 3, 1)), " up to 2025-03-01"),
        (DateWindow(date(2025, 1, 1), date(2025, 3, 1)), " from 2025-01-01 to 2025-03-01"),
    ],
)
def test_what_was_not_found_names_the_span(build: Any, when: DateWindow | None, span: str) -> None:
    bundle = build.bundle(not_found=("hba1c",), question=asked(build, Intent.FACTUAL_LOOKUP, "hba1c", when=when))
    assert missing_texts(bundle)[0] == f"No result for hemoglobin A1c{span} {FOUND}"
    assert len(missing_texts(bundle)) == (2 if span else 1)


def test_a_result_that_waits_for_a_person_is_not_called_missing(build: Any) -> None:
    unsure = build.item(review=("value_unreadable",))
    bundle = build.bundle(not_found=("hba1c", "group:glycemia", "tsh"), review=(unsure,))
    assert [text.split(" for ")[0] for text in missing_texts(bundle)] == [
        "No confirmed result",
        "No confirmed result",
        "No result",
    ]


def test_a_part_of_the_record_without_entries_is_not_called_empty(build: Any) -> None:
    bundle = build.bundle(not_found=("allergies", "metformin", "class:statins", "vital:blood_pressure"))
    first, second, third, fourth = missing_texts(bundle)
    assert first.endswith("that does not mean that there are none.")
    assert second == f"Nothing about metformin {FOUND}"
    assert third == f"Nothing about statins {FOUND}"
    assert fourth == f"Nothing about blood pressure {FOUND}"


def test_a_subject_is_named_beside_the_part_that_it_was_looked_for_in(build: Any) -> None:
    question = asked(build, Intent.FACTUAL_LOOKUP, subjects=("stroke",))
    assert missing_texts(build.bundle(not_found=("problems",), question=question)) == (
        "Nothing about stroke was found among problems in the chart or in the documents that were read.",
    )


def test_a_step_too_far_back_is_said(build: Any) -> None:
    items = [build.item(day=day, number=number) for number, day in enumerate(("2026-04-10", "2026-01-02"))]
    for steps, said in (
        (1, ()),
        (2, ("There are only 2 dated results for Hemoglobin A1c.",)),
    ):
        bundle = build.bundle(*items, question=asked(build, Intent.FACTUAL_LOOKUP, "hba1c", steps_back=steps))
        assert missing_texts(bundle) == said


def test_results_outside_a_trend_are_counted(build: Any) -> None:
    items = [
        build.item(),
        build.item(value="7.0", day="2025-01-02", number=1),
        build.item(value="see note", day="2025-02-02", number=2),
        build.item(value="6", day=None, number=3),
        build.item(value="7", unit="g/dL", day="2024-01-02", number=4),
        build.item(value=">14", day="2023-01-02", number=5),
    ]
    said = missing_texts(build.bundle(*items, question=asked(build, Intent.TREND, "hba1c")))
    assert [sentence.partition(" and ")[0].removeprefix("One result for Hemoglobin A1c ") for sentence in said] == [
        "has no full date",
        "is no number",
        "has a unit that cannot be converted",
        "is only known to lie below or above a limit",
    ]


def test_a_trend_that_cannot_be_told_is_not_told(build: Any) -> None:
    bundle = build.bundle(build.item(), question=asked(build, Intent.TREND, "hba1c"))
    assert missing_texts(bundle) == (
        "There are not two comparable results on two days for Hemoglobin A1c, so no trend is told.",
    )


def test_a_conversion_that_the_table_does_not_know_is_said(build: Any) -> None:
    question = asked(build, Intent.FACTUAL_LOOKUP, "tsh", unit="mmol/L")
    bundle = build.bundle(build.item("TSH", "2.0", "uIU/mL", ""), question=question)
    assert missing_texts(bundle) == ("No result for TSH can be converted into the unit asked for.",)


def test_lists_that_are_cut_say_so(build: Any, records: Any) -> None:
    entries = [records.medication(f"Drug {number}") for number in range(LISTED + 2)]
    passages = [records.passage() for _ in range(5)]
    reviewed = tuple(records.medication(f"Unsure {number}", review=("name_unclear",)) for number in range(LISTED + 1))
    bundle = build.bundle(*entries, *passages, review=reviewed, question=asked(build, Intent.LIST))
    assert missing_texts(bundle) == (
        f"{LISTED} of {LISTED + 2} entries are listed.",
        "3 of 5 passages of documents are quoted.",
        f"{LISTED} of {LISTED + 1} unconfirmed findings are listed.",
    )


def test_who_ordered_is_said_to_be_unknown_only_where_nothing_says_it(build: Any, records: Any) -> None:
    def said(*items: Any, **changes: Any) -> tuple[str, ...]:
        return missing_texts(build.bundle(*items, question=asked(build, Intent.ORDERED_BY, **changes)))

    assert said(records.order(person="")) == ("Nothing that was read says who ordered it.",)
    assert said(records.order(person=""), records.passage()) == ("The chart does not say who ordered it.",)
    prescribed = replace(records.medication(), words=with_person(records.medication().words))
    assert said(prescribed, topics=(Topic.MEDICATIONS,)) == ()
    assert said(prescribed, records.medication(), topics=(Topic.MEDICATIONS,)) == (
        "Of 1 of the 2 medications nothing that was read says who prescribed it.",
    )
    assert said(records.medication(), topics=(Topic.MEDICATIONS,)) == ("Nothing that was read says who prescribed it.",)
    referral = records.statement("referring_provider", "[PERSON_2]", part=Topic.REFERRALS)
    assert said(referral, topics=(Topic.REFERRALS,)) == ()
    unsigned = records.statement("requested_service", "cardiology", part=Topic.REFERRALS)
    assert said(unsigned, topics=(Topic.REFERRALS,)) == ("Nothing that was read says who made the referral.",)


def with_person(words: Any) -> Any:
    return replace(words, details=(*words.details, (WordRole.PERSON, clean("[PERSON_1]"))))


def test_orders_that_wait_are_missed_only_for_what_was_asked(build: Any, records: Any) -> None:
    done = records.order(status="complete", results=1)
    none = "No order that waits for a result was found in the chart."
    assert missing_texts(build.bundle(done, question=asked(build, Intent.MISSING), not_found=("orders",))) == (none,)
    named = asked(build, Intent.MISSING, "hba1c", subjects=("mammogram",))
    assert missing_texts(build.bundle(question=named)) == (
        "No order for hemoglobin A1c or mammogram that waits for a result was found in the chart.",
    )
    assert missing_texts(build.bundle(records.order(), question=named)) == ()


def test_a_list_that_was_narrowed_says_of_how_many(build: Any, records: Any) -> None:
    drugs = (records.medication(), records.medication("Lisinopril", MedicationStatus.STOPPED))

    def said(*items: Any, **changes: Any) -> tuple[str, ...]:
        return missing_texts(build.bundle(*items, question=asked(build, Intent.LIST, **changes)))

    assert said(*drugs, state=AskedState.ENDED) == ("1 of 2 medications is shown.",)
    # That none fits is a finding, see `narrowing`.
    assert said(drugs[0], state=AskedState.ENDED) == ()
    assert said(*drugs, source=AskedSource.DOCUMENTS) == (
        "No medications were found in the documents that were read.",
        "Only what documents that were read say is told.",
    )


def test_fewer_visits_than_asked_for_are_said(build: Any, records: Any) -> None:
    question = asked(build, Intent.LIST, newest_count=3, topics=(Topic.ENCOUNTERS,))
    assert missing_texts(build.bundle(records.visit(), question=question)) == ("Only 1 visit was found.",)


def test_sources_that_agree_are_said_to(build: Any, records: Any) -> None:
    question = asked(build, Intent.LIST, reason="compares_sources")
    agree = "No contradiction between the sources that were read was found in what is listed here."
    assert missing_texts(build.bundle(records.medication(), question=question)) == (agree,)
    one, other = build.item(), build.item(value="7.0", chart=True)
    assert missing_texts(build.bundle(one, other, question=question)) == ()


def test_guidance_that_was_not_found_and_conclusions_that_are_not_drawn(build: Any) -> None:
    nothing = build.bundle(searched=True, question=asked(build, Intent.GUIDELINE))
    assert missing_texts(nothing) == ("No passage of the guideline collection answers this question.",)
    attention = build.bundle(build.item(), question=asked(build, Intent.INTERPRETATION))
    assert missing_texts(attention) == ("What this means for the patient is for a clinician to judge.",)


def test_an_unread_date_in_the_question_is_said(build: Any) -> None:
    question = replace(build.question(Intent.LIST, latest=False), text=build.text("A1c on [DATE_1]"))
    assert missing_texts(build.bundle(build.item(), question=question)) == (
        "The date in the question was not used to select results.",
    )
