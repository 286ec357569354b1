"""A validated draft as it goes to the caller: dates in their places, citation marks at the end of each sentence."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter_fhir.answering.sections import empty_sections
from arbiter_fhir.answering.wording import DATE_LABEL, quote_question
from arbiter_fhir.domain.answer import Answer, AnswerStatus, ValidatedAnswer
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.question import RoutedQuestion

__all__ = ["finish"]


def finish(validated: ValidatedAnswer, question: RoutedQuestion) -> Answer:
    """The answer: sections of sentences that end in marks such as ``[1]``, citations in the order of their numbers."""
    sections = empty_sections()
    draft = validated.draft
    for claim in draft.claims:
        marks = "".join(f"[{number + 1}]" for number in claim.citations)
        sentence = _with_dates(claim.text.value, draft.dates)
        if marks:
            sentence = f"{sentence.removesuffix('.')} {marks}."
        sections[claim.section] = (*sections[claim.section], sentence)
    return Answer(
        question=quote_question(question.text),
        status=AnswerStatus.ANSWERED,
        sections=sections,
        citations=draft.citations,
        validation=validated.validation,
        refusal=None,
    )


def _with_dates(text: str, dates: Mapping[str, ClinicalDate]) -> str:
    """Our own labels become dates; a label of a document stays as it is."""

    def fill(label: str) -> str:
        when = dates.get(label)
        return when.iso.replace("T", " ") if when is not None else label

    return DATE_LABEL.sub(lambda match: fill(match.group()), text)
