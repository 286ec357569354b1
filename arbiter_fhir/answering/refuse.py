"""When we refuse, and what we say then: the reason, and what can be asked instead."""

from __future__ import annotations

from arbiter_fhir.answering.finish import quote_question
from arbiter_fhir.answering.missing import NO_PASSAGE, missing_texts
from arbiter_fhir.answering.not_found import looked_in
from arbiter_fhir.answering.sections import empty_sections
from arbiter_fhir.domain.answer import Answer, AnswerStatus, Refusal, RefusalReason, Section
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.question import Intent, RoutedQuestion

__all__ = ["refusal_for", "refuse"]

_CAN_BE_ASKED = (
    'Ask about this patient\'s record, such as "most recent HbA1c?", "LDL over the last two years?", "current'
    ' medications?", "any allergies?", "what changed since January?", "what does the intake form say?", or what a'
    " guideline says."
)
_FACTS_INSTEAD = (
    "The facts behind such a decision can be asked for: results and their trend, current medications with their doses"
    " as recorded, allergies, problems, and what guidelines say about a topic."
)
_BY_INTENT = {
    Intent.UNSAFE: RefusalReason.UNSAFE,
    Intent.OTHER_PATIENT: RefusalReason.OTHER_PATIENT,
    Intent.OUT_OF_SCOPE: RefusalReason.OUT_OF_SCOPE,
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
        "An answer speaks only of the patient whose chart is open. Ask in that patient's chart."
    ),
    RefusalReason.OUT_OF_SCOPE: "This is not a question about this patient's record or about a guideline.",
    RefusalReason.NOT_SUPPORTED: "This kind of question is not answered yet.",
    RefusalReason.VALIDATION_FAILED: (
        "An answer was drafted, and not every statement in it could be proven from its source, so it is not shown."
    ),
    RefusalReason.PHI_LEAK: "An answer was drafted, and an identifier stood in it, so it is not shown.",
    RefusalReason.EMPTY_QUESTION: "There is no question in the text.",
    RefusalReason.SOURCE_WITHDRAWN: (
        "A document behind the answer was withdrawn while the answer was being made. Ask again."
    ),
}
#: Routes on which a question was refused for a name or a number in it.
_NAMED = frozenset({"names_a_person", "names_a_record"})
_SOMEBODY_NAMED = (
    "An answer speaks only of the patient whose chart is open. A name or number in the question is not this patient's,"
    " or could not be told from one: ask in that patient's chart, or in other words. The name of a drug or a test that"
    ' no list knows is read where one stands: "is she on ...", "... level".'
)
_NO_GUIDANCE = "No passage of the guideline collection answers this, so nothing is said about it."
#: What can be asked instead; reasons after which such a hint is of no use have none.
_HINTS = {
    RefusalReason.UNSAFE: _FACTS_INSTEAD,
    RefusalReason.VALIDATION_FAILED: "",
    RefusalReason.PHI_LEAK: "",
    RefusalReason.SOURCE_WITHDRAWN: "",
}


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
    message = _SOMEBODY_NAMED if question.reason in _NAMED else _MESSAGES[reason]
    if bundle is not None and reason is RefusalReason.NO_EVIDENCE:
        sections[Section.MISSING] = missing_texts(bundle)
        if question.document is not None or question.source is not None:
            message = f"Nothing that answers this was found {looked_in(question).value}."
        if question.intent is Intent.GUIDELINE:
            message = _NO_GUIDANCE
        said = [sentence for sentence in sections[Section.MISSING] if sentence != NO_PASSAGE]
        message = " ".join((message, *said))
    if hint := _HINTS.get(reason, _CAN_BE_ASKED):
        message = f"{message} {hint}"
    return Answer(
        question=quote_question(question.text),
        status=AnswerStatus.REFUSED,
        sections=sections,
        citations=(),
        validation=None,
        refusal=Refusal(reason, message),
    )
