"""The finished answer: marks, dates, order."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering import compose_draft, finish, validate
from arbiter_fhir.domain.answer import AnswerStatus, Section


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
