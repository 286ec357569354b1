"""When we refuse, and what we say then: the reason, and what can be asked instead."""

from __future__ import annotations

from arbiter_fhir.answering.sections import empty_sections, missing_sentences
from arbiter_fhir.answering.wording import quote_question
from arbiter_fhir.domain.answer import Answer, AnswerStatus, Refusal, RefusalReason, Section
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.question import Intent, RoutedQuestion

__all__ = ["refusal_for", "refuse"]

_CAN_BE_ASKED = (
    'Ask for a result of this patient, such as "most recent HbA1c?", "LDL results?" or "any abnormal labs?".'
)
_BY_INTENT = {
    Intent.UNSAFE: RefusalReason.UNSAFE,
    Intent.OTHER_PATIENT: RefusalReason.OTHER_PATIENT,
    Intent.OUT_OF_SCOPE: RefusalReason.OUT_OF_SCOPE,
    Intent.TREND: RefusalReason.NOT_SUPPORTED,
    Intent.INTERPRETATION: RefusalReason.NOT_SUPPORTED,
    Intent.GUIDELINE: RefusalReason.NOT_SUPPORTED,
}
_BY_ROUTE = {
    "empty_question": RefusalReason.EMPTY_QUESTION,
    "topic_not_read": RefusalReason.NOT_SUPPORTED,
}
_MESSAGES = {
    RefusalReason.NO_EVIDENCE: "Nothing that answers this was found in the patient's chart or documents.",
    RefusalReason.UNSAFE: (
        "Advice on diagnosis, treatment, dosing or changes of medication is not given here; that is for a clinician to"
        " decide."
    ),
    RefusalReason.OTHER_PATIENT: (
        "An answer speaks only of the patient whose chart is open. Open the other patient's chart to ask about them."
    ),
    RefusalReason.OUT_OF_SCOPE: "This is not a question about laboratory results of this patient.",
    RefusalReason.NOT_SUPPORTED: (
        "This kind of question is not answered yet: laboratory results are looked up and listed, not compared over"
        " time, interpreted or set against guidelines, and allergies, medications and problems cannot be asked for."
    ),
    RefusalReason.VALIDATION_FAILED: (
        "An answer was drafted, and not every statement in it could be proven from its source, so it is not shown."
    ),
    RefusalReason.PHI_LEAK: "An answer was drafted, and an identifier stood in it, so it is not shown.",
    RefusalReason.EMPTY_QUESTION: "There is no question in the text.",
    RefusalReason.SOURCE_WITHDRAWN: (
        "A document behind the answer was withdrawn while the answer was being made. Ask again."
    ),
}
#: Reasons after which a hint about what can be asked is of no use.
_NO_HINT = frozenset({RefusalReason.VALIDATION_FAILED, RefusalReason.PHI_LEAK, RefusalReason.SOURCE_WITHDRAWN})


def refusal_for(question: RoutedQuestion) -> RefusalReason | None:
    """Why a question is refused before anything is looked up; ``None`` where it is looked up."""
    return _BY_ROUTE.get(question.reason) or _BY_INTENT.get(question.intent)


def refuse(question: RoutedQuestion, reason: RefusalReason, bundle: EvidenceBundle | None = None) -> Answer:
    """The refusal as it goes to the caller: all four sections, of which only the missing one may say something.

    Args:
        question: The routed question.
        reason: Why.
        bundle: The evidence, where some was gathered: what was not read belongs to an honest "not found".
    """
    sections = empty_sections()
    message = _MESSAGES[reason]
    if bundle is not None and reason is RefusalReason.NO_EVIDENCE:
        sections[Section.MISSING] = tuple(sentence.value for sentence in missing_sentences(bundle))
        message = " ".join((message, *sections[Section.MISSING]))
    if reason not in _NO_HINT:
        message = f"{message} {_CAN_BE_ASKED}"
    return Answer(
        question=quote_question(question.text),
        status=AnswerStatus.REFUSED,
        sections=sections,
        citations=(),
        validation=None,
        refusal=Refusal(reason, message),
    )
