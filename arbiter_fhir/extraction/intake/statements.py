"""Statements of a form: labelled answers, the reason for the visit, habits, wishes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.intake.cells import text_of
from arbiter_fhir.extraction.intake.options import Said, chosen
from arbiter_fhir.extraction.intake.prompts import is_prompt
from arbiter_fhir.extraction.intake.sheet import Answer
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["answer_candidates", "is_nothing", "is_wish", "statement_of"]

#: Answers that say no.
_NO: Final = re.compile(
    r"^\W*(?:no|none|never|n/?a|nil|denies|not applicable|non-?smoker|nothing|never smoked|"
    r"no (?:current|known|other)?\s*\w{0,14})\W*$",
    re.IGNORECASE,
)
#: Blank lines, and what people write where nothing is to be told.
_NOTHING: Final = re.compile(
    r"^\W*(?:none(?: (?:known|at this time|currently|reported))?|n/?a|nil|not applicable|nothing|no|unknown)?\W*$",
    re.IGNORECASE,
)
_WISH: Final = re.compile(r"\b(?:prefers?|would like|wants?|wish(?:es)?|rather|requests?)\b", re.IGNORECASE)
#: Labels whose answers are the form's own business.
_OWN_BUSINESS: Final = frozenset({"signature"})
_SECTIONS: Final = {
    FactType.DEMOGRAPHIC: SectionKind.ADMINISTRATIVE,
    FactType.SOCIAL_HISTORY: SectionKind.SOCIAL_HISTORY,
    FactType.OTHER: SectionKind.OTHER,
}


def is_nothing(text: str) -> bool:
    """Whether an answer says that there is nothing to tell, or is blank."""
    return _NOTHING.match(text) is not None


def is_wish(text: str) -> bool:
    """Whether a comment says what the patient would like."""
    return _WISH.search(text) is not None


def statement_of(
    page: DeidentifiedPage,
    words: Sequence[CleanWord],
    *,
    fact_type: FactType,
    topic: str,
    said: DeidentifiedText,
    section: SectionKind,
    text: Sequence[CleanWord] | None = None,
    reasons: Sequence[Reason] = (),
) -> Candidate:
    """A statement.

    Args:
        page: The page.
        words: The words cited: label and answer.
        fact_type: Its kind.
        topic: Stable word.
        said: One clean sentence.
        section: Where it stands.
        text: The words of the answer, where they are not all of ``words``.
        reasons: Doubts.
    """
    answer = text_of(page, words if text is None else text).value
    denied = fact_type is FactType.SOCIAL_HISTORY and _NO.match(answer) is not None
    return Candidate(
        fact_type=fact_type,
        value=Statement(topic, answer, Assertion.ABSENT if denied else Assertion.PRESENT),
        page=page,
        words=tuple(words),
        text=said,
        section=section,
        reasons=(*reasons, *reading_doubts((), names=words if text is None else text)),
    )


def answer_candidates(answer: Answer) -> Iterator[Candidate]:
    """The statement that a labelled answer makes; none where it was left blank."""
    label = answer.label
    if label.topic in _OWN_BUSINESS or not answer.cells:
        return
    reasons: list[Reason] = []
    if any(cell.tick for cell in answer.cells):
        said, words, marks = chosen(answer.cells)
        if said is Said.UNCLEAR:
            reasons.append(Reason.CHECKBOX_UNCLEAR)
    else:
        words, marks = tuple(word for cell in answer.cells for word in cell.words), ()
    if not any(letter.isalnum() for word in words for letter in word.text):
        return
    if is_prompt(" ".join(word.text for word in words)):
        return
    every = tuple(sorted({*answer.words, *words, *marks}, key=lambda word: word.start))
    lines = {word.line for word in answer.words}
    beside = any(word.line in lines for word in words)
    # A box around a label and the answer under it would hold the labels and answers beside them.
    cited = every if beside else tuple(sorted({*words, *marks}, key=lambda word: word.start))
    yield statement_of(
        answer.page,
        cited,
        fact_type=label.kind,
        topic="preference" if label.topic == "comment" and is_wish(text_of(answer.page, words).value) else label.topic,
        said=text_of(answer.page, [word for word in every if word not in marks]),
        section=_SECTIONS[label.kind],
        text=words,
        reasons=reasons,
    )
