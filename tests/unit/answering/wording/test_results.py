"""Words around clean pieces."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.finish import quote_question
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.results import (
    flag_words,
    flagged_by,
    pair_pressures,
    pressure_sentence,
    status_word,
)
from arbiter_fhir.domain.fact import AbnormalFlag


def test_one_label_per_date(build: Any) -> None:
    labels = DateLabels()
    first, second = build.when("2026-04-10"), build.when("2026-01-02")
    assert [labels.label(when).value for when in (first, second, first)] == ["[DATE_1]", "[DATE_2]", "[DATE_1]"]
    assert labels.labels == {"[DATE_1]": first, "[DATE_2]": second}


def test_labels_keep_clear_of_those_in_the_evidence(build: Any) -> None:
    labels = DateLabels.clear_of([build.text("see [DATE_7]"), build.text("[PERSON_9] 8.1")])
    assert labels.label(build.when()).value == "[DATE_8]"


@pytest.mark.parametrize("flag", AbnormalFlag)
def test_every_flag_has_words_when_somebody_set_it(build: Any, flag: AbnormalFlag) -> None:
    assert flag_words(build.item(flag=flag).lab)


def test_derived_flags_are_said_in_other_words(build: Any) -> None:
    printed, derived = build.item(), build.item(derived=True)
    assert flag_words(printed.lab) != flag_words(derived.lab)
    assert flagged_by(derived) == "not flagged on the document"
    assert flagged_by(build.item(derived=True, chart=True)) == "not flagged in the chart"
    assert flag_words(build.item(flag=None).lab) == ""


@pytest.mark.parametrize(
    "status, word",
    [("Preliminary", "preliminary"), ("prelim", "preliminary"), ("C", "corrected"), ("final", ""), ("", "")],
)
def test_only_statuses_that_matter_are_said(build: Any, status: str, word: str) -> None:
    assert status_word(build.item(status=status).lab) == word


def test_only_citation_marks_are_defused_in_a_question(build: Any) -> None:
    assert quote_question(build.text("what about [PERSON_1] and [3]?")) == "what about [PERSON_1] and (3)?"


def test_the_halves_of_one_reading_belong_together(records: Any) -> None:
    first, second = records.pressure("128", "82", row=7), records.pressure("140", "90", row=8)
    pairs = pair_pressures((first[0], second[0], second[1], first[1]))
    assert {reading.measured.value for reading in pairs.values()} == {"128/82 mm[Hg]", "140/90 mm[Hg]"}
    assert pressure_sentence(pairs[0], DateLabels()).value == "Blood pressure was 128/82 mm[Hg] on [DATE_1]."


def test_halves_that_could_be_exchanged_stay_apart(records: Any) -> None:
    first, second = records.pressure("128", "82"), records.pressure("140", "90")
    assert pair_pressures((*first, *second)) == {}
    assert pair_pressures(records.pressure(observed=None)) == {}
    assert pair_pressures((first[0], records.pressure("1", "2", "2025-01-01", 9)[1])) == {}
