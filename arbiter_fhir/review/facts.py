"""Decisions on facts, laid over the facts as they were read.

| the decision      | the fact afterwards                                                                     |
|-------------------|-----------------------------------------------------------------------------------------|
| approved          | verified, with the reason ``approved_by_reviewer`` before its doubts                    |
| approved, changed | the same with the corrected value and ``corrected_by_reviewer``; the paper's value stays |
| kept              | a document fact: it may be cited and is never written                                   |
| rejected          | stored for history: no evidence, not in the chart                                       |

A correction that cannot be read any more (a later version reads the paper otherwise, or knows other units) leaves the
fact as it was read, waiting for a person.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, FactValue, LabResult, ReviewMark
from arbiter_fhir.domain.review import (
    APPROVED_BY_REVIEWER,
    CORRECTED_BY_REVIEWER,
    CORRECTION_UNREADABLE,
    KEPT_BY_REVIEWER,
    REJECTED_BY_REVIEWER,
    FactReview,
    ReviewWord,
)
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.errors import ReviewError
from arbiter_fhir.ports.reviews import CorrectionReader

__all__ = ["ReviewedFacts", "apply_fact_reviews", "foreseen"]

#: Reasons that decisions put before a fact's own.
_SAID_BY_REVIEWERS: Final = frozenset(
    {
        *(APPROVED_BY_REVIEWER, CORRECTED_BY_REVIEWER, KEPT_BY_REVIEWER, REJECTED_BY_REVIEWER),
        CORRECTION_UNREADABLE,
    }
)
#: Dates do not stand in a fact's sentence, and flags end it.
_NOT_IN_SENTENCE: Final = frozenset({"collection_date", "report_date", "started", "stopped", "onset", "abnormal_flag"})
_ADDED: Final[Mapping[str, LiteralString]] = {"unit": "{} {}", "reference_range": "{} (reference {})"}
_ADDED_OTHERWISE: Final[LiteralString] = "{}, {}"
#: How a result's sentence ends (`extraction.laboratory.statement`).
_FLAGGED: Final[Mapping[AbnormalFlag, LiteralString]] = {
    AbnormalFlag.HIGH: ", high",
    AbnormalFlag.LOW: ", low",
    AbnormalFlag.CRITICAL_HIGH: ", critically high",
    AbnormalFlag.CRITICAL_LOW: ", critically low",
    AbnormalFlag.ABNORMAL: ", abnormal",
    AbnormalFlag.NORMAL: ", normal",
}


@dataclass(frozen=True, slots=True)
class ReviewedFacts:
    """Facts after review, in the order in which they were read.

    Attributes:
        applied: How many of them carry a decision.
    """

    facts: tuple[CitedFact, ...]
    applied: int


def apply_fact_reviews(
    facts: Sequence[CitedFact],
    fingerprints: Sequence[str],
    decisions: Sequence[FactReview],
    corrections: CorrectionReader,
) -> ReviewedFacts:
    """Lay decisions over facts.

    Args:
        facts: As read.
        fingerprints: Of each fact as read.
        decisions: At most one for each fingerprint.
        corrections: Reads corrected fields.

    Raises:
        ValueError: Not one fingerprint per fact.
    """
    by_fingerprint = {decision.fact_fingerprint: decision for decision in decisions}
    reviewed = [
        _reviewed(fact, by_fingerprint.get(fingerprint), corrections)
        for fact, fingerprint in zip(facts, fingerprints, strict=True)
    ]
    return ReviewedFacts(tuple(reviewed), sum(fact.review is not None for fact in reviewed))


def foreseen(fact: CitedFact, decision: FactReview | None, corrections: CorrectionReader) -> CitedFact:
    """A stored fact as the next reading will have it, if that reads the paper as the last one did.

    Args:
        fact: As stored, with what was decided before.
        decision: The one that holds now; ``None`` where it was taken back.
        corrections: Reads corrected fields.
    """
    paper = fact.review.paper if fact.review is not None else None
    read = replace(
        fact,
        value=fact.value if paper is None else paper,
        fact_text=fact.fact_text if paper is None else fact.citation.quote,
        certainty=Certainty.NEEDS_REVIEW,
        reasons=tuple(reason for reason in fact.reasons if reason not in _SAID_BY_REVIEWERS),
        review=None,
        seal=FACT_SEAL,
    )
    return _reviewed(read, decision, corrections)


def _reviewed(fact: CitedFact, decision: FactReview | None, corrections: CorrectionReader) -> CitedFact:
    if decision is None:
        return fact
    mark = ReviewMark(decision.decision, decision.version, decision.over)
    match decision.decision:
        case ReviewWord.APPROVE if decision.corrections:
            return _corrected(fact, decision, corrections)
        case ReviewWord.APPROVE:
            return _marked(fact, Certainty.VERIFIED, (APPROVED_BY_REVIEWER,), mark)
        case ReviewWord.KEEP:
            return _marked(fact, Certainty.DOCUMENT_FACT, (KEPT_BY_REVIEWER,), mark)
        case ReviewWord.REJECT:
            return _marked(fact, Certainty.NEEDS_REVIEW, (REJECTED_BY_REVIEWER,), mark)
        case ReviewWord.UNDO:
            return fact


def _marked(fact: CitedFact, certainty: Certainty, reasons: tuple[str, ...], mark: ReviewMark) -> CitedFact:
    told = tuple(dict.fromkeys((*reasons, *fact.reasons)))
    return replace(fact, certainty=certainty, reasons=told, review=mark, seal=FACT_SEAL)


def _corrected(fact: CitedFact, decision: FactReview, corrections: CorrectionReader) -> CitedFact:
    texts = dict(decision.corrections)
    try:
        value = corrections.corrected(fact.fact_type, fact.value, {name: text.value for name, text in texts.items()})
    except ReviewError:
        reasons = (CORRECTION_UNREADABLE, *fact.reasons)
        # The mark says that this decision was met and did nothing: without it the decision would seem to be under way.
        mark = ReviewMark(ReviewWord.UNDO, decision.version)
        return replace(fact, certainty=Certainty.NEEDS_REVIEW, reasons=reasons, review=mark, seal=FACT_SEAL)
    mark = ReviewMark(decision.decision, decision.version, decision.over, paper=fact.value)
    sentence = _sentence(fact.fact_text, fact.value, value, texts)
    changed = replace(fact, value=value, fact_text=sentence, seal=FACT_SEAL)
    return _marked(changed, Certainty.VERIFIED, (APPROVED_BY_REVIEWER, CORRECTED_BY_REVIEWER), mark)


def _sentence(
    sentence: DeidentifiedText, paper: FactValue, value: FactValue, texts: Mapping[str, DeidentifiedText]
) -> DeidentifiedText:
    """The fact's sentence with the corrected words in place of the paper's."""
    was, is_now = _flag(paper), _flag(value)
    if was and sentence.value.endswith(was):
        sentence = sentence.slice(0, len(sentence) - len(was))
    told = {name: text for name, text in texts.items() if name not in _NOT_IN_SENTENCE and text.value}
    places: dict[str, tuple[int, int]] = {}
    for name in told:
        place = _place(sentence.value, paper, name)
        if place is not None and all(place[1] <= start or end <= place[0] for start, end in places.values()):
            places[name] = place
    # From the end to the beginning: a place holds as long as nothing before it has changed.
    for name, (start, end) in sorted(places.items(), key=lambda each: each[1], reverse=True):
        pieces = [sentence.slice(0, start), told[name], sentence.slice(end, len(sentence))]
        sentence = DeidentifiedText.join("", pieces)
    for name, text in told.items():
        if name not in places and isinstance(getattr(value, name), str):
            sentence = DeidentifiedText.compose(_ADDED.get(name, _ADDED_OTHERWISE), sentence, text)
    return DeidentifiedText.join("", [sentence, DeidentifiedText.compose(is_now)]) if is_now else sentence


def _place(sentence: str, paper: FactValue, name: str) -> tuple[int, int] | None:
    """Where a sentence says a field; a number in a test's name ("25-OH Vitamin D") is not the result."""
    before = getattr(paper, name)
    if not isinstance(before, str) or not before:
        return None
    whole = re.compile(rf"(?<!\w)(?<!\w[.,/-]){re.escape(before)}(?!\w|[.,/-]\w)")
    test = paper.test_name if isinstance(paper, LabResult) and name != "test_name" else ""
    named = sentence.find(test)
    after = named + len(test) if named >= 0 else 0
    found = whole.search(sentence, after) or whole.search(sentence, 0, max(named, 0))
    if found is not None:
        return found.span()
    start = sentence.find(before, after)
    return None if start < 0 else (start, start + len(before))


def _flag(value: FactValue) -> LiteralString:
    flag = value.abnormal_flag if isinstance(value, LabResult) else None
    return _FLAGGED[flag] if flag is not None else ""
