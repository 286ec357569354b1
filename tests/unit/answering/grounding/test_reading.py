"""Reading from left to right: the longest phrase first, and nothing left over."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.grounding.phrases import speakable_of
from arbiter_fhir.answering.grounding.reading import DATE, NAME, read_sentence


def read(build: Any, text: str, *items: Any) -> Any:
    dates = {f"[DATE_{at}]": item.observed for at, item in enumerate(items, start=1) if item.observed}
    bundle = build.bundle(*items)
    return read_sentence(text, [speakable_of(item, bundle, dates) for item in items], dates)


def test_names_values_and_dates_are_marked(build: Any) -> None:
    reading = read(build, "Hemoglobin A1c was 8.1 % on [DATE_1].", build.item())
    assert [sorted(group for _, group in mark.says) for mark in reading.marks] == [
        [NAME],
        ["value_not_in_evidence"],
        [DATE],
    ]


def test_parts_and_brackets_are_counted(build: Any) -> None:
    reading = read(build, "Hemoglobin A1c was 8.1 % (high); 8.1 % on [DATE_1].", build.item())
    assert [(mark.part, mark.bracket) for mark in reading.marks] == [(0, 0), (0, 0), (0, 1), (1, 0), (1, 0)]


@pytest.mark.parametrize(
    "text, problem",
    [
        ("Hemoglobin A1c was .8.1 %", "number_not_in_evidence"),
        ("Hemoglobin A1c was 8.1 %, so raise it", "word_not_in_evidence"),
        ("Hemoglobin A1c was 8.1 % [1]", "sign_not_in_evidence"),
        ("Hemoglobin A1c was 8.1 % [PERSON_1]", "sign_not_in_evidence"),
        ("Hemoglobin A1c was eight %", "word_not_in_evidence"),
        ("Hemoglobin A1c was 8.1 % <b>", "sign_not_in_evidence"),
    ],
)
def test_what_is_left_over_has_a_name(build: Any, text: str, problem: str) -> None:
    assert read(build, text, build.item()).problem == problem


def test_a_date_of_nobody_is_no_date(build: Any) -> None:
    item, other = build.item(), build.item("TSH", "2", "mIU/L", day="2025-01-01", number=1)
    dates = {"[DATE_1]": item.observed, "[DATE_2]": other.observed}
    things = [speakable_of(item, build.bundle(item), dates)]
    assert read_sentence("Hemoglobin A1c was 8.1 % on [DATE_2].", things, dates).problem == "date_not_in_evidence"
