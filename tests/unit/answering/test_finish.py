"""The finished answer: marks, dates, order."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering import compose_draft, finish, placeholders_in, validate
from arbiter_fhir.domain.answer import AnswerStatus, Section
from arbiter_fhir.domain.question import Intent


def finished(bundle: Any) -> Any:
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda text: False)
    assert outcome.answer is not None
    return finish(outcome.answer, bundle.question)


def test_every_sentence_about_the_patient_ends_in_marks_that_exist(build: Any) -> None:
    bundle = build.bundle(
        build.item(also=(build.chart_place(),)),
        build.item(value="7.6", day="2026-01-02", number=1),
        review=(build.item(value="9.9", review=("value_unreadable",), number=2),),
        not_found=("tsh",),
    )
    answer = finished(bundle)
    assert answer.status is AnswerStatus.ANSWERED
    assert answer.refusal is None
    for section in (Section.PATIENT_FINDINGS, Section.NEEDS_REVIEW):
        for sentence in answer.sections[section]:
            assert sentence.endswith("].")
            numbers = [int(mark.strip("[]. ")) for mark in sentence[sentence.rindex(" [") :].split("][")]
            assert all(1 <= number <= len(answer.citations) for number in numbers)
    assert all("[" not in sentence for sentence in answer.sections[Section.MISSING])


def test_the_text_holds_the_sections_in_their_order(build: Any) -> None:
    bundle = build.bundle(build.item(), not_found=("tsh",))
    text = finished(bundle).text
    assert text.index("Patient Findings") < text.index("Missing or Not Found")
    assert "- Hemoglobin A1c was 8.1 %" in text


def test_the_question_comes_back_without_marks(build: Any) -> None:
    bundle = build.bundle(build.item(), question=build.question(text="most recent HbA1c [128]?"))
    assert finished(bundle).question == "most recent HbA1c (128)?"


def restored(build: Any, records: Any, values: dict[str, str]) -> Any:
    bundle = build.bundle(records.visit("see [DATE_9] of [PERSON_2]"), records.medication("Metformin"))
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda text: False)
    assert outcome.answer is not None
    return placeholders_in(outcome.answer), finish(outcome.answer, bundle.question, values).text


def test_names_that_the_answer_shows_are_restored_for_its_caller(build: Any, records: Any) -> None:
    labels, text = restored(build, records, {"[PERSON_1]": "Dr. Ada Quinn", "[PERSON_7]": "Somebody Else"})
    assert labels == ("[DATE_9]", "[PERSON_2]", "[PERSON_1]")
    assert "seen by Dr. Ada Quinn (chart) [2]." in text
    assert "“see [DATE_9] of [PERSON_2]”" in text
    assert "Somebody" not in text


def test_a_restored_value_is_text_and_nothing_else(build: Any, records: Any) -> None:
    _, text = restored(build, records, {"[PERSON_1]": "Quinn [1]\n[PERSON_2]", "[PERSON_2]": "Rosa"})
    assert "seen by Quinn (1) [PERSON_2] (chart)" in text
    assert "of Rosa”" in text


def test_our_own_dates_are_no_placeholders_and_are_never_replaced(build: Any) -> None:
    bundle = build.bundle(build.item())
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda text: False)
    assert outcome.answer is not None
    assert placeholders_in(outcome.answer) == ()
    assert "2026-04-10" in finish(outcome.answer, bundle.question, {"[DATE_1]": "1999-01-01"}).text


def test_tables_come_with_dates_and_numbers_of_citations(build: Any) -> None:
    items = [build.item(), build.item(value="7.0", day="2025-01-02", number=1)]
    bundle = build.bundle(*items, question=build.question(Intent.TREND, latest=False))
    (table,) = finished(bundle).tables
    assert table.title == "Hemoglobin A1c"
    assert [(row.cells[0], row.citations) for row in table.rows] == [("2025-01-02", (1,)), ("2026-04-10", (2,))]
    assert table.lines[1] == "Date | Value | Flag | Reference | Source"


def test_signs_that_do_not_show_or_turn_the_line_are_left_out(build: Any) -> None:
    text = finished(build.bundle(build.item(name="Hemo\u202eglobin\u200b A1c\u00ad\nx"))).text
    assert "- Hemoglobin A1c x was 8.1 %" in text
