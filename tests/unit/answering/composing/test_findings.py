"""Findings as they were asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from arbiter_fhir.domain.question import AskedDetail, DateWindow, Intent
from tests.unit.answering.answers import asked, found, missing


def of(build: Any) -> list[Any]:
    return [
        build.item(value=value, day=day, number=number)
        for number, (value, day) in enumerate([("8.1", "2026-04-10"), ("7.6", "2026-01-02"), ("7.0", "2025-01-02")])
    ]


def test_the_result_before_the_newest(build: Any) -> None:
    question = asked(build, Intent.FACTUAL_LOOKUP, "hba1c", steps_back=1)
    assert found(build.bundle(*of(build), question=question)) == (
        "Hemoglobin A1c was 7.6 % (high; reference 4.0-5.6) on 2026-01-02 [1].",
    )


def test_a_step_too_far_is_an_answer_that_says_so(build: Any) -> None:
    bundle = build.bundle(*of(build), question=asked(build, Intent.FACTUAL_LOOKUP, "hba1c", steps_back=7))
    assert found(bundle) == ()
    assert missing(bundle) == ("There are only 3 dated results for Hemoglobin A1c.",)


def test_the_nearest_result_says_how_far_it_is(build: Any) -> None:
    for day, said in (
        (date(2026, 1, 5), "2026-01-02, 3 days before the day asked about (2026-01-05) [1]."),
        (date(2025, 12, 31), "2026-01-02, 2 days after the day asked about (2025-12-31) [1]."),
        (date(2026, 1, 2), "2026-01-02, the day asked about [1]."),
    ):
        question = asked(build, Intent.VALUE_AT, "hba1c", when=DateWindow(around=day))
        (sentence,) = found(build.bundle(*of(build), question=question))
        assert sentence.endswith(said)


def test_a_blood_pressure_is_one_sentence_with_both_values(build: Any, records: Any) -> None:
    readings = (*records.pressure(), *records.pressure("140", "90", "2025-03-04", 8))
    latest = build.bundle(*readings, question=asked(build, Intent.FACTUAL_LOOKUP, latest_only=True))
    assert found(latest) == (
        "Blood pressure was 128/82 mm[Hg] on 2026-03-04 [1][2].",
        "There is one earlier reading of blood pressure [3][4].",
    )
    assert len(found(build.bundle(*readings, question=asked(build, Intent.LIST)))) == 2


def test_a_blood_pressure_at_a_day_is_one_sentence_too(build: Any, records: Any) -> None:
    readings = (*records.pressure(), *records.pressure("140", "90", "2025-03-04", 8))
    question = asked(build, Intent.VALUE_AT, when=DateWindow(around=date(2025, 3, 1)))
    assert found(build.bundle(*readings, question=question)) == (
        "Blood pressure was 140/90 mm[Hg] on 2025-03-04, 3 days after the day asked about (2025-03-01) [1][2].",
    )


def test_a_conversion_stands_beside_the_original(build: Any) -> None:
    bundle = build.bundle(
        build.item("Glucose", "126", "mg/dL", "70-99"),
        question=asked(build, Intent.FACTUAL_LOOKUP, "glucose", unit="mmol/L"),
    )
    assert found(bundle) == ("Glucose was 126 mg/dL (high; reference 70-99; converted: 7.0 mmol/L) on 2026-04-10 [1].",)


def test_entries_come_by_part_of_the_record_and_passages_last(build: Any, records: Any) -> None:
    bundle = build.bundle(
        records.passage(), records.allergy(), records.medication(), build.item(), question=asked(build, Intent.LIST)
    )
    starts = [sentence.split()[0] for sentence in found(bundle)]
    assert starts == ["Hemoglobin", "Metformin", "Allergy", "The"]


def test_the_newest_so_many(build: Any) -> None:
    bundle = build.bundle(*of(build), question=asked(build, Intent.LIST, "hba1c", newest_count=2))
    assert [sentence.split()[3] for sentence in found(bundle)] == ["8.1", "7.6"]


def test_how_many_is_answered_by_a_count(build: Any, records: Any) -> None:
    question = asked(build, Intent.LIST, detail=AskedDetail.COUNT)
    bundle = build.bundle(records.medication(), records.medication("Lisinopril"), question=question)
    assert found(bundle)[0] == "Found: 2 medications [1][2]."


def test_the_last_visit_is_one_of_so_many(build: Any, records: Any) -> None:
    visits = [replace(records.visit(), observed=build.when(day)) for day in ("2026-03-04", "2025-03-04")]
    bundle = build.bundle(*visits, question=asked(build, Intent.FACTUAL_LOOKUP, latest_only=True))
    assert len(found(bundle)) == 1
    assert missing(bundle) == ("1 of 2 visits is shown.",)
