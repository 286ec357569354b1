"""Answers of one organism to one drug that differ within a document: none of them is sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.domain.statement import Susceptibility
from arbiter_fhir.extraction.certainty import decide_certainty
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason

__all__ = ["doubt_contradicting_answers"]


def doubt_contradicting_answers(facts: Sequence[CitedFact]) -> tuple[CitedFact, ...]:
    """The facts in order; susceptibilities of one organism, drug and day with different categories wait for a person.

    Args:
        facts: All facts of a document.
    """
    answers: dict[tuple[str, str, str], set[str]] = {}
    for fact in facts:
        if isinstance(fact.value, Susceptibility) and fact.value.interpretation is not None:
            answers.setdefault(_subject(fact.value), set()).add(fact.value.interpretation.value)
    return tuple(
        _doubted(fact)
        if isinstance(fact.value, Susceptibility) and len(answers.get(_subject(fact.value), ())) > 1
        else fact
        for fact in facts
    )


def _subject(value: Susceptibility) -> tuple[str, str, str]:
    when = value.collection_date.iso if value.collection_date else ""
    return value.organism.casefold(), value.drug.casefold(), when


def _doubted(fact: CitedFact) -> CitedFact:
    confidence = round(fact.confidence * WEIGHTS[Reason.CONFLICTING_DUPLICATE].factor, 4)
    reasons = [*(Reason(reason) for reason in fact.reasons), Reason.CONFLICTING_DUPLICATE]
    certainty, kept = decide_certainty(reasons, confidence)
    return replace(
        fact,
        certainty=certainty,
        confidence=confidence,
        reasons=tuple(reason.value for reason in kept),
        seal=FACT_SEAL,
    )
